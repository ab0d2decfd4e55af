"""Signing in by a provider of OpenID Connect: the authorization code flow with PKCE.

The browser is sent to the provider and comes back with a code, which the server exchanges for the provider's signed
word on who it is. What belongs together is in a cookie of the browser meanwhile, so that any server of the team can
go on.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from teachback.errors import TeachbackError
from teachback.web.errors import WebError
from teachback.web.security import LOOPBACK
from teachback.web.team.attempts import Turns
from teachback.web.team.people import ProviderIdentity

_PATIENCE = 10.0  # seconds that the provider has for an answer
_AT_ONCE, _WAITING = 8, 8  # requests to it that are under way, and those that wait for one
_KEPT = 300.0  # seconds that what it says of itself is kept
_SIGNED_BY = [
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "ES256",
    "ES384",
    "EdDSA",
    "Ed25519",
]  # keys that only the provider has
_LEEWAY = 60  # seconds that its clock may be off


class NoProvider(TeachbackError):
    """A provider that cannot be used: the package is missing, or its address is none."""


class NotConfirmed(WebError, status=401):
    """The provider did not confirm an identity."""


@dataclass(frozen=True)
class Errand:
    """What a browser carries to the provider and back: three random values, and the invitation that it accepts."""

    state: str
    nonce: str
    verifier: str
    key: str | None = None
    name: str | None = None

    def written(self) -> str:
        """As the value of a cookie."""
        return urlencode({name: value for name, value in asdict(self).items() if value is not None})

    @classmethod
    def read(cls, written: str) -> Errand | None:
        """What a cookie says; None if it says nothing.

        >>> Errand.read(Errand("a", "b", "c").written()), Errand.read("rubbish")
        (Errand(state='a', nonce='b', verifier='c', key=None, name=None), None)
        """
        try:
            return cls(**dict(parse_qsl(written, keep_blank_values=True)))
        except TypeError:
            return None


class Provider:
    """A provider, as whom this server is known there, and its secret where it has one.

    Parameters
    ----------
    issuer
        Its address; what it says of itself is at ``/.well-known/openid-configuration`` below it.
    client
        The name under which this server was registered there, for the address ``…/provider/return``.
    """

    def __init__(self, issuer: str, client: str, secret: str | None = None) -> None:
        try:
            import authlib.oidc.core  # noqa: F401
        except ImportError:
            raise NoProvider(
                "Signing in by a provider needs Authlib, which is not installed. Install it with: pip install "
                "'teachback[team]'"
            ) from None
        address = urlsplit(issuer)
        if not address.hostname or not (address.scheme == "https" or _is_near(issuer)):
            raise NoProvider(f"{issuer!r} is no address of a provider; write one that begins with https://.")
        self.issuer, self.client, self._secret = issuer, client, secret
        self.name = address.hostname
        self._turns = Turns(_AT_ONCE, _WAITING)
        self._described: tuple[float, dict[str, Any]] | None = None

    def begin(self, back: str, key: str | None = None, name: str | None = None) -> tuple[str, Errand]:
        """The address to send the browser to, which comes `back` to another; and what it carries."""
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        errand = Errand(state, nonce, verifier, key, name)
        address: str = prepare_grant_uri(
            self._description()["authorization_endpoint"],
            self.client,
            "code",
            redirect_uri=back,
            scope="openid",
            state=errand.state,
            nonce=errand.nonce,
            code_challenge=create_s256_code_challenge(errand.verifier),
            code_challenge_method="S256",
        )
        return address, errand

    def identify(self, code: str, back: str, errand: Errand) -> ProviderIdentity:
        """Who the browser is that came back with a code."""
        description = self._description()
        values = {"grant_type": "authorization_code", "code": code, "redirect_uri": back}
        values |= {"code_verifier": errand.verifier, "client_id": self.client}
        if self._secret is not None:
            values["client_secret"] = self._secret
        answer = self._ask("POST", description["token_endpoint"], data=values)
        return self.read(str(answer.get("id_token")), self._ask("GET", description["jwks_uri"]), errand.nonce)

    def read(self, token: str, keys: dict[str, Any], nonce: str) -> ProviderIdentity:
        """Whom a signed token names, if the provider made it for us, now, and for this browser."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        try:
            signed = jwt.decode(token, KeySet.import_key_set(keys), algorithms=_SIGNED_BY)  # type: ignore[arg-type]
            needed = {
                "iss": {"essential": True, "value": self.issuer},
                "aud": {"essential": True, "value": self.client},
            }
            claims = CodeIDToken(signed.claims, signed.header, needed, {"nonce": nonce, "client_id": self.client})
            claims.validate(leeway=_LEEWAY)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise NotConfirmed(f"What {self.name} says of you cannot be trusted ({error}). Sign in again.") from None
        return ProviderIdentity(self.issuer, str(claims["sub"]))

    def _description(self) -> dict[str, Any]:
        """What the provider says of itself, or said some minutes ago."""
        if self._described is not None and time.monotonic() < self._described[0]:
            return self._described[1]
        description = self._ask("GET", f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if description.get("issuer") != self.issuer:
            raise NotConfirmed(f"At {self.issuer} is a provider that calls itself {description.get('issuer')!r}.")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not (str(description.get(name)).startswith("https://") or _is_near(str(description.get(name)))):
                raise NotConfirmed(f"{self.name} does not say where its {name} is, or not one that is encrypted.")
        self._described = time.monotonic() + _KEPT, description
        return description

    def _ask(self, method: str, address: str, **content: Any) -> dict[str, Any]:
        import httpx2  # which takes a while

        try:
            with self._turns.turn():
                reply = httpx2.request(
                    method, address, timeout=_PATIENCE, headers={"Accept": "application/json"}, **content
                )
            body = reply.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise NotConfirmed(f"{self.name} gives no answer that can be read ({error}). Try again.") from None
        if reply.is_error or not isinstance(body, dict):
            why = body.get("error_description") or body.get("error") if isinstance(body, dict) else reply.status_code
            raise NotConfirmed(f"{self.name} refused ({why}). Sign in again.")
        return body


def _is_near(address: str) -> bool:
    """Whether it is on this machine, where nothing needs to be encrypted."""
    return urlsplit(address).scheme == "http" and urlsplit(address).hostname in LOOPBACK
