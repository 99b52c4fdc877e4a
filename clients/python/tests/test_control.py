"""Control that is held: how often it is renewed, and when it counts as lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from scripted_station import ACCEPTED, BROKEN, NEVER, Answer, ScriptedStation, VirtualTime

from kitestring import AsyncClient, control

Story = Callable[[ScriptedStation, control.ControlHold, VirtualTime], Awaitable[None]]


def granted(lease_s: str | None = None) -> Answer:
    return Answer(201, headers={} if lease_s is None else {"kitestring-control-lease": lease_s})


def hold(monkeypatch: pytest.MonkeyPatch, story: Story, *answers: Answer) -> None:
    time = VirtualTime()
    monkeypatch.setattr(control, "_sleep_proof_s", lambda: time.now_s)

    async def run() -> None:
        async with ScriptedStation(*answers) as station, AsyncClient(station.url, token="t", timing=time.timing) as client:
            async with client.hold_control("the test") as held:
                await story(station, held, time)

    asyncio.run(asyncio.wait_for(run(), 20))


@pytest.mark.parametrize(
    ("lease_s", "every_s"),
    # The station's own; simulations that are fast, slow and paused; a station that does not say it.
    [("5", 1.75), ("0.5", 0.175), ("50", 3.5), ("Infinity", 3.5), (None, 3.5)],
)
def test_is_renewed_as_often_as_its_lease_asks_for(monkeypatch: pytest.MonkeyPatch, lease_s: str | None, every_s: float) -> None:
    async def story(_: ScriptedStation, held: control.ControlHold, time: VirtualTime) -> None:
        lost = await held.wait_until_lost()
        assert "another client has taken control" in str(lost)
        assert time.slept_s == pytest.approx([every_s, every_s])

    hold(monkeypatch, story, granted(lease_s), granted(lease_s), ACCEPTED, Answer(204))


def test_is_lost_on_time_and_told_before_the_release_that_finds_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "ANSWER_WITHIN_S", 0.05)

    async def story(_: ScriptedStation, held: control.ControlHold, time: VirtualTime) -> None:
        lost = await held.wait_until_lost()
        assert "not renewed in time" in str(lost)
        assert time.now_s == pytest.approx(10)
        assert not held._tasks[0].done()

    hold(monkeypatch, story, granted(), BROKEN, BROKEN, NEVER)


def test_counts_the_time_that_a_renewal_without_an_answer_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "ANSWER_WITHIN_S", 0.05)

    async def story(station: ScriptedStation, held: control.ControlHold, time: VirtualTime) -> None:
        await station.is_asked(2)
        time.now_s += 3
        await held.wait_until_lost()
        assert time.slept_s == pytest.approx([3.5, 0.5])

    hold(monkeypatch, story, granted(), NEVER, ACCEPTED, Answer(204))
