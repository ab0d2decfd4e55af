"""`teachback demo --terminal`; the demo in the browser is in test_serve."""

import re

from tests.cli.test_commands import run


def test_the_demo_shows_accuracy_growing_explains_what_it_says_of_mails_and_shows_the_same_with_the_same_seed():
    outputs = [run("demo", "--terminal", *seed).output for seed in ((), ("--seed", "0"), ("--seed", "3"))]
    assert outputs[0] == outputs[1] != outputs[2]
    for output in outputs[1:]:
        right = [float(share) for share in re.findall(r"right on the other +\d+: +([\d.]+) %", output)]
        assert len(right) == 4
        assert right[-1] > max(50.0, right[0])
        guesses = re.findall(r"[✓✗] .*%\)", output)
        assert len(guesses) == 5
        assert output.count("removed") == 5  # a sentence for each
