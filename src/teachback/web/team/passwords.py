"""Passwords: argon2id hashes, and the same work whether the name exists or not."""

from __future__ import annotations

import secrets
import unicodedata

from teachback.web.team.attempts import Turns
from teachback.web.team.problems import WeakPassword

SHORTEST, LONGEST = 12, 1000  # characters
_SCORE, _LOOKED_AT = 3, 24  # of zxcvbn, from 0 to 4; and at how many characters of either end it looks
_KEYBOARDS = (  # letters of other alphabets, and what their keys have where the letters are Latin
    ("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."),
    ("їіє", "]s'"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
    ("ضصثقفغعهخحجدشسيبلاتنمكط", "qwertyuiop[]asdfghjkl;'"),
)
_KEYS = str.maketrans({a: b for row in _KEYBOARDS for a, b in zip(row[0] + row[0].upper(), row[1] * 2, strict=True)})
_AT_ONCE, _WAITING = 2, 8  # hashes under way, each of which takes 64 MiB and four threads, and those that wait for one
_BY_KNOWN = 1  # at once, beside those: for who has signed in from there before, or has a session or an invitation


class Passwords:
    """Hashes passwords and compares with hashes.

    The parameters are the second choice of RFC 9106 (section 4): 3 passes over 64 MiB in 4 lanes, salts of 128 bits.
    Both methods take about a tenth of a second: call them where waiting is allowed, never on an event loop.
    """

    def __init__(self) -> None:
        from argon2 import PasswordHasher
        from argon2.profiles import RFC_9106_LOW_MEMORY

        self._hasher = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._of_strangers, self._of_known = Turns(_AT_ONCE, _WAITING), Turns(_BY_KNOWN, _WAITING)
        self._nobodys = self._hasher.hash(secrets.token_bytes(32))

    def hashed(self, password: str, name: str) -> str:
        """What is kept of a new password; one that is easily guessed is refused."""
        written = _normal(password)
        shorter, longer = sorted((len(password), len(written)))  # composing makes one character of two, or 18 of one
        if shorter < SHORTEST or longer > LONGEST:
            length = shorter if shorter < SHORTEST else longer
            raise WeakPassword(
                f"This password has {length} characters; use {SHORTEST} to {LONGEST}. Several words are easy to "
                "remember and hard to guess."
            )
        with self._of_known.turn():
            if is_easily_guessed(written, name):
                raise WeakPassword(
                    "This password is easily guessed: it is a common one, your name, a row of keys or a repetition, or "
                    "is made of few of these. Use several words that do not belong together."
                )
            return self._hasher.hash(written)

    def match(self, stored: str | None, password: str, *, is_known: bool = True) -> bool:
        """Whether it is the password that was hashed; without a hash the same work is done, and the answer is no.

        A crowd of strangers, each from an address of its own, turns away strangers only.
        """
        from argon2.exceptions import InvalidHashError, VerifyMismatchError

        with (self._of_known if is_known else self._of_strangers).turn():
            try:
                self._hasher.verify(stored or self._nobodys, _normal(password[:LONGEST]))
            except (VerifyMismatchError, InvalidHashError):
                return False
        return stored is not None


def is_easily_guessed(password: str, name: str) -> bool:
    """Whether fewer than a hundred million guesses find it, by zxcvbn's count: lists of words, names, keys and dates.

    It knows our keys alone, so what was typed on other alphabets' is looked at as these, too.

    >>> [is_easily_guessed(each, "ines") for each in ("password1234", "qwertyuiop[]", "ines teachback", "tin tea tomb")]
    [True, True, True, False]
    """
    from zxcvbn import zxcvbn  # reads its lists, which takes a tenth of a second

    known = ["teachback", name, *name.split()]
    return any(  # the longer, the slower; and one strong end is enough
        all(zxcvbn(end, user_inputs=known)["score"] < _SCORE for end in {each[:_LOOKED_AT], each[-_LOOKED_AT:]})
        for each in {password, password.translate(_KEYS)}
    )


def _normal(password: str) -> str:
    """The password with its characters in one composition (NFKC), so that keyboards make no difference."""
    return unicodedata.normalize("NFKC", password)
