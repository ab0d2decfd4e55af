"""Who is calling."""


def test_the_session_names_the_caller_and_the_projects(client, project):
    told = client.get("/api/v1/session").json()
    assert told["user"] == {"name": "ines", "role": "owner"}
    assert told["projects"] == [{"name": "inbox", "documents": project.store.size, "classes": list(project.classes)}]


def test_a_stranger_is_told_nothing_of_the_projects(stranger):
    told = stranger.get("/api/v1/session").json()
    assert (told["user"], told["projects"]) == (None, [])
