"""With a real station: flight, control, trust, threads."""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import RunningStation

from kitestring import (
    AsyncClient,
    Client,
    ControlLost,
    ControlNotGranted,
    ControlTaken,
    FlightPrevented,
    InvalidRequest,
    NotPossibleNow,
    Unauthorized,
    Unreachable,
    Untrusted,
)
from kitestring._tls import pin_of
from kitestring.models import GpsLossFault, MotorFailureFault, WindGustFault, WindGustFaultParameters
from kitestring.topics import FLIGHT_STATE, NOTIFICATIONS_STATE, SYSTEM_STATE


def test_reads_every_state_and_info_as_its_type(client: Client) -> None:
    assert client.health.get().status == "OK"
    assert client.flight.info().altitude_hard_max > 0
    assert client.system.info().software_version
    assert str(client.camera.info().model).startswith("Camera")
    assert client.camera.state().online_state == "Online"
    assert client.system.state().gs_battery_level is not None
    assert client.handoff.state().controlling_client is None
    assert len(client.notifications.dictionary()) > 40
    assert "zoom" in [stream.stream_id for stream in client.videostreams.list()]
    assert client.recordings.state().is_recording is False
    assert isinstance(client.recordings.list(), tuple)
    assert client.station.readiness() is not None
    assert [plugin.id for plugin in client.admin.plugins().plugins]
    assert client.sim.clock().speed == 20


def test_takes_off_until_it_flies_goes_up_and_lands(client: Client) -> None:
    client.flight.take_off(until="Flying")
    client.flight.altitude(10, until="reached")
    assert client.flight.state().altitude == pytest.approx(10, abs=1)
    client.flight.altitude(5)
    # Right after the command: the first message already shows it as under way.
    state = client.topic(FLIGHT_STATE).until(lambda state: not state.is_changing_altitude)
    assert state.altitude == pytest.approx(5, abs=1)
    with pytest.raises(NotPossibleNow, match="Flying"):
        client.flight.take_off()
    with pytest.raises(InvalidRequest) as error:
        client.flight.altitude(100)
    assert error.value.code == "ALTITUDE_ABOVE_HARD_MAX"
    client.flight.land(until="StandBy")
    assert client.flight.state().flight_state == "StandBy"
    with pytest.raises(FlightPrevented, match="the flight to 9 m was refused"):
        client.flight.altitude(9, until="reached")


def test_tells_that_another_command_has_ended_the_way_to_an_altitude(client: Client) -> None:
    async def story() -> None:
        async with AsyncClient(client._inner._links.url, token=await client._inner._tokens.token()) as other:
            await other.flight.take_off(until="Flying")
            way = asyncio.create_task(other.flight.altitude(40, until="reached"))
            await other.topic(FLIGHT_STATE).until(lambda state: state.altitude_target == 40)
            await other.flight.land()
            with pytest.raises(FlightPrevented, match="the flight to 40 m has ended, flight_state is Landing") as ended:
                await way
            assert ended.value.state is not None

    asyncio.run(story())


def test_tells_the_notification_that_prevented_a_take_off(client: Client) -> None:
    client.sim.buttons_set(safety_land=True)
    client.topic(NOTIFICATIONS_STATE).until(lambda notification: notification.code == 60020)
    try:
        with pytest.raises(FlightPrevented, match="safety land button") as refused:
            client.flight.take_off(until="Flying")
    finally:
        client.sim.buttons_set(safety_land=False)
        client.topic(SYSTEM_STATE).until(lambda state: state.rtb_external_safety_land_button_state != "Pressed")
    assert refused.value.refusal is not None
    assert refused.value.refusal.code == "SAFETY_LAND_BUTTON_PRESSED"
    assert refused.value.notification is not None
    assert refused.value.notification.code == 60020


def test_tells_the_notification_that_ended_a_take_off(client: Client) -> None:
    async def story() -> None:
        async with AsyncClient(client._inner._links.url, token=await client._inner._tokens.token()) as other:
            take_off = asyncio.create_task(other.flight.take_off(until="Flying"))
            # At 20 times real time the climb is over before a fault can be set.
            await other.topic(FLIGHT_STATE).until(lambda state: state.flight_state == "TakingOff")
            await other.sim.clock_set(speed=3)
            await other.topic(FLIGHT_STATE).until(lambda state: (state.altitude or 0) > 0.1)
            await other.sim.faults_inject(MotorFailureFault())
            await other.sim.clock_set(speed=20)
            with pytest.raises(FlightPrevented, match="Kite motor failed") as ended:
                await take_off
            assert ended.value.refusal is None
            assert ended.value.state is not None
            assert ended.value.state.flight_state == "SafetyLanding"

    asyncio.run(story())


def test_injects_faults_with_their_figures(client: Client) -> None:
    gust = client.sim.faults_inject(WindGustFault(at=3600, parameters=WindGustFaultParameters(peak_mps=8)))
    loss = client.sim.faults_inject(GpsLossFault(duration=1))
    assert (gust.type, gust.status, gust.parameters["peak_mps"]) == ("wind_gust", "scheduled", 8)
    assert loss.status == "active"


def test_reads_the_journal_and_the_coverage_of_its_own_requests(client: Client) -> None:
    mark = client.sim.journal_mark(bodies=False)
    client.flight.state()
    assert [entry.operation for entry in client.sim.journal(since=mark.name, limit=1).entries] == ["flight.state"]
    coverage = client.sim.journal_coverage()
    assert [len(part.met) for part in coverage.parts if part.kind == "flight_states"] == [1]
    assert coverage.findings == ()
    client.sim.journal_stop()


@pytest.fixture
def calm(client: Client) -> Iterator[None]:
    """Time runs only five times as fast: at twenty a lease is shorter than a busy machine may be."""
    client.sim.clock_set(speed=5)
    yield
    client.sim.clock_set(speed=20)


@pytest.mark.usefixtures("calm")
def test_holds_control_for_longer_than_its_lease_and_releases_it(station: RunningStation, client: Client) -> None:
    with Client(station.url, key=station.key) as other:
        with client.hold_control("first") as control:
            # The lease is 10 s of station time, which is two seconds here.
            began_s = time.monotonic()
            assert control.wait_until_lost(2.5) is None
            assert time.monotonic() - began_s > 2.4
            assert control.is_held
            control.raise_if_lost()
            with pytest.raises(ControlTaken, match="first"):
                other.flight.take_off()
            with pytest.raises(ControlNotGranted, match="first"):
                other.hold_control("second", wait_s=0).__enter__()
            assert client.handoff.state().requesting_clients == ()
        assert client.handoff.state().controlling_client is None


@pytest.mark.usefixtures("calm")
def test_hands_control_over_to_a_client_that_asks(station: RunningStation, client: Client) -> None:
    with (
        Client(station.url, key=station.key) as other,
        client.hold_control("first", hands_over=True) as first,
        other.hold_control("second") as second,
    ):
        assert second.is_held
        lost = first.wait_until_lost(10)
        assert isinstance(lost, ControlLost)
        assert "handed over" in str(lost)
        assert not first.is_held
        with pytest.raises(ControlLost):
            first.raise_if_lost()
        controlling = client.handoff.state().controlling_client
        assert controlling is not None
        assert controlling.operator_name == "second"


@pytest.mark.usefixtures("calm")
def test_loses_control_to_a_client_that_takes_it(station: RunningStation, client: Client) -> None:
    with Client(station.url, key=station.key) as other, client.hold_control("first") as first:
        with other.hold_control("second", override=True):
            lost = first.wait_until_lost(10)
            assert lost is not None
            # It does not wait in the queue either.
            assert client.handoff.state().requesting_clients == ()
    assert client.handoff.state().controlling_client is None


def test_trusts_the_pinned_key_the_stations_certificate_and_nothing_else(station: RunningStation) -> None:
    certificate = ssl.get_server_certificate(("127.0.0.1", int(station.url.rsplit(":", 1)[1])))
    assert pin_of(ssl.PEM_cert_to_DER_cert(certificate)) == station.pin
    file = station.data_dir / "seen.pem"
    file.write_text(certificate)
    for trust in ({"pin": station.pin}, {"ca_file": str(file)}):
        with Client(station.https_url, token=station.token, **trust) as client:  # type: ignore[arg-type]
            assert client.flight.state().flight_state
            assert client.topic(FLIGHT_STATE).until(lambda _: True).flight_state
    with Client(station.https_url, token=station.token) as client, pytest.raises(Untrusted, match="self-signed"):
        client.flight.state()


def test_sends_nothing_to_a_station_with_another_key(station: RunningStation, tmp_path: Path) -> None:
    wrong = "sha256//" + "A" * 43 + "="
    with Client(station.https_url, key="never sent", pin=wrong) as client:
        with pytest.raises(Untrusted) as error:
            client.flight.state()
        assert station.pin in str(error.value)
        assert wrong in str(error.value)


def test_says_what_is_wrong_with_address_and_key(station: RunningStation) -> None:
    with (
        Client("http://127.0.0.1:9", key="k", timeout_s=2) as client,
        pytest.raises(Unreachable, match="cannot reach"),
    ):
        client.flight.take_off()
    with Client(station.url, token="no such token") as client, pytest.raises(Unauthorized, match="INVALID_TOKEN"):
        client.flight.state()


def test_serves_many_threads_at_once_and_ends_their_loops_when_it_is_closed(station: RunningStation) -> None:
    client = station.client()
    states: list[str] = []
    ended: list[bool] = []
    ready = threading.Barrier(5)
    ended_is_near = threading.Event()

    def follow() -> None:
        for state in client.topic(FLIGHT_STATE):
            states.append(state.flight_state)
            ready.wait(10)
            break
        try:
            for _ in client.topic(FLIGHT_STATE):
                if not ended_is_near.is_set():
                    ready.wait(10)
        finally:
            ended.append(True)

    threads = [threading.Thread(target=follow) for _ in range(4)]
    for thread in threads:
        thread.start()
    ready.wait(10)
    ready.wait(10)
    ended_is_near.set()
    client.close()
    client.close()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert states == ["StandBy"] * 4
    assert ended == [True] * 4
    with pytest.raises(RuntimeError, match="closed"):
        client.flight.state()


def test_refuses_to_wait_for_itself(client: Client) -> None:
    async def inside() -> None:
        client.flight.state()

    with pytest.raises(RuntimeError, match="wait for itself"):
        client._portal.run(inside())
