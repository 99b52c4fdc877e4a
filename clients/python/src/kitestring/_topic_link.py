from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import anyio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from ._channel import connection_fault
from ._operation import TopicName
from ._timing import Timing
from ._tokens import Tokens
from .clock import StationClock
from .errors import ApiError, ConnectionFault, NotAStation, TimedOut, Unreachable, Untrusted, api_error

FIRST_DELAY_S = 0.25
MAX_DELAY_S = 5.0
SILENCE_S = 15.0
"""The station sends a state at least every 5 s; three missed ones are silence."""
OPEN_WITHIN_S = 10.0
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
POLICY_VIOLATION = 1008
"""Close code for a token that is no longer valid."""
ENVELOPE = Subprotocol("kitestring.topics.v1")
PASSING_STATUSES = (401, 408, 429)
"""Refusals that may change by themselves: no token, too slow, too many."""

TopicStatus = Literal["live", "stale"]
"""`stale`: the link is broken and is being made again; what is known may be old."""


@dataclass(frozen=True)
class LinkDeps:
    """What links are given to work with."""

    url: str
    context: ssl.SSLContext | None
    tokens: Tokens
    clock: StationClock
    timing: Timing


class TopicLink:
    """One WebSocket on one topic, made again whenever it breaks."""

    def __init__(
        self,
        name: TopicName[Any],
        deps: LinkDeps,
        receive: Callable[[str | bytes, bool], datetime | None],
        status: Callable[[TopicStatus], None],
    ) -> None:
        self._deps = deps
        self._is_state = name.kind == "state"
        self._url = f"{deps.url.replace('http', 'ws', 1)}/api/v1/{name.name}/subscribe"
        self._receive = receive
        self._status = status
        self._attempt = 0

    async def run(self) -> None:
        """Runs until it is cancelled. Raises ApiError or ConnectionFault when the topic can never be had."""
        while True:
            self._attempt += 1
            try:
                await self._connection()
                asked_s = None
            except _Ended as ended:
                raise ended.error from ended
            except (ApiError, ConnectionFault) as error:
                if _is_final(error):
                    raise
                asked_s = error.retry_after_s if isinstance(error, ApiError) else None
            self._status("stale")
            backoff_s = min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** max(0, self._attempt - 1))
            await self._deps.timing.sleep(backoff_s * (0.75 + self._deps.timing.random() / 2) if asked_s is None else asked_s)

    async def _connection(self) -> None:
        token = await self._token()
        try:
            async with self._connect(token) as socket:
                await self._read(socket)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == POLICY_VIOLATION:
                self._deps.tokens.refused(token)
            raise Unreachable(f"{self._url} was closed: {closed}") from closed
        except InvalidStatus as refused:
            error = _refusal(refused)
            if error.status == 401 and not self._deps.tokens.refused(token):
                raise _Ended(error) from refused
            raise error from refused
        except (OSError, InvalidHandshake, WebSocketException) as error:
            raise connection_fault(error, self._url) from error

    async def _token(self) -> str:
        try:
            return await self._deps.tokens.token()
        except ApiError as error:
            # A key that is refused stays refused: asking again would only use up the station's patience.
            raise (_Ended(error) if error.status == 401 else error) from error

    def _connect(self, token: str) -> connect:
        return connect(
            self._url,
            additional_headers={"Authorization": f"Bearer {token}"},
            subprotocols=[ENVELOPE],
            ssl=self._deps.context,
            compression=None,
            open_timeout=OPEN_WITHIN_S,
            close_timeout=1,
            max_size=MAX_MESSAGE_BYTES,
            proxy=None,
        )

    async def _read(self, socket: ClientConnection) -> None:
        if not self._is_state:
            self._status("live")  # No event may come for days.
        while True:
            message = None
            with anyio.move_on_after(SILENCE_S if self._is_state else None):
                message = await socket.recv()
            if message is None:
                raise TimedOut(f"nothing from {self._url} in {SILENCE_S:g} s")
            self._attempt = 0
            self._deps.clock.observe(self._receive(message, socket.subprotocol == ENVELOPE))


class _Ended(Exception):
    def __init__(self, error: ApiError) -> None:
        self.error = error


def _refusal(refused: InvalidStatus) -> ApiError:
    response = refused.response
    return api_error(response.status_code, bytes(response.body or b""), response.headers.get("retry-after"))


def _is_final(error: ApiError | ConnectionFault) -> bool:
    """No permission, no such topic, a certificate that is not the right one: the same tomorrow. A camera may be attached later."""
    if isinstance(error, ConnectionFault):
        return isinstance(error, (Untrusted, NotAStation))
    return 400 <= error.status < 500 and error.status not in PASSING_STATUSES and error.code != "CAMERA_NOT_FOUND"
