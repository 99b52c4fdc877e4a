"""A flight by the client that openapi-python-client has generated: python fly_with_generated_client.py FOLDER URL KEY"""

from __future__ import annotations

import sys
import time

sys.path.insert(0, sys.argv[1])

from generated import AuthenticatedClient, Client, models  # type: ignore[import-not-found]  # noqa: E402
from generated.api.auth import auth_token_request  # type: ignore[import-not-found]  # noqa: E402
from generated.api.camera import camera_control_rotate_by_angle, camera_info, camera_state  # type: ignore[import-not-found]  # noqa: E402
from generated.api.flight import (  # type: ignore[import-not-found]  # noqa: E402
    flight_control_altitude,
    flight_control_land,
    flight_control_take_off,
    flight_info,
    flight_state,
)
from generated.api.handoff import handoff_control_request, handoff_state  # type: ignore[import-not-found]  # noqa: E402
from generated.api.notifications import notifications_dictionary, notifications_history  # type: ignore[import-not-found]  # noqa: E402
from generated.api.recordings import recordings, recordings_state  # type: ignore[import-not-found]  # noqa: E402
from generated.api.system import system_info, system_state  # type: ignore[import-not-found]  # noqa: E402
from generated.api.videostreams import videostreams, videostreams_snapshot  # type: ignore[import-not-found]  # noqa: E402

READS = (flight_info, flight_state, camera_info, camera_state, system_info, system_state, handoff_state, recordings_state)
LISTS = (notifications_dictionary, recordings, videostreams)
FLIGHT_WITHIN_S = 60
PICTURE_WITHIN_S = 60


def first_picture(client: AuthenticatedClient) -> object:
    """On a busy machine the start of a camera takes longer than a request for its picture waits."""
    stream = videostreams.sync(client=client)[0].stream_id
    end_s = time.monotonic() + PICTURE_WITHIN_S
    while True:
        picture = videostreams_snapshot.sync(stream, client=client)
        if getattr(picture, "code", None) != "VIDEO_UNAVAILABLE" or time.monotonic() > end_s:
            return picture


def wait_for(client: AuthenticatedClient, holds: object) -> None:
    """The generated client has no topics: it can only ask again."""
    end_s = time.monotonic() + FLIGHT_WITHIN_S
    while not holds(flight_state.sync(client=client)):  # type: ignore[operator]
        assert time.monotonic() < end_s
        time.sleep(0.05)


def main(url: str, key: str) -> None:
    grant = auth_token_request.sync(client=Client(base_url=url), body=models.TokenRequest(client_secret=key))
    client = AuthenticatedClient(base_url=url, token=grant.access_token)
    for operation in READS:
        assert type(operation.sync(client=client)).__name__ not in ("Error", "NoneType"), operation
    for operation in LISTS:
        assert isinstance(operation.sync(client=client), list), operation
    assert notifications_history.sync(client=client).notifications is not None
    assert first_picture(client).payload.read(2) == b"\xff\xd8"
    operator = models.RequestHandoffControl(operator_name="generated")
    assert handoff_control_request.sync_detailed(client=client, body=operator).status_code == 201
    assert flight_control_take_off.sync_detailed(client=client).status_code == 202
    wait_for(client, lambda state: state.flight_state == "Flying")
    assert flight_control_altitude.sync_detailed(client=client, body=models.Altitude(altitude=5)).status_code == 202
    refusal = flight_control_altitude.sync(client=client, body=models.Altitude(altitude=100))
    assert refusal.code == "ALTITUDE_ABOVE_HARD_MAX"
    turn = models.RotateCameraByAngle(pan=30)
    assert camera_control_rotate_by_angle.sync_detailed(client=client, body=turn).status_code == 202
    flight_control_land.sync(client=client)
    wait_for(client, lambda state: state.flight_state == "StandBy")
    print("landed")


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3])
