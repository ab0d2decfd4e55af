"""Learning from rationales, the passages that teachers highlight as their reasons (Zaidan et al. 2007, 2008).

In reading order: :mod:`marked_texts` (texts and their rationales), :mod:`rationale_learner` (what the learners share);
:mod:`masking`, :mod:`hinge` and :mod:`contrast_svm`; :mod:`chain`, :mod:`style`,
:mod:`teacher_rationales`, :mod:`style_model` and :mod:`rationale_maxent`; :mod:`own_style` (suggestions in a teacher's
style); :mod:`rationale_weighting`.
"""
