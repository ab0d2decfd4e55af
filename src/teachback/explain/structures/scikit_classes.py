"""Which of scikit-learn's classes a model is, without importing them: a model of another class never needs them."""

from __future__ import annotations


def is_a(model: object, *names: str) -> bool:
    """Whether a model is of one of these classes of scikit-learn, or of one derived from it.

    >>> from sklearn.svm import SVC
    >>> is_a(SVC(), "SVC", "NuSVC"), is_a(SVC(), "MLPClassifier"), is_a("SVC", "SVC")
    (True, False, False)
    """
    classes = type(model).__mro__
    return any(each.__name__ in names and each.__module__.partition(".")[0] == "sklearn" for each in classes)
