from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Time and chance, so that tests can have their own."""

    now_s: Callable[[], float] = time.monotonic
    """Seconds that only grow."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Callable[[], float] = random.random
