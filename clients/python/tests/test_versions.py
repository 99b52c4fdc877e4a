"""With stations of older versions of the API: a flight on 1.0.0, and what is said where a version lacks something."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from conftest import running_station
from scripted_station import ScriptedStation, ok, refusal

from kitestring import AsyncClient, Client, NotInVersion
from kitestring.topics import CAMERA_STATE, FLIGHT_STATE


def test_flies_on_a_station_of_1_0_0_and_never_asks_for_what_that_lacks(tmp_path: Path) -> None:
    flags = ("--api-version", "1.0.0", "--video-enabled", "false")
    with running_station(tmp_path, *flags) as station, Client(station.url, key=station.key) as client:
        assert client.health.get().api_version == "1.0.0"
        assert str(client.system.info().installation) == "RTB"
        assert client.system.info().drone_id is None
        with client.hold_control("M. Rossi"):
            client.flight.take_off(until="Flying")
            client.flight.altitude(6, until="reached")
            client.camera.rotate_to_angle(tilt_ned=20)
            client.topic(CAMERA_STATE).until(lambda state: abs((state.tilt_ned or 0) - 20) < 1)
            client.flight.land(until="StandBy")
        with pytest.raises(NotInVersion, match=r"API 1\.0\.0, which http.* serves, does not have POST .*/open_rtb_lids") as lids:
            client.system.open_rtb_lids()
        assert lids.value.api_version == "1.0.0"
        with pytest.raises(NotInVersion) as status:
            client.auth.plugin_update(self_status="Connected", self_status_text="Fine")
        assert status.value.missing == ("self_status", "self_status_text")
        client.auth.plugin_update(state="Connected")


def test_says_that_a_station_serves_a_version_that_it_does_not_speak() -> None:
    async def story() -> None:
        async with ScriptedStation(ok({"status": "OK", "api_version": "0.5.0"})) as station:
            station.token_answers.append(refusal(404, "NOT_FOUND"))
            async with AsyncClient(station.url, key="k") as client:
                text = r"^http.* serves API 0\.5\.0; this client speaks 1\.0\.0 and 1\.1\.2$"
                with pytest.raises(NotInVersion, match=text):
                    await client.flight.take_off()
            assert [request.path for request in station.sent] == ["/api/v0/health"]
            station.answers.append(ok({"status": "OK", "api_version": "0.5.0"}))
            station.token_answers.append(refusal(404, "NOT_FOUND"))
            async with AsyncClient(station.url, key="k") as client:
                with pytest.raises(NotInVersion, match=text):
                    await client.topic(FLIGHT_STATE).until(lambda _: True)

    asyncio.run(story())
