"""`teachback encoder`, and the encoder of `teachback new`."""

import json
import shutil

from teachback.project import Project
from tests.cli.test_commands import run
from tests.encoders import made


def test_an_encoder_is_chosen_shown_and_let_go(project, tmp_path):
    assert run("encoder", project).output == "No encoder: the project knows what its own texts say.\n"
    glove = made.glove(tmp_path / "glove.txt")
    chosen = run("encoder", project, str(glove))
    sentence = f"Encoder: {glove} (vectors of words, 3 numbers). Texts go nowhere.\n"
    assert chosen.output == run("encoder", project).output == sentence
    assert sentence in run("status", project).output
    assert json.loads(run("status", project, "--json").output)["encoder"]["size"] == 3
    glove.unlink()
    missing = run("status", project)
    assert f"Its encoder {glove} is not here: There is no folder or file {glove}." in missing.output
    assert missing.exit_code == 0
    assert run("encoder", project, "none").output.startswith("No encoder")


def test_a_model_that_is_not_here_is_not_fetched_by_itself(project):
    reply = run("encoder", project, "no-such-model")
    assert reply.exit_code == 1
    assert "With --fetch (in Python: fetch=True) its files would be fetched once from" in reply.stderr


def test_a_new_project_is_read_with_its_encoder_and_backed_up_with_the_vectors_or_without(folder):
    model = made.onnx_folder(folder / "model")
    (folder / "a.txt").write_text("a refund\nthe app crashed\n", encoding="utf-8")
    assert run("new", "p.teachback", "a.txt", "--encoder", "model").exit_code == 0  # a relative path is made whole
    sentence = f"Encoder: {model} (vectors of whole texts, 4 numbers); 7 of 7 texts and words read. Texts go nowhere.\n"
    assert run("encoder", "p.teachback").output == sentence  # two documents and five words
    assert json.loads(run("encoder", "p.teachback", "--json").output)["encoded"] == 7
    for options, kept in (([], 7), (["--without-vectors"], 0)):
        assert run("export", "p.teachback", f"{kept}.teachback", "--all", *options).exit_code == 0
        with Project.open(f"{kept}.teachback") as copied:
            assert copied.encoder.encoded == kept
    refused = run("new", "q.teachback", "--from", "7.teachback", "--encoder", "model")
    assert (refused.exit_code, (folder / "q.teachback").exists()) == (1, False)
    shutil.rmtree(model)
    refused = run("new", "q.teachback", "a.txt", "--encoder", str(model))
    assert (refused.exit_code, (folder / "q.teachback").exists()) == (1, False)
    assert "There is no folder or file" in refused.stderr
