from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

_MIN_SPAN_S = 0.05
"""Times closer together than this say little about the speed: messages of one moment arrive one after another."""
_OVERTAKEN_MAX_S = 1.0
"""Messages of several topics may overtake each other by this much; a time that is further back is a clock that was set."""


class _Reading(NamedTuple):
    station: datetime
    here_s: float


class StationClock:
    """
    What time it is at the station, learned from the times that its messages carry.

    This machine's own clock may be an hour off, and a simulated station has a time of its own, which may run faster or slower. How
    long something lasts there can only be told by the station's clock. A station whose messages carry no time counts as a real one.
    """

    def __init__(self, here_s: Callable[[], float] = time.monotonic) -> None:
        self._here_s = here_s
        self._first: _Reading | None = None
        self._latest: _Reading | None = None
        self._has_untimed = False
        self._elapsed_s = 0.0

    def observe(self, station: datetime | None) -> None:
        """Takes note of the time that a message carries; None where it carries none."""
        if station is None:
            self._has_untimed = True
            return
        reading = _Reading(station, self._here_s())
        ahead_s = 0.0 if self._latest is None else (station - self._latest.station).total_seconds()
        if self._latest is not None and -_OVERTAKEN_MAX_S <= ahead_s <= 0:
            return
        self._latest = reading
        if self._first is None or ahead_s < 0:
            self._first = reading

    @property
    def now(self) -> datetime | None:
        """The time there, as if it had run with ours at the known speed since the latest message; None before that."""
        if self._latest is None:
            return None
        since_s = (self._here_s() - self._latest.here_s) * (self.speed or 1)
        return self._latest.station + timedelta(seconds=since_s)

    @property
    def speed(self) -> float | None:
        """Seconds of station time per second; None until it is known."""
        if self._first is None or self._latest is None:
            return 1.0 if self._has_untimed else None
        span_s = self._latest.here_s - self._first.here_s
        return None if span_s < _MIN_SPAN_S else (self._latest.station - self._first.station).total_seconds() / span_s

    @property
    def elapsed_s(self) -> float:
        """Seconds of station time that only grow; their beginning means nothing."""
        here_s = self._here_s()
        estimate_s = here_s
        if self._first is not None and self._latest is not None:
            measured_s = (self._latest.station - self._first.station).total_seconds()
            estimate_s = self._first.here_s + measured_s + (here_s - self._latest.here_s) * (self.speed or 1)
        self._elapsed_s = max(self._elapsed_s, estimate_s)
        return self._elapsed_s
