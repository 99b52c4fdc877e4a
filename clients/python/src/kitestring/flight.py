from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Literal

from ._operation import Call
from .errors import FlightPrevented, NotPossibleNow
from .generated.asynchronous import FlightOperations
from .generated.operations import NOTIFICATIONS_HISTORY
from .models import FlightState, Notification
from .topic import Topic

_SEVERITIES = ("Fatal", "Critical", "Warning", "Info")
_REACHED_WITHIN_M = 0.5
"""`is_changing_altitude` is false so close to the target; used where a station does not send it."""


@dataclass(frozen=True)
class _Goal:
    """Where a command leads, and the states on the way there: any other one means that it does not get there."""

    title: str
    on_the_way: tuple[str, ...]
    is_reached: Callable[[FlightState], bool]
    altitude_m: float | None = None
    """The target that belongs to it; another one is that of another command."""

    def is_over(self, state: FlightState) -> bool:
        return self.is_reached(state) or state.flight_state not in self.on_the_way or self._has_another_target(state)

    def _has_another_target(self, state: FlightState) -> bool:
        if self.altitude_m is None or state.altitude_target is None:
            return False
        return abs(state.altitude_target - self.altitude_m) >= 0.01


# Without data of the Kite (`Unknown`) it may still arrive.
_FLYING = _Goal("the take-off", ("TakingOff", "Unknown"), lambda state: state.flight_state == "Flying")
_STAND_BY = _Goal("the landing", ("Landing", "SafetyLanding", "Unknown"), lambda state: state.flight_state == "StandBy")


def _altitude_goal(altitude_m: float) -> _Goal:
    states = ("Flying", "SafetyDescending")

    def is_reached(state: FlightState) -> bool:
        is_changing = state.is_changing_altitude
        if is_changing is None:
            is_changing = state.altitude is None or abs(state.altitude - altitude_m) > _REACHED_WITHIN_M
        is_own = state.altitude_target is not None and abs(state.altitude_target - altitude_m) < 0.01
        return state.flight_state in states and is_own and not is_changing

    return _Goal(f"the flight to {altitude_m:g} m", (*states, "Unknown"), is_reached, altitude_m)


class Flight(FlightOperations):
    """The operations of `flight`; three of them can wait until the Kite is where it was sent."""

    def __init__(self, call: Call, state: Topic[FlightState]) -> None:
        super().__init__(call)
        self._state = state

    async def take_off(self, *, until: Literal["Flying"] | None = None, within_s: float = 120, timeout_s: float | None = None) -> None:
        """
        Takes off. With `until="Flying"` it returns when the station reports that, and raises FlightPrevented with the notification that
        prevented it, or TimedOut after `within_s` seconds; the take-off then continues unless it is aborted.
        """
        await self._command(partial(super().take_off, timeout_s=timeout_s), None if until is None else _FLYING, within_s)

    async def land(self, *, until: Literal["StandBy"] | None = None, within_s: float = 300, timeout_s: float | None = None) -> None:
        """
        Lands. With `until="StandBy"` it returns when the Kite is on the ground and ready again, and raises FlightPrevented, for example
        after an abort by another client, or TimedOut after `within_s` seconds; the landing then continues.
        """
        await self._command(partial(super().land, timeout_s=timeout_s), None if until is None else _STAND_BY, within_s)

    async def altitude(
        self, altitude: float, *, until: Literal["reached"] | None = None, within_s: float = 300, timeout_s: float | None = None
    ) -> None:
        """
        Flies to an altitude, metres. With `until="reached"` it returns when the Kite is there, and raises FlightPrevented with the
        notification that prevented it, or TimedOut after `within_s` seconds; the flight there then continues.
        """
        goal = None if until is None else _altitude_goal(altitude)
        await self._command(partial(super().altitude, altitude, timeout_s=timeout_s), goal, within_s)

    async def _command(self, send: Callable[[], Awaitable[None]], goal: _Goal | None, within_s: float) -> None:
        if goal is None:
            return await send()
        began = (await self._call(NOTIFICATIONS_HISTORY)).to_time
        try:
            await send()
        except NotPossibleNow as refusal:
            raise FlightPrevented(f"{goal.title} was refused", await self._reasons(began), refusal=refusal) from refusal
        state = await self._state.until(goal.is_over, timeout_s=within_s)
        if not goal.is_reached(state):
            why = f"{goal.title} has ended, flight_state is {state.flight_state}"
            raise FlightPrevented(why, await self._reasons(began), state=state)
        return None

    async def _reasons(self, began: datetime | None) -> list[Notification]:
        """Notifications that have begun since then, even if they are over; else those that are active. The most severe first."""
        query = {} if began is None else {"from_time": began}
        history = (await self._call(NOTIFICATIONS_HISTORY, query=query)).notifications
        new = [notification for notification in history if began is not None and notification.begin_time >= began]
        active = [notification for notification in history if notification.end_time is None]
        return sorted(new or active, key=lambda one: (_SEVERITIES.index(one.severity), one.begin_time))
