"""A client under test: it climbs to an altitude and lands."""

import pytest

from kitestring import Client, NotPossibleNow
from kitestring.simulated_station import SimulatedStation


def look_from(client: Client, altitude_m: float) -> float:
    """Flies to an altitude and lands. Returns the altitude that was reached, m."""
    client.flight.take_off(until="Flying")
    client.flight.altitude(altitude_m, until="reached")
    reached_m = client.flight.state().altitude or 0
    client.flight.land(until="StandBy")
    return reached_m


def test_looks_from_ten_metres(kitestring_station: SimulatedStation) -> None:
    with kitestring_station.client() as client:
        assert look_from(client, 10) == pytest.approx(10, abs=1)


def test_cannot_land_on_the_ground(kitestring_station: SimulatedStation) -> None:
    with kitestring_station.client() as client, pytest.raises(NotPossibleNow):
        client.flight.land()
