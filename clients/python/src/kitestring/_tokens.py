from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ._timing import Timing
from .models import TokenGrant

RENEWED_AFTER = 0.9
"""A token is renewed when this part of its life is over, so that no request meets its end."""


class Tokens(Protocol):
    """Where the access token comes from."""

    async def token(self) -> str:
        """A token that is thought to be valid."""

    def refused(self, token: str) -> bool:
        """The station refused this token. Returns whether another one can be had."""

    @property
    def held(self) -> str | None:
        """The token in hand, if there is one that was got with the key."""


class FixedToken:
    """One token that its owner renews."""

    held = None

    def __init__(self, token: str) -> None:
        self._token = token

    async def token(self) -> str:
        return self._token

    def refused(self, token: str) -> bool:
        return False


class KeyTokens:
    """Tokens that an API key gets: one at a time, however many ask for it."""

    def __init__(self, request: Callable[[], Coroutine[Any, Any, TokenGrant]], timing: Timing) -> None:
        self._request = request
        self._timing = timing
        self._held: str | None = None
        self._renew_at_s = 0.0
        self._renewal: asyncio.Task[str] | None = None

    @property
    def held(self) -> str | None:
        return self._held

    async def token(self) -> str:
        if self._held is not None and self._timing.now_s() < self._renew_at_s:
            return self._held
        if self._renewal is None:
            self._renewal = asyncio.create_task(self._renew())
            self._renewal.add_done_callback(self._renewed)
        # One who does not want it any more leaves it to the others.
        return await asyncio.shield(self._renewal)

    def refused(self, token: str) -> bool:
        if self._held == token:
            self._held = None
        return True

    async def _renew(self) -> str:
        grant = await self._request()
        life_s = float("inf") if grant.expires_in is None else grant.expires_in
        self._held = grant.access_token
        self._renew_at_s = self._timing.now_s() + life_s * RENEWED_AFTER
        return grant.access_token

    def _renewed(self, renewal: asyncio.Task[str]) -> None:
        self._renewal = None
        if not renewal.cancelled():
            renewal.exception()  # Those who wait for it get it; if all have left, it is no news.
