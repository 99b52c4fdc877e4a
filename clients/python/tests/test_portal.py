"""The event loop in a thread of its own, below the client for plain code."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from kitestring._portal import Portal


def test_what_is_between_two_values_ends_with_the_portal() -> None:
    ended: list[bool] = []

    async def numbers() -> AsyncGenerator[int, None]:
        try:
            for number in range(3):
                yield number
        finally:
            ended.append(True)

    portal = Portal()
    values = portal.iterate(numbers())
    assert next(values) == 0
    portal.close()
    assert ended == [True]
    assert list(values) == []
