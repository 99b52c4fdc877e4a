"""Live topics: their first value, what happens when the link breaks, and when they can never be had."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager

import pytest
from conftest import RunningStation
from scripted_station import VirtualTime
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

import kitestring._topic_link as topic_link
from kitestring import AsyncClient, Client, Forbidden, NotAStation, ReaderTooSlow, TimedOut, Unauthorized, Untrusted
from kitestring.models import FlightState
from kitestring.topic import _Mailbox
from kitestring.topics import FLIGHT_STATE, NOTIFICATIONS_STATE, SYSTEM_STATE

Script = Callable[[ServerConnection], Awaitable[None]]
ENVELOPE = Subprotocol("kitestring.topics.v1")


def state(altitude: float) -> str:
    return json.dumps({"flight_state": "Flying", "altitude": altitude})


def event(code: int) -> str:
    return json.dumps({"severity": "Info", "code": code, "message": "m", "begin_time": "2026-03-01T09:30:00Z"})


@asynccontextmanager
async def scripted(*scripts: Script, refuse: tuple[int, str] | None = None, envelope: bool = False) -> AsyncIterator[AsyncClient]:
    """A station whose connections go one after another as the scripts say."""
    waiting = list(scripts)

    async def play(socket: ServerConnection) -> None:
        assert socket.request is not None
        assert socket.request.headers["authorization"] == "Bearer t"
        await waiting.pop(0)(socket)

    def judge(socket: ServerConnection, _: Request) -> Response | None:
        return None if refuse is None else socket.respond(refuse[0], refuse[1])

    subprotocols = [ENVELOPE] if envelope else None
    async with serve(play, "127.0.0.1", 0, process_request=judge, subprotocols=subprotocols) as server:
        url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        client = AsyncClient(url, token="t", timing=VirtualTime().timing)
        yield client
        await client.aclose()


def run(story: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 20))


async def forever(socket: ServerConnection) -> None:
    await socket.wait_closed()


def test_reads_bare_states_of_a_station_that_knows_no_envelope() -> None:
    async def one(socket: ServerConnection) -> None:
        await socket.send(state(7))
        await forever(socket)

    async def story() -> None:
        async with scripted(one) as client:
            assert (await client.topic(FLIGHT_STATE).until(lambda _: True)).altitude == 7
            assert client.clock.speed == 1

    run(story)


def test_reads_the_envelope_and_learns_the_time_of_the_station() -> None:
    async def one(socket: ServerConnection) -> None:
        for second in (0, 2):
            time = f"2026-03-01T09:30:0{second}.500000+00:00"
            await socket.send(json.dumps({"topic": "flight/state", "time": time, "data": json.loads(state(second))}))
        await forever(socket)

    async def story() -> None:
        async with scripted(one, envelope=True) as client:
            async for update in client.topic(FLIGHT_STATE).updates():
                if update.message and update.message.altitude == 2:
                    assert update.station_time is not None
                    assert update.station_time.isoformat() == "2026-03-01T09:30:02.500000+00:00"
                    break
            assert client.clock.now is not None
            assert client.clock.now.isoformat() >= "2026-03-01T09:30:02.5"

    run(story)


def test_connects_again_after_a_break_and_shows_what_is_stale() -> None:
    async def first(socket: ServerConnection) -> None:
        await socket.send(state(1))

    async def second(socket: ServerConnection) -> None:
        await socket.send(state(2))
        await forever(socket)

    async def story() -> None:
        async with scripted(first, second) as client:
            seen = []
            async for update in client.topic(FLIGHT_STATE).updates():
                seen.append((update.message.altitude if update.message else None, update.status, update.is_new))
                if update.message and update.message.altitude == 2:
                    break
            # A reader that was busy gets the first state and the news that it is stale at once.
            assert seen in (
                [(1, "live", True), (1, "stale", False), (2, "live", True)],
                [(1, "stale", True), (2, "live", True)],
            )

    run(story)


async def closed(_: ServerConnection) -> None:
    """The connection ends at once."""


def test_tells_that_events_are_live_again_although_none_comes() -> None:
    async def story() -> None:
        async with scripted(closed, forever) as client:
            statuses = []
            async for update in client.topic(NOTIFICATIONS_STATE).updates():
                assert update.message is None
                statuses.append(update.status)
                if len(statuses) == 3:
                    break
            assert statuses == ["live", "stale", "live"]

    run(story)


def test_keeps_the_latest_event_when_its_link_breaks() -> None:
    async def one(socket: ServerConnection) -> None:
        await socket.send(event(1))

    connected = asyncio.Event()

    async def second(socket: ServerConnection) -> None:
        connected.set()
        await forever(socket)

    async def story() -> None:
        async with scripted(one, second) as client, client.topic(NOTIFICATIONS_STATE).follow() as live:
            await connected.wait()
            assert live.latest.code == 1

    run(story)


def test_takes_a_state_that_is_not_repeated_for_a_dead_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topic_link, "SILENCE_S", 0.05)

    async def silent(socket: ServerConnection) -> None:
        await socket.send(state(1))
        await forever(socket)

    async def second(socket: ServerConnection) -> None:
        await socket.send(state(2))
        await forever(socket)

    async def story() -> None:
        async with scripted(silent, second) as client:
            assert (await client.topic(FLIGHT_STATE).until(lambda state: state.altitude == 2)).altitude == 2

    run(story)


def test_lets_a_slow_reader_of_a_state_skip_to_the_newest() -> None:
    async def story() -> None:
        mailbox = _Mailbox(FLIGHT_STATE)
        for altitude in (1, 2, 3):
            mailbox.receive(state(altitude), False)
        assert (await mailbox.next()).message == FlightState(flight_state="Flying", altitude=3)

    run(story)


def test_keeps_every_event_in_order_and_fails_a_reader_that_leaves_a_thousand_waiting() -> None:
    async def story() -> None:
        mailbox = _Mailbox(NOTIFICATIONS_STATE)
        for code in range(1001):
            mailbox.receive(event(code), False)
        messages = [(await mailbox.next()).message for _ in range(1000)]
        assert [message.code for message in messages if message] == list(range(1000))
        with pytest.raises(ReaderTooSlow, match="1000 events of notifications/state"):
            await mailbox.next()

    run(story)


@pytest.mark.parametrize(("status", "code", "error"), [(403, "INSUFFICIENT_SCOPE", Forbidden), (401, "INVALID_TOKEN", Unauthorized)])
def test_is_given_up_for_a_refusal_that_stays(status: int, code: str, error: type[Exception]) -> None:
    async def story() -> None:
        async with scripted(refuse=(status, json.dumps({"code": code, "message": "needs read"}))) as client:
            with pytest.raises(error, match=f"needs read .{status} {code}"):
                await client.topic(FLIGHT_STATE).until(lambda _: True)
            with pytest.raises(error):
                async with client.topic(FLIGHT_STATE).follow():
                    pass

    run(story)


@pytest.mark.parametrize("text", ["hello", "[]", "{}", '{"flight_state":"Flying","altitude":"high"}'])
def test_is_given_up_for_messages_that_no_station_sends(text: str) -> None:
    async def one(socket: ServerConnection) -> None:
        await socket.send(text)
        await forever(socket)

    async def story() -> None:
        async with scripted(one) as client:
            with pytest.raises(NotAStation, match="a message of flight/state"):
                await client.topic(FLIGHT_STATE).until(lambda _: True)

    run(story)


def test_says_what_the_last_state_was_when_the_wanted_one_does_not_come() -> None:
    async def one(socket: ServerConnection) -> None:
        await socket.send(state(7))
        await forever(socket)

    async def story() -> None:
        async with scripted(one) as client:
            with pytest.raises(TimedOut, match=r"flight/state did not show it in 0.2 s; the last was FlightState.*altitude=7"):
                await client.topic(FLIGHT_STATE).until(lambda _: False, timeout_s=0.2)

    run(story)


def test_gets_a_new_token_when_the_station_closes_for_the_old_one(station: RunningStation) -> None:
    async def story() -> None:
        async with AsyncClient(station.url, key=station.key) as client:
            statuses = []
            async for update in client.topic(FLIGHT_STATE).updates():
                statuses.append(update.status)
                if statuses == ["live"]:
                    await client.auth.token_invalidate()
                if update.status == "live" and "stale" in statuses:
                    break

    run(story)


def test_breaks_off_a_plain_loop_and_a_context_without_a_trace(station: RunningStation, client: Client) -> None:
    for state in client.topic(FLIGHT_STATE):
        assert state.flight_state == "StandBy"
        break
    with client.topic(SYSTEM_STATE).follow() as live:
        assert not live.is_stale
        assert live.latest.rtb_lids_state is None or live.latest.rtb_lids_state == "Closed"
        assert live.station_time is not None
    with pytest.raises(TimedOut):
        client.topic(FLIGHT_STATE).until(lambda state: state.flight_state == "Flying", timeout_s=0.05)


def test_trusts_no_other_key_on_a_topic_either(station: RunningStation) -> None:
    with Client(station.https_url, token=station.token, pin="sha256//" + "A" * 43 + "=") as client, pytest.raises(Untrusted):
        client.topic(FLIGHT_STATE).until(lambda _: True)
