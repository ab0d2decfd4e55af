"""Accounts: who is calling (also without a team), one's own account, and the people of a team."""
