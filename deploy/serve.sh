#!/bin/sh
# What the image runs: the project at TEACHBACK_PROJECT, made of the texts at TEACHBACK_TEXTS when it is not there yet, for a
# team. Where TEACHBACK_PROXY names who may stand in front of it, it listens for them; else only on this machine.
set -eu
: "${TEACHBACK_PROJECT:?names the project: a file such as /data/mails.teachback, or postgresql+psycopg://…}"
port="${TEACHBACK_PORT:-8000}"
if ! why="$(teachback history "$TEACHBACK_PROJECT" --last 1 2>&1)"; then
    : "${TEACHBACK_TEXTS:?names a file of texts, from which the project is made the first time. $why}"
    teachback new "$TEACHBACK_PROJECT" "$TEACHBACK_TEXTS"
fi
set -- serve "$TEACHBACK_PROJECT" --team --port "$port" --no-browser "$@"
if [ -n "${TEACHBACK_PROXY:-}" ]; then
    set -- "$@" --host 0.0.0.0 --behind-proxy "$TEACHBACK_PROXY"
fi
exec teachback "$@"
