"""What `pip install teachback` alone gives: everything but the extras, and of those the command that installs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from teachback import formats
from teachback.formats import Item
from teachback.record import Document

EXTRAS = ("argon2", "authlib", "dask", "distributed", "httpx2", "joserfc", "matplotlib", "onnx", "onnxruntime")
EXTRAS += ("pandas", "polars", "psycopg", "pyarrow", "python_calamine", "sentence_transformers", "tokenizers", "zxcvbn")

PROGRAM = """
import teachback.cli, teachback.web.app, teachback.web.team_app
from teachback import Label, Project, TeachbackError, Word, formats
from teachback.encoders import open_encoder
from teachback.project.machines import Machine
from teachback.project.machines.chat import Chat
from teachback.project.transfer.pools import set_up_pool
from teachback.web.team.opening import open_team

texts = {"1": "a refund to my card", "2": "the app crashes", "3": "my card was charged", "4": "crashes on start"}
with Project.from_texts(texts, classes=["billing", "bug"], address="mails.teachback") as project:
    project.teach(Word("card", "billing"), Word("crashes", "bug"), Label("1", "billing"))
    project.learn()
    print([guess.class_ for guess in project.classify(["my card", "it crashes"])], project.explain("4"), sep="\\n")
    for refused in (
        lambda: formats.inspect("mails.parquet"),
        lambda: formats.write("out.parquet", []),
        lambda: formats.write("out", [], format="huggingface"),
        lambda: set_up_pool(project, "*.csv", None, text="text"),
        lambda: formats.inspect("mails.xls"),
        lambda: Project.open("https://team.example/projects/mails"),
        lambda: Chat(Machine("phi", address="http://localhost:1", model="phi")),
        lambda: open_team("mails.teachback"),
        lambda: open_encoder("words.vec").encode(["refund"]),
    ):
        try:
            refused()
        except TeachbackError as error:
            print(error)
"""


def test_the_package_works_without_its_extras_and_says_which_one_is_needed(tmp_path):
    (tmp_path / "absent").mkdir()
    for name in EXTRAS:
        (tmp_path / "absent" / f"{name}.py").write_text("raise ModuleNotFoundError(f'No module named {__name__!r}')\n")
    formats.write(tmp_path / "mails.parquet", [Item(Document("1", "a refund"))])
    (tmp_path / "mails.xls").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    (tmp_path / "words.vec").write_text("refund 0.5 1\ncrash 1 0.25\n")
    path = os.pathsep.join([str(tmp_path / "absent"), str(Path(formats.__file__).parents[2])])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "['billing', 'bug']",
        "If word (crashes) is removed then class changes from bug to billing.",
        *["The format parquet needs pyarrow, which is not installed. Run: pip install 'teachback[tables]'"] * 2,
        "The format huggingface needs pyarrow, which is not installed. Run: pip install 'teachback[tables]'",
        "A pool of files needs pyarrow, which is not installed. Run: pip install 'teachback[tables]'",
        "The format spreadsheet needs python-calamine, which is not installed. Run: pip install 'teachback[tables]'",
        "A project on a server needs httpx2, which is not installed. Run: pip install 'teachback[remote]'",
        "Asking a language model needs httpx2, which is not installed. Run: pip install 'teachback[remote]'",
        "A server with accounts needs argon2, which is not installed. Run: pip install 'teachback[team]'",
        "words.vec needs the package pyarrow, which is not installed; install it with: pip install 'teachback[tables]'",
    ]
    assert not (tmp_path / "mails.team").exists()
