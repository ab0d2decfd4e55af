"""The algorithms of the paper's figures 2 and 4 in a few plain lines, to compare with."""


class PlainList:
    """Figure 2, on sets of features: entries are [example, class, literals]."""

    def __init__(self, x, y):
        self.default, self.entries, self.mistakes = (x, y), [], 0

    def proposed(self, x):
        for entry in self.entries:
            if all((feature in x) == present for feature, present in entry[2]):
                return entry[1], entry[0], entry
        return self.default[1], self.default[0], None

    def round(self, x, y, teacher):
        guess, similar, entry = self.proposed(x)
        if guess == y:
            return
        self.mistakes += 1
        feature = teacher(x, similar)
        if entry is None:
            self.entries.append([x, y, [(feature, feature in x)]])
        else:
            entry[2].append((feature, feature not in x))


class PlainDNF:
    """Figure 4: entries are [positive example, literals]."""

    def __init__(self):
        self.entries, self.mistakes = [], 0

    def round(self, x, positive, teacher):
        entry = next((e for e in self.entries if all((f in x) == present for f, present in e[1])), None)
        if (entry is not None) == positive:
            return
        self.mistakes += 1
        if entry is None:
            self.entries.append([x, []])
        else:
            feature = teacher(x, entry[0])
            entry[1].append((feature, feature in entry[0]))
