"""Speed, never correctness: `make bench` prints ratios against a peer, measured in the same run."""
