"""Whatever a task does to its child, the caller lives on and gets a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from threading import Thread

import pytest

from teachback import formats
from teachback.confined import ChildEnded, ChildLimits, call, calls
from teachback.formats import BadFile


def lines(path):
    return call("linecache:getlines", {"filename": str(path)})


@pytest.mark.parametrize("can_fork", [True, False])
def test_what_a_function_gives_comes_one_after_the_other(tmp_path, monkeypatch, can_fork):
    monkeypatch.setattr(calls, "_CAN_FORK", can_fork)
    (tmp_path / "a.txt").write_text("one\ntwo ☃ \0\n", encoding="utf-8")
    assert list(lines(tmp_path / "a.txt")) == ["one\n", "two ☃ \0\n"]


@pytest.mark.parametrize(
    ("task", "arguments", "limits", "sentence"),
    [
        ("os:abort", {}, ChildLimits(), r"ends the program that reads it \(SIGABRT\), so it is damaged"),
        ("os:_exit", {"status": 3}, ChildLimits(), r"\(code 3\)"),
        ("os:urandom", {}, ChildLimits(), "reading it failed .TypeError"),
        (
            "re:fullmatch",
            {"pattern": "(a+)+b", "string": "a" * 60},
            ChildLimits(seconds=1),
            "more than 1 seconds of comp",
        ),
        ("itertools:count", {}, ChildLimits(output=1000), "comes to more than 0.0 GB"),
        ("numpy:zeros", {"shape": 1 << 34}, ChildLimits(memory=1 << 28), "needs more than 0.2 GB of memory"),
    ],
)
def test_whatever_ends_a_child_is_a_sentence(task, arguments, limits, sentence):
    with pytest.raises(ChildEnded, match=sentence):
        list(call(task, arguments, limits))


def test_a_child_that_only_waits_is_ended_by_the_clock_where_the_system_has_no_limits(monkeypatch):
    monkeypatch.setattr(calls, "_CAN_FORK", False)
    endless = {"object_list": [], "timeout": None}
    with pytest.raises(ChildEnded, match="takes more than 1 seconds"):
        list(call("multiprocessing.connection:wait", endless, ChildLimits(seconds=1)))


def test_a_child_writes_no_file(tmp_path):
    with pytest.raises(ChildEnded):
        list(call("shutil:copy", {"src": __file__, "dst": str(tmp_path / "copy")}))
    assert not (tmp_path / "copy").exists() or not (tmp_path / "copy").stat().st_size


def test_an_error_for_a_person_comes_out_as_it_is(tmp_path):
    with pytest.raises(BadFile, match="there is no such file") as caught:
        formats.inspect(tmp_path / "nowhere.csv")
    assert caught.value.problem == "there is no such file or folder."


def test_the_process_that_children_come_from_is_started_again_when_it_is_gone(tmp_path):
    (tmp_path / "a.txt").write_text("one\n", encoding="utf-8")
    list(lines(tmp_path / "a.txt"))
    os.kill(calls._nursery._process.pid, 9)
    calls._nursery._process.wait()
    assert list(lines(tmp_path / "a.txt")) == ["one\n"]


def test_several_threads_read_at_once(tmp_path):
    texts = {}
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(f"text {number}\n" * 50, encoding="utf-8")

    def read(number):
        texts[number] = {row.document.text for row in formats.read(tmp_path / f"{number}.txt")}

    threads = [Thread(target=read, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == {number: {f"text {number}"} for number in range(4)}


def test_what_another_program_writes_is_read_as_it_comes():
    code = "import sys; [sys.stdout.write(f'text {n}\\n') for n in range(10**9)]"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as endless:
        try:
            rows = formats.read(f"/proc/self/fd/{endless.stdout.fileno()}", format="lines", encoding="utf-8")
            assert [row.document.text for row in islice(rows, 3)] == ["text 0", "text 1", "text 2"]
            rows.close()
        finally:
            endless.kill()


def test_a_file_that_ends_its_reader_is_refused_with_its_name(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("text\none\n", encoding="utf-8")
    monkeypatch.setattr("teachback.formats.plan.import_plan.call", lambda task, about, limits: call("os:abort", {}))
    with pytest.raises(BadFile, match=r"a\.csv: it ends the program that reads it \(SIGABRT\).*Save it again"):
        formats.inspect(tmp_path / "a.csv")
