"""Who is calling."""


def test_the_session_names_the_caller_and_the_projects(client, project):
    session = client.get("/api/v1/session").json()
    assert session["user"] == {"name": "ines", "role": "owner"}
    assert session["projects"] == [{"name": "inbox", "documents": project.store.size, "classes": list(project.classes)}]


def test_a_stranger_is_told_nothing_of_the_projects(stranger):
    session = stranger.get("/api/v1/session").json()
    assert (session["user"], session["projects"]) == (None, [])
