"""Text classifiers you teach with reasons, and that give their reasons back."""

__version__ = "0.1.0.dev0"
