"""Accounts, on both engines: what opens, for whom, how long."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy.exc import DatabaseError

from teachback.errors import BadText
from teachback.store import Busy, CannotKeep, NotAProject
from teachback.web.errors import Conflict, TooManyTries
from teachback.web.team import attempts, people, schema, sessions
from teachback.web.team.database import Database
from teachback.web.team.names import looks_like_one_of
from teachback.web.team.opening import open_team, team_file
from teachback.web.team.problems import (
    BadInvitation,
    HasEveryProject,
    LastOwner,
    NameTaken,
    NoProject,
    NotInTeam,
    WeakPassword,
    WrongPassword,
)
from teachback.web.team.team import Actor
from tests.web.team.conftest import NOBODY, PASSWORDS, joined

OLGA = Actor("olga", "192.0.2.7")


def _said(team):
    return [line.what for line in reversed(team.audit.entries())]


def test_the_first_owner_comes_in_by_the_link_that_the_start_prints_and_only_by_the_newest(team):
    early, late = team.first_invitation(), team.first_invitation()
    with pytest.raises(BadInvitation):
        team.join(early, "olga", PASSWORDS["olga"], NOBODY)
    person, session = team.join(late, "olga", PASSWORDS["olga"], NOBODY)
    assert person.role == "owner"
    assert team.by_session(session) == team.people.all()[0]
    assert team.first_invitation() is None


def test_signing_in_takes_the_right_name_and_password(team, olga):
    person, session = team.sign_in("OLGA", PASSWORDS["olga"], NOBODY)
    assert (person.id, team.by_session(session).name) == (olga.id, "olga")
    for name, password in (("olga", "wrong"), ("nobody", PASSWORDS["olga"]), ("olga\0", "x"), ("", "")):
        with pytest.raises(WrongPassword):
            team.sign_in(name, password, NOBODY)


def test_an_unknown_name_costs_the_same_hashing_as_a_known_one(tmp_path, monkeypatch):
    looked = []
    verify = PasswordHasher.verify
    monkeypatch.setattr(
        PasswordHasher,
        "verify",
        lambda self, kept, given: looked.append(kept.split("$")[1:4]) or verify(self, kept, given),
    )
    with open_team(tmp_path / "mails.teachback") as team:
        joined(team, "olga")
        for name in ("olga", "nobody"):
            with pytest.raises(WrongPassword):
                team.sign_in(name, "not the password", NOBODY)
    assert looked == [["argon2id", "v=19", "m=65536,t=3,p=4"]] * 2  # RFC 9106, section 4, second choice


def test_a_composed_character_is_the_same_password_and_the_same_name(team, olga):
    _, key = team.invite("teacher", 7, OLGA)
    team.join(key, "Zoë", "crème brûlée à deux", NOBODY)
    assert team.sign_in("zoe\u0308", "cre\u0300me bru\u0302le\u0301e a\u0300 deux", NOBODY)[0].name == "Zoë"
    _, key = team.invite("teacher", 7, OLGA)
    for taken in ("ZOË", "check", "Importer"):
        with pytest.raises(NameTaken):
            team.join(key, taken, PASSWORDS["tom"], NOBODY)
    for bad in ("", " tom", "a\u202eb", "x" * 101):
        with pytest.raises(BadText):
            team.join(key, bad, PASSWORDS["tom"], NOBODY)
    assert team.join(key, "tom", PASSWORDS["tom"], NOBODY)[0].role == "teacher"  # a refusal does not use it up


@pytest.mark.parametrize(
    "weak",
    [
        "short",
        "x" * 1001,
        "aaaaaaaaaaaaaaaa",
        "Oleander Grey",
        "password1234",
        "P@ssw0rd1234",
        "passwordpassword",
        "qwertyuiop[]",
        "123456789012",
        "\u0419\u0446\u0443\u043a\u0435\u043d\u0433\u0448\u0449\u0437\u0445\u044a",  # the same keys as qwertyuiop[]
        "\u03c2\u03b5\u03c1\u03c4\u03c5\u03b8\u03b9\u03bf\u03c0\u03b1\u03c3\u03b4",
        "teachback2026",
        "abc" * 200,
        "\ufdfa",  # one character that composing makes 18 of
        "e\u0301a\u0300o\u0302u\u0308i\u0301n\u0303",  # twelve of which it makes six
    ],
)
def test_a_password_that_is_easily_guessed_is_refused(team, weak):
    with pytest.raises(WeakPassword):
        team.join(team.first_invitation(), "oleander grey", weak, NOBODY)
    assert team.people.all() == []


def test_a_crowd_that_guesses_from_everywhere_shuts_nobody_out_who_signed_in_from_there_before(team, olga):
    hers, elsewhere = Actor(None, "2001:db8::7"), Actor(None, "192.0.2.99")
    team.sign_in("olga", PASSWORDS["olga"], hers)
    for _ in range(10):  # as many as are let in and may wait
        assert team._passwords._of_strangers._queue.acquire(blocking=False)
    for name in ("olga", "nobody"):
        with pytest.raises(TooManyTries):
            team.sign_in(name, PASSWORDS["olga"], elsewhere)
    assert team.sign_in("OLGA", PASSWORDS["olga"], Actor(None, "2001:db8::8"))[0] == olga
    assert team.change_password(olga, PASSWORDS["olga"], PASSWORDS["tom"], elsewhere)


def test_of_several_who_use_an_invitation_at_once_one_joins(team, olga):
    _, key = team.invite("teacher", 7, OLGA)

    def join(name):
        try:
            return team.join(key, name, PASSWORDS["tom"], NOBODY)[0].name
        except BadInvitation:
            return None

    with ThreadPoolExecutor(4) as threads:
        came = [name for name in threads.map(join, ["ada", "ben", "cleo", "dan"]) if name]
    assert len(came) == 1
    assert [person.name for person in team.people.all()] == ["olga", *came]


def test_an_invitation_expires_and_can_be_withdrawn(team, olga, clock):
    (invitation, key), (other, withdrawn) = team.invite("viewer", 2, OLGA), team.invite("teacher", 2, OLGA)
    assert [each.id for each in team.invitations()] == [invitation.id, other.id]
    team.withdraw(other.id, OLGA)
    clock.turn(days=2)
    for dead in (key, withdrawn, "never made", "x\0"):
        with pytest.raises(BadInvitation):
            team.look(dead)
        with pytest.raises(BadInvitation):
            team.join(dead, "tom", PASSWORDS["tom"], NOBODY)
    assert team.invitations() == []
    with pytest.raises(NotInTeam):
        team.withdraw(other.id, OLGA)


def test_a_session_ends_when_it_is_left_alone_or_old(team, olga, clock):
    _, session = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    for _ in range(13):  # in use every twelve hours, until it is too old for that to help
        clock.turn(hours=12)
        assert team.by_session(session) is not None
    assert sessions.OLDEST.days == 7
    clock.turn(hours=12, seconds=1)
    assert team.by_session(session) is None
    _, session = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    clock.turn(hours=12, seconds=1)
    assert team.by_session(session) is None
    assert team.sessions(olga) == 0


@pytest.mark.parametrize("problem", [CannotKeep, Busy])
def test_on_a_full_disk_people_and_programs_are_still_known(team, olga, clock, monkeypatch, problem):
    _, session = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    _, token = team.make_token(olga, "notebook", OLGA)
    clock.turn(hours=1)

    def full(self):
        raise problem("the disk is full")

    monkeypatch.setattr(Database, "writing", full)
    assert team.by_session(session).id == team.by_token(token).id == olga.id
    clock.turn(hours=12)
    assert team.by_session(session) is None


def test_signing_in_never_continues_a_session_that_the_browser_had(team, olga):
    _, before = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    _, after = team.sign_in("olga", PASSWORDS["olga"], NOBODY, before)
    assert before != after
    assert team.by_session(before) is None
    _, planted = team.sign_in("olga", PASSWORDS["olga"], NOBODY, "planted by somebody else")
    assert planted != "planted by somebody else"
    assert team.by_session("planted by somebody else") is None


def test_signing_out_ends_one_session_or_all(team, olga):
    keys = [team.sign_in("olga", PASSWORDS["olga"], NOBODY)[1] for _ in range(3)]
    team.sign_out(olga, keys[0], OLGA)
    assert [team.by_session(key) is not None for key in keys] == [False, True, True]
    team.sign_out(olga, keys[1], OLGA, everywhere=True)
    assert not any(team.by_session(key) for key in keys)


def test_a_new_password_ends_the_other_sessions(team, olga):
    _, stolen = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    with pytest.raises(WrongPassword):
        team.change_password(olga, "a guess at the old one", "another good password", OLGA)
    with pytest.raises(WeakPassword):
        team.change_password(olga, PASSWORDS["olga"], PASSWORDS["olga"], OLGA)
    session = team.change_password(olga, PASSWORDS["olga"], "another good password", OLGA)
    assert team.by_session(stolen) is None
    assert team.by_session(session) is not None
    with pytest.raises(WrongPassword):
        team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    team.sign_in("olga", "another good password", NOBODY)


def test_a_password_that_is_changed_while_somebody_signs_in_with_it_opens_nothing(team, olga, monkeypatch):
    compare = team._passwords.match

    def compare_slowly(kept, password, is_known):
        right = compare(kept, password, is_known=is_known)
        monkeypatch.setattr(team._passwords, "match", compare)
        team.change_password(olga, PASSWORDS["olga"], "oranges out of orchards", OLGA)
        return right

    monkeypatch.setattr(team._passwords, "match", compare_slowly)
    with pytest.raises(WrongPassword):
        team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    assert team.sessions(olga) == 1  # of the browser that changed it
    assert _said(team)[-2:] == ["password changed", "sign-in failed"]


def test_somebody_who_forgot_the_password_gets_a_link_and_keeps_her_name(team, olga):
    tom, session = joined(team, "tom")
    _, first = team.invite_again(tom.id, OLGA)
    _, key = team.invite_again(tom.id, OLGA)
    assert (team.look(key).name, team.look(key).role) == ("tom", "teacher")
    with pytest.raises(BadInvitation):
        team.look(first)
    person, _ = team.join(key, None, "a password to remember", NOBODY)
    assert person.id == tom.id
    assert team.by_session(session) is None
    assert team.sign_in("tom", "a password to remember", NOBODY)[0].id == tom.id


def _guesses(team, number, actor, name="olga"):
    for _ in range(number):
        with pytest.raises(WrongPassword):
            team.sign_in(name, "guess", actor)


def test_tries_for_a_name_wait_longer_and_longer_and_the_right_password_waits_too(team, olga, clock):
    _guesses(team, attempts.AT_ONCE, NOBODY)
    waits = []
    for _ in range(12):
        with pytest.raises(TooManyTries) as refused:
            team.sign_in("Olga", PASSWORDS["olga"], NOBODY)
        waits.append(refused.value.detail["seconds"])
        clock.turn(seconds=waits[-1])
        _guesses(team, 1, NOBODY)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    clock.turn(minutes=14)
    with pytest.raises(TooManyTries, match="60 seconds"):
        team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    clock.turn(minutes=1)
    team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    _guesses(team, attempts.AT_ONCE, NOBODY)  # signing in has forgotten those before


def test_guessing_a_password_does_not_lock_the_owner_of_the_name_out(team, olga):
    stranger, home = Actor(None, "198.51.100.9"), Actor(None, "192.0.2.7")
    _guesses(team, attempts.AT_ONCE, stranger)
    with pytest.raises(TooManyTries):
        team.sign_in("olga", "guess", stranger)
    team.sign_in("olga", PASSWORDS["olga"], home)
    with pytest.raises(TooManyTries):  # nor does her signing in let the stranger go on
        team.sign_in("olga", "guess", stranger)


def test_a_crowd_that_guesses_is_turned_away_instead_of_keeping_the_server_busy(team, olga, monkeypatch):
    begun, go_on = Semaphore(0), Event()

    def verify(self, kept, given):
        begun.release()
        assert go_on.wait(20)
        raise VerifyMismatchError

    monkeypatch.setattr(PasswordHasher, "verify", verify)

    def guess(number):
        with pytest.raises(WrongPassword):
            team.sign_in("olga", "guess", Actor(None, f"198.51.100.{number}"))

    with ThreadPoolExecutor(10) as threads:
        waiting = [threads.submit(guess, number) for number in range(10)]
        for _ in range(2):
            assert begun.acquire(timeout=20)
        while team._passwords._of_strangers._queue._value:
            time.sleep(0.01)
        with pytest.raises(TooManyTries, match="a second"):
            team.sign_in("nobody", "guess", Actor(None, "192.0.2.99"))
        assert not begun.acquire(blocking=False)  # no more than two at once
        go_on.set()
        for each in waiting:
            each.result(20)


def test_tries_are_counted_for_the_address_whatever_the_names(team, olga):
    for guess in range(attempts.FOR_AN_ADDRESS):
        team._attempts.begin(f"name {guess}", "192.0.2.1")
    with pytest.raises(TooManyTries):
        team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    team.sign_in("olga", PASSWORDS["olga"], Actor(None, "192.0.2.2"))


def test_all_addresses_of_an_ipv6_subscriber_are_one(team, olga):
    for number in range(attempts.FOR_AN_ADDRESS):
        with pytest.raises(WrongPassword):
            team.sign_in(f"nobody {number}", "wrong", Actor(None, f"2001:db8::{number:x}"))
    with pytest.raises(TooManyTries):
        team.sign_in("olga", PASSWORDS["olga"], Actor(None, "2001:db8::ffff:1"))
    team.sign_in("olga", PASSWORDS["olga"], Actor(None, "2001:db8:0:1::1"))


def test_tries_at_the_same_moment_and_before_a_restart_are_counted(address, team, olga, clock):
    def guess(_):
        try:
            team._attempts.begin("olga", "192.0.2.1")
        except TooManyTries:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(guess, range(40))) == attempts.AT_ONCE
    with open_team(address, clock=clock) as again, pytest.raises(TooManyTries):
        again.sign_in("olga", PASSWORDS["olga"], NOBODY)


def test_a_token_works_until_it_is_revoked_and_says_when_it_was_used(team, olga, clock):
    tom, _ = joined(team, "tom")
    token, key = team.make_token(tom, "notebook", Actor("tom"))
    assert (token.person, token.used) == ("tom", None)
    clock.turn(hours=1)
    assert team.by_token(key).id == tom.id
    assert team.tokens(tom)[0].used == clock.time
    assert team.tokens(olga) == []
    for wrong in (key[:-1], key + "x", "", "x" * 1000, "\0", "\ud800"):
        assert team.by_token(wrong) is None
    vera, _ = joined(team, "vera")
    with pytest.raises(NotInTeam):
        team.revoke_token(token.id, vera, Actor("vera"))
    team.revoke_token(token.id, olga, OLGA)
    assert team.by_token(key) is None


def test_a_token_ends_on_its_day(team, olga, clock):
    token, key = team.make_token(olga, "notebook", OLGA, days=30)
    assert (token.expires - token.made).days == 30
    clock.turn(days=30, seconds=-1)
    assert team.by_token(key).id == olga.id
    clock.turn(seconds=6)
    assert team.by_token(key) is None
    assert team.tokens() == []


@pytest.mark.parametrize(("scope", "role"), [("read", "viewer"), ("teach", "teacher"), ("own", "owner")])
def test_a_token_may_no_more_than_its_scope_nor_than_its_person(team, olga, scope, role):
    tom, _ = joined(team, "tom")
    _, whole = team.make_token(olga, "a", OLGA, scope=scope)
    _, single = team.make_token(olga, "b", OLGA, scope=scope, project="mails")
    _, toms = team.make_token(tom, "c", OLGA, scope=scope)
    assert [team.by_token(whole).role_in(each) for each in ("mails", None)] == [role, role]
    assert [team.by_token(single).role_in(each) for each in ("mails", "other", None)] == [role, "none", "none"]
    assert team.by_token(toms).role_in("mails") == ("viewer" if scope == "read" else "teacher")
    team.change(tom.id, OLGA, roles={"mails": "owner", "other": "none"})
    assert [team.by_token(toms).role_in(each) for each in ("mails", "other")] == [role, "none"]


def test_a_role_in_one_project_counts_there_and_is_in_the_log(team, olga):
    tom, session = joined(team, "tom")
    team.change(tom.id, OLGA, roles={"mails": "owner", "letters": "none"})
    here = team.by_session(session)
    assert [here.role_in(each) for each in ("mails", "letters", "other", None)] == [
        "owner",
        "none",
        "teacher",
        "teacher",
    ]
    assert team.people.all()[1] == here
    assert team.audit.entries(limit=1)[0].about == {"name": "tom", "roles": {"mails": "owner", "letters": "none"}}
    team.change(tom.id, OLGA, roles={"letters": None})
    assert team.by_session(session).roles == {"mails": "owner"}
    team.change(tom.id, OLGA, role="owner")
    assert team.by_session(session).roles == {}
    with pytest.raises(HasEveryProject, match="'tom' is an owner of the server"):
        team.change(tom.id, OLGA, roles={"mails": "viewer"})


def test_somebody_is_invited_to_single_projects(team, olga):
    invitation, key = team.invite("none", 7, OLGA, roles={"mails": "teacher"})
    assert (invitation.role, invitation.roles, team.look(key)) == ("none", {"mails": "teacher"}, invitation)
    person, _ = team.join(key, "tom", PASSWORDS["tom"], NOBODY)
    assert [person.role_in(each) for each in ("mails", "other")] == ["teacher", "none"]
    with pytest.raises(NoProject):
        team.invite("none", 7, OLGA, roles={"mails": "none"})
    with pytest.raises(HasEveryProject):
        team.invite("owner", 7, OLGA, roles={"mails": "viewer"})


def test_somebody_shut_out_loses_sessions_and_tokens_at_once_and_can_be_let_in_again(team, olga):
    tom, session = joined(team, "tom")
    _, token = team.make_token(tom, "notebook", Actor("tom"))
    team.change(tom.id, OLGA, disabled=True)
    assert team.by_session(session) is None
    assert team.by_token(token) is None
    with pytest.raises(WrongPassword):
        team.sign_in("tom", PASSWORDS["tom"], NOBODY)
    team.change(tom.id, OLGA, disabled=False)
    assert team.by_session(session) is None  # ended, not asleep
    team.sign_in("tom", PASSWORDS["tom"], NOBODY)


@pytest.mark.parametrize("change", [{"disabled": True}, {"role": "teacher"}])
def test_an_owner_who_is_shut_out_or_is_one_no_longer_has_left_no_way_in(team, olga, change):
    other, _ = team.join(team.invite("owner", 7, OLGA)[1], "otto", "over the old orange oak", NOBODY)
    keys = [team.invite("owner", 30, Actor("otto"))[1], team.invite_again(olga.id, Actor("otto"))[1]]
    _, hers = team.invite("viewer", 7, OLGA)
    team.change(other.id, OLGA, **change)
    for key in keys:
        with pytest.raises(BadInvitation):
            team.look(key)
    assert team.look(hers).role == "viewer"


def test_a_role_counts_from_the_next_request_on(team, olga):
    tom, session = joined(team, "tom")
    team.change(tom.id, OLGA, role="viewer")
    assert team.by_session(session).role == "viewer"


def test_there_is_always_an_owner_who_can_sign_in(team, olga):
    for change in ({"role": "teacher"}, {"disabled": True}):
        with pytest.raises(LastOwner):
            team.change(olga.id, OLGA, **change)
    tom, _ = joined(team, "tom")
    team.change(tom.id, OLGA, role="owner")

    def resign(person):
        try:
            team.change(person.id, OLGA, role="viewer")
        except LastOwner:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(resign, [olga, tom])) == [False, True]
    with pytest.raises(NotInTeam):
        team.change(999, OLGA, role="viewer")


def test_the_log_has_every_act_and_no_secret(team, olga):
    tom, session = joined(team, "tom")
    with pytest.raises(WrongPassword):
        team.sign_in("tom", "hunter2 hunter2", NOBODY)
    with pytest.raises(WrongPassword):
        team.sign_in("a password typed as name", "x", NOBODY)
    team.make_token(tom, "notebook", Actor("tom"))
    team.change(tom.id, OLGA, role="viewer")
    team.sign_out(tom, session, Actor("tom"))
    assert _said(team) == [
        "invited", "joined", "invited", "joined", "sign-in failed", "sign-in failed", "token made", "role changed",
        "signed out",
    ]  # fmt: skip
    changed = team.audit.entries()[1]
    assert (changed.who, changed.address) == ("olga", "192.0.2.7")
    assert changed.about == {"name": "tom", "role": "viewer", "before": "teacher"}
    log = repr(team.audit.entries())
    assert not any(secret in log for secret in ("hunter2", "typed as name", "tb_", session, *PASSWORDS.values()))
    newest = team.audit.entries(limit=4)
    assert team.audit.entries(before=newest[-1].number, limit=100) == team.audit.entries()[4:]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE team_audit SET who = 'tom'",
        "DELETE FROM team_audit",
        "UPDATE team_audit_hashes SET number = 9",
        "DELETE FROM team_audit_hashes",
    ],
)
def test_the_log_cannot_be_changed(team, olga, change):
    with (
        pytest.raises(DatabaseError, match="the audit log is only added to"),
        team._database.writing() as connection,
    ):
        connection.exec_driver_sql(change)
    assert _said(team) == ["invited", "joined"]


@pytest.mark.parametrize(
    "name",
    [
        "ines",
        "INES",
        "in\u200des",
        "\u0456nes",
        "ln\u0435s",
        "\uff49nes",
        "teacher",
        "T\u0435acher",
        "in\u2800es",
        "in\u1d07s",
        "in\u0d20s",
        "ines\u0332",
        "in\u13acs",
        "in es",
        "ines.",
        "in\u02bces",
        "i\u2011nes",
    ],
)
def test_a_name_that_has_taught_or_looks_like_it_is_given_by_an_owner_only(team, olga, name):
    _, key = team.invite("teacher", 7, OLGA)
    with pytest.raises(Conflict, match=r"taught here as|is taken") as refused:
        team.join(key, name, PASSWORDS["tom"], NOBODY, in_records=["Ines", "teacher"])
    assert refused.value.status == 409
    if name == "ines":
        assert team.join(key, "inez", PASSWORDS["tom"], NOBODY, in_records=["Ines"])[0].name == "inez"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("rnia", "mia"),
        ("vvilma", "wilma"),
        ("Anna\u2013Lee", "Anna-Lee"),
        ("\u041e\u043b\u044c\u0433\u0430\u0301", "\u041e\u043b\u044c\u0433\u0430"),  # a stress that nobody writes
        ("\u03a0\u0430\u0432\u0435\u043b", "\u041f\u0430\u0432\u0435\u043b"),  # a Greek letter among Cyrillic ones
        ("\u5de5\u30ea", "\u30a8\u30ea"),  # a Chinese character in the place of a Katakana
        ("\u15e9\u144e\u144e\u15e9", "Anna"),  # Canadian syllables that are drawn like it
        ("\U0001f150\U0001f15d\U0001f15d\U0001f150", "Anna"),  # letters in discs, in boxes and of flags
        ("\U0001f170\U0001f17d\U0001f17d\U0001f170", "Anna"),
        ("\U0001f1e6\U0001f1f3\U0001f1f3\U0001f1e6", "Anna"),
        ("t\u25cbm", "tom"),  # a sign in the place of a letter
        ("!nes", "Ines"),
        ("c\u0406ara", "Clara"),  # a Cyrillic capital in the place of a small l
    ],
)
def test_a_name_that_reads_like_another_is_taken(name, other):
    assert looks_like_one_of(name, [other])


def test_names_of_one_script_that_differ_in_a_letter_are_two_people():
    pairs = [("Юра", "Ира"), ("Оля", "Оги"), ("Νίκη", "Νίκο"), ("अनिल", "अनल"), ("エリ", "ユリ"), ("Hùng", "Hưng")]
    assert not [pair for pair in pairs if looks_like_one_of(pair[0], pair[1:])]


def test_an_owner_gives_a_name_with_the_invitation(team, olga):
    invitation, key = team.invite("teacher", 7, OLGA, "Ines")
    assert (invitation.name, invitation.person, team.look(key).name) == ("Ines", None, "Ines")
    person, _ = team.join(key, "somebody else", PASSWORDS["tom"], NOBODY, in_records=["Ines"])
    assert (person.name, person.role) == ("Ines", "teacher")
    for name in ("ines", "lnes", "olga", "\u043elga", "importer", "Machine:llama"):
        with pytest.raises(NameTaken):
            team.invite("teacher", 7, OLGA, name)


def test_a_name_that_an_owner_has_given_is_taken_before_its_person_comes(team, olga):
    _, hers = team.invite("teacher", 7, OLGA, "Vera")
    _, key = team.invite("teacher", 7, OLGA)
    with pytest.raises(NameTaken):
        team.join(key, "V\u0435ra", PASSWORDS["tom"], NOBODY)
    assert team.join(hers, None, PASSWORDS["tom"], NOBODY)[0].name == "Vera"


def test_the_first_owner_keeps_the_name_that_she_taught_under(team):
    key = team.first_invitation()
    assert team.join(key, "ines", PASSWORDS["olga"], NOBODY, in_records=["ines"])[0].name == "ines"


def test_a_line_cannot_be_replaced_by_a_plain_connection(tmp_path):
    with open_team(tmp_path / "mails.teachback") as team:
        team.invite("viewer", 7, OLGA)
    connection = sqlite3.connect(tmp_path / "mails.team")
    for table in ("team_audit", "team_audit_hashes"):
        with pytest.raises(sqlite3.Error, match="only added to"):
            connection.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    connection.close()


def test_a_line_that_was_changed_or_removed_all_the_same_is_found(team, olga):
    team.invite("viewer", 7, OLGA)
    head = team.audit.head
    team.invite("teacher", 7, OLGA)
    assert (head.position, team.audit.check([head, team.audit.head])) == (3, [])
    with team._database.writing() as connection:
        for trigger, table in _triggers(connection):
            on = "" if connection.dialect.name == "sqlite" else f" ON {table}"
            connection.exec_driver_sql(f"DROP TRIGGER {trigger}{on}")
        connection.exec_driver_sql("UPDATE team_audit SET who = 'tom' WHERE number = 2")
    assert team.audit.check([head]) == ["Line 2 of the audit log is not as it was written."]
    with team._database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM team_audit_hashes WHERE number >= 3")
        connection.exec_driver_sql("DELETE FROM team_audit WHERE number >= 3")
    assert f"The audit log does not have the head {head}: lines were changed or removed since." in team.audit.check(
        [head]
    )


def _triggers(connection):
    query = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    if connection.dialect.name != "sqlite":
        query = (
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname LIKE 'team_%%'"
        )
    return connection.exec_driver_sql(query).all()


def test_no_secret_is_kept_as_it_is(team, olga):
    _, key = team.invite("teacher", 7, OLGA)
    _, session = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    _, token = team.make_token(olga, "notebook", OLGA)
    with team._database.reading() as connection:
        tables = repr([connection.execute(table.select()).all() for table in schema.metadata.sorted_tables])
    assert "olga" in tables
    assert not any(secret in tables for secret in (key, session, token, PASSWORDS["olga"]))


def test_several_servers_share_a_team(address, team, olga, clock):
    with ThreadPoolExecutor(4) as threads:
        others = list(threads.map(lambda _: open_team(address, clock=clock), range(4)))
    _, session = others[0].sign_in("olga", PASSWORDS["olga"], NOBODY)
    assert others[3].by_session(session).name == "olga"
    others[2].sign_out(olga, session, OLGA)
    assert team.by_session(session) is None
    for other in others:
        other.close()


def test_the_tables_of_a_newer_teachback_are_left_alone(address, team):
    with team._database.writing() as connection:
        connection.exec_driver_sql("UPDATE team_version SET version = 9")
    with pytest.raises(NotAProject, match="newer teachback"):
        open_team(address)


def test_the_teams_file_is_readable_to_its_owner_alone_and_a_foreign_file_is_refused(tmp_path):
    project = tmp_path / "mails.teachback"
    with open_team(project):
        assert team_file(project).stat().st_mode & 0o777 == 0o600
    assert [team_file(name).name for name in ("a b", Path("mails.v2"))] == ["a b.team", "mails.v2.team"]
    with pytest.raises(CannotKeep, match="check that you may write"):
        open_team(tmp_path / "nowhere" / "mails.teachback")
    (tmp_path / "other.team").write_bytes(b"something else" * 100)
    with pytest.raises(NotAProject, match="damaged"):
        open_team(tmp_path / "other.teachback")


def test_who_was_here_a_moment_ago_is_known_without_the_database_until_something_is_written(team, olga, clock):
    _, session = team.sign_in("olga", PASSWORDS["olga"], NOBODY)
    assert team.recent("session", session) is None
    assert team.by_session(session).name == "olga"
    assert team.recent("session", session).name == "olga"
    assert team.recent("token", session) is None
    clock.turn(seconds=6)
    assert team.recent("session", session) is None
    assert team.by_session(session).name == "olga"
    team.sign_out(olga, session, OLGA)
    assert team.recent("session", session) is None
    assert team.by_session(session) is None


def test_a_person_who_is_shut_out_is_out_at_once(team, olga, clock):
    _, key = team.invite("teacher", 1, OLGA)
    tom, session = team.join(key, "tom", PASSWORDS["tom"], NOBODY)
    _, token = team.make_token(tom, "notebook", Actor("tom"))
    for _ in range(2):  # the first use of a token is written down
        assert team.by_session(session)
        assert team.by_token(token)
    assert team.recent("token", token)
    team.change(tom.id, OLGA, disabled=True)
    assert team.recent("token", token) is None
    assert team.by_session(session) is None
    assert team.by_token(token) is None


def test_another_server_of_the_team_hears_of_it_a_moment_later(address, clock):
    with open_team(address, clock=clock) as one, open_team(address, clock=clock) as two:
        person, session = one.join(one.first_invitation(), "olga", PASSWORDS["olga"], NOBODY)
        assert two.by_session(session).name == "olga"
        one.sign_out(person, session, OLGA)
        clock.turn(seconds=6)
        assert two.by_session(session) is None


def test_the_number_of_sessions_in_memory_is_limited(team, olga, monkeypatch):
    monkeypatch.setattr(people, "_MOST", 1)
    sessions = [team.sign_in("olga", PASSWORDS["olga"], NOBODY)[1] for _ in range(2)]
    for session in sessions:
        assert team.by_session(session)
        assert team.recent("session", session)
    assert team.recent("session", sessions[0]) is None
