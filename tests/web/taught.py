"""What the tests of routes share: a project that was taught and has learned, and how a refusal looks."""

from __future__ import annotations

from tests.project import demo


def teach(project, labels=40, held_out=0):
    """Some labels by ines, some words by ben, and a model of them."""
    demo.teach(project, labels, held_out).learn()
    return project


def refused(reply, status, words):
    """Whether a reply is a refusal of that kind."""
    error = reply.json()["error"]
    return reply.status_code == status and words in error["message"] and set(error) == {"kind", "message", "detail"}
