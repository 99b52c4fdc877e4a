"""Flies the aircraft of a station with pymavlink: parameters, arm, take off, another altitude, land.

Prints the port on which it waits for the vehicle, and then each step. The argument is the persona.
"""

import os
import sys
import time

os.environ["MAVLINK20"] = "1"
from pymavlink import mavutil  # noqa: E402

M = mavutil.mavlink
NAN = float("nan")
WITHIN_S = 120
persona = sys.argv[1]
link = mavutil.mavlink_connection("udpin:127.0.0.1:0", source_system=255, source_component=190)
print(link.port.getsockname()[1], flush=True)


def heard(kind, is_so=lambda message: True):
    """The next message of this kind that is so."""
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        message = link.recv_match(type=kind, blocking=True, timeout=1)
        if message is not None and message.get_srcComponent() == 1 and is_so(message):
            return message
        if message is None or message.get_type() == "HEARTBEAT":
            link.mav.heartbeat_send(M.MAV_TYPE_GCS, M.MAV_AUTOPILOT_INVALID, 0, 0, M.MAV_STATE_ACTIVE)
    raise SystemExit(f"no such {kind} within {WITHIN_S} s")


def order(command, *params):
    """Sends a command until it is accepted: an aircraft that has just started refuses to arm."""
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        link.mav.command_long_send(1, 1, command, 0, *params, *[0] * (7 - len(params)))
        answer = heard("COMMAND_ACK", lambda ack: ack.command == command and ack.result != M.MAV_RESULT_IN_PROGRESS)
        if answer.result == M.MAV_RESULT_ACCEPTED:
            return
        time.sleep(0.5)
    raise SystemExit(f"command {command} was never accepted: {answer.result}")


heard("HEARTBEAT")
link.mav.param_request_list_send(1, 1)
names = set()
while True:
    value = heard("PARAM_VALUE")
    names.add(value.param_id)
    if len(names) == value.param_count:
        break
print(f"{len(names)} parameters", flush=True)
home_m = heard("HOME_POSITION").altitude / 1000
order(M.MAV_CMD_COMPONENT_ARM_DISARM, 1)
print("armed", flush=True)
order(M.MAV_CMD_NAV_TAKEOFF, 0, 0, 0, NAN, NAN, NAN, home_m + 6 if persona == "px4" else 6)
heard("GLOBAL_POSITION_INT", lambda position: abs(position.relative_alt - 6000) < 500)
print("at 6 m", flush=True)
order(M.MAV_CMD_DO_REPOSITION, -1, 1, 0, NAN, NAN, NAN, home_m + 4)
heard("GLOBAL_POSITION_INT", lambda position: abs(position.relative_alt - 4000) < 500)
print("at 4 m", flush=True)
order(M.MAV_CMD_NAV_LAND, 0, 0, 0, NAN)
heard("HEARTBEAT", lambda beat: beat.base_mode & M.MAV_MODE_FLAG_SAFETY_ARMED == 0)
print("landed", flush=True)
