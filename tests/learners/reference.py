"""Naive Bayes from words, labels and a pool in plain Python, written from the design and the docstring; slow."""

from __future__ import annotations

from math import exp, log


def normalised(scores):
    top = max(scores)
    total = sum(exp(score - top) for score in scores)
    return [exp(score - top) / total for score in scores]


class Model:
    """theta[j][k] and prior[j]; theta need not sum to one."""

    def __init__(self, theta, prior):
        self.theta, self.prior = theta, prior

    def posterior(self, document, power=0.0):
        length = max(sum(document), 1.0) ** power
        return normalised(
            [
                log(prior) + sum(n * log(t) for n, t in zip(document, theta, strict=True)) / length
                for theta, prior in zip(self.theta, self.prior, strict=True)
            ]
        )


def published(X, y, words, pool, classes, alpha=50.0, steps=1, labelled_weight=5.0, pool_weight=0.5):
    """The release of 2011: weights 5 and 0.5, class prior from 5/J, first guess from the priors alone."""
    J, V = len(classes), len((X or pool)[0])

    def maximise(weighted):
        counts = [[1.0 + alpha * ((k, classes[j]) in words) for k in range(V)] for j in range(J)]
        documents = [5.0 / J] * J
        for document, shares, weight in weighted:
            for j in range(J):
                documents[j] += weight * shares[j]
                for k in range(V):
                    counts[j][k] += weight * shares[j] * document[k]
        return Model([[c / sum(row) for c in row] for row in counts], [d / sum(documents) for d in documents])

    labelled = [(d, [float(name == label) for name in classes], labelled_weight) for d, label in zip(X, y, strict=True)]
    if not pool or not steps:
        return maximise(labelled)
    model = maximise([])
    for _ in range(steps):
        model = maximise(labelled + [(d, model.posterior(d), pool_weight) for d in pool])
    return model


def corrected(X, y, words, pool, classes, alpha=50.0, steps=1, common=0.1, prior=None):
    """What the docstring of LabelledWordNB says; `words` maps (term, class) to a strength."""
    J, V = len(classes), len((X or pool)[0])
    pool = pool if steps else []
    extra = [[alpha * words.get((k, name), 0.0) for k in range(V)] for name in classes]
    labelled = [
        [sum(d[k] for d, label in zip(X, y, strict=True) if label == name) for k in range(V)] for name in classes
    ]
    if words or pool:
        average = [sum(d[k] for d in [*X, *pool]) for k in range(V)]
        largest = max(map(sum, labelled))
        labelled = [
            [c + (largest - sum(row)) * a / max(sum(average), 1.0) for c, a in zip(row, average, strict=True)]
            for row in labelled
        ]

    def theta(counts):
        return [
            [(1.0 + more + c) / (V + sum(row)) for more, c in zip(extras, row, strict=True)]
            for extras, row in zip(extra, counts, strict=True)
        ]

    def share(counted):
        if prior is not None:
            return prior
        documents = [1.0 + list(y).count(name) + f for name, f in zip(classes, counted, strict=True)]
        return [d / sum(documents) for d in documents]

    if not pool:
        return Model(theta(labelled), share([0.0] * J))
    every_class_has_a_word = all(any(row) for row in extra)
    unspoken = [not X and not any(row) and any(map(any, extra)) for row in extra]
    first = theta(labelled)
    if every_class_has_a_word or any(unspoken):
        text = [sum(d[k] for d in pool) for k in range(V)]
        number = [sum(strength > 0 for strength in row) for row in extra]
        for j, row in enumerate(extra):
            evidence = [log(1.0 + strength) for strength in row]
            beyond = 1.0 if any(unspoken) else max(0.0, 1.0 - (sum(number) - number[j]) / (J - 1) / number[j])
            chance = beyond * sum(t * e for t, e in zip(text, evidence, strict=True)) / max(sum(text), 1.0)
            first[j] = [exp(e - chance) for e in evidence]
    model = Model(first, prior or [1.0 / J] * J)
    for _ in range(steps):
        guesses = [[0.0] * V for _ in classes]
        for d in pool:
            P = model.posterior(d)
            certainty = (1.0 - sum(-p * log(p) for p in P if p > 0) / log(J)) ** 2
            for j in range(J):
                for k in range(V):
                    guesses[j][k] += P[j] * certainty * d[k]
        guesses = [[0.0] * V if silent else row for silent, row in zip(unspoken, guesses, strict=True)]
        heard = [sum(row) for row in guesses if sum(row) > 0]
        if heard:
            text = [sum(d[k] for d in pool) for k in range(V)]
            guesses = [
                [min(heard) * c / sum(row) for c in row] if sum(row) > 0 else [min(heard) * c / sum(text) for c in text]
                for row in guesses
            ]
        for k in range(V):
            reach = sum(d[k] > 0 for d in pool) / max(common * len(pool), 20)
            learns = 1.0 if any(row[k] for row in extra) else max(0.0, 1.0 - reach)
            mean = sum(row[k] for row in guesses) / J
            for row in guesses:
                row[k] = mean + learns * (row[k] - mean)
        learned = theta([[a + b for a, b in zip(*rows, strict=True)] for rows in zip(labelled, guesses, strict=True)])
        shares = [1.0 / J] * J
        for _ in range(2):
            soft = [Model(learned, shares).posterior(d, power=0.3) for d in pool]
            shares = [(1.0 + sum(p[j] for p in soft)) / (len(pool) + J) for j in range(J)]
        model = Model(learned, share([s * len(pool) for s in shares]))
    return model
