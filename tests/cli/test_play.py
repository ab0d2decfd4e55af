"""`teachback play zoo`: scripted, and with arrow keys."""

import pytest
from typer.testing import CliRunner

from teachback.cli import app
from teachback.cli.play import Enough, arrows, asking, typed
from tests.experiments.tiny import write_zoo

UP, DOWN = "\x1b[A", "\x1b[B"


@pytest.fixture
def zoo(tmp_path):
    write_zoo(tmp_path)
    return str(tmp_path)


def played(zoo, *lines, animals=14):
    """The game with a number of animals in the order of the first seed, answered by these lines."""
    words = ["play", "zoo", "--data", zoo, "--animals", str(animals), "--seed", "0"]
    return CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in lines))


def test_a_game_is_taught_by_typing_and_shows_what_it_learned(zoo):
    reply = played(zoo, "other", "insect", "airborne", "rept", "tail", "right", animals=4)
    assert reply.exit_code == 0
    assert "housefly is like worm, other. Right?" in reply.output
    assert "What is true of housefly and not of worm?" in reply.output
    assert "new rule: airborne ⇒ insect (housefly)" in reply.output
    assert "tortoise is like worm, other. Right?" in reply.output
    assert "    airborne ⇒ insect (housefly)\n    tail ⇒ reptile (tortoise)\n    ELSE: other (worm)\n" in reply.output
    assert "Corrections: 2. Right about 7 of all 14 animals." in reply.output


def test_an_answer_that_is_none_is_asked_again_and_an_unclear_one_too(zoo):
    reply = played(zoo, "othr", "", "other", "r", "right", animals=2)
    assert "'othr' is none of mammal, bird" in reply.output
    assert "Did you mean other?" in reply.output
    assert "'r' may be right, reptile. Type more of it." in reply.output


def test_no_reason_keeps_the_label_aside(zoo):
    reply = played(zoo, "other", "insect", "nothing", animals=2)
    assert "housefly is kept aside as insect: Say what tells housefly from worm" in reply.output
    assert "Corrections: 0." in reply.output


def test_another_seed_is_another_order(zoo):
    words = ["play", "zoo", "--data", zoo, "--animals", "1", "--seed"]
    assert len({CliRunner().invoke(app, [*words, str(seed)]).output for seed in range(5)}) > 1


def test_the_game_may_be_left_at_any_time(zoo):
    assert played(zoo).exit_code == 0
    assert "Corrections" not in played(zoo).output
    assert "Corrections: 0. Right about" in played(zoo, "insect").output


def test_without_the_animals_there_is_a_sentence(tmp_path):
    reply = played(str(tmp_path))
    assert reply.exit_code == 1
    assert "data fetch zoo" in reply.stderr


def pressing(*keys):
    presses = iter(keys)
    return lambda: next(presses)


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (["\r"], "bird"),
        ([DOWN, DOWN, UP, "\r"], "bat"),
        ([UP, "\n"], "frog"),
        (["f", "r", "\r"], "frog"),
        (["b", "a", "\x7f", DOWN, "\r"], "bat"),
        (["b", "z", "\r"], "bird"),
        ([DOWN, "f", "\r"], "frog"),
    ],
)
def test_arrow_keys_move_letters_narrow_and_enter_chooses(keys, chosen, capsys):
    assert arrows("Which?", ["bird", "bat", "frog"], pressing(*keys)) == chosen
    assert f"› {chosen}" in capsys.readouterr().out.rsplit("Which?", 1)[1]


@pytest.mark.parametrize("key", ["\x1b", "\x04"])
def test_escape_stops(key):
    with pytest.raises(Enough):
        arrows("Which?", ["bird"], pressing(key))


def test_an_interrupted_menu_stops_too():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(Enough):
        arrows("Which?", ["bird"], interrupted)


def test_arrow_keys_are_for_terminals(monkeypatch):
    assert asking() is typed
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("sys.stdout", type("Terminal", (), {"isatty": lambda self: True})())
    assert asking() is arrows
