"""What a classifier's scores are made of: the structures that make explanations exact or quick.

In reading order: :mod:`additive` (a sum over the row's terms: linear models, naive Bayes, our own learners; the
smallest set by sorting), :mod:`normalised` (additive, of rows divided by their length), :mod:`perceptron` (sums, and
then a function of them), :mod:`kernel_machine` (dot products with support vectors), :mod:`trees`, :mod:`recognition`
(which of them a fitted model has); :mod:`scores` is what they share.
"""
