"""The objects in the pictures of a stream."""

from __future__ import annotations

import asyncio

import pytest
from scripted_station import Answer, ScriptedStation, VirtualTime

from kitestring import AsyncClient, Unreachable

LINES = b'{"stream_id": "zoom", "objects": []}\n{"stream_id": "zoom", "objects": [{"class": "fire"}]}\n'


def test_has_each_picture_with_its_objects_and_says_when_the_connection_breaks() -> None:
    async def run() -> None:
        async with ScriptedStation(Answer(body=LINES), Answer(body=LINES, cut_after=50)) as station:
            client = AsyncClient(station.url, token="t", timing=VirtualTime().timing)
            frames = [frame async for frame in client.sim.truth_subscribe("a/b")]
            assert [len(frame["objects"]) for frame in frames] == [0, 1]
            assert station.sent[0].path == "/sim/v1/truth/a%2Fb/subscribe"
            with pytest.raises(Unreachable):
                _ = [frame async for frame in client.sim.truth_subscribe("zoom")]
            await client.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))
