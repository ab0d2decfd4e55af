"""`teachback check`: what is printed, and the exit code."""

import json
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing

from teachback.web.team.opening import open_team
from teachback.web.team.team import Actor
from tests.cli.test_commands import run
from tests.store.test_trouble import small_disk


def heads(reply):
    return re.findall(r"(?:Head|Head of the audit log): (\S+)\n", reply.output)


def test_a_project_is_checked_and_its_heads_are_printed_and_compared(taught):
    with open_team(taught) as team:
        team.invite("viewer", 7, Actor("olga"))
    reply = run("check", taught)
    assert reply.exit_code == 0
    assert reply.output.startswith("mails.teachback: 8 documents, 8 entries, 1 model, all as they were written.\n")
    assert len(heads(reply)) == 2
    run("teach", taught, "label", "m3", "billing")
    words = [word for head in heads(reply) for word in ("--head", head)]
    assert run("check", taught, *words).exit_code == 0
    other = run("check", taught, "--head", f"3-{'0' * 64}", "--head", f"audit:1-{'0' * 64}")
    assert other.exit_code == 1
    assert "It does not have the head 3-00" in other.output
    assert "The audit log does not have the head 1-00" in other.output
    assert run("check", taught, "--head", "three").stderr.startswith("teachback: 'three' is not a head")


def test_a_project_and_its_team_are_checked_where_nothing_can_be_written(taught, tmp_path):
    with open_team(taught) as team:
        team.invite("viewer", 7, Actor("olga"))
    sound = run("check", taught).output
    with small_disk(tmp_path / "disk", 4) as disk:
        for file in ("mails.teachback", "mails.team"):
            shutil.copy(file, disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert run("check", str(disk / "mails.teachback")).output.partition("Head")[2] == sound.partition("Head")[2]
        assert len(list(disk.iterdir())) == 2


def test_what_is_damaged_is_said_and_the_rest_is_saved(taught):
    with closing(sqlite3.connect(taught)) as connection:
        connection.execute("DROP TRIGGER documents_no_update")
        connection.execute("UPDATE documents SET text = x'FF41' WHERE id = 'm2'")
        connection.commit()
    reply = run("check", taught)
    assert reply.exit_code == 1
    assert "The text of document 'm2' is not the one that was added.\n" in reply.output
    assert "mails.teachback is damaged or was changed; 7 documents, 8 entries, 1 model are as they were" in reply.output
    report = json.loads(run("check", taught, "--json").output)
    assert (report["documents"], len(report["problems"]), report["audit_head"]) == (7, 2, None)
    backup = run("export", taught, "backup.teachback", "--all")
    assert (backup.exit_code, "document 'm2' cannot be read" in backup.stderr) == (1, True)
    reply = run("check", taught, "--salvage", "saved.teachback")
    assert (reply.exit_code, "saved.teachback: 8 documents, 9 entries, 1 model are saved.\n" in reply.output) == (
        1,
        True,
    )
    assert run("check", "saved.teachback").exit_code == 0
    assert run("status", "saved.teachback").exit_code == 0


def test_a_server_is_not_checked_from_afar():
    assert "run it where the server is" in run("check", "https://example.org/projects/mails").stderr
