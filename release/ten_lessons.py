"""What a stranger does first with an installed teachback: ten lessons, a model, its reasons, a page.

It is given nothing but an interpreter: no Node, no home folder, and no right to write where the package is.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

from teachback import Label, Project, Word, corpora

WORDS = {"refund": "billing", "invoice": "billing", "crash": "bug", "error": "bug"}


def teach() -> None:
    """Ten lessons on the demo's mails, in a file; then what was learned from them."""
    corpus = corpora.load("demo")
    mails = {each.id: each.text for each in corpus.documents}
    with Project.from_texts(mails, classes=corpus.classes, address="mails.teachback") as project:
        labels = [Label(id, corpus.labels[id]) for id in list(mails)[:6]]
        taught = project.teach(*(Word(term, name) for term, name in WORDS.items()), *labels)
        begin, worked = time.perf_counter(), time.process_time()
        project.learn()
        learned, worked = time.perf_counter(), time.process_time() - worked
        reasons = project.explain(list(mails)[10])
        explained = time.perf_counter()
        guesses = [guess.class_ for guess in project.classify(["A refund for this invoice, please", "crash: error 5"])]
    assert len(taught) == 10
    assert guesses == ["billing", "bug"], guesses
    print(f"  ten lessons: learned in {learned - begin:.1f} s ({worked:.1f} s of processor),", end=" ")
    print(f"explained in {explained - learned:.1f} s: {reasons}")


def commands() -> None:
    """The same project from the command line."""
    asked = [sys.executable, "-m", "teachback", "explain", "mails.teachback", "--text", "A refund for this invoice"]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert "removed" in said, said


def serve() -> None:
    """`teachback demo` until its page and the app behind it are there, and it stops when it is told."""
    demo = [sys.executable, "-m", "teachback", "demo", "--no-browser"]
    with subprocess.Popen(demo, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        begin = time.perf_counter()
        link = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        page = browser.open(link).read().decode()
        origin = link.partition("/?")[0]
        script = re.search(r'src="/?(assets/[^"]+\.js)"', page)
        assert script is not None, page
        assert len(browser.open(f"{origin}/{script[1]}").read()) > 10_000
        print(f"  the demo's page is there after {time.perf_counter() - begin:.1f} s")
        server.send_signal(signal.SIGTERM)
        assert "Everything that was taught is kept" in server.stdout.read()


if __name__ == "__main__":
    assert shutil.which("node") is None, "Node is not to be found here"
    assert "HOME" not in os.environ
    teach()
    commands()
    serve()
    assert not list(Path().glob("~*")), "a folder is called like the home of others"
