from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from teachback.corpora import load
from teachback.corpora.demo import CLASSES, BadDemoFile, parse


@pytest.fixture(scope="module")
def corpus():
    return load("demo")


def test_texts_run_from_header_to_header_without_their_trailing_blank_lines():
    content = "\n=== a-1 feature request\nDear all,\n\n> quoted\n  please \n \n\n=== a-2 bug\nno\n"
    corpus = parse({"inbox.txt": content})
    assert corpus.texts == ["Dear all,\n\n> quoted\n  please ", "no"]
    assert corpus.y == ["feature request", "bug"]
    assert corpus.rationales == []


def test_marked_passages_are_those_of_the_text_without_the_brackets():
    corpus = parse({"a.txt": "=== a bug\n[[One]] two [[three\nfour]].", "b.txt": "=== b billing\n[x] [[y]] ]["})
    assert corpus.texts == ["One two three\nfour.", "[x] y ]["]
    texts = dict(zip("ab", corpus.texts, strict=True))
    marked = [
        (name, class_, texts[name][start:end], teacher) for name, class_, start, end, teacher in corpus.rationales
    ]
    assert marked == [
        ("a", "bug", "One", "gold"),
        ("a", "bug", "three\nfour", "gold"),
        ("b", "billing", "y", "gold"),
    ]


@pytest.mark.parametrize(
    ("content", "line", "complaint"),
    [
        ("hello\n=== a bug\nx", 1, "has no header"),
        ("=== a\nx", 1, "is not a header. Write: === ID CLASS"),
        ("=== a bug\nx\n=== b bugs\ny", 3, "'bugs' is not a class. The classes are bug, billing"),
        ("=== a bug\nx\n\n=== a how-to\ny", 4, "The id a was used before"),
        ("=== a bug\n\n\n=== b bug\nx", 1, "a has no text"),
        ("=== a bug\nx\ny [[z\n", 3, "never closed"),
        ("=== a bug\nx ]] y", 2, "closes nothing"),
        ("=== a bug\nx [[y\n[[z]] a]]", 3, "inside a passage"),
        ("=== a bug\nx [[]] y", 2, "is no passage"),
        ("=== a bug\nx [[ y]]", 2, "is no passage"),
        ("=== a bug\nx [[y\n\nz]]", 4, "is no passage"),
    ],
)
def test_a_file_that_breaks_the_format_is_refused_by_file_and_line(content, line, complaint):
    with pytest.raises(BadDemoFile) as caught:
        parse({"inbox.txt": content})
    assert str(caught.value).startswith(f"inbox.txt, line {line}: ")
    assert complaint in str(caught.value)


def test_an_id_used_in_another_file_is_refused():
    with pytest.raises(BadDemoFile, match=r"b\.txt, line 2: The id x was used before"):
        parse({"a.txt": "=== x bug\nx", "b.txt": "\n=== x bug\ny"})


PIECES = st.lists(st.tuples(st.text("ab \n>é=[]🙂", max_size=8), st.booleans()), min_size=1, max_size=6)


@given(PIECES, st.sampled_from(CLASSES))
def test_marks_that_are_written_are_read_back(pieces, class_):
    text, rendered, spans = "", "", []
    for piece, marked in pieces:
        if marked:
            assume(piece and piece == piece.strip() and "\n" not in piece)
            spans.append((len(text), len(text) + len(piece)))
        rendered += f"[[{piece}]]" if marked else piece
        text += piece
    assume(text.strip() and text == text.rstrip() and "\n===" not in f"\n{text}")
    assume(rendered.replace("[[", "").replace("]]", "") == text)  # no bracket of the text may pair with a mark's
    assume(rendered.count("[[") == rendered.count("]]") == len(spans))
    assume(not any(bracket * 3 in rendered for bracket in "[]"))
    corpus = parse({"inbox.txt": f"=== id-1 {class_}\n{rendered}\n\n"})
    assert corpus.texts == [text]
    assert [(passage.start, passage.end) for passage in corpus.rationales] == spans


def test_the_corpus_is_large_enough_and_no_class_is_rare(corpus):
    assert len(corpus.documents) >= 600
    assert corpus.classes == CLASSES
    assert min(corpus.sizes.values()) >= 140


def test_every_text_has_between_20_and_120_words_and_no_bracket_left(corpus):
    lengths = {document.id: len(document.text.split()) for document in corpus.documents}
    assert {name: length for name, length in lengths.items() if not 20 <= length <= 120} == {}
    assert [document.id for document in corpus.documents if "[[" in document.text or "]]" in document.text] == []


def test_enough_documents_have_rationales_and_each_begins_and_ends_with_something_visible(corpus):
    texts = {document.id: document.text for document in corpus.documents}
    assert len({passage.document for passage in corpus.rationales}) >= 250
    for passage in corpus.rationales:
        marked = texts[passage.document][passage.start : passage.end]
        assert marked
        assert marked == marked.strip()
        assert passage.class_ == corpus.labels[passage.document]


def test_no_two_texts_are_nearly_the_same(corpus):
    grams = {}
    holders = defaultdict(list)
    for document in corpus.documents:
        words = document.text.lower().split()
        grams[document.id] = set(zip(words, words[1:], words[2:], strict=False))
        for gram in grams[document.id]:
            holders[gram].append(document.id)
    shared = Counter((a, b) for names in holders.values() for i, a in enumerate(names) for b in names[i + 1 :])
    jaccard = {(a, b): n / (len(grams[a]) + len(grams[b]) - n) for (a, b), n in shared.items()}
    worst = max(jaccard, key=jaccard.__getitem__)
    assert jaccard[worst] < 0.2, f"{worst} share {jaccard[worst]:.0%} of their word triples"


def test_the_classes_can_be_learned_but_not_trivially(corpus):
    learner = make_pipeline(TfidfVectorizer(), LinearSVC())
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    accuracy = np.mean(cross_val_score(learner, corpus.texts, corpus.y, cv=folds))
    assert 0.80 <= accuracy <= 0.95, f"{accuracy:.1%}"
