from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.special import softmax

from teachback.encoders import Outside, ReadTexts, open_encoder
from teachback.learners import LessonRegression
from teachback.pool import Pool
from teachback.vectors import PoolVectors
from teachback.vectors.outside_directions import OutsideTerms, length_beside, vectors_of_terms
from teachback.vectors.unit_rows import unit_rows

RNG = np.random.default_rng(5)
TERMS = [f"t{place}" for place in range(40)]
MEANING = RNG.standard_normal((40, 6))
POOL = Pool(RNG.poisson(0.15, (300, 40)).astype(float))


def words(texts):
    """Vectors of single terms; of a whole text, their sum after a turn and a shift that only texts have."""
    found = np.array(
        [sum((MEANING[TERMS.index(term)] for term in text.split() if term in TERMS), np.zeros(6)) for text in texts]
    ).reshape(len(texts), 6)
    whole = np.array([" " in text for text in texts], dtype=bool)
    found[whole] = np.tanh(found[whole][:, ::-1]) + 3.0
    return found


class Static:
    name, fingerprint, size, is_additive = "static", "1", 6, True

    def encode(self, texts):
        return words(texts).astype(np.float32)


def outside_of_texts(documents=250):
    texts = [" ".join(["t0", *np.repeat(TERMS, row.astype(int))]) for row in POOL.counts.toarray()[:documents]]
    of_terms = dict(zip(TERMS, words(TERMS).astype(np.float16), strict=True))
    return Outside(
        open_encoder(words), TERMS, ReadTexts(np.arange(documents), words(texts).astype(np.float16), of_terms)
    )


def test_an_encoder_of_whole_texts_is_followed_by_a_sum_over_terms():
    vectors = PoolVectors(POOL)
    learned = vectors_of_terms(outside_of_texts(), POOL.counts, POOL.reach, vectors.rarity)
    terms_alone = vectors_of_terms(Outside(open_encoder(words), TERMS), POOL.counts, POOL.reach, vectors.rarity)
    rest = slice(250, 300)
    texts = [" ".join(["t0", *np.repeat(TERMS, row.astype(int))]) for row in POOL.counts.toarray()[rest]]
    truth, rows = words(texts), unit_rows(POOL.counts[rest], vectors.rarity)

    def agreement(of_terms):
        said = rows @ of_terms
        return np.corrcoef((said - said.mean(axis=0)).ravel(), (truth - truth.mean(axis=0)).ravel())[0, 1]

    assert agreement(learned.vectors) > 0.7
    assert agreement(terms_alone.vectors) < 0.5  # a turn is between words and texts: documents teach it


def test_a_sum_over_terms_is_the_one_that_says_best_what_left_out_documents_are():
    """By hand: every share and ridge, every document left out in turn, and the least squares of the best of them."""
    weights, outside = PoolVectors(POOL).rarity, outside_of_texts(30)
    found = vectors_of_terms(outside, POOL.counts, POOL.reach, weights)
    rows = unit_rows(POOL.counts[:30], weights).toarray()
    E = MEANING.astype(np.float16).astype(float)
    E -= E.mean(axis=0)
    E /= np.sqrt(np.square(E).sum(axis=1).mean())
    A, M = rows - rows.mean(axis=0), outside.read.of_documents.astype(float)
    M -= M.mean(axis=0)

    def fitted(share, ridge, kept):
        W = A @ np.hstack([np.sqrt(share) * E, np.eye(40)])
        B = np.linalg.solve(W[kept].T @ W[kept] + ridge * np.eye(46), W[kept].T @ M[kept])
        return W @ B, np.sqrt(share) * E @ B[:6] + B[6:]

    def missed(share, ridge):
        others = [np.arange(30) != row for row in range(30)]
        return sum(np.square(fitted(share, ridge, kept)[0] - M)[~kept].sum() for kept in others)

    tried = [(share, ridge) for share in (0.0, 0.1, 0.3, 1.0) for ridge in (0.1, 0.3, 1.0, 3.0)]
    best = min(tried, key=lambda each: missed(*each))
    np.testing.assert_allclose(found.vectors, fitted(*best, np.ones(30, bool))[1], atol=1e-6)
    assert found.explained >= 1.0 - missed(*best) / np.square(M).sum()


@pytest.mark.parametrize("outside", [Outside(Static(), TERMS), outside_of_texts()], ids=["words", "texts"])
def test_scores_stay_a_sum_over_terms(outside):
    vectors = PoolVectors(POOL).beside(outside)
    known = vectors_of_terms(outside, POOL.counts, POOL.reach, PoolVectors(POOL).rarity)
    length = length_beside(known, unit_rows(POOL.counts, PoolVectors(POOL).rarity), TERMS)
    assert length > 0.0
    assert vectors.directions.shape[1] == 40 + 6
    rows = vectors.unit_rows(POOL.counts)
    places = vectors.places_of(rows)
    np.testing.assert_allclose(np.square(places[:, :40]).sum(axis=1).mean(), 1.0)
    np.testing.assert_allclose(np.square(places[:, 40:]).sum(axis=1).mean(), length**2)
    y = np.where(words(TERMS)[POOL.counts.argmax(axis=1), 0] > 0, "yes", "no")
    model = LessonRegression().fit(POOL.counts[:40], y[:40], words=[(3, "yes"), (4, "no")], pool=POOL, vectors=vectors)
    by_hand = softmax(rows.toarray() @ model.weights_ + model.intercept_, axis=1)
    np.testing.assert_allclose(model.predict_proba(POOL.counts), by_hand, atol=1e-9)


def test_meaning_from_outside_reaches_terms_that_no_lesson_and_no_document_relates():
    pool = Pool(csr_array(np.eye(4)[[0, 1, 2, 3] * 5]))  # each document has one term
    alike = {"refund": [1, 0], "money": [1, 0.1], "crash": [-1, 0], "error": [-1, 0.1]}
    encoder = Static()
    encoder.size, encoder.encode = 2, lambda texts: np.array([alike[text] for text in texts], np.float32)
    vectors = PoolVectors(pool, 0, outside=Outside(encoder, list(alike)))
    model = LessonRegression().fit(None, words=[(0, "billing"), (2, "bug")], pool=pool, vectors=vectors)
    assert model.predict(np.eye(4)).tolist() == ["billing", "billing", "bug", "bug"]


def test_vectors_without_meaning_add_nothing():
    encoder = Static()
    encoder.encode = lambda texts: np.ones((len(texts), 6), np.float32) * 0
    vectors = PoolVectors(POOL, outside=Outside(encoder, TERMS))
    np.testing.assert_array_equal(vectors.directions, PoolVectors(POOL).directions)


def test_vectors_drawn_by_chance_are_not_believed():
    rng = np.random.default_rng(1)
    topic, terms = (
        rng.integers(2, size=400),
        [f"w{place}" for place in range(60)] + [f"w{place} w0" for place in range(9)],
    )
    odds = np.where(np.arange(69) % 2 == topic[:, np.newaxis], 0.3, 0.03)
    rows = unit_rows(csr_array((rng.random((400, 69)) < odds).astype(float)), np.ones(69))
    meant = np.where(np.arange(69) % 2, 1.0, -1.0)[:, np.newaxis] + 0.5 * rng.standard_normal((69, 20))
    drawn = rng.standard_normal((69, 20))
    drawn[60:] += 3.0 * drawn[0]  # pairs with a word in common are alike, whatever the words mean
    assert length_beside(OutsideTerms(meant), rows, terms) == 1.4
    assert length_beside(OutsideTerms(drawn), rows, terms) < 0.2
    assert length_beside(OutsideTerms(drawn), rows[:3], terms) > 0.2  # too few documents to tell
    texts = ReadTexts(np.arange(400), rng.standard_normal((400, 20)).astype(np.float16), {})
    read = vectors_of_terms(
        Outside(open_encoder(lambda texts: np.ones((len(texts), 20))), terms, texts), rows, np.ones(69), np.ones(69)
    )
    assert length_beside(read, rows, terms) < 0.2


def test_the_more_words_documents_have_the_less_an_encoder_counts_beside_the_pool():
    rng = np.random.default_rng(2)
    meant, terms = np.where(np.arange(200) % 2, 1.0, -1.0)[:, np.newaxis], [f"w{place}" for place in range(200)]

    def length(words: int) -> float:
        topic = rng.integers(2, size=500)
        chosen = [2 * rng.permutation(100)[:words] + (1 - each) for each in topic]
        counts = csr_array((np.ones(500 * words), np.concatenate(chosen), np.arange(501) * words), shape=(500, 200))
        return length_beside(OutsideTerms(meant), unit_rows(counts, np.ones(200)), terms)

    assert [length(words) for words in (80, 40)] == [0.4, 0.4]
    assert length(32) == pytest.approx(0.4 * (40 / 32) ** 2)
    assert length(10) == 1.4
