"""The browser app's server: thin routes over :class:`~teachback.project.Project`.

In reading order: :mod:`app` (all of it put together), :mod:`access` (who may do what), :mod:`security` (what the server
refuses to hear), :mod:`errors` (one shape for every mistake), :mod:`routes` (one noun a module), :mod:`reference`
(pages without script) and :mod:`server` (listening and stopping). What several teachers at one project need that is not
HTTP is in :mod:`teachback.classroom`.
"""
