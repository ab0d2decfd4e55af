"""The routes: one noun a module, each with a `router` whose routes have their whole address."""

import teachback.web.paths  # noqa: F401 - routes say {id:document}
from teachback.web.routes import (
    classified,
    documents,
    events,
    explanations,
    exports,
    history,
    imports,
    lessons,
    models,
    pages,
    progress,
    projects,
    questions,
    record,
    review,
    settings,
    study,
    taught,
    terms,
)
from teachback.web.routes.accounts import own, people, provider, session

ROUTERS = (pages.router, session.router, own.router, people.router, provider.router)
PROJECT_ROUTERS = (
    projects.router,
    lessons.router,
    questions.router,
    record.router,
    taught.router,
    terms.router,
    events.router,
    explanations.router,  # before the documents: an id may have slashes, escaped or not
    documents.router,
    review.router,
    progress.router,
    history.router,
    settings.router,
    models.router,
    exports.router,
    classified.router,
    imports.router,
    study.router,
)
