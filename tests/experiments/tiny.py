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


def write_zoo(folder):
    """The animals of the paper's figure, as they are in the UCI table."""
    header = (
        "animal,hair,feathers,eggs,milk,airborne,aquatic,predator,toothed,backbone,breathes,venomous,fins,legs,tail"
    )
    rows = """
frog,0,0,1,0,0,1,1,1,1,1,0,0,4,0,0,0,5
flea,0,0,1,0,0,0,0,0,0,1,0,0,6,0,0,0,6
girl,1,0,0,1,0,0,1,1,1,1,0,0,2,0,1,1,1
hawk,0,1,1,0,1,0,1,0,1,1,0,0,2,1,0,0,2
herring,0,0,1,0,0,1,1,1,1,0,0,1,0,1,0,0,4
honeybee,1,0,1,0,1,0,0,0,0,1,1,0,6,0,1,0,6
housefly,1,0,1,0,1,0,0,0,0,1,0,0,6,0,0,0,6
ladybird,0,0,1,0,1,0,1,0,0,1,0,0,6,0,0,0,6
lobster,0,0,1,0,0,1,1,0,0,0,0,0,6,0,0,0,7
newt,0,0,1,0,0,1,1,1,1,1,0,0,4,1,0,0,5
seasnake,0,0,0,0,0,1,1,1,1,0,1,0,0,1,0,0,3
termite,0,0,1,0,0,0,0,0,0,1,0,0,6,0,0,0,6
tortoise,0,0,1,0,0,0,0,0,1,1,0,0,4,1,0,1,3
worm,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,7
"""
    (folder / "zoo").mkdir(parents=True, exist_ok=True)
    (folder / "zoo" / "zoo.csv").write_text(f"{header},domestic,catsize,type{rows}")


def write_reviews(folder, each=200):
    """Reviews in ten folds, whose class hangs on a marked word; four other sources have marked fold 9."""
    draw = random.Random(2)
    typical = {"neg": ["dull", "awful", "weak"], "pos": ["fine", "great", "moving"]}
    documents, rationales, others = [], [], []
    for number in range(each):
        for label, words in typical.items():
            text = draw.choices(EVERYDAY.split(), k=12)
            at = draw.randrange(12)
            text[at] = draw.choice(words)
            start = len(" ".join(text[:at])) + (at > 0)
            name, fold = f"{label}_{number:03}", number * 10 // each
            documents.append({"id": name, "fold": fold, "label": label, "text": " ".join(text), "file": name})
            row = {"id": name, "label": label, "spans": [[start, start + len(text[at])]]}
            if fold < 9:
                rationales.append({**row, "annotator": "A0"})
            else:
                whole = {**row, "spans": [[0, start + len(text[at])]]}
                others += [{**row, "annotator": f"ERASER-{source}"} for source in ("test", "crowd-majority")]
                others += [{**whole, "annotator": f"ERASER-{source}"} for source in ("test-bak", "crowd-union")]
    write_rows(folder / "movie_reviews" / "documents.jsonl.gz", documents)
    write_rows(folder / "movie_reviews" / "rationales.jsonl.gz", rationales)
    write_rows(folder / "movie_reviews" / "rationales_extra.jsonl.gz", others)


def write_tweets(folder, each=150):
    """Tweets of three moods, and tweets in two languages."""
    draw = random.Random(2)
    moods = {
        "positive": "love great happy fun",
        "neutral": "report table noon office",
        "negative": "hate awful sad sick",
    }
    rows = [
        {
            "id": f"{mood}/{number}",
            "label": mood,
            "source": "sentiment140",
            "split": draw.choice(["train", "test"]),
            "text": " ".join([*draw.choices(words.split(), k=2), "the", *draw.choices(EVERYDAY.split(), k=3)]),
        }
        for mood, words in moods.items()
        for number in range(each)
    ]
    write_rows(folder / "tweets" / "documents.jsonl.gz", rows)
    languages = {"english": "the game and the team", "dutch": "het spel en de ploeg"}
    rows = [
        {"id": f"{name}/{number}", "label": name, "split": "train", "text": " ".join(draw.choices(words.split(), k=5))}
        for name, words in languages.items()
        for number in range(each)
    ]
    write_rows(folder / "tweets" / "language_id.jsonl.gz", rows)
