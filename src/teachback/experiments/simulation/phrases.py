"""How a simulated teacher describes a class: its name as a person would say it, and a few of its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NAMES: Mapping[str, str] = {
    "alt.atheism": "atheism",
    "comp.graphics": "computer graphics",
    "comp.os.ms-windows.misc": "Microsoft Windows",
    "comp.sys.ibm.pc.hardware": "PC hardware",
    "comp.sys.mac.hardware": "Macintosh hardware",
    "comp.windows.x": "the X window system",
    "misc.forsale": "things for sale",
    "rec.autos": "cars",
    "rec.motorcycles": "motorcycles",
    "rec.sport.baseball": "baseball",
    "rec.sport.hockey": "hockey",
    "sci.crypt": "cryptography",
    "sci.electronics": "electronics",
    "sci.med": "medicine",
    "sci.space": "space",
    "soc.religion.christian": "Christian religion",
    "talk.politics.guns": "guns",
    "talk.politics.mideast": "politics of the Middle East",
    "talk.politics.misc": "politics",
    "talk.religion.misc": "religion",
    "earn": "earnings",
    "acq": "acquisitions",
    "money-fx": "foreign exchange",
    "crude": "crude oil",
    "trade": "foreign trade",
    "interest": "interest rates",
    "money-supply": "the money supply",
    "neg": "negative, bad",
    "pos": "positive, good",
    "HARD1": "difficult",
    "HARD2": "harsh in feeling",
    "HARD3": "solid to the touch",
    "SERVE2": "to function as something",
    "SERVE6": "to provide a service",
    "SERVE10": "to offer food",
    "SERVE12": "to hold an office",
    "course": "the page of a course",
    "faculty": "the page of a professor",
    "project": "the page of a research project",
    "student": "the page of a student",
}


def phrase(class_: str, words: Sequence[str]) -> str:
    """A sentence that describes a class; a class of whose name no other is known goes by it.

    >>> phrase("sci.space", ["orbit", "nasa", "shuttle"]), phrase("how-to", [])
    ('Texts about space, such as orbit, nasa, shuttle.', 'Texts about how to.')
    """
    name = NAMES.get(class_) or class_.replace("-", " ").replace("_", " ").replace(".", " ")
    return f"Texts about {name}{', such as ' if words else ''}{', '.join(words)}."
