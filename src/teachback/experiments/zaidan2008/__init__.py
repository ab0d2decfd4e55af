"""Zaidan and Eisner (2008), Modeling Annotators: learning from a model of how each annotator highlights rationales."""

from teachback.experiments.zaidan2008 import curves, styles

EXPERIMENTS = (
    curves.TUNING,
    curves.FIGURE3,
    curves.SMALL,
    curves.TABLE1,
    curves.ABLATION,
    *styles.EXPERIMENTS,
    styles.SYNTAX,
)
