"""A class of which there are few documents is looked for until it has its share of labels."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import Label, Word

COMMON = {"billing": "invoice card charged", "bug": "crash error screen"}


def test_questions_look_for_the_class_with_few_labels_until_it_has_its_share():
    texts, gold = {}, {}
    for k in range(120):
        class_ = "press" if k % 24 == 5 else ("billing", "bug")[k % 2]
        own = COMMON.get(class_, "journalist interview article").split()
        texts[f"d{k}"] = f"{own[k % 3]} {own[(k + 1) % 3]} note{k % 7} about{k % 11}"
        gold[f"d{k}"] = class_
    with Project.from_texts(texts, classes=["billing", "bug", "press"]) as project:
        project.teach(Word("invoice", "billing"), Word("crash", "bug"), Word("journalist", "press"))
        common = [id for id, class_ in gold.items() if class_ != "press"][:20]
        project.teach(*(Label(id, gold[id]) for id in common))
        project.learn()
        asked = project.ask(6, words=0, checks=0.0).documents
        sought = [each for each in asked if each.why.startswith("looking for press")]
        assert 0 < len(sought) <= 2  # every third question
        assert all(gold[each.document.id] == "press" for each in sought)
        project.teach(*(Label(id, "press") for id, class_ in gold.items() if class_ == "press"))
        project.learn()
        later = project.ask(6, words=0, checks=0.0).documents
        assert not any(each.why.startswith("looking for") for each in later)
