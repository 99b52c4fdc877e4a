from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

import anyio

from ._timing import Timing
from .errors import ApiError, ConnectionFault, ControlLost, ControlNotGranted
from .generated.asynchronous import HandoffOperations
from .models import HandoffState
from .topic import Topic

LEASE_S = 10.0
"""
Lease of control: the time after which it lapses unless it is renewed. A simulation that runs faster ends it sooner than a busy machine may
answer: there control counts as held for as long in real time, unless another client takes it.
"""
RENEW_SHARE = 0.35
"""Share of a lease after which it is renewed: two renewals may be lost on the way."""
MIN_RENEW_S = 0.05
ANSWER_WITHIN_S = 3.0
QUEUE_POLL_S = 0.5


@dataclass(frozen=True, kw_only=True)
class HoldDeps:
    """What a hold is given to work with."""

    handoff: HandoffOperations
    state: Topic[HandoffState]
    lease_s: Callable[[], float]
    """Real time after which control lapses, as the station says it."""
    timing: Timing


class ControlHold:
    """
    Control of one client, held from the answer that grants it until the `with` block ends or it is lost.

    Control that was not renewed in time is lost, and is never taken back without being asked for. The client knows that by its own
    clock before the station can tell it: a renewal after an outage would arrive before the news.
    """

    def __init__(self, deps: HoldDeps, request: Mapping[str, Any], *, hands_over: bool, override: bool, wait_s: float) -> None:
        self._deps = deps
        self._request = request
        self._hands_over = hands_over
        self._override = override
        self._wait_s = wait_s
        self._asked_s = 0.0
        self._granted_s: float | None = None
        self._lost: ControlLost | None = None
        self._is_lost = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._renewal = asyncio.Lock()

    @property
    def is_held(self) -> bool:
        """Whether this client is in control, as far as it can know."""
        return self._granted_s is not None and self._lost is None and self._left_s() > 0

    def raise_if_lost(self) -> None:
        """Raises ControlLost with the reason when control is lost: before each step that needs it."""
        if self._lost is not None:
            raise self._lost

    async def wait_until_lost(self, timeout_s: float | None = None) -> ControlLost | None:
        """The reason, once control is lost; None when it is still held after this time."""
        with anyio.move_on_after(timeout_s):
            await self._is_lost.wait()
        return self._lost if self._is_lost.is_set() else None

    async def __aenter__(self) -> ControlHold:
        try:
            await self._acquire()
        except BaseException:
            await self._release()
            raise
        self._tasks = [asyncio.create_task(self._renew())]
        if self._hands_over:
            self._tasks.append(asyncio.create_task(self._watch()))
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        # After a renewal on its way, which would ask again.
        async with self._renewal:
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._lost is None:
            await self._release()
        self._granted_s = None

    async def _acquire(self) -> None:
        if self._override:
            self._asked_s = _sleep_proof_s()
            await self._deps.handoff.override(**self._request)
            self._granted_s = self._asked_s
            return
        give_up_s = self._deps.timing.now_s() + self._wait_s
        while await self._ask() == "queued":
            if self._deps.timing.now_s() >= give_up_s:
                raise ControlNotGranted(await self._reason())
            await self._deps.timing.sleep(QUEUE_POLL_S)

    async def _reason(self) -> str:
        state = await self._deps.handoff.state()
        who = state.controlling_client.operator_name if state.controlling_client else None
        return f"control was not granted within {self._wait_s:g} s: {who or 'another client'} is in control"

    async def _ask(self, timeout_s: float | None = None) -> Literal["granted", "queued"]:
        # The lease begins after the request, never before.
        self._asked_s = _sleep_proof_s()
        answer = await self._deps.handoff.request(**self._request, timeout_s=timeout_s)
        self._granted_s = self._asked_s if answer == "granted" else None
        return answer

    def _left_s(self) -> float:
        """Seconds for which control counts as held without a renewal."""
        return (self._granted_s or 0) + LEASE_S - _sleep_proof_s()

    async def _renew(self) -> None:
        while self._lost is None:
            # Counted from the request: one without an answer takes a part of the lease.
            renew_in_s = self._asked_s + min(LEASE_S, self._deps.lease_s()) * RENEW_SHARE - _sleep_proof_s()
            await self._deps.timing.sleep(max(MIN_RENEW_S, min(renew_in_s, self._left_s())))
            async with self._renewal:
                left_s = self._left_s()
                # It may have been handed over while this waited.
                if self._lost is None and left_s > 0:
                    await self._renew_once(left_s)
                elif self._lost is None:
                    # Before the release, which may find no way to the station.
                    self._is_lost.set()
                    await self._lose("control was not renewed in time and has lapsed")

    async def _renew_once(self, left_s: float) -> None:
        answer = None
        try:
            # None outlives the control that it renews: arriving later, it would take control back.
            with anyio.move_on_after(left_s):
                answer = await self._ask(ANSWER_WITHIN_S)
        except ConnectionFault:
            return  # What did not arrive is tried again.
        except ApiError as error:
            # What the station refuses, it refuses the next time too, unless it is too busy.
            if error.status != 429 and error.status < 500:
                await self._lose(f"control was not renewed: {error}", error)
            return
        if answer == "queued":
            await self._lose("another client has taken control")

    async def _watch(self) -> None:
        async for _ in self._deps.state:
            # Asked again, for a message may be older than this control: then the client that waits is this one.
            if not await self._is_asked_for():
                continue
            async with self._renewal:
                if self._lost is None:
                    await self._lose("control was handed over to a client that asked for it")
            return

    async def _is_asked_for(self) -> bool:
        try:
            return len((await self._deps.handoff.state()).requesting_clients) > 0
        except (ApiError, ConnectionFault):
            return False

    async def _lose(self, why: str, cause: Exception | None = None) -> None:
        self._lost = ControlLost(why)
        self._lost.__cause__ = cause
        # A renewal that came too late has taken a place in the queue, or control, that is not wanted.
        await self._release()
        self._is_lost.set()

    async def _release(self) -> None:
        """A fault in that does not matter: the lease ends by itself."""
        with suppress(ApiError, ConnectionFault):
            await self._deps.handoff.release(timeout_s=ANSWER_WITHIN_S)


def _sleep_proof_s(monotonic: Callable[[], float] = time.monotonic) -> float:
    """Seconds that also count while the machine sleeps, where it has such a clock (CLOCK_BOOTTIME of Linux)."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return monotonic() if boot is None else time.clock_gettime(boot)
