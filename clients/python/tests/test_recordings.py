"""Files of recordings: in one piece, in pieces, and from a real station."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from conftest import RunningStation
from scripted_station import BROKEN, Answer, ScriptedStation, VirtualTime

from kitestring import AsyncClient, Client, NotFound, Progress, RecordingChanged, Unreachable
from kitestring.topics import RECORDINGS_STATE

FILE = bytes(range(256)) * 4
Story = Callable[[ScriptedStation, AsyncClient], Awaitable[None]]


def part(first: int, *, cut_after: int | None = None) -> Answer:
    return Answer(206, FILE[first:], {"etag": '"v1"'}, cut_after)


HEAD = Answer(200, FILE, {"etag": '"v1"'})


def play(story: Story, *answers: Answer) -> None:
    async def run() -> None:
        async with ScriptedStation(*answers) as station:
            client = AsyncClient(station.url, token="t", timing=VirtualTime().timing)
            await story(station, client)
            assert station.answers == []
            await client.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))


def ranges(station: ScriptedStation) -> list[str | None]:
    return [request.headers.get("range") for request in station.sent]


def test_resumes_a_stream_that_breaks_where_it_broke_and_tells_how_far_it_is() -> None:
    async def story(station: ScriptedStation, client: AsyncClient) -> None:
        told: list[Progress] = []
        chunks = [chunk async for chunk in client.recordings.stream("20260301_103000_+0100", "main.mp4", progress=told.append)]
        assert b"".join(chunks) == FILE
        assert station.sent[0].path == "/api/v1/recordings/20260301_103000_%2B0100/main.mp4"
        assert ranges(station) == [None, "bytes=0-1023", "bytes=100-1023"]
        assert station.sent[2].headers["if-range"] == '"v1"'
        assert [progress.received_bytes for progress in told][-1] == 1024
        assert {progress.total_bytes for progress in told} == {1024}

    play(story, HEAD, part(0, cut_after=100), part(100))


def test_gives_up_when_nothing_comes_any_more() -> None:
    async def story(_: ScriptedStation, client: AsyncClient) -> None:
        with pytest.raises(Unreachable):
            async for _chunk in client.recordings.stream("r", "f"):
                pass

    # Each part is a read, which is repeated four times by itself, and there are four of them.
    play(story, HEAD, part(0, cut_after=10), *([BROKEN] * 12))


def test_does_not_mix_two_versions_of_a_file() -> None:
    async def story(_: ScriptedStation, client: AsyncClient) -> None:
        with pytest.raises(RecordingChanged, match="begin again"):
            async for _chunk in client.recordings.stream("r", "f"):
                pass

    play(story, HEAD, part(0, cut_after=100), Answer(200, FILE))


def test_downloads_into_a_part_and_goes_on_with_it_the_next_time(tmp_path: Path) -> None:
    async def story(station: ScriptedStation, client: AsyncClient) -> None:
        with pytest.raises(RecordingChanged):
            await client.recordings.download("r", "main.mp4", tmp_path)
        assert [file.name for file in tmp_path.iterdir()] == ["main.mp4.v1.part"]
        told: list[Progress] = []
        path = await client.recordings.download("r", "main.mp4", tmp_path, progress=told.append)
        assert path == tmp_path / "main.mp4"
        assert path.read_bytes() == FILE
        assert ranges(station)[-1] == "bytes=100-1023"
        assert told[0].received_bytes == 100
        assert list(tmp_path.iterdir()) == [path]

    play(story, HEAD, part(0, cut_after=100), Answer(200, FILE), HEAD, part(100))


def test_downloads_a_recording_of_a_real_station(station: RunningStation, client: Client, tmp_path: Path) -> None:
    # The list is there when the recorder is.
    client.videostreams.list()
    client.recordings.start()
    client.topic(RECORDINGS_STATE).until(lambda state: state.is_recording)
    client.recordings.stop()
    state = client.topic(RECORDINGS_STATE).until(lambda state: not state.is_recording)
    assert state.recording_id is not None
    recording = client.recordings.get(state.recording_id)
    for file in recording.videos:
        path = client.recordings.download(state.recording_id, file.file_id, tmp_path)
        assert path.stat().st_size == file.size
        assert b"".join(client.recordings.stream(state.recording_id, file.file_id)) == path.read_bytes()
    with pytest.raises(NotFound, match="404 RECORDING_NOT_FOUND"):
        client.recordings.download(state.recording_id, "nothing.mp4", tmp_path)
    assert not (tmp_path / "nothing.mp4").exists()
    client.recordings.delete(state.recording_id)
