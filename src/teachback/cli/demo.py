"""`teachback demo`: a classifier taught before your eyes, on the corpus that comes with the package."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console


def demo(
    seed: Annotated[int, typer.Option(help="Which mails are taught and shown.")] = 0,
) -> None:
    """Teach a classifier the support inbox of an invented company, and show what it predicts and why.

    Example: `teachback demo --seed 7`
    """
    from rich.console import Console

    show(Console(highlight=False), seed)


def show(console: Console, seed: int, mails: int = 6) -> None:
    """Teach and print, on any console."""
    import numpy as np
    from rich.text import Text
    from sklearn.naive_bayes import MultinomialNB

    from teachback import corpora
    from teachback.record import ClassesAdded, DocumentsAdded, Label, Record
    from teachback.text import TermCounts
    from teachback.text.stop_words import stop_words

    corpus = corpora.load("demo")
    documents = {document.id: document for document in corpus.documents}
    order = random.Random(seed).sample(list(documents), len(documents))  # noqa: S311 - not a secret
    place = {document: row for row, document in enumerate(documents)}
    record = Record(documents, [ClassesAdded(tuple(corpus.classes)), DocumentsAdded(tuple(documents))])
    common = stop_words("english")
    counts = TermCounts("words")
    counts.add(document.text for document in corpus.documents)
    X, gold = counts.X, np.array(corpus.y)
    console.print(
        f"The inbox of a small software company: {len(documents):,} mails, {len(counts.terms):,} terms, "
        f"classes {', '.join(corpus.classes)}.\n"
    )

    for lessons in (40, 80, 160, 320):
        taught = len(record.teaching().labels)
        record.append(*(Label(name, corpus.labels[name], teacher="gold") for name in order[taught:lessons]))
        labels = record.teaching().labels
        rows = [place[name] for name in labels]
        others = [place[name] for name in order[lessons:]]
        model = MultinomialNB(alpha=0.3, fit_prior=False).fit(X[rows], list(labels.values()))
        right = float(np.mean(model.predict(X[others]) == gold[others]))
        bar = "█" * round(24 * right)
        console.print(f"taught {lessons:>3} labels   right on the other {len(others):>4}: {100 * right:4.1f} %  {bar}")

    console.print("\nMails it was not taught, with the words that spoke for its answer:\n")
    for name in order[320 : 320 + mails]:
        row = X[[place[name]]]
        scores = model.predict_proba(row)[0]
        best = int(scores.argmax())
        others_mean = np.delete(model.feature_log_prob_, best, axis=0).mean(axis=0)
        speaks_for = model.feature_log_prob_[best] - others_mean
        telling = [term for term in row.indices.tolist() if counts.terms[term] not in common]
        reasons = sorted(telling, key=lambda term: -speaks_for[term] * row[0, term])[:4]
        guess, truth = str(model.classes_[best]), corpus.labels[name]
        verdict = Text("✓ " if guess == truth else "✗ ", style="green" if guess == truth else "red")
        verdict.append(f"{guess} ({100 * scores[best]:.0f} %)", style="bold")
        verdict.append(f" because of {', '.join(counts.terms[term] for term in reasons)}")
        if guess != truth:
            verdict.append(f"; it is {truth}")
        console.print(verdict)
        spans = {span for term in reasons for span in counts.analyzer.spans(documents[name].text, counts.terms[term])}
        text = Text(documents[name].text, style="dim")
        for start, end in spans:
            text.stylize("not dim bold underline", start, end)
        console.print(text)
        console.print()
