"""Teams of every version open, and become the newest whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import inspect

from teachback.web.team import schema
from teachback.web.team.opening import open_team
from tests.web.team.conftest import NOBODY
from tests.web.team.schemas.make import PASSWORDS, WHEN

SCHEMAS = Path(__file__).parent / "schemas"


@pytest.fixture(params=["sqlite", "postgresql"])
def kept_by(request, tmp_path):
    """The address of the team as a version kept it, the keys that open something, and where there is none yet."""
    if request.param == "sqlite":

        def copied(version):
            shutil.copy(SCHEMAS / f"v{version}.team", tmp_path / f"v{version}.team")
            keys = json.loads((SCHEMAS / f"v{version}.json").read_text())
            return tmp_path / f"v{version}.teachback", keys, tmp_path / "new.teachback"

        return copied
    server = request.getfixturevalue("server")

    def restored(version):
        name = f"{tmp_path.name}_{version}".lower()
        server.execute(f'CREATE DATABASE "{name}"')
        with psycopg.connect(server.address(name, driver="")) as connection:
            connection.execute((SCHEMAS / f"v{version}.postgresql.sql").read_text(encoding="utf-8"))
        keys = json.loads((SCHEMAS / f"v{version}.postgresql.json").read_text())
        return server.address(name), keys, server.new_place()

    return restored


def _tables(team):
    with team._database.reading() as connection:
        inspector = inspect(connection)
        return {
            name: (
                sorted((each["name"], str(each["type"]), each["nullable"]) for each in inspector.get_columns(name)),
                inspector.get_pk_constraint(name)["constrained_columns"],
                sorted(each["column_names"] for each in inspector.get_indexes(name)),
            )
            for name in inspector.get_table_names()
        }


@pytest.mark.parametrize("version", range(1, schema.NEWEST + 1))
def test_a_team_of_every_version_opens_with_all_that_it_had(kept_by, version, cheap_passwords):
    old, keys, nowhere = kept_by(version)
    with open_team(old, clock=lambda: WHEN) as team, open_team(nowhere) as new:
        assert _tables(team) == _tables(new)
        assert [(each.name, each.role, each.disabled) for each in team.people.all()] == [
            ("olga", "owner", False),
            ("tom", "teacher", False),
            ("vera", "viewer", True),
        ]
        tom = team.sign_in("tom", PASSWORDS["tom"], NOBODY)[0]
        assert team.by_session(keys["session"]).id == team.by_token(keys["token"]).id == tom.id
        token = team.tokens()[0]
        assert (token.scope, token.project, token.expires) == ("own", None, None)
        assert team.join(keys["invitation"], "iris", "tin tea tomb turnip", NOBODY)[0].role == "viewer"
        assert team.audit.check() == []
    with open_team(old, clock=lambda: WHEN) as again:
        assert again.audit.check() == []
        assert len(again.people.all()) == 4


def test_a_team_is_kept_for_every_version():
    """`python -m tests.web.team.schemas.make` writes that of the newest."""
    assert {path.name for path in SCHEMAS.glob("v*.team")} == {f"v{each + 1}.team" for each in range(schema.NEWEST)}
