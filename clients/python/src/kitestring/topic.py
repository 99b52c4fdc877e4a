from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from types import TracebackType
from typing import Generic

import anyio

from ._json import decode, parse_timestamp
from ._operation import T, TopicName
from ._topic_link import LinkDeps, TopicLink, TopicStatus
from .errors import NotAStation, ReaderTooSlow, TimedOut

MAX_WAITING_EVENTS = 1000
"""Events that wait for a slow reader before it is cut off."""


@dataclass(frozen=True)
class Update(Generic[T]):
    """A message, or the news that the link is broken; of events also that it is there."""

    message: T | None
    """Of a stale state the last one; None where there was none yet, and of events."""
    status: TopicStatus
    station_time: datetime | None = None
    """When the station sent it, by its own clock; None where it does not say."""
    is_new: bool = True
    """Whether the message has not been given out before."""


class Topic(Generic[T]):
    """
    A topic of the station. Each loop over it has a connection of its own, which is made again by itself whenever it breaks.

    A state begins with its present value, and a slow reader gets the newest one. Of notifications the active ones come first, and
    again after a break; those that ended in the gap are in the history.
    """

    def __init__(self, name: TopicName[T], deps: LinkDeps) -> None:
        self.name = name.name
        self._name = name
        self._deps = deps

    async def __aiter__(self) -> AsyncGenerator[T, None]:
        async with aclosing(self.updates()) as updates:
            async for update in updates:
                if update.is_new and update.message is not None:
                    yield update.message

    async def updates(self) -> AsyncGenerator[Update[T], None]:
        """Messages, and in between when they have become stale. Raises ApiError or ConnectionFault when the topic cannot be had."""
        mailbox = _Mailbox[T](self._name)
        link = asyncio.create_task(TopicLink(self._name, self._deps, mailbox.receive, mailbox.status).run())
        link.add_done_callback(mailbox.ended)
        try:
            while True:
                yield await mailbox.next()
        finally:
            link.cancel()

    async def until(self, holds: Callable[[T], bool], *, timeout_s: float | None = 60) -> T:
        """
        The first message for which `holds` is true. None of them is older than this call, so that it may follow a command at once.
        Raises TimedOut with the last message.
        """
        last: T | None = None

        with anyio.move_on_after(timeout_s):
            async with aclosing(aiter(self)) as messages:
                async for last in messages:
                    if holds(last):
                        return last
        raise TimedOut(f"{self.name} did not show it in {timeout_s:g} s; the last was {last}")

    def follow(self, *, timeout_s: float = 10) -> Live[T]:
        """`async with topic.follow() as live:` keeps `live.latest` up to date. Waits so long for the first message."""
        return Live(self, timeout_s)


class Live(Generic[T]):
    """The latest message of a topic, kept up to date in the background."""

    def __init__(self, topic: Topic[T], timeout_s: float) -> None:
        self._topic = topic
        self._timeout_s = timeout_s
        self._update: Update[T] | None = None
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def latest(self) -> T:
        """The last message; it may be old when `is_stale`. Raises what has ended the topic."""
        if self._task is not None and self._task.done() and not self._task.cancelled():
            self._task.result()
        if self._update is None or self._update.message is None:
            raise RuntimeError("use it inside of its `with` block")
        return self._update.message

    @property
    def is_stale(self) -> bool:
        return self._update is None or self._update.status == "stale"

    @property
    def station_time(self) -> datetime | None:
        """When the station sent the last message, by its own clock."""
        return None if self._update is None else self._update.station_time

    async def __aenter__(self) -> Live[T]:
        self._task = asyncio.create_task(self._read())
        arrived = asyncio.create_task(self._arrived.wait())
        try:
            await asyncio.wait({self._task, arrived}, timeout=self._timeout_s, return_when=asyncio.FIRST_COMPLETED)
            if self._task.done():
                self._task.result()
            if not self._arrived.is_set():
                raise TimedOut(f"{self._topic.name} sent nothing in {self._timeout_s:g} s")
        except BaseException:
            self._task.cancel()
            raise
        finally:
            arrived.cancel()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _read(self) -> None:
        async with aclosing(self._topic.updates()) as updates:
            async for update in updates:
                if update.message is None and self._update is not None:
                    update = replace(self._update, status=update.status)
                self._update = update
                if update.message is not None:
                    self._arrived.set()


class _Mailbox(Generic[T]):
    """What waits for a reader: of a state the newest, of events all, up to a bound, over which the reader fails rather than miss one."""

    def __init__(self, name: TopicName[T]) -> None:
        self._name = name
        self._waiting: deque[Update[T]] = deque()
        self._last: Update[T] | None = None
        self._end: BaseException | None = None
        self._wake = asyncio.Event()

    def receive(self, text: str | bytes, is_enveloped: bool) -> datetime | None:
        """Returns the time that the message carries. Raises NotAStation."""
        try:
            value, time = json.loads(text), None
            if is_enveloped:
                value, time = value["data"], parse_timestamp(value["time"])
            self._push(Update(decode(self._name.message, value, "the message"), "live", time))
        except (ValueError, KeyError, TypeError) as error:
            raise NotAStation(f"a message of {self._name.name} is not what a station sends: {error}") from error
        return time

    def status(self, status: TopicStatus) -> None:
        if self._last is not None and self._last.status == status:
            return
        if self._name.kind == "event" or self._last is None:
            self._push(Update(None, status, is_new=False))
        else:
            self._push(replace(self._last, status=status, is_new=bool(self._waiting) and self._last.is_new))

    def ended(self, link: asyncio.Task[None]) -> None:
        if not link.cancelled():
            self._end = self._end or link.exception()
            self._wake.set()

    async def next(self) -> Update[T]:
        while not self._waiting:
            if self._end is not None:
                raise self._end
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()

    def _push(self, update: Update[T]) -> None:
        self._last = update
        if self._name.kind == "state":
            self._waiting.clear()
        elif len(self._waiting) >= MAX_WAITING_EVENTS:
            self._end = self._end or ReaderTooSlow(f"{MAX_WAITING_EVENTS} events of {self._name.name} wait to be read")
            return
        self._waiting.append(update)
        self._wake.set()
