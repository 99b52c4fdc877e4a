from __future__ import annotations

from datetime import datetime
from typing import Literal

from ._operation import Call
from .errors import NotPossibleNow, TakeOffPrevented
from .generated.asynchronous import FlightOperations
from .generated.operations import NOTIFICATIONS_HISTORY
from .models import FlightState, Notification
from .topic import Topic

_SEVERITIES = ("Fatal", "Critical", "Warning", "Info")
_ON_ITS_WAY = ("TakingOff", "Unknown")


class Flight(FlightOperations):
    """The operations of `flight`, and a take-off that can be waited for."""

    def __init__(self, call: Call, state: Topic[FlightState]) -> None:
        super().__init__(call)
        self._state = state

    async def take_off(self, *, until: Literal["Flying"] | None = None, within_s: float = 120, timeout_s: float | None = None) -> None:
        """
        Takes off. With `until="Flying"` it returns when the station reports that, and raises TakeOffPrevented with the notification that
        prevented it, or TimedOut after `within_s` seconds; the take-off then continues unless it is aborted.
        """
        if until is None:
            await super().take_off(timeout_s=timeout_s)
            return
        began = (await self._call(NOTIFICATIONS_HISTORY)).to_time
        try:
            await super().take_off(timeout_s=timeout_s)
        except NotPossibleNow as refusal:
            raise TakeOffPrevented("the station refused the take-off", await self._reasons(began), refusal=refusal) from refusal
        state = await self._state.until(lambda state: state.flight_state not in _ON_ITS_WAY, timeout_s=within_s)
        if state.flight_state != until:
            reason = f"the take-off ended in {state.flight_state}"
            raise TakeOffPrevented(reason, await self._reasons(began), state=state)

    async def _reasons(self, began: datetime | None) -> list[Notification]:
        """What has begun since then, even if it is over; else what is active. The most severe first."""
        history = (await self._call(NOTIFICATIONS_HISTORY, query={"from_time": began})).notifications
        new = [notification for notification in history if began is not None and notification.begin_time >= began]
        active = [notification for notification in history if notification.end_time is None]
        return sorted(new or active, key=lambda one: (_SEVERITIES.index(one.severity), -one.begin_time.timestamp()))
