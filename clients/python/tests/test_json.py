"""JSON as typed values: what is read, what is ignored, and what is refused."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from kitestring._json import decode, encode, parse_timestamp
from kitestring.models import FlightState, HandoffState, Notification, RecordingsState, WindGustFault, WindGustFaultParameters


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01T09:30:00.250000+00:00", datetime(2026, 3, 1, 9, 30, 0, 250_000, timezone.utc)),
        ("2026-03-01 09:30:00Z", datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)),
        ("2026-03-01t10:30:00.5+01:00", datetime(2026, 3, 1, 9, 30, 0, 500_000, timezone.utc)),
        ("2026-03-01T09:30:00.1234567890z", datetime(2026, 3, 1, 9, 30, 0, 123_456, timezone.utc)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=timezone.utc)),
    ],
)
def test_reads_every_way_in_which_rfc_3339_writes_a_time(text: str, expected: datetime) -> None:
    assert parse_timestamp(text) == expected


@pytest.mark.parametrize("text", ["", "2026-03-01", "2026-03-01T09:30:00", "2026-13-01T09:30:00Z", "yesterday"])
def test_refuses_what_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"time|month"):
        parse_timestamp(text)


def test_reads_objects_in_objects_and_none_for_what_is_absent_or_null() -> None:
    clients = {"controlling_client": None, "requesting_clients": [{"operator_name": "x", "session_id": "s", "new": 1}]}
    state = decode(HandoffState, clients)
    assert state.controlling_client is None
    assert state.requesting_clients[0].operator_name == "x"
    assert decode(FlightState, {"flight_state": "StandBy", "altitude": 1}) == FlightState(flight_state="StandBy", altitude=1.0)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "has no flight_state"),
        ({"flight_state": "StandBy", "altitude": "9"}, r"altitude is '9', expected a number"),
        ({"flight_state": "StandBy", "altitude": True}, "altitude is True"),
        ({"flight_state": "StandBy", "is_rotating": 1}, "is_rotating is 1, expected bool"),
        ([], r"the answer is \[\], expected dict"),
        (None, "expected dict"),
    ],
)
def test_names_the_field_that_is_wrong(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(FlightState, value)


def test_names_the_field_of_a_bad_time() -> None:
    with pytest.raises(ValueError, match=r"begin_time: 'soon' is not an RFC 3339 time"):
        decode(Notification, {"severity": "Info", "code": 1, "message": "m", "begin_time": "soon"})


def test_sends_what_is_given_and_times_with_their_zone() -> None:
    fault = WindGustFault(at=2, parameters=WindGustFaultParameters(peak_mps=8))
    assert encode(fault) == {"type": "wind_gust", "at": 2, "parameters": {"peak_mps": 8}}
    time = datetime(2026, 3, 1, 10, 30, tzinfo=timezone(timedelta(hours=1)))
    assert encode([time, (1, None)]) == ["2026-03-01T09:30:00+00:00", [1, None]]


def test_values_are_frozen_and_compare_by_content() -> None:
    one = FlightState(flight_state="Flying")
    assert one == FlightState(flight_state="Flying")
    with pytest.raises(AttributeError):
        one.altitude = 3  # type: ignore[misc]
    assert RecordingsState.__doc__
