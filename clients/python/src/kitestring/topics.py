# Generated from the OpenAPI documents of the station by `npm run docs`. Change the contract, not this file.
from __future__ import annotations

from urllib.parse import quote

from ._operation import TopicName
from .models import *

FLIGHT_STATE: TopicName[FlightState] = TopicName("flight/state", FlightState, "state")
"""State of the flight."""
CAMERA_STATE: TopicName[CameraState] = TopicName("camera/state", CameraState, "state")
"""Direction of the camera."""
HANDOFF_STATE: TopicName[HandoffState] = TopicName("handoff/state", HandoffState, "state")
"""The client in control and the queue."""
SYSTEM_STATE: TopicName[SystemState] = TopicName("system/state", SystemState, "state")
"""Power, position, Remote ID and the Rooftop Box."""
NOTIFICATIONS_STATE: TopicName[Notification] = TopicName("notifications/state", Notification, "event")
"""Single notifications: the active ones at connection, then each one that begins, changes its parameters or ends
(`end_time` is there).
"""


def videostreams_state(stream_id: str) -> TopicName[VideoStreamState]:
    """State of a video stream."""
    return TopicName(f"videostreams/{quote(stream_id, safe='')}/state", VideoStreamState, "state")


RECORDINGS_STATE: TopicName[RecordingsState] = TopicName("recordings/state", RecordingsState, "state")
"""The recorder and its storage."""
