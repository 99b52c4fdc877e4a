from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, Protocol, cast

from ._operation import T

CLOSE_WITHIN_S = 5


class Run(Protocol):
    """Runs a coroutine to its end, from a thread without an event loop."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


class Portal:
    """An event loop in a thread of its own, which other threads hand their coroutines to."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kitestring", daemon=True)
        # What is submitted before the end is cancelled by it, and nothing is submitted afterwards: no thread waits for ever.
        self._gate = threading.Lock()
        self._is_closed = False
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def run(self, coroutine: Coroutine[Any, Any, T], /) -> T:
        """Waits for the result. What interrupts the wait (Ctrl-C) cancels the coroutine."""
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise RuntimeError("called from a callback of the client: it would wait for itself")
        future = self._submit(coroutine)
        try:
            return future.result()
        except CancelledError:
            raise RuntimeError("the client was closed") from None
        except BaseException:
            future.cancel()
            raise

    def iterate(self, items: AsyncGenerator[T, None]) -> Iterator[T]:
        """An asynchronous generator as a plain one, which ends when the client is closed. A `break` ends the other."""
        try:
            while not self._is_closed:
                yield self.run(_next(items))
        except StopAsyncIteration:
            return
        except RuntimeError:
            if not self._is_closed:
                raise
        finally:
            if not self._is_closed:
                self.run(_close(items))

    def close(self) -> None:
        with self._gate:
            if self._is_closed:
                return
            self._is_closed = True
            end = asyncio.run_coroutine_threadsafe(_end_all(), self._loop)
        end.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        with self._gate:
            if not self._is_closed:
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        coroutine.close()
        raise RuntimeError("the client is closed")


async def _next(items: AsyncGenerator[T, None]) -> T:
    return await anext(items)


async def _close(items: AsyncGenerator[T, None]) -> None:
    await items.aclose()


async def _end_all() -> None:
    """Ends every task, and the generators that wait for nobody: collected later, one would leave a task in a loop that has stopped."""
    others = _other_tasks()
    for task in others:
        task.cancel()
    await _wait_for(others)
    with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.get_running_loop().shutdown_asyncgens(), CLOSE_WITHIN_S)
    # Of generators that were collected a moment ago.
    await _wait_for(_other_tasks())


def _other_tasks() -> set[asyncio.Task[Any]]:
    return asyncio.all_tasks() - {cast("asyncio.Task[Any]", asyncio.current_task())}


async def _wait_for(tasks: set[asyncio.Task[Any]]) -> None:
    if tasks:
        await asyncio.wait(tasks, timeout=CLOSE_WITHIN_S)
