"""Dasgupta et al. (2018), Learning from discriminative feature feedback: its experiment, its bounds, and beyond."""

from teachback.experiments.dasgupta2018 import bounds, figure3, noise, text

EXPERIMENTS = (figure3.FIGURE3, bounds.BOUNDS, noise.NOISE, text.TEXT)
