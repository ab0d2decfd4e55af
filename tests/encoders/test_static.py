from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest

from teachback.encoders import BadEncoder, Encoder, NoEncoder, Outside, open_encoder, word_files
from tests.encoders import made

ROWS = {"refund": [1.0, 0.0, 0.5], "Zürich": [0.0, 2.0, -1.0], "crashed": [0.25, 0.0, 1e-3]}


def as_text(rows, header=False):
    lines = [f"{word} {' '.join(map(str, row))}" for word, row in rows.items()]
    return "\n".join([f"{len(rows)} 3"] * header + lines + [""]).encode()


def as_binary(rows, newline=b""):
    vectors = (word.encode() + b" " + struct.pack("<3f", *row) + newline for word, row in rows.items())
    return f"{len(rows)} 3\n".encode() + b"".join(vectors)


FORMS = {
    "GloVe": as_text(ROWS),
    "word2vec or fastText": as_text(ROWS, header=True),
    "fastText, a space at the end": as_text(ROWS, header=True).replace(b"\n", b" \n").replace(b"3 3 \n", b"3 3\n"),
    "binary": as_binary(ROWS),
    "binary with newlines": as_binary(ROWS, b"\n"),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("content", FORMS.values(), ids=FORMS)
def test_a_file_of_word_vectors_is_recognised_by_its_content(tmp_path, content, packed):
    file = tmp_path / "vectors"
    file.write_bytes(gzip.compress(content) if packed else content)
    encoder = open_encoder(file)
    assert isinstance(encoder, Encoder)
    assert (encoder.is_additive, encoder.size) == (True, 3)
    vectors = encoder.encode(["refund", "Zürich", "crashed", "", "weather", "REFUND crashed, crashed!"])
    assert vectors.dtype == np.float32
    rows = np.array(list(ROWS.values()), dtype=np.float32)
    expected = [*rows, np.zeros(3), np.zeros(3), (rows[0] + 2 * rows[2]) / 3]
    np.testing.assert_allclose(vectors, expected, rtol=1e-6)


def test_a_word_with_a_space_and_a_word_that_comes_twice(tmp_path):
    file = tmp_path / "glove.txt"
    file.write_text("a 1 0\nthe app 2 2\na 5 5\n")
    assert open_encoder(file).encode(["a", "app"]).tolist() == [[1.0, 0.0], [0.0, 0.0]]


HOSTILE = {
    "a trillion words": (b"1000000000000 300\nrefund \x00\x00\x80\x3f", "too short"),
    "a trillion numbers": (b"2 1000000000000\nrefund \x00\x00\x80\x3f", "too short"),
    "a file that was cut": (as_binary(ROWS)[:-3], "too short"),
    "words that are missing": (as_text(ROWS, header=True).replace(b"3 3", b"4 3"), "has 3"),
    "a number that is missing": (as_text(ROWS) + b"money 1 2\n", "damaged"),
    "no number": (as_text(ROWS) + b"money 1 2 x\n", "damaged"),
    "not finite": (as_text(ROWS) + b"money 1 2 nan\n", "not finite"),
    "not finite, binary": (as_binary({"refund": [np.inf, 0, 0]}), "not finite"),
    "not UTF-8": (as_text(ROWS) + b"m\xf6ney 1 2 3\n", "not UTF-8"),
    "a text": (b"Dear all, the app crashed\nagain\n", "holds no word vectors"),
    "nothing": (b"", "holds no word vectors"),
}


@pytest.mark.parametrize(("content", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_damaged_or_hostile_file_is_a_sentence(tmp_path, content, said):
    file = tmp_path / "vectors.bin"
    file.write_bytes(content)
    with pytest.raises(BadEncoder, match=said) as refused:
        open_encoder(file).encode(["refund"])
    assert str(file) in str(refused.value)


def test_a_packed_file_does_not_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(word_files, "_ROOM", 1000)
    file = tmp_path / "bomb.vec.gz"
    file.write_bytes(gzip.compress(b"a" + b" 0" * 50 + b"\n" + b"b" + b" 0" * 1_000_000))
    with pytest.raises(BadEncoder, match="far more"):
        open_encoder(file).encode(["a"])


def test_a_folder_of_model2vec_takes_the_mean_of_the_pieces_of_words(tmp_path):
    encoder = open_encoder(made.model2vec(tmp_path / "model"))
    assert (encoder.is_additive, encoder.size) == (True, 3)
    vectors = encoder.encode(["refund", "Crashed", "", "weather", "the refund"])
    assert vectors[:, 0].tolist() == [4.0, (7.0 + 8.0) / 2, 0.0, 0.0, (9.0 + 4.0) / 2]


def test_weights_of_a_model2vec_model_weigh_its_pieces(tmp_path):
    weights = np.linspace(0, 1, len(made.VOCABULARY)).astype(np.float32)
    encoder = open_encoder(made.model2vec(tmp_path / "model", weights=weights))
    np.testing.assert_allclose(encoder.encode(["refund"])[0, 0], 4.0 * weights[4])


def test_the_files_of_wordllama_are_found_in_its_folder(tmp_path, monkeypatch):
    package = tmp_path / "wordllama"
    for folder in ("weights", "tokenizers"):
        (package / folder).mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('its loader is not run')")
    table = np.arange(22, dtype=np.float16).reshape(11, 2)
    made.tensors(package / "weights" / "l2_supercat_256.safetensors", embedding__weight=table)
    made.tokenizer(package / "tokenizers" / "l2_supercat_tokenizer_config.json")
    monkeypatch.syspath_prepend(tmp_path)
    for given in ("wordllama", package):
        assert open_encoder(given).encode(["refund"]).tolist() == [[8.0, 9.0]]


def test_a_damaged_table_is_a_sentence(tmp_path):
    folder = made.model2vec(tmp_path / "model")
    file = folder / "model.safetensors"
    good = file.read_bytes()
    for content in (good[:-1], b"\xff" * 8 + good[8:], b"", good[:8] + b"[" + good[9:], good.replace(b"[11", b"[-1")):
        file.write_bytes(content)
        with pytest.raises(BadEncoder, match="safetensors"):
            open_encoder(folder).encode(["refund"])
    made.tensors(file, other=np.zeros((11, 2), dtype=np.float32))
    with pytest.raises(BadEncoder, match="holds no encoder"):
        open_encoder(folder).encode(["refund"])
    made.tensors(file, embeddings=np.full((11, 2), np.nan, dtype=np.float32))
    with pytest.raises(BadEncoder, match="not finite"):
        open_encoder(folder).encode(["refund"])
    made.model2vec(folder)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(BadEncoder, match="no tokenizer"):
        open_encoder(folder).encode(["refund"])


def test_a_fingerprint_is_of_the_content(tmp_path):
    one, other = made.model2vec(tmp_path / "one"), made.model2vec(tmp_path / "other")
    assert open_encoder(one).fingerprint == open_encoder(other).fingerprint
    made.model2vec(other, size=4)
    assert open_encoder(one).fingerprint != open_encoder(other).fingerprint


def test_what_is_not_there_is_said(tmp_path):
    with pytest.raises(NoEncoder, match="no folder or file"):
        open_encoder(tmp_path / "nowhere")
    with pytest.raises(NoEncoder, match=r"--fetch .* https://huggingface.co/sentence-transformers/no-such-model"):
        open_encoder("no-such-model")
    with pytest.raises(BadEncoder, match="holds no encoder"):
        open_encoder(tmp_path)
    with pytest.raises(BadEncoder, match="not 7"):
        open_encoder(7)
    with pytest.raises(NoEncoder, match="pip install wordllama"):
        open_encoder("wordllama")


def test_a_function_is_checked():
    encoder = open_encoder(lambda texts: [[len(text), 1] for text in texts])
    assert (encoder.is_additive, encoder.size) == (False, 2)
    assert encoder.encode(["abc", ""]).tolist() == [[3.0, 1.0], [0.0, 0.0]]
    for wrong, said in (
        (lambda texts: [1.0, 2.0, 3.0], "shape"),
        (lambda texts: [[1.0]], "shape"),
        (lambda texts: [["a"]] * len(texts), "no matrix"),
        (lambda texts: [[float("nan")]] * len(texts), "not finite"),
    ):
        with pytest.raises(BadEncoder, match=said):
            _ = open_encoder(wrong).size


def test_terms_are_encoded_once(tmp_path):
    encoder = open_encoder(made.glove(tmp_path / "glove.txt"))
    encoded = []
    given = encoder.encode
    encoder.encode = lambda texts: encoded.extend(texts) or given(texts)
    first = Outside(encoder, ["refund", "weather"])
    assert first.of_terms(np.ones(2, bool)).tolist() == [[1, 0, 0], [0, 0, 0]]
    second = Outside(encoder, ["money", "refund", "weather"], before=first)
    assert second.of_terms(np.array([False, True, True])).tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert second.of_terms(np.ones(3, bool)).tolist() == [[0.5, 0.5, 0], [1, 0, 0], [0, 0, 0]]
    assert encoded == ["refund", "weather", "money"]
