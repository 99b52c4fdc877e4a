from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Literal

from . import control, flight, recordings, sim, topic
from ._operation import T, TopicName
from ._portal import Portal
from .async_client import AsyncClient
from .clock import StationClock
from .errors import ControlLost
from .generated import synchronous as operations
from .recordings import ProgressCallback
from .topic import Update


class Client:
    """
    A client of one station, for programs without `asyncio`. Any number of threads may use it at the same time.

    It is `AsyncClient` in a thread of its own: the same calls, errors and arguments, without `async`. Errors are `ApiError` (the station
    said no), `ConnectionFault` (it said nothing) and `NotInVersion` (its version of the API does not have what was called).
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
        inner = AsyncClient(
            url,
            key=key,
            token=token,
            token_name=token_name,
            scopes=scopes,
            timeout_s=timeout_s,
            ca_file=ca_file,
            pin=pin,
        )
        self._inner = inner
        self._portal = Portal()
        run = self._portal.run
        self.auth = operations.AuthOperations(inner.auth, run)
        self.flight = Flight(inner.flight, self._portal)
        self.camera = operations.CameraOperations(inner.camera, run)
        self.handoff = operations.HandoffOperations(inner.handoff, run)
        self.notifications = operations.NotificationsOperations(inner.notifications, run)
        self.system = operations.SystemOperations(inner.system, run)
        self.videostreams = operations.VideostreamsOperations(inner.videostreams, run)
        self.recordings = Recordings(inner.recordings, self._portal)
        self.health = operations.HealthOperations(inner.health, run)
        self.versions = operations.VersionsOperations(inner.versions, run)
        self.station = operations.StationOperations(inner.station, run)
        """What the station says of itself, beside the published API."""
        self.admin = operations.AdminOperations(inner.admin, run)
        """Administration of plugins and sessions; needs the scope `internal`."""
        self.sim = Sim(inner.sim, self._portal)
        """Controls of a simulated aircraft; a real one has none."""

    @property
    def clock(self) -> StationClock:
        """The station's clock, learned from the topics that are followed."""
        return self._inner.clock

    def topic(self, name: TopicName[T]) -> Topic[T]:
        """A topic of `kitestring.topics` to follow: `for state in client.topic(FLIGHT_STATE)`."""
        return Topic(self._inner.topic(name), self._portal)

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
        Control for the length of a `with` block: requested, renewed, and released at the end; with `hands_over` already when another client
        asks for it. Waits in the queue for `wait_s` seconds, then raises ControlNotGranted; `override` takes control
        from another client at once, which needs the scope `can_override`. Losing control does not stop the block: ask `raise_if_lost`
        before each step.
        """

        async def hold() -> control.ControlHold:
            return self._inner.hold_control(
                operator_name,
                wait_s=wait_s,
                hands_over=hands_over,
                override=override,
                regulatory_mode=regulatory_mode,
                operator_gps_lat=operator_gps_lat,
                operator_gps_lon=operator_gps_lon,
                operator_gps_elevation=operator_gps_elevation,
                operator_gps_accuracy=operator_gps_accuracy,
            )

        return ControlHold(self._portal.run(hold()), self._portal)

    def close(self) -> None:
        """Ends the session that the key opened, and all connections; loops over topics in other threads end too."""
        if not self._portal.is_closed:
            self._portal.run(self._inner.aclose())
            self._portal.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Flight(operations.FlightOperations):
    """The operations of `flight`; three of them can wait until the Kite is where it was sent."""

    def __init__(self, inner: flight.Flight, portal: Portal) -> None:
        super().__init__(inner, portal.run)
        self._inner = inner

    def take_off(self, *, until: Literal["Flying"] | None = None, within_s: float = 120, timeout_s: float | None = None) -> None:
        """
        Takes off. With `until="Flying"` it returns when the station reports that, and raises FlightPrevented with the notification that
        prevented it, or TimedOut after `within_s` seconds; the take-off then continues unless it is aborted.
        """
        return self._run(self._inner.take_off(until=until, within_s=within_s, timeout_s=timeout_s))

    def land(self, *, until: Literal["StandBy"] | None = None, within_s: float = 300, timeout_s: float | None = None) -> None:
        """
        Lands. With `until="StandBy"` it returns when the Kite is on the ground and ready again, and raises FlightPrevented, for example
        after an abort by another client, or TimedOut after `within_s` seconds; the landing then continues.
        """
        return self._run(self._inner.land(until=until, within_s=within_s, timeout_s=timeout_s))

    def altitude(
        self, altitude: float, *, until: Literal["reached"] | None = None, within_s: float = 300, timeout_s: float | None = None
    ) -> None:
        """
        Flies to an altitude, metres. With `until="reached"` it returns when the Kite is there, and raises FlightPrevented with the
        notification that prevented it, or TimedOut after `within_s` seconds; the flight there then continues.
        """
        return self._run(self._inner.altitude(altitude, until=until, within_s=within_s, timeout_s=timeout_s))


class Recordings(operations.RecordingsOperations):
    """The operations of `recordings`, and their files as streams."""

    def __init__(self, inner: recordings.Recordings, portal: Portal) -> None:
        super().__init__(inner, portal.run)
        self._inner = inner
        self._portal = portal

    def stream(self, recording_id: str, file_id: str, *, progress: ProgressCallback | None = None) -> Iterator[bytes]:
        """The bytes of a file, up to its present size. A broken connection is resumed. Raises RecordingChanged if the file changes."""
        return self._portal.iterate(self._inner.stream(recording_id, file_id, progress=progress))

    def download(
        self,
        recording_id: str,
        file_id: str,
        to: str | os.PathLike[str],
        *,
        progress: ProgressCallback | None = None,
    ) -> Path:
        """
        Writes a file to `to`, a path or a folder, and returns its path. What an earlier call has left in `*.part` beside it is resumed,
        unless the file has changed. The name is there only when the file is whole. `progress` is called in the client's own thread.
        """
        return self._run(self._inner.download(recording_id, file_id, to, progress=progress))


class Sim(operations.SimOperations):
    """The operations of `sim`, and the objects in the pictures of a stream."""

    def __init__(self, inner: sim.Sim, portal: Portal) -> None:
        super().__init__(inner, portal.run)
        self._inner = inner
        self._portal = portal

    def truth_subscribe(self, stream_id: str) -> Iterator[dict[str, Any]]:
        """
        Each picture of a synthetic stream with the people, vehicles, fire and smoke in it, as docs/integrator/detectors.md has them, until
        the loop ends. Raises ApiError, or ConnectionFault when the connection breaks: a picture that is missed is gone.
        """
        return self._portal.iterate(self._inner.truth_subscribe(stream_id))


class Topic(Generic[T]):
    """
    A topic of the station. Each loop over it has a connection of its own, which is made again by itself whenever it breaks.

    A state begins with its present value, and a slow reader gets the newest one. Of notifications the active ones come first, and
    again after a break; those that ended in the gap are in the history.
    """

    def __init__(self, inner: topic.Topic[T], portal: Portal) -> None:
        self.name = inner.name
        self._inner = inner
        self._portal = portal

    def __iter__(self) -> Iterator[T]:
        return self._portal.iterate(aiter(self._inner))

    def updates(self) -> Iterator[Update[T]]:
        """Messages, and in between when they have become stale. Raises ApiError or ConnectionFault when the topic cannot be had."""
        return self._portal.iterate(self._inner.updates())

    def until(self, holds: Callable[[T], bool], *, timeout_s: float | None = 60) -> T:
        """
        The first message for which `holds` is true. None of them is older than this call, so that it may follow a command at once.
        Raises TimedOut with the last message.
        """
        return self._portal.run(self._inner.until(holds, timeout_s=timeout_s))

    def follow(self, *, timeout_s: float = 10) -> Live[T]:
        """`with topic.follow() as live:` keeps `live.latest` up to date. Waits so long for the first message."""

        async def live() -> topic.Live[T]:
            return self._inner.follow(timeout_s=timeout_s)

        return Live(self._portal.run(live()), self._portal)


class Live(Generic[T], AbstractContextManager["Live[T]"]):
    """The latest message of a topic, kept up to date in the background."""

    def __init__(self, inner: topic.Live[T], portal: Portal) -> None:
        self._inner = inner
        self._portal = portal

    @property
    def latest(self) -> T:
        """The last message; it may be old when `is_stale`. Raises what has ended the topic."""
        return self._inner.latest

    @property
    def is_stale(self) -> bool:
        return self._inner.is_stale

    @property
    def station_time(self) -> datetime | None:
        """When the station sent the last message, by its own clock."""
        return self._inner.station_time

    def __enter__(self) -> Live[T]:
        self._portal.run(self._inner.__aenter__())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._portal.run(self._inner.__aexit__(kind, error, trace))


class ControlHold(AbstractContextManager["ControlHold"]):
    """Control of one client, held from the answer that grants it until the `with` block ends or it is lost."""

    def __init__(self, inner: control.ControlHold, portal: Portal) -> None:
        self._inner = inner
        self._portal = portal

    @property
    def is_held(self) -> bool:
        """Whether this client is in control, as far as it can know."""
        return self._inner.is_held

    def raise_if_lost(self) -> None:
        """Raises ControlLost with the reason when control is lost: before each step that needs it."""
        self._inner.raise_if_lost()

    def wait_until_lost(self, timeout_s: float | None = None) -> ControlLost | None:
        """The reason, once control is lost; None when it is still held after this time."""
        return self._portal.run(self._inner.wait_until_lost(timeout_s))

    def __enter__(self) -> ControlHold:
        self._portal.run(self._inner.__aenter__())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._portal.run(self._inner.__aexit__(kind, error, trace))
