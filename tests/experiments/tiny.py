"""Corpora of a few invented documents, in the form that the loaders read."""

import gzip
import json
import random

SPORTS = {
    "rec.sport.baseball": "pitcher inning homer bat glove mound catcher base run umpire",
    "rec.sport.hockey": "goalie puck ice skate rink stick period penalty shot forward",
}
EVERYDAY = "game team season player coach fans crowd night ticket score city watch week friend radio"


def write_rows(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def write_newsgroups(folder, each=100):
    """Messages of two newsgroups, easy to tell apart."""
    draw = random.Random(0)
    rows = [
        {
            "id": f"{group}/{number}",
            "label": group,
            "split": "train",
            "text": " ".join(draw.choices(words.split(), k=4) + draw.choices(EVERYDAY.split(), k=8)),
        }
        for group, words in SPORTS.items()
        for number in range(each)
    ]
    write_rows(folder / "twenty_newsgroups" / "documents.jsonl.gz", rows)


def write_webkb(folder):
    """Two web pages."""
    rows = [
        {"id": f"{label}/cornell/{label}.html", "label": label, "university": "cornell", "text": f"<html>{label}"}
        for label in ("course", "student")
    ]
    write_rows(folder / "webkb" / "documents.jsonl.gz", rows)


def write_senses(folder, word="hard", each=60):
    """Sentences of three senses."""
    draw = random.Random(1)
    senses = {"HARD1": "exam puzzle question", "HARD2": "stone floor rock", "HARD3": "worker effort labour"}
    rows = [
        {
            "id": f"{sense}.{number}",
            "sense": sense,
            "text": " ".join(["a", word, draw.choice(words.split()), *draw.choices(EVERYDAY.split(), k=2)]),
            "target": [2, 6],
        }
        for sense, words in senses.items()
        for number in range(each)
    ]
    write_rows(folder / "wsd" / f"{word}.jsonl.gz", rows)
