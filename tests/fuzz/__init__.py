"""Damaged files against everything that reads one: what comes is what was asked for, or a sentence."""
