"""Settles (2011), Closing the Loop: its experiments, and those that test our corrections of its learner."""

from teachback.experiments.settles2011 import entities, imbalance, study, tasks, words

EXPERIMENTS = (
    words.SIZES,
    words.TABLE1,
    words.FIGURE2,
    study.FIGURE3,
    words.STEPS,
    words.WORDS,
    imbalance.IMBALANCE,
    imbalance.GUARD,
    tasks.WSD,
    tasks.TWEETS,
    entities.TABLE2,
)
