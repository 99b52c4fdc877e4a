from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from ._channel import Channel, Request, result_of
from ._operation import Operation, T, TopicName
from ._timing import Timing
from ._tls import tls_context
from ._tokens import FixedToken, KeyTokens, Tokens
from ._topic_link import LinkDeps
from ._versions import Versions
from .clock import StationClock
from .control import LEASE_S, ControlHold, HoldDeps
from .errors import ApiError, ConnectionFault, InvalidOption, NotFound
from .flight import Flight
from .generated import asynchronous as operations
from .generated.operations import AUTH_TOKEN_INVALIDATE, AUTH_TOKEN_REQUEST
from .models import TokenGrant
from .recordings import Recordings
from .sim import Sim
from .topic import Topic
from .topics import FLIGHT_STATE, HANDOFF_STATE


class AsyncClient:
    """
    A client of one station. `Client` is the same without `async`.

    It speaks API 1.0.0 and newer. Errors are `ApiError` (the station said no), `ConnectionFault` (it said nothing) and `NotInVersion`
    (its version of the API does not have what was called). Cancelling a task ends its call.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:3128",
        *,
        key: str | None = None,
        token: str | None = None,
        token_name: str | None = None,
        scopes: Sequence[str] | None = None,
        timeout_s: float = 10,
        ca_file: str | os.PathLike[str] | None = None,
        pin: str | None = None,
        timing: Timing | None = None,
    ) -> None:
        """
        - `url`: of the station; `/api/v1` at its end is left out.
        - `key`: API key; tokens are got with it, and got again when they end. Or `token`, which is used as it is.
        - `token_name`: name of the session, which other clients see.
        - `scopes`: to ask for; all of the plugin's when absent.
        - `timeout_s`: limit of one attempt, where a call gives none.
        - `ca_file`, `pin`: whom to trust over HTTPS in place of the authorities of the system: those of a PEM file, or the public key
          `sha256//<base64>` that the station prints. They need an https:// address.

        Raises InvalidOption.
        """
        self.clock = StationClock()
        """The station's clock, learned from the topics that are followed."""
        station_url = _station_url(url, needs_https=not (ca_file is None and pin is None))
        context = tls_context(ca_file=ca_file, pin=pin) if station_url.startswith("https") else None
        timing = timing or Timing()
        self._channel = Channel(station_url, context, timeout_s, timing)
        self._timing = timing
        self._versions = Versions(self._channel)
        self._lease_s = LEASE_S
        self._tokens = self._tokens_of(key, token, token_name, scopes)
        self._links = LinkDeps(station_url, context, self._tokens, self.clock, timing)
        self.auth = operations.AuthOperations(self._call)
        self.flight = Flight(self._call, self.topic(FLIGHT_STATE))
        self.camera = operations.CameraOperations(self._call)
        self.handoff = operations.HandoffOperations(self._call)
        self.notifications = operations.NotificationsOperations(self._call)
        self.system = operations.SystemOperations(self._call)
        self.videostreams = operations.VideostreamsOperations(self._call)
        self.recordings = Recordings(self._call, self._channel, self._tokens, timing)
        self.health = operations.HealthOperations(self._call)
        self.versions = operations.VersionsOperations(self._call)
        self.station = operations.StationOperations(self._call)
        """What the station says of itself, beside the published API."""
        self.admin = operations.AdminOperations(self._call)
        """Administration of plugins and sessions; needs the scope `internal`."""
        self.sim = Sim(self._call, self._channel, self._tokens)
        """Controls of a simulated aircraft; a real one has none."""

    def topic(self, name: TopicName[T]) -> Topic[T]:
        """A topic of `kitestring.topics` to follow: `async for state in client.topic(FLIGHT_STATE)`."""
        return Topic(name, self._links)

    def hold_control(
        self,
        operator_name: str,
        *,
        wait_s: float = 30,
        hands_over: bool = False,
        override: bool = False,
        regulatory_mode: str | None = None,
        operator_gps_lat: float | None = None,
        operator_gps_lon: float | None = None,
        operator_gps_elevation: float | None = None,
        operator_gps_accuracy: float | None = None,
    ) -> ControlHold:
        """
        Control for the length of an `async with` block: requested, renewed, and released at the end; with `hands_over` already when
        another client asks for it. Waits in the queue for `wait_s` seconds, then raises ControlNotGranted;
        `override` takes control from another client at once, which needs the scope `can_override`. Losing control does not stop the
        block: ask `raise_if_lost` before each step.
        """
        request = {
            "operator_name": operator_name,
            "regulatory_mode": regulatory_mode,
            "operator_gps_lat": operator_gps_lat,
            "operator_gps_lon": operator_gps_lon,
            "operator_gps_elevation": operator_gps_elevation,
            "operator_gps_accuracy": operator_gps_accuracy,
        }
        deps = HoldDeps(handoff=self.handoff, state=self.topic(HANDOFF_STATE), lease_s=lambda: self._lease_s, timing=self._timing)
        return ControlHold(deps, request, hands_over=hands_over, override=override, wait_s=wait_s)

    async def aclose(self) -> None:
        """
        Ends the session that the key opened, and the connections of requests; a loop over a topic ends with its task. Faults in that are
        not reported.
        """
        held = self._tokens.held
        if held is not None:
            with suppress(ApiError, ConnectionFault):
                await self._channel.send(Request(AUTH_TOKEN_INVALIDATE), FixedToken(held), timeout_s=2)
            self._tokens.refused(held)
        await self._channel.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def _call(
        self,
        operation: Operation[T],
        /,
        *,
        path: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        timeout_s: float | None = None,
    ) -> T:
        await self._versions.refuse_missing(operation, body)
        request = Request(operation, path or {}, query or {}, body)
        try:
            response = await self._channel.send(request, self._tokens, timeout_s)
            self._lease_s = float(response.headers.get("kitestring-control-lease", self._lease_s))
            return result_of(operation, response)
        except NotFound as error:
            unspoken = await self._versions.unspoken(operation, error)
            if unspoken is None:
                raise
            raise unspoken from error

    def _tokens_of(self, key: str | None, token: str | None, token_name: str | None, scopes: Sequence[str] | None) -> Tokens:
        if (key is None) == (token is None):
            raise InvalidOption("give a key or a token")
        if key is None:
            return FixedToken(token or "")
        body: dict[str, Any] = {
            "grant_type": "client_credentials",
            "client_secret": key,
            "token_name": token_name,
            "scope": None if scopes is None else " ".join(scopes),
        }

        async def request() -> TokenGrant:
            return await self._call(AUTH_TOKEN_REQUEST, body=body)

        return KeyTokens(request)


_OF_API = re.compile(r"(/api(/v\d+)?)?/*$")
"""Prefix of the API behind the address of a station, which a copied address may have."""


def _station_url(url: str, *, needs_https: bool) -> str:
    scheme = _scheme_of(url)
    if scheme not in ("http", "https"):
        raise InvalidOption(f"url must begin with http:// or https://, got {url!r}")
    if needs_https and scheme != "https":
        raise InvalidOption(f"ca_file and pin need an https:// url, got {url!r}")
    return _OF_API.sub("", url)


def _scheme_of(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.scheme if parts.hostname else ""
