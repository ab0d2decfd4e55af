"""An explanation as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from teachback.explain.explanation import Explanation


def sentence(explanation: Explanation) -> str:
    """The paper's sentence, or why there is none."""
    own = explanation.from_class
    if explanation.sets:
        words, verb = ("word", "is") if len(explanation.words) == 1 else ("words", "are")
        return (
            f"If {words} ({' '.join(explanation.words)}) {verb} removed then class changes from {own} to "
            f"{explanation.to_class}."
        )
    if not explanation.known:
        return f"The class is {own}, and the document has no word that the model knows."
    if explanation.status == "none_exists":
        return f"The class is {own} whatever words are removed."
    if explanation.lower_bound > len(explanation.removed) + 1 or explanation.lower_bound > 2:
        return f"The class is {own}; at least {explanation.lower_bound} words would have to be removed to change it."
    return f"The class is {own}; no small set of words was found whose removal changes it."
