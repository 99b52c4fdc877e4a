from __future__ import annotations

from ._operation import Operation
from .errors import ApiError, ConnectionFault, TimedOut, Unreachable

MAX_ATTEMPTS = 4
FIRST_DELAY_S = 0.2
MAX_DELAY_S = 30.0
"""Longer waits are for the caller to decide on: the error says how long."""


def retry_delay_s(operation: Operation[object], error: ApiError | ConnectionFault, attempt: int, random: float) -> float | None:
    """
    Seconds to wait before the next attempt; None to give up.

    A command is repeated only where the station has said that it did nothing and when to come again (429, 503 with `Retry-After`):
    a take-off that was sent twice, or late, would surprise the people beside the Kite.
    """
    if attempt >= MAX_ATTEMPTS or not _may_repeat(operation, error):
        return None
    asked_s = error.retry_after_s if isinstance(error, ApiError) else None
    backoff_s: float = FIRST_DELAY_S * 2 ** (attempt - 1) * (0.75 + random / 2)
    delay_s = backoff_s if asked_s is None else asked_s
    return delay_s if delay_s <= MAX_DELAY_S else None


def _may_repeat(operation: Operation[object], error: ApiError | ConnectionFault) -> bool:
    if isinstance(error, ConnectionFault):
        return operation.may_repeat and isinstance(error, (Unreachable, TimedOut))
    if error.code == "TOO_MANY_WRONG_KEYS":
        return False
    if error.status == 429:
        return True
    return error.status == 503 and (operation.may_repeat or error.retry_after_s is not None)
