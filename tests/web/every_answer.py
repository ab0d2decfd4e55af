"""Every answer of the programming interface on a small taught project, as plain data, for a comparison with before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

from teachback import corpora
from teachback.project import Project
from teachback.record import (
    Adjudicate,
    Distinction,
    Exclude,
    Flag,
    Label,
    Lesson,
    NotAReason,
    Rationale,
    Retract,
    Skip,
    Word,
)

AT = "/api/v1/projects/inbox"
CSV = b"id,text,label\nn1,a new refund,bug\nn2,another invoice,praise\n,,\nn1,twice,bug\n"
_START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def small_project() -> Project:
    """Sixty mails with lessons of every kind by two teachers, and a model of them."""
    corpus = corpora.load("demo")
    documents = corpus.documents[::20]
    texts = {document.id: document.text for document in documents}
    ids = list(texts)
    project = Project.from_texts(texts, classes=corpus.classes)
    held_out = project.hold_out(6)
    free = [id for id in ids if id not in held_out]
    gold = corpus.labels
    classes = list(corpus.classes)
    lessons: list[Lesson] = []

    def add(kind: type[Lesson], *fields: Any, teacher: str) -> None:
        place = len(lessons)
        common: dict[str, Any] = {"id": f"e{place}", "time": _START + timedelta(seconds=7 * place), "seconds": 3.0}
        lessons.append(kind(*fields, teacher=teacher, **common))

    for id in held_out[:5]:
        add(Label, id, gold[id], teacher="ines")
    for id in free[:24]:
        add(Label, id, gold[id], teacher="ines")
    for id in free[:6]:
        add(Label, id, classes[0], teacher="ben")
    for id in free[:4]:
        add(Rationale, id, gold[id], 0, 20, teacher="ines")
        add(Rationale, id, gold[id], 4, 30, teacher="ben")
    for term, class_ in {"invoice": "billing", "refund": "billing", "crashes": "bug", "zyzzyva": "bug"}.items():
        add(Word, term, class_, teacher="ben")
    add(NotAReason, "please", "bug", teacher="ines")
    add(NotAReason, "thanks", None, teacher="ines")
    add(Skip, free[25], teacher="ines")
    add(Flag, free[0], "look again", teacher="ines")
    add(Exclude, free[26], classes[1], teacher="ines")
    add(Adjudicate, free[1], gold[free[1]], teacher="ines")
    add(Label, free[27], classes[2], teacher="ines")
    add(Retract, f"e{len(lessons) - 1}", teacher="ines")
    project.teach(*lessons)
    project.learn()
    return project


def rules_project() -> Project:
    """Four mails with distinctions, and the rules that were learned from them."""
    texts = {"d1": "refund me please", "d2": "it crashed again", "d3": "a refund, now", "d4": "the app crashed"}
    project = Project.from_texts(texts, classes=["billing", "bug"])
    project.teach(
        Label("d1", "billing", teacher="ines"),
        Label("d2", "bug", teacher="ines"),
        Distinction("d2", "bug", "d1", "crashed", True, teacher="ines"),
    )
    project.learn("DistinctionList")
    return project


def answers_of_one(client: Any, app: Any, project: Project) -> Iterator[tuple[str, Any]]:
    """What a person alone is answered, by the name of what she asked."""
    classroom = app.state.classrooms["inbox"]
    wait_until(lambda: classroom.up_to_date)
    first = next(entry.document for entry in project.record if isinstance(entry, Flag))

    def ask(name: str, method: str, path: str, **options: Any) -> tuple[str, Any]:
        reply = client.request(method, path if path.startswith("/api") else AT + path, **options)
        if not reply.is_success:
            return name, {"status": reply.status_code, **reply.json()}
        kind = reply.headers.get("content-type", "")
        if kind.startswith("application/json"):
            return name, reply.json()
        return name, {"status": reply.status_code, "content-type": kind}

    def ways_to(class_: str) -> Iterator[tuple[str, Any]]:
        for document in project.documents():
            yield ask("explanation to", "GET", f"/documents/{document.id}/explanation?target={class_}")

    def outweighed(explanation: Any) -> bool:
        """Whether no words lead there, and teaching words, rejecting some or a label would."""
        lessons = [lesson for advice in explanation["why_not"] for lesson in advice["lessons"]]
        return explanation["to"] is None and {"word", "not_a_reason", "label"} <= {one["kind"] for one in lessons}

    yield ask("session", "GET", "/api/v1/session")
    yield ask("project", "GET", "")
    yield ask("taught", "GET", "/taught")
    yield ask("term", "GET", "/terms?typed=Email")
    yield ask("no term", "GET", "/terms?typed=%21")
    yield ask("explanation", "GET", f"/documents/{first}/explanation")
    yield next(answer for answer in ways_to("how-to") if outweighed(answer[1]))
    yield ask("explanation page", "GET", f"/documents/{first}/explanation.html")
    yield ask("compare", "GET", f"/documents/{first}/compare?class=billing")
    yield ask("highlights", "GET", f"/documents/{first}/highlights")
    yield ask("try", "POST", f"/documents/{first}/try", json={"terms": ["code"]})
    yield ask("documents", "GET", "/documents?limit=3")
    for id in [entry.document for entry in project.record if isinstance(entry, (Flag, Adjudicate))]:
        yield ask(f"document {id}", "GET", f"/documents/{id}")
    wait_until(lambda: not client.get(f"{AT}/review/errors").json()["missing"])
    yield ask("errors", "GET", "/review/errors")
    yield ask("mislabelled", "GET", "/review/mislabelled")
    yield ask("rules", "GET", "/rules")
    yield ask("words", "GET", "/words")
    yield ask("progress", "GET", "/progress?wait=20")
    yield ask("history", "GET", "/history?limit=1000")
    yield ask("restores", "GET", "/history/30/restores")
    yield ask("stop words", "GET", "/stop-words")
    yield ask("encoder", "GET", "/encoder")
    yield ask("classes", "GET", "/classes")
    yield ask("guidelines", "GET", "/guidelines")
    yield ask("models", "GET", "/models")
    yield ask("model", "GET", "/models/current")
    yield ask("exports", "GET", "/exports")
    yield ask("sample of an export", "GET", "/exports/labels/sample")
    yield ask("export", "GET", "/exports/labels")
    yield ask("record", "GET", "/record?after=50")
    yield ask("record's documents", "GET", "/record/documents?after=48")
    yield ask("record's document", "GET", f"/record/document?id={first}")
    yield ask("record's search", "GET", "/record/search?query=email")
    yield ask("record's settings", "GET", "/record/settings")
    yield ask("record's model", "GET", "/record/model")
    yield ask("study known", "GET", "/study/known")
    yield ask("no study", "GET", "/study")
    yield ask("questions", "POST", "/questions?n=3&words=3")
    seen = {"words": {"bug": ["error"]}, "any": ["the"], "n": 2}
    yield ask("other words", "POST", "/words/passed-over", json=seen)
    lesson = {"kind": "word", "id": "w1", "term": "slow", "class": "bug"}
    yield ask("lessons", "POST", "/lessons", json={"entries": [lesson]})
    yield ask("a refused lesson", "POST", "/lessons", json={"entries": [{**lesson, "id": "w2", "class": "none"}]})
    yield ask("settings", "PUT", "/settings", json={"batch": 4})
    yield ask("new guidelines", "PUT", "/guidelines", json={"text": "# Rules", "version": 0})
    yield ask(
        "new classes",
        "POST",
        "/classes",
        json={
            "add": ["praise"],
        },
    )
    yield ask("held out", "POST", "/held-out", json={"n": 2})
    yield ask("other stop words", "PUT", "/stop-words", json={"language": "german"})
    yield ask("no encoder", "PUT", "/encoder", json={"encoder": None})
    yield ask("unknown", "GET", "/documents/nowhere")
    name, sent = ask("upload", "POST", "/uploads?name=more.csv", content=CSV)
    yield name, sent
    yield ask("preview", "POST", f"/uploads/{sent['upload']}/preview", json={"roles": {"text": "label"}})
    size = project.store.size
    yield ask("import", "POST", f"/uploads/{sent['upload']}/import", json={"leave_out_bad_rows": True})
    wait_until(lambda: project.store.size > size)
    position = len(project.record)
    yield ask("goes back", "GET", f"/history/{position}/goes-back")
    yield ask("history with an import", "GET", "/history?limit=2")
    yield ask("take back", "POST", f"/history/{position}/take-back")
    yield ask("history with an import taken back", "GET", "/history?limit=2")
    yield ask("restore", "POST", "/restore", json={"position": len(project.record) - 1})
    yield ask("sample", "POST", "/sample")
    trial = {"condition": "dual", "minutes": 6, "subject": "p1"}
    project.teach(*(Label(id, class_, teacher="importer") for id, class_ in _gold(project).items()))
    yield ask("study", "POST", "/study", json=trial)
    yield ask("the study", "GET", "/study")
    yield ask("session in a study", "GET", "/api/v1/session")
    yield ask("questions in a study", "POST", "/questions")
    yield ask("the end of a study", "DELETE", "/study")
    yield ask("export of studies", "GET", "/study/export")
    yield ask("changes", "GET", "/review/changes?since=0")
    yield ask("measured", "POST", "/measure?n=2")
    yield ask("released", "DELETE", "/held-out")
    last = project.record.documents[-1]
    yield ask("erased", "POST", f"/documents/{quote(last, safe='')}/erase", json={})


def answers_of_rules(client: Any) -> Iterator[tuple[str, Any]]:
    """What rules are answered as."""
    for name, path in {
        "rules in use": "/rules",
        "explanation by a rule": "/documents/d4/explanation",
        "similar by a rule": "/documents/d4/compare",
        "models of rules": "/models",
    }.items():
        yield name, client.get(AT + path).json()


def answers_of_team(browser: Any) -> Iterator[tuple[str, Any]]:
    """What an owner of a team is answered about accounts."""
    olga = browser("olga")
    yield "signed in", olga.get("/api/v1/session").json()
    yield (
        "signing in",
        browser().post("/api/v1/session", json={"name": "tom", "password": "twelve tin trumpets"}).json(),
    )
    yield "me", olga.get("/api/v1/me").json()
    invitation = olga.post("/api/v1/invitations", json={"role": "teacher"}).json()
    yield "new invitation", invitation
    yield "invitations", olga.get("/api/v1/invitations").json()
    key = {"key": invitation["link"].rpartition("=")[2].rpartition("/")[2].rpartition("#")[2]}
    yield "looked at", browser().post("/api/v1/invitations/look", json=key).json()
    accept = {**key, "name": "uta", "password": "seven silent swans swim"}
    yield "accepted", browser().post("/api/v1/invitations/accept", json=accept).json()
    people = olga.get("/api/v1/people").json()
    yield "people", people
    tom = next(each for each in people if each["name"] == "tom")["id"]
    yield "changed person", olga.patch(f"/api/v1/people/{tom}", json={"role": "viewer"}).json()
    yield "invited again", olga.post(f"/api/v1/people/{tom}/invitation").json()
    yield "new token", olga.post("/api/v1/tokens", json={"name": "notebook"}).json()
    yield "tokens", olga.get("/api/v1/tokens").json()
    yield "audit", olga.get("/api/v1/audit").json()


def _gold(project: Project) -> dict[str, str]:
    labels = corpora.load("demo").labels
    return {document.id: labels[document.id] for document in project.store.documents() if document.id in labels}


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def shape(answer: Any) -> Any:
    """The fields of an answer and the kinds of their values; a list has the different shapes of its members."""
    if isinstance(answer, dict):
        return {name: shape(value) for name, value in answer.items()}
    if isinstance(answer, list):
        shapes = list(map(shape, answer))
        return [one for place, one in enumerate(shapes) if one not in shapes[:place]]
    return "number" if isinstance(answer, int | float) and not isinstance(answer, bool) else type(answer).__name__


def lost(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where something that was answered before is not answered now, or is of another kind."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            yield from lost(value, now[name], f"{place}/{name}") if name in now else [f"{place}/{name} is gone"]
    elif isinstance(before, list) and isinstance(now, list):
        for one in before:
            if all(list(lost(one, other)) for other in now):
                yield from lost(one, now[0], f"{place}/*") if now else [f"{place}/* is gone"]
    elif before != now:
        yield f"{place} is {now}, not {before}"
