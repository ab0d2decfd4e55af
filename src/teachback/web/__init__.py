"""The browser app's server: thin routes over :class:`~teachback.project.Project`.

In reading order: :mod:`app` and :mod:`team_app` (all of it put together, for one person and for a team), :mod:`routes`
(one noun a module), :mod:`answers` and :mod:`bodies` (the JSON of answers and of requests), :mod:`access` (who may do
what, and what a study hides), :mod:`team` (accounts), :mod:`security` (which requests are refused), :mod:`errors` (one
shape for every error), :mod:`uploads`, :mod:`reference` (pages without script), :mod:`description`
(the OpenAPI document, for tools) and :mod:`server` (listening and stopping). What several teachers at one project need
that is not HTTP is in :mod:`teachback.classroom`.
"""
