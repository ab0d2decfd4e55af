"""A pool that stays where it is: files in parts, what is kept of them, and what all of them say together."""
