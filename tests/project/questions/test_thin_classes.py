"""A class of which there are few documents is looked for until it has its share of labels."""

from __future__ import annotations

import random

from teachback.project import Project
from teachback.record import Label, Word

COMMON = {"billing": "invoice card charged", "bug": "crash error screen"}


def test_questions_look_for_the_class_with_few_labels_until_it_has_its_share():
    texts, gold, chance = {}, {}, random.Random(1)
    fillers = "".join(map(chr, range(ord("a"), ord("z") + 1)))
    for k in range(120):
        class_ = "press" if k % 24 == 5 else ("billing", "bug")[k % 2]
        own = COMMON.get(class_, "journalist interview article").split()
        others = ("x" + "".join(chance.choices(fillers[:6], k=2)) for _ in range(8))
        texts[f"d{k}"] = f"{own[k % 3]} {chance.choice(own)} {' '.join(others)}"
        gold[f"d{k}"] = class_
    with Project.from_texts(texts, classes=["billing", "bug", "press"]) as project:
        project.teach(Word("invoice", "billing"), Word("crash", "bug"), Word("journalist", "press"))
        common = [id for id, class_ in gold.items() if class_ != "press"][:20]
        project.teach(*(Label(id, gold[id]) for id in common))
        project.learn()
        asked = project.ask(6, words=0, checks=0.0).documents
        sought = [each for each in asked if each.why.startswith("looking for press")]
        assert 0 < len(sought) <= 2  # every third question
        assert "press" in {gold[each.document.id] for each in asked}  # of which there are 5 in 120
        project.teach(*(Label(id, "press") for id, class_ in gold.items() if class_ == "press"))
        project.learn()
        later = project.ask(6, words=0, checks=0.0).documents
        assert not any(each.why.startswith("looking for") for each in later)
