"""Files into a project (:mod:`imports`) and out of it (:mod:`exports`): functions over a project, above it."""
