"""`python -m teachback` is the `teachback` command."""

from teachback.cli import main

main()
