"""The steps from one version of the tables to the next, oldest first; a step that was released is never changed."""
