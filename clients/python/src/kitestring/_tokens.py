from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from .models import TokenGrant


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
    """
    Tokens that an API key gets: one at a time, however many ask for it. One is used until the station refuses it: control belongs to its
    session, and a new session would wait for it like any other client.
    """

    def __init__(self, request: Callable[[], Coroutine[Any, Any, TokenGrant]]) -> None:
        self._request = request
        self._held: str | None = None
        self._renewal: asyncio.Task[str] | None = None

    @property
    def held(self) -> str | None:
        return self._held

    async def token(self) -> str:
        if self._held is not None:
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
        self._held = (await self._request()).access_token
        return self._held

    def _renewed(self, renewal: asyncio.Task[str]) -> None:
        self._renewal = None
        if not renewal.cancelled():
            renewal.exception()  # Those who wait for it get it; if all have left, it is no news.
