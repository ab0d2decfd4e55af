"""The browser app's server: thin routes over :class:`~teachback.project.Project`.

In reading order: :mod:`app` (all of it put together), :mod:`access` (who may do what), :mod:`security` (what the server
refuses to hear), :mod:`errors` (one shape for every mistake), :mod:`desk` (one open project: learning and questions
ahead of the teachers), :mod:`hands` (which documents are in whose hands), :mod:`events` (what open pages are told),
:mod:`routes` (one noun a module), :mod:`reference` (pages without script) and :mod:`server` (listening and stopping).
"""
