"""The styles of all teachers, one for each or one for all, and how likely they make the teachers' rationales."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from teachback.learners.rationales.style import Emission
from teachback.learners.rationales.teacher_rationales import TeacherRationales
from teachback.sweeps import Matrix

Gain = Callable[[Matrix], tuple[float, Matrix]]  # from parameters to what is gained and its gradient


class StyleModel:
    r"""The log-likelihood of all rationales, :math:`\sum_i \log p_\phi(r_i \mid x_i, y_i, \theta)`, and the priors.

    The features of tokens are in `emission`, the names of those of places in `places`. The weights of a style, or of
    the mean of all styles, have the variance `style_variance`. `between_teachers` is the variance of the styles around
    their mean: at 0 there is one style, with None every style is on its own. `laziness` is the variance of a bias of
    each tagged text for beginning a rationale; with None there is no such bias.
    """

    def __init__(
        self,
        teachers: Sequence[TeacherRationales],
        emission: Emission,
        places: Sequence[str],
        *,
        style_variance: float,
        between_teachers: float | None,
        laziness: float | None,
    ) -> None:
        self.teachers, self.emission, self.names = teachers, emission, [*emission.names, *places]
        self.style_variance, self.between_teachers, self.laziness = style_variance, between_teachers, laziness
        self.styles = np.zeros((1 if between_teachers == 0 else len(teachers), len(self.names)))
        self.biases = [np.zeros(len(of.chain.text)) for of in teachers]
        self.passes = 0

    def by_theta(self, theta: Matrix) -> tuple[float, Matrix]:
        """The log-likelihood with the styles of now, and its slope by the classifier's weights."""
        self.passes += 1
        value, slope = 0.0, np.zeros_like(theta)
        for number, (of, bias) in enumerate(zip(self.teachers, self.biases, strict=True)):
            explained = of.explained(theta, self.styles[number % len(self.styles)], bias, self.emission)
            value, slope = value + explained.value, slope + explained.theta
        return value, slope

    def improve(self, theta: Matrix, maximum: Callable[[Gain, Matrix], Matrix]) -> None:
        """Find the styles, and the biases where there are any, that are likeliest with these weights."""
        scale = np.mean([of.scale(theta, self.emission) for of in self.teachers], axis=0)
        best = maximum(self._by_styles(theta, scale), np.concatenate([(self.styles * scale).ravel(), *self._free]))
        styles, biases = self._apart(best)
        self.styles = styles / scale
        of_token = self.styles[:, : len(self.emission.names)]
        np.maximum(of_token, self.emission.least, out=of_token)
        self.biases = biases or self.biases

    def prior(self, styles: Matrix) -> tuple[float, Matrix]:
        """The log-prior of styles, each around 0 or all around a mean that is itself around 0, and its slope."""
        if not self.between_teachers:
            return -float(np.vdot(styles, styles)) / (2 * self.style_variance), -styles / self.style_variance
        mean = styles.sum(axis=0) / (len(styles) + self.between_teachers / self.style_variance)  # the likeliest one
        apart = styles - mean
        value = -float(np.vdot(apart, apart)) / (2 * self.between_teachers)
        return value - float(mean @ mean) / (2 * self.style_variance), -apart / self.between_teachers

    def log_prior(self) -> float:
        """The log-prior of the styles and biases of now."""
        lazy = sum(float(bias @ bias) for bias in self._free) / (2 * self.laziness) if self.laziness else 0.0
        return self.prior(self.styles)[0] - lazy

    def cards(self) -> dict[str, dict[str, float]]:
        """For each teacher, the weights of her style by the names of their features."""
        every = np.broadcast_to(self.styles, (len(self.teachers), len(self.names)))
        return {
            of.teacher: dict(zip(self.names, style.tolist(), strict=True))
            for of, style in zip(self.teachers, every, strict=True)
        }

    def know(self, cards: Mapping[str, Mapping[str, float]]) -> None:
        """Take styles as they are on these cards, instead of learning them."""
        self.styles = np.array([[cards[of.teacher][name] for name in self.names] for of in self.teachers])

    @property
    def _free(self) -> list[Matrix]:
        """The biases, where they are learned."""
        return self.biases if self.laziness else []

    def _apart(self, flat: Matrix) -> tuple[Matrix, list[Matrix]]:
        """Styles and biases, from one vector of all that is learned."""
        ends = np.cumsum([self.styles.size, *(len(bias) for bias in self._free)])
        styles, *biases = np.split(flat[: ends[-1]], ends[:-1])
        return styles.reshape(self.styles.shape), biases

    def _by_styles(self, theta: Matrix, scale: Matrix) -> Gain:
        def gain(flat: Matrix) -> tuple[float, Matrix]:
            self.passes += 1
            scaled, biases = self._apart(flat)
            styles = scaled / scale
            value, slope = self.prior(styles)
            bias_slopes = [-bias / (self.laziness or np.inf) for bias in biases]
            value += 0.5 * sum(float(bias @ its) for bias, its in zip(biases, bias_slopes, strict=True))
            for number, (of, bias) in enumerate(zip(self.teachers, biases or self.biases, strict=True)):
                which = number % len(styles)
                explained = of.explained(theta, styles[which], bias, self.emission)
                value += explained.value
                slope[which] += explained.style
                if biases:
                    bias_slopes[number] += explained.laziness
            return value, np.concatenate([(slope / scale).ravel(), *bias_slopes])

        return gain
