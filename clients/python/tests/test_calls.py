"""What is sent, what comes back, and what is sent again."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import fields
from datetime import datetime, timezone

import pytest
from scripted_station import ACCEPTED, BROKEN, NEVER, STATE, Answer, ScriptedStation, VirtualTime, grant, ok, refusal

from kitestring import (
    ApiError,
    AsyncClient,
    ControlTaken,
    ErrorDetail,
    InvalidOption,
    InvalidRequest,
    KitestringError,
    NotAStation,
    RateLimited,
    StationFault,
    TimedOut,
    Unauthorized,
    Unreachable,
    models,
)

Story = Callable[[ScriptedStation, AsyncClient, VirtualTime], Awaitable[None]]


def play(story: Story, *answers: Answer, token: str | None = None) -> None:
    async def run() -> None:
        time = VirtualTime()
        async with ScriptedStation(*answers) as station:
            key = None if token else "k"
            client = AsyncClient(station.url, key=key, token=token, timing=time.timing)
            await story(station, client, time)
            station.answers = [Answer(200)]
            await client.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_gets_one_token_for_calls_that_begin_together_and_uses_it_again() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        await asyncio.gather(client.flight.state(), client.flight.state())
        await client.flight.state()
        assert station.token_requests == 1
        assert station.tokens == ["t1", "t1", "t1"]

    play(story, STATE, STATE, STATE)


def test_uses_a_token_until_the_station_refuses_it_however_near_its_end_for_control_belongs_to_its_session() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, time: VirtualTime) -> None:
        station.token_answers = [grant("short", 100)]
        for moment_s in (0.0, 99.9, 100.0):
            time.now_s = moment_s
            await client.flight.state()
        assert station.tokens == ["short", "short", "short", "t2"]

    play(story, STATE, STATE, refusal(401, "INVALID_TOKEN"), STATE)


def test_gets_a_new_token_after_401_once_and_sends_even_a_command_again() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        await client.flight.take_off()
        assert station.tokens == ["t1", "t2"]
        with pytest.raises(Unauthorized) as error:
            await client.flight.take_off()
        assert error.value.code == "INVALID_TOKEN"
        assert len(station.sent) == 4

    bad = refusal(401, "INVALID_TOKEN")
    play(story, bad, ACCEPTED, bad, bad)


def test_does_not_ask_again_with_a_key_that_is_refused() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        station.token_answers = [refusal(401, "INVALID_API_KEY")]
        with pytest.raises(Unauthorized, match="INVALID_API_KEY"):
            await client.flight.take_off()
        assert (station.token_requests, len(station.sent)) == (1, 0)

    play(story)


def test_uses_a_token_that_it_was_given_and_does_not_replace_it() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        with pytest.raises(Unauthorized):
            await client.flight.state()
        assert (station.tokens, station.token_requests) == (["mine"], 0)

    play(story, refusal(401, "INVALID_TOKEN"), token="mine")


def test_gives_its_token_back_when_it_is_closed() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        await client.flight.state()
        station.answers = [Answer(200)]
        await client.aclose()
        assert (station.sent[1].path, station.tokens[1]) == ("/api/v1/auth/token/invalidate", "t1")

    play(story, STATE)


def test_fills_in_path_body_and_query_and_leaves_out_what_is_not_given() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        await client.flight.altitude(10)
        await client.camera.rotate_by_angle(pan=5)
        await client.videostreams.zoom("a/b ?", zoom_level=2)
        await client.notifications.history(from_time=datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc))
        await client.health.get()
        sent = [(request.method, request.path, request.body, request.token) for request in station.sent]
        assert sent == [
            ("POST", "/api/v1/flight/control/altitude", {"altitude": 10}, "t1"),
            ("POST", "/api/v1/camera/control/rotate_by_angle", {"pan": 5}, "t1"),
            ("POST", "/api/v1/videostreams/a%2Fb%20%3F/control/zoom", {"zoom_level": 2}, "t1"),
            ("GET", "/api/v1/notifications/history?from_time=2026-03-01T09%3A30%3A00%2B00%3A00", None, "t1"),
            ("GET", "/api/health", None, None),
        ]

    play(story, ACCEPTED, ACCEPTED, ACCEPTED, ok({"notifications": []}), ok({"status": "OK", "api_version": "1.1.2"}))


def test_tells_control_that_was_granted_from_a_place_in_the_queue() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        assert await client.handoff.request("x") == "granted"
        assert await client.handoff.request("x") == "queued"

    play(story, Answer(201), ACCEPTED)


def test_raises_what_the_station_says() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        with pytest.raises(InvalidRequest) as wrong:
            await client.flight.altitude(1)
        assert wrong.value.details == (ErrorDetail("/altitude", "must be a number"),)
        assert (wrong.value.status, wrong.value.code) == (400, "INVALID_REQUEST")
        with pytest.raises(ControlTaken, match="because of CONTROL_TAKEN"):
            await client.flight.land()

    details = [{"path": "/altitude", "message": "must be a number"}]
    wrong = ok({"code": "INVALID_REQUEST", "message": "altitude must be a number", "details": details})
    play(story, Answer(400, wrong.body), refusal(403, "CONTROL_TAKEN"))


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"", b'{"code":7,"details":7}', b"null", b"\xff"])
def test_keeps_the_status_of_an_answer_that_is_not_the_stations(body: bytes) -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        with pytest.raises(StationFault) as error:
            await client.flight.take_off()
        assert (error.value.code, error.value.status, error.value.details) == ("HTTP_502", 502, ())

    play(story, Answer(502, body))


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"[]", b"{}", b'{"flight_state":7}', b'{"flight_state":"X","altitude":"9"}'])
def test_says_that_what_answers_is_no_station(body: bytes) -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        if body == b'{"flight_state":7}':
            # Words are not compared with a list: a newer station may have more.
            assert (await client.flight.state()).flight_state == 7  # type: ignore[comparison-overlap]
            return
        with pytest.raises(NotAStation, match="flight/state"):
            await client.flight.state()

    play(story, Answer(body=body))


def test_gives_up_on_an_attempt_after_its_timeout() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        with pytest.raises(TimedOut, match=r"no answer from http://127.0.0.1:\d+ in 0.02 s"):
            await client.flight.take_off(timeout_s=0.02)

    play(story, NEVER)


def test_ends_when_its_task_is_cancelled_and_leaves_the_token_to_others() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        first = asyncio.create_task(client.flight.state())
        second = asyncio.create_task(client.flight.state())
        await asyncio.sleep(0)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (await second).flight_state == "StandBy"
        assert station.token_requests == 1

    play(story, STATE)


def test_repeats_a_read_after_a_broken_connection_waiting_longer_each_time() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, time: VirtualTime) -> None:
        with pytest.raises(Unreachable, match="cannot reach http"):
            await client.flight.state()
        assert time.slept_s == pytest.approx([0.2, 0.4, 0.8])
        assert len(station.sent) == 4

    play(story, BROKEN, BROKEN, BROKEN, BROKEN)


@pytest.mark.parametrize("answer", [BROKEN, refusal(503, "AIRCRAFT_LINK_DOWN"), refusal(500, "INTERNAL_ERROR")])
def test_never_repeats_a_command_that_may_have_been_carried_out(answer: Answer) -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        with pytest.raises((Unreachable, StationFault)):
            await client.flight.take_off()
        assert len(station.sent) == 1

    play(story, answer)


def test_repeats_what_was_refused_for_its_rate_when_the_station_says() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, time: VirtualTime) -> None:
        await client.flight.take_off()
        await client.flight.state()
        assert time.slept_s == pytest.approx([3, 0.2])

    play(story, refusal(429, "RATE_LIMITED", retry_after="3"), ACCEPTED, refusal(503, "DATA_NOT_READY"), STATE)


def test_does_not_multiply_its_retries_by_those_of_the_token_request() -> None:
    async def story(station: ScriptedStation, client: AsyncClient, _: VirtualTime) -> None:
        station.token_answers = [BROKEN] * 4
        with pytest.raises(Unreachable):
            await client.flight.state()
        assert station.token_requests == 4

    play(story)


def test_leaves_a_long_wait_to_the_caller() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        with pytest.raises(RateLimited) as error:
            await client.flight.state()
        assert error.value.retry_after_s == 60

    play(story, refusal(429, "RATE_LIMITED", retry_after="60"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "station", "key": "k"}, "must begin with http"),
        ({"url": "http://", "key": "k"}, "must begin with http"),
        ({"url": "http://[x", "key": "k"}, "must begin with http"),
        ({"url": "https://station", "key": "k", "ca_file": "/nowhere/ca.pem"}, "ca_file cannot be used"),
        ({"url": "http://station"}, "a key or a token"),
        ({"url": "http://station", "key": "k", "token": "t"}, "a key or a token"),
        ({"url": "http://station", "key": "k", "pin": "sha256//" + "A" * 43 + "="}, "need an https"),
        ({"url": "https://station", "key": "k", "pin": "sha1//abc"}, "pin must be sha256//"),
        ({"url": "https://station", "key": "k", "pin": "sha256//" + "A" * 43 + "=", "ca_file": "x"}, "not both"),
    ],
)
def test_says_which_option_is_wrong(options: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidOption, match=message) as error:
        AsyncClient(**options)  # type: ignore[arg-type]
    assert isinstance(error.value, KitestringError)


@pytest.mark.parametrize("copied", ["/", "/api", "/api/v1", "/api/v1/"])
def test_takes_the_address_of_the_api_for_that_of_the_station(copied: str) -> None:
    assert AsyncClient(f"http://station/prefix{copied}", key="k")._channel.url == "http://station/prefix"


def test_keeps_control_unless_it_is_told_to_hand_over() -> None:
    assert inspect.signature(AsyncClient.hold_control).parameters["hands_over"].default is False


def test_shows_no_secret_of_a_grant() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        shown = repr(await client.auth.token_request("k"))
        assert "t1" not in shown
        assert "plugin_id" in shown

    play(story)


def test_shows_what_a_log_may_have() -> None:
    def shown(model: type[models.VideoStreamInfo] | type[models.PluginSession]) -> set[str]:
        return {field.name for field in fields(model) if field.repr}

    assert not shown(models.VideoStreamInfo) & {"rtsp_url", "rtsps_url"}
    assert "masked_token" in shown(models.PluginSession)


def test_all_errors_are_one_family() -> None:
    async def story(_: ScriptedStation, client: AsyncClient, __: VirtualTime) -> None:
        with pytest.raises(ApiError, match="there is no camera"):
            await client.camera.state()

    play(story, Answer(404, b'{"code":"CAMERA_NOT_FOUND","message":"there is no camera"}'))
