"""Signing in by a provider: sending the browser there, and hearing what it brings back."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from teachback.web.answers import AnswerRoute
from teachback.web.bodies import Body
from teachback.web.errors import REFUSED, WebError
from teachback.web.reference import page
from teachback.web.routes.accounts.own import GateOf
from teachback.web.routes.accounts.people import Chosen, Key, names_in_records
from teachback.web.team.gate import actor_of, cookie_name, cookie_path, is_encrypted, origin_of
from teachback.web.team.problems import NoSuchProvider
from teachback.web.team.provider import Errand, NotConfirmed, Provider

router = APIRouter(tags=["team"], route_class=AnswerRoute, responses=REFUSED)

_BACK = "/provider/return"
_TIME = 600  # seconds that somebody may take at the provider
_LOST = "This was begun in another browser, or longer than ten minutes ago. Sign in again."


class Begin(Body):
    """The key of an invitation that is accepted by signing in, and the name that a new person chooses."""

    key: Key | None = None
    name: Chosen | None = None


@dataclass(frozen=True)
class ProviderAddress:
    """Where a browser signs in."""

    address: str


@router.post("/api/v1/provider/begin")
def begin(body: Begin, gate: GateOf, request: Request, response: Response) -> ProviderAddress:
    """Begin to sign in by the team's provider: the page goes to the address that is answered, and comes back."""
    if body.key is not None:
        gate.accounts.look(body.key)
    address, errand = _provider(gate.provider).begin(origin_of(request) + _BACK, body.key, body.name)
    response.set_cookie(
        _cookie(request),
        errand.written(),
        max_age=_TIME,
        httponly=True,
        samesite="lax",  # it has to come along when the provider sends the browser back
        secure=is_encrypted(request),
        path=cookie_path(request),
    )
    return ProviderAddress(address)


Short = Annotated[str | None, Query(max_length=4000)]


@router.get(_BACK, include_in_schema=False)
def come_back(gate: GateOf, request: Request, code: Short = None, state: Short = None, error: Short = None) -> Response:
    """Sign in the person whom the provider names, and show the page."""
    try:
        session = _signed_in(gate, request, code, state, error)
    except WebError as refused:
        sentences = (str(refused), "Go back to the page, and sign in there.")
        return HTMLResponse(page("Not signed in", sentences, up="../"), refused.status)
    response = RedirectResponse("../", 303, headers={"Cache-Control": "no-store"})
    gate.remember(session, request, response)
    response.delete_cookie(_cookie(request), secure=is_encrypted(request), httponly=True, path=cookie_path(request))
    return response


def _signed_in(gate: GateOf, request: Request, code: str | None, state: str | None, error: str | None) -> str:
    provider, errand = _provider(gate.provider), Errand.read(request.cookies.get(_cookie(request), ""))
    if errand is None or not hmac.compare_digest((state or "").encode(), errand.state.encode()):
        raise NotConfirmed(_LOST)
    if code is None:
        raise NotConfirmed(f"{provider.name} did not sign you in ({error or 'it gives no reason'}).")
    actor = actor_of(request, None)
    with gate.accounts.trying(errand.state, actor):  # others at this address do not wait for this one's failures
        identity = provider.identify(code, origin_of(request) + _BACK, errand)
    if errand.key is None:
        return gate.accounts.sign_in_by(identity, actor, gate.session(request))[1]
    names = names_in_records(request)
    return gate.accounts.join(errand.key, errand.name, identity, actor, in_records=names)[1]


def _cookie(request: Request) -> str:
    return cookie_name(request, "errand-")


def _provider(provider: Provider | None) -> Provider:
    if provider is None:
        raise NoSuchProvider
    return provider
