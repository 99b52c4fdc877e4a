"""Keeps the station under test awake and open: requests that would restart it, stop its time or revoke the token of the run become mild ones."""

from __future__ import annotations

import os
from typing import Any

import schemathesis

LONGEST_S = 2
FASTEST = 20
KEPT = os.environ["STATION_KEPT"].split(",")
"""Ids of the plugin and of the session of the run; Schemathesis finds them in lists."""


@schemathesis.hook
def before_call(_context: schemathesis.HookContext, case: schemathesis.Case, _kwargs: dict[str, Any]) -> None:
    if case.method != "GET" and (case.path_parameters or {}).get("id") in KEPT:
        case.path_parameters["id"] = "another"
    body = case.body
    if not isinstance(body, dict):
        return
    operation = case.operation.definition.raw.get("operationId")
    if operation == "sim.clock.advance" and is_within(body.get("seconds"), LONGEST_S, 86_400):
        body["seconds"] = LONGEST_S
    if operation == "sim.clock.set":
        if body.get("paused") is True:
            body["paused"] = False
        if is_within(body.get("speed"), FASTEST, 1000):
            body["speed"] = FASTEST
    if operation == "sim.faults.inject" and body.get("type") == "ground_station_reboot":
        body["type"] = "gps_loss"


@schemathesis.serializer("application/sdp")
def sdp(_context: schemathesis.SerializationContext, value: object) -> bytes:
    return str(value).encode()


def is_within(value: object, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low < value <= high
