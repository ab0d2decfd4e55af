"""Vectors from outside: what words and texts mean, as a model trained elsewhere has learned it.

In reading order: :mod:`encoder` (what an encoder is), :mod:`word_files` (word2vec, GloVe and
fastText), :mod:`tokenizer` (texts cut into pieces), :mod:`static` (texts as sums of their words' or tokens' vectors),
:mod:`onnx_folder` and :mod:`sentence_models` (whole texts), :mod:`functions` (an encoder of one's own), :mod:`hub`
(models by their names), :mod:`opening` (from a name or a folder to an encoder), :mod:`trial` (a stranger's files are
tried in a child process first), :mod:`outside` (an encoder beside a project's documents) and :mod:`word_reader` (beside
texts that are none of these).
"""

from teachback.encoders.encoder import BadEncoder, Encoder, NoEncoder
from teachback.encoders.opening import open_encoder
from teachback.encoders.outside import Outside, ReadTexts
from teachback.encoders.word_reader import WordReader

__all__ = ["BadEncoder", "Encoder", "NoEncoder", "Outside", "ReadTexts", "WordReader", "open_encoder"]
