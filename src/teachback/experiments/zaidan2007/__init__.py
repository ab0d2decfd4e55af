"""Zaidan, Eisner and Piatko (2007), Using "Annotator Rationales": contrast examples, and how people annotate."""

from teachback.experiments.zaidan2007 import annotators, curves, tuning, weighting

EXPERIMENTS = (
    annotators.FIGURE1,
    annotators.TABLE1,
    annotators.TABLE2,
    tuning.TUNING,
    curves.FIGURE2,
    curves.FIGURE3,
    curves.LAZY,
    weighting.WEIGHTING,
)
