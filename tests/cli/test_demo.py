"""`teachback demo --terminal`; the demo in the browser is in test_serve."""

import re

from tests.cli.test_commands import run


def test_the_demo_shows_accuracy_growing_and_explains_what_it_says_of_mails():
    output = run("demo", "--terminal", "--seed", "3").output
    right = [float(share) for share in re.findall(r"right on the other +\d+: +([\d.]+) %", output)]
    assert len(right) == 4
    assert right[-1] > max(50.0, right[0])
    told = re.findall(r"[✓✗] .*%\)", output)
    assert len(told) == 5
    assert output.count("removed") == 5  # a sentence for each


def test_the_same_seed_shows_the_same_and_another_seed_something_else():
    shown = [run("demo", "--terminal", *seed).output for seed in ((), ("--seed", "0"), ("--seed", "1"))]
    assert shown[0] == shown[1] != shown[2]
