# Generated from the OpenAPI documents of the station by `npm run docs`. Change the contract, not this file.
from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from .._operation import Call
from ..models import *
from . import operations


class AuthOperations:
    """The operations of `auth`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def token_request(self, client_secret: str, *, grant_type: str | None = None, client_id: str | None = None, scope: str | None = None, token_name: str | None = None, timeout_s: float | None = None) -> TokenGrant:
        """Get a token for an API key.

        Send the key as `client_secret` in a JSON or form body, or as the password of HTTP Basic (any user
        name). Any OAuth 2.0 library can do this (grant `client_credentials`). A token is valid for 24 h and
        survives a restart of the station. Unknown properties are ignored.

        - `client_secret`: The plugin’s API key.
        - `grant_type`: `client_credentials`, the only supported grant.
        - `client_id`: Any text; the plugin is identified by its key alone.
        - `scope`: Requested scopes, separated by spaces. All scopes of the plugin when absent.
        - `token_name`: Name of the session, shown to others in lists.

        Refused with 400 UNSUPPORTED_GRANT_TYPE, MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.AUTH_TOKEN_REQUEST, body={"client_secret": client_secret, "grant_type": grant_type, "client_id": client_id, "scope": scope, "token_name": token_name}, timeout_s=timeout_s)

    async def token_invalidate(self, *, timeout_s: float | None = None) -> None:
        """Revoke a token.

        Ends the session of the token that the request carries: its WebSockets are closed, its control and its
        place in the queue are passed on. Needs no scope.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 SESSION_NOT_FOUND.
        """
        return await self._call(operations.AUTH_TOKEN_INVALIDATE, timeout_s=timeout_s)

    async def tokens(self, *, timeout_s: float | None = None) -> tuple[Session, ...]:
        """List sessions.

        All sessions. Only the caller’s own token is shown in full; those of others are masked.
        """
        return await self._call(operations.AUTH_TOKENS, timeout_s=timeout_s)

    async def plugin_update(self, *, plugin_id: str | None = None, state: str | None = None, self_status: str | None = None, self_status_text: str | None = None, timeout_s: float | None = None) -> None:
        """Report the status of the client.

        Sets the status and the text that the operator sees next to the client’s name. The length of the text
        is not limited; up to 160 characters are displayed well. A request that uses the deprecated fields is
        answered with `Deprecation` and `Sunset`. Every error in the body is answered with 422. Unknown
        properties are ignored.

        - `plugin_id`: Not needed: a token belongs to one plugin. If present, it must be the id of that
        plugin.
        - `state`: `Connected` or `Error`. Use `self_status`.
        - `self_status`: An empty text, `None`, `Connected`, `Warning` or `Error`. Shown to the operator.
        - `self_status_text`: Text shown to the operator next to the status.

        Refused with 404 PLUGIN_NOT_FOUND; 422 INVALID_SELF_STATUS, MALFORMED_PLUGIN_UPDATE.
        """
        return await self._call(operations.AUTH_PLUGIN_UPDATE, body={"plugin_id": plugin_id, "state": state, "self_status": self_status, "self_status_text": self_status_text}, timeout_s=timeout_s)


class FlightOperations:
    """The operations of `flight`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def info(self, *, timeout_s: float | None = None) -> FlightInfo:
        """Flight limits and flight hours.

        Altitude limits in force, and total flight time of this Kite.
        """
        return await self._call(operations.FLIGHT_INFO, timeout_s=timeout_s)

    async def state(self, *, timeout_s: float | None = None) -> FlightState:
        """State of the flight.

        State, position and targets of the Kite. Subscribe to it instead of polling. After a flight command
        has been accepted, this state shows it as under way at once.
        """
        return await self._call(operations.FLIGHT_STATE, timeout_s=timeout_s)

    async def take_off(self, *, timeout_s: float | None = None) -> None:
        """Take off.

        Opens the lids of a Rooftop Box, runs the preflight checks and climbs to `altitude_takeoff`. Only in
        `StandBy`. The state is `TakingOff` as soon as this has answered and `Flying` when the altitude is
        reached.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE, AIRCRAFT_FLOWN_ELSEWHERE,
        KITE_NOT_DETECTED, KITE_FAULT, MAIN_POWER_DISCONNECTED, BATTERY_NOT_READY, TEMPERATURE_OUT_OF_RANGE,
        WIND_TOO_STRONG, PARKING_BRAKE, SAFETY_LAND_BUTTON_PRESSED, REMOTE_ID_NOT_READY, LIDS_STUCK,
        SYSTEM_MOVING, RESETTING_AFTER_SAFETY_LANDING.
        """
        return await self._call(operations.FLIGHT_CONTROL_TAKE_OFF, timeout_s=timeout_s)

    async def land(self, *, timeout_s: float | None = None) -> None:
        """Land.

        Brings the Kite down at 0.75 m/s, switches the motors off and closes the lids. Possible in `Flying`,
        in `SafetyDescending` and once off the ground in `TakingOff`, but by default not while the lids of a
        Rooftop Box are not open.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE, AIRCRAFT_FLOWN_ELSEWHERE,
        LIDS_STUCK.
        """
        return await self._call(operations.FLIGHT_CONTROL_LAND, timeout_s=timeout_s)

    async def abort(self, *, timeout_s: float | None = None) -> None:
        """Abort the current manoeuvre.

        In `TakingOff`: back to `StandBy`, or landing once off the ground. In `Landing`: holds the altitude,
        at least `altitude_takeoff`, unless the station itself has ordered the landing. In `Flying` and
        `SafetyDescending`: stops rotation, and in `Flying` the change of altitude, where they are.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE, AIRCRAFT_FLOWN_ELSEWHERE.
        """
        return await self._call(operations.FLIGHT_CONTROL_ABORT, timeout_s=timeout_s)

    async def altitude(self, altitude: float, *, timeout_s: float | None = None) -> None:
        """Fly to an altitude.

        At least `altitude_takeoff` + 1 m, below the hard and below the soft maximum, and below 25 m without a
        GPS fix. In `Flying`; in `SafetyDescending` only downwards.

        - `altitude`: Height above the Ground Station, metres.

        Refused with 400 ALTITUDE_TOO_LOW, ALTITUDE_ABOVE_HARD_MAX, ALTITUDE_ABOVE_SOFT_MAX,
        ALTITUDE_ABOVE_GPS_MAX, ALTITUDE_ABOVE_WIND_MAX, MALFORMED_JSON, INVALID_REQUEST; 409
        WRONG_FLIGHT_STATE, AIRCRAFT_FLOWN_ELSEWHERE, ONLY_DOWNWARDS.
        """
        return await self._call(operations.FLIGHT_CONTROL_ALTITUDE, body={"altitude": altitude}, timeout_s=timeout_s)

    async def altitude_soft_max(self, altitude: float, *, timeout_s: float | None = None) -> None:
        """Limit the altitude.

        Sets the highest altitude that a client may request: at least `altitude_takeoff` + 1 m, at most the
        hard maximum, in any state. A Kite above it descends at once; a higher target is lowered to it. Reset
        to the hard maximum when the station restarts.

        - `altitude`: Height above the Ground Station, metres.

        Refused with 400 SOFT_MAX_OUT_OF_RANGE, MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.FLIGHT_CONTROL_ALTITUDE_SOFT_MAX, body={"altitude": altitude}, timeout_s=timeout_s)


class CameraOperations:
    """The operations of `camera`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def info(self, *, timeout_s: float | None = None) -> CameraInfo:
        """Camera model and limits.

        Model, ranges and speeds of the attached camera. Changes when the payload is swapped.

        Refused with 404 CAMERA_NOT_FOUND.
        """
        return await self._call(operations.CAMERA_INFO, timeout_s=timeout_s)

    async def state(self, *, timeout_s: float | None = None) -> CameraState:
        """Camera direction.

        Direction of the camera in the world: gimbal and Kite combined. When the camera is off, the last data
        with `online_state` `Offline`.

        Refused with 404 CAMERA_NOT_FOUND.
        """
        return await self._call(operations.CAMERA_STATE, timeout_s=timeout_s)

    async def rotate_by_angle(self, *, pan: float | None = None, tilt: float | None = None, timeout_s: float | None = None) -> None:
        """Turn the camera by an angle.

        Turns relative to the current direction; the sign gives the sense of rotation. Without any axis
        nothing moves. Pan needs `Flying`, because the Kite turns with it; tilt alone works whenever the
        camera is online, but not in `Landing` and `SafetyLanding`. Stopping is possible in every flight
        state, and a landing stops both axes. A new command replaces the one under way on the same axis. A pan
        that would exceed the tether twist limit is refused; the opposite direction is permitted.

        - `pan`: Degrees to turn, positive clockwise. The sign gives the sense of rotation, even for 180. 0
        stops this axis.
        - `tilt`: Degrees to tilt, positive downwards. Ends at the limit of the gimbal. 0 stops this axis.

        Refused with 400 NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 404 CAMERA_NOT_FOUND; 409
        WRONG_FLIGHT_STATE, TETHER_TWISTED, AIRCRAFT_FLOWN_ELSEWHERE.
        """
        return await self._call(operations.CAMERA_CONTROL_ROTATE_BY_ANGLE, body={"pan": pan, "tilt": tilt}, timeout_s=timeout_s)

    async def rotate_to_angle(self, *, pan_ned: float | None = None, tilt_ned: float | None = None, timeout_s: float | None = None) -> None:
        """Turn the camera to a direction.

        Turns to an azimuth and a tilt by the shorter way. Without any axis nothing moves. Pan needs `Flying`,
        because the Kite turns with it; tilt alone works whenever the camera is online, but not in `Landing`
        and `SafetyLanding`. Stopping is possible in every flight state, and a landing stops both axes. A new
        command replaces the one under way on the same axis. A pan that would exceed the tether twist limit is
        refused; the opposite direction is permitted.

        - `pan_ned`: Azimuth, degrees clockwise from North: 0 North, 90 East.
        - `tilt_ned`: Angle below the horizon, degrees: 0 level, 90 straight down. Ends at the limit of the
        gimbal.

        Refused with 400 NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 404 CAMERA_NOT_FOUND; 409
        WRONG_FLIGHT_STATE, TETHER_TWISTED, AIRCRAFT_FLOWN_ELSEWHERE.
        """
        return await self._call(operations.CAMERA_CONTROL_ROTATE_TO_ANGLE, body={"pan_ned": pan_ned, "tilt_ned": tilt_ned}, timeout_s=timeout_s)

    async def rotate_with_speed(self, duration: float, *, pan_speed: float | None = None, tilt_speed: float | None = None, timeout_s: float | None = None) -> None:
        """Turn the camera at a speed.

        Turns at a constant speed for `duration`, then stops. An absent axis, or 0, stops at once. Pan needs
        `Flying`, because the Kite turns with it; tilt alone works whenever the camera is online, but not in
        `Landing` and `SafetyLanding`. Stopping is possible in every flight state, and a landing stops both
        axes. A new command replaces the one under way on the same axis. A pan that would exceed the tether
        twist limit is refused; the opposite direction is permitted.

        - `duration`: Duration, seconds. Repeat the command before it ends to continue smoothly.
        - `pan_speed`: Degrees per second, positive clockwise. 0 or absent stops this axis, in every flight
        state; any other value is within the camera’s minimum and maximum, in either direction.
        - `tilt_speed`: Degrees per second, positive downwards. 0 or absent stops this axis, in every flight
        state; any other value is within the camera’s minimum and maximum, in either direction.

        Refused with 400 SPEED_OUT_OF_RANGE, NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 404
        CAMERA_NOT_FOUND; 409 WRONG_FLIGHT_STATE, TETHER_TWISTED, AIRCRAFT_FLOWN_ELSEWHERE.
        """
        return await self._call(operations.CAMERA_CONTROL_ROTATE_WITH_SPEED, body={"duration": duration, "pan_speed": pan_speed, "tilt_speed": tilt_speed}, timeout_s=timeout_s)


class HandoffOperations:
    """The operations of `handoff`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def state(self, *, timeout_s: float | None = None) -> HandoffState:
        """Who is in control.

        The client in control and the queue, the next one first.
        """
        return await self._call(operations.HANDOFF_STATE, timeout_s=timeout_s)

    async def request(self, operator_name: str, *, regulatory_mode: Literal["US_REMOTE_ID_STANDARD", "unset"] | None = None, operator_gps_lat: float | None = None, operator_gps_lon: float | None = None, operator_gps_elevation: float | None = None, operator_gps_accuracy: float | None = None, timeout_s: float | None = None) -> Literal["granted", "queued"]:
        """Request control.

        201: the caller is in control for 10 s; repeat the request within that time to stay in control
        (commands do not renew it). 202: another client is in control and the caller waits in the queue for 60
        s; a repeated request prolongs that and keeps the place. Refused only when the queue is full (100
        clients). Unknown properties are ignored.

        - `operator_name`: Name of the operator, shown to others: one line without control characters. May be
        empty; at most 1000 bytes of UTF-8.
        - `regulatory_mode`: `US_REMOTE_ID_STANDARD` when the position below is to be sent by Remote ID.
        Without a position, that of the Ground Station is sent. Any other text counts as `unset`.
        - `operator_gps_lat`: Latitude of the operator, degrees WGS 84.
        - `operator_gps_lon`: Longitude of the operator, degrees WGS 84.
        - `operator_gps_elevation`: Elevation of the operator above mean sea level, metres.
        - `operator_gps_accuracy`: Horizontal accuracy of the operator’s position, metres.

        Refused with 400 OPERATOR_POSITION_REQUIRED, MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.HANDOFF_CONTROL_REQUEST, body={"operator_name": operator_name, "regulatory_mode": regulatory_mode, "operator_gps_lat": operator_gps_lat, "operator_gps_lon": operator_gps_lon, "operator_gps_elevation": operator_gps_elevation, "operator_gps_accuracy": operator_gps_accuracy}, timeout_s=timeout_s)

    async def release(self, *, timeout_s: float | None = None) -> None:
        """Release control.

        The first client in the queue gets control, with 10 s to confirm it. A waiting client leaves the
        queue. Manoeuvres under way continue. No effect for a client that neither has control nor waits.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.HANDOFF_CONTROL_RELEASE, timeout_s=timeout_s)

    async def override(self, operator_name: str, *, regulatory_mode: Literal["US_REMOTE_ID_STANDARD", "unset"] | None = None, operator_gps_lat: float | None = None, operator_gps_lon: float | None = None, operator_gps_elevation: float | None = None, operator_gps_accuracy: float | None = None, timeout_s: float | None = None) -> None:
        """Take control at once.

        Control changes hands at once and the former holder is out. Needs the scope `can_override`. The
        control lasts 10 s, as after a request. Unknown properties are ignored.

        - `operator_name`: Name of the operator, shown to others: one line without control characters. May be
        empty; at most 1000 bytes of UTF-8.
        - `regulatory_mode`: `US_REMOTE_ID_STANDARD` when the position below is to be sent by Remote ID.
        Without a position, that of the Ground Station is sent. Any other text counts as `unset`.
        - `operator_gps_lat`: Latitude of the operator, degrees WGS 84.
        - `operator_gps_lon`: Longitude of the operator, degrees WGS 84.
        - `operator_gps_elevation`: Elevation of the operator above mean sea level, metres.
        - `operator_gps_accuracy`: Horizontal accuracy of the operator’s position, metres.

        Refused with 400 OPERATOR_POSITION_REQUIRED, MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.HANDOFF_CONTROL_OVERRIDE, body={"operator_name": operator_name, "regulatory_mode": regulatory_mode, "operator_gps_lat": operator_gps_lat, "operator_gps_lon": operator_gps_lon, "operator_gps_elevation": operator_gps_elevation, "operator_gps_accuracy": operator_gps_accuracy}, timeout_s=timeout_s)


class NotificationsOperations:
    """The operations of `notifications`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def state(self, *, timeout_s: float | None = None) -> NotificationsObject:
        """Active notifications.

        All active notifications. A subscription to it sends single notifications: the active ones at
        connection, then each one that begins, changes its parameters or ends.
        """
        return await self._call(operations.NOTIFICATIONS_STATE, timeout_s=timeout_s)

    async def history(self, *, from_time: datetime | None = None, timeout_s: float | None = None) -> NotificationsObject:
        """Notification history.

        Those that ended at or after `from_time` and before `to_time` of the answer, and those that are still
        active; ordered by end, active ones last. Without `from_time`, only what is active now. They are kept
        for 90 days. At most 1000: if more match, the newest 1000, and `from_time` of the answer says from
        when. Asking each time from the last `to_time` gives every ended notification exactly once.

        - `from_time`: Leave out what ended before. Absent or empty: leave out everything that has ended.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.NOTIFICATIONS_HISTORY, query={"from_time": from_time}, timeout_s=timeout_s)

    async def dictionary(self, *, timeout_s: float | None = None) -> tuple[NotificationDictionaryItem, ...]:
        """Notification dictionary.

        Every notification this station can send, with its severity, texts and parameters. Codes are stable;
        their ten thousands name the subsystem.
        """
        return await self._call(operations.NOTIFICATIONS_DICTIONARY, timeout_s=timeout_s)


class SystemOperations:
    """The operations of `system`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def info(self, *, timeout_s: float | None = None) -> SystemInfo:
        """Components of the system.

        Names, models, boards, time zone and software version. `software_channel` is `simulated` when no real
        aircraft is connected.
        """
        return await self._call(operations.SYSTEM_INFO, timeout_s=timeout_s)

    async def state(self, *, timeout_s: float | None = None) -> SystemState:
        """Power, position, Remote ID, Rooftop Box.

        State of the Ground Station and its installation, and of the Kite’s battery.
        """
        return await self._call(operations.SYSTEM_STATE, timeout_s=timeout_s)

    async def open_rtb_lids(self, *, timeout_s: float | None = None) -> None:
        """Open the lids of the Rooftop Box.

        Only in `StandBy`, and only with a Rooftop Box. `rtb_lids_state` is `Opening` from the response on,
        and `Opened` about 8 s later. Take-off opens the lids automatically.

        Refused with 400 NO_ROOFTOP_BOX, MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE.
        """
        return await self._call(operations.SYSTEM_CONTROL_OPEN_RTB_LIDS, timeout_s=timeout_s)

    async def close_rtb_lids(self, *, timeout_s: float | None = None) -> None:
        """Close the lids of the Rooftop Box.

        Only in `StandBy`, and only with a Rooftop Box: the lids cannot be closed under a flying Kite.
        `rtb_lids_state` is `Closing` from the response on, and `Closed` about 8 s later. The lids close
        automatically after a landing.

        Refused with 400 NO_ROOFTOP_BOX, MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE.
        """
        return await self._call(operations.SYSTEM_CONTROL_CLOSE_RTB_LIDS, timeout_s=timeout_s)


class VideostreamsOperations:
    """The operations of `videostreams`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def list(self, *, timeout_s: float | None = None) -> tuple[VideoStreamInfo, ...]:
        """Video streams of the camera.

        Streams of the attached camera and their addresses. Empty without a camera, and on a station without
        video. Just after a start the answer waits, at most 10 s, until the video addresses are known.
        """
        return await self._call(operations.VIDEOSTREAMS, timeout_s=timeout_s)

    async def state(self, stream_id: str, *, timeout_s: float | None = None) -> VideoStreamState:
        """State of a stream.

        Direction, field of view, zoom and palette of one stream, with the time of the frame they belong to.

        - `stream_id`: Id of the stream, as in videostreams.

        Refused with 404 STREAM_NOT_FOUND.
        """
        return await self._call(operations.VIDEOSTREAMS_STATE, path={"stream_id": stream_id}, timeout_s=timeout_s)

    async def zoom(self, stream_id: str, zoom_level: float, *, timeout_s: float | None = None) -> None:
        """Zoom.

        Sets the zoom of one stream, within its `zoom_min` and `zoom_max`. A stream without zoom accepts 1
        only.

        - `stream_id`: Id of the stream, as in videostreams.
        - `zoom_level`: Zoom, from `zoom_min` to `zoom_max` of the stream; 2 halves the field of view.

        Refused with 400 INVALID_ZOOM, MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409
        STREAM_NOT_READY; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.VIDEOSTREAMS_CONTROL_ZOOM, path={"stream_id": stream_id}, body={"zoom_level": zoom_level}, timeout_s=timeout_s)

    async def palette(self, stream_id: str, thermal_color_palette: ThermalColorPalette, *, timeout_s: float | None = None) -> None:
        """Choose the thermal palette.

        Sets the palette of a thermal stream. Colour streams have no palette.

        - `stream_id`: Id of the stream, as in videostreams.

        Refused with 400 INVALID_PALETTE, MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409
        STREAM_NOT_READY; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.VIDEOSTREAMS_CONTROL_PALETTE, path={"stream_id": stream_id}, body={"thermal_color_palette": thermal_color_palette}, timeout_s=timeout_s)

    async def snapshot(self, stream_id: str, *, timeout_s: float | None = None) -> bytes:
        """A single picture.

        A JPEG in the full size of the stream, with time, position and direction in its EXIF data. Only where
        `can_do_snapshot` is true.

        - `stream_id`: Id of the stream, as in videostreams.

        Refused with 400 SNAPSHOT_NOT_SUPPORTED; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.VIDEOSTREAMS_SNAPSHOT, path={"stream_id": stream_id}, timeout_s=timeout_s)


class RecordingsOperations:
    """The operations of `recordings`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def list(self, *, timeout_s: float | None = None) -> tuple[Recording, ...]:
        """List recordings.

        All recordings with their files, the newest first.

        Refused with 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.RECORDINGS, timeout_s=timeout_s)

    async def state(self, *, timeout_s: float | None = None) -> RecordingsState:
        """Recorder and storage.

        Whether a recording is running, for how long, and how much space is left.

        Refused with 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.RECORDINGS_STATE, timeout_s=timeout_s)

    async def get(self, recording_id: str, *, timeout_s: float | None = None) -> Recording:
        """One recording.

        A recording and its files.

        - `recording_id`: Id of the recording, as in recordings. Its `+` may be sent as `%2B` or unencoded.

        Refused with 404 RECORDING_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.RECORDINGS_GET, path={"recording_id": recording_id}, timeout_s=timeout_s)

    async def delete(self, recording_id: str, *, timeout_s: float | None = None) -> None:
        """Delete a recording.

        Deletes a recording with all its files. Stop a running recording first.

        - `recording_id`: Id of the recording, as in recordings. Its `+` may be sent as `%2B` or unencoded.

        Refused with 400 RECORDING_IN_USE, MALFORMED_JSON, INVALID_REQUEST; 404 RECORDING_NOT_FOUND; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.RECORDINGS_DELETE, path={"recording_id": recording_id}, timeout_s=timeout_s)

    async def start(self, *, timeout_s: float | None = None) -> None:
        """Start a recording.

        Records all streams of the camera. Needs at least 1 GiB of free space.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 ALREADY_RECORDING; 502 VIDEO_UNAVAILABLE; 507
        STORAGE_FULL.
        """
        return await self._call(operations.RECORDINGS_CONTROL_START, timeout_s=timeout_s)

    async def stop(self, *, timeout_s: float | None = None) -> None:
        """Stop the recording.

        Ends the running recording and completes its files.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 NOT_RECORDING; 502 VIDEO_UNAVAILABLE; 507
        STORAGE_FULL.
        """
        return await self._call(operations.RECORDINGS_CONTROL_STOP, timeout_s=timeout_s)


class HealthOperations:
    """The operations of `health`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def get(self, *, timeout_s: float | None = None) -> HealthResponse:
        """Health check.

        Needs no token and is not rate-limited. A 500 is the JSON string "Service Unavailable".
        """
        return await self._call(operations.HEALTH_GET, timeout_s=timeout_s)


class VersionsOperations:
    """The operations of `versions`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def get(self, *, timeout_s: float | None = None) -> VersionList:
        """Versions that this station speaks.

        A station serves one version of the published API: the one that its setting `api_version` names. Open
        to all and never limited, and at the same path in every version.
        """
        return await self._call(operations.VERSIONS, timeout_s=timeout_s)


class SimOperations:
    """The operations of `sim`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def truth(self, *, timeout_s: float | None = None) -> TruthBesideSensors:
        """True state.

        The true state of the simulation, without sensor errors, together with the latest sensor readings.
        `sensors` is up to 50 ms older, later still on a slow link, and absent before the first sample.
        """
        return await self._call(operations.SIM_TRUTH, timeout_s=timeout_s)

    async def tether(self, *, points: int | None = None, timeout_s: float | None = None) -> Tether:
        """Shape of the tether.

        Points from the Ground Station to the Kite, at equal lengths of tether.

        - `points`: Number of points.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.SIM_TETHER, query={"points": points}, timeout_s=timeout_s)

    async def faults(self, *, timeout_s: float | None = None) -> Faults:
        """Injected faults.

        All faults with their status: scheduled, active, expired, cleared, or impossible at their time.
        """
        return await self._call(operations.SIM_FAULTS, timeout_s=timeout_s)

    async def faults_inject(self, body: FaultRequest, *, timeout_s: float | None = None) -> FaultState:
        """Inject a fault.

        Starts now, or in `at` seconds of station time, for `duration` seconds or until it is cleared. The
        types, with causes and effects, are in /docs/faults. A fault that starts now takes effect in the next
        step of the simulation. If the state does not allow it, it is refused with the reason; a scheduled one
        is checked at its time.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 FAULT_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_FAULTS_INJECT, body=body, timeout_s=timeout_s)

    async def faults_clear(self, *, timeout_s: float | None = None) -> Faults:
        """Clear all faults.

        Ends active faults and drops scheduled ones. The response lists them; a fault that cannot end in the
        current state stays active and gives the `reason`.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_FAULTS_CLEAR, timeout_s=timeout_s)

    async def fault(self, id: str, *, timeout_s: float | None = None) -> FaultState:
        """One fault.

        The fault and its status.

        - `id`: Id of the fault, from the response to its injection.

        Refused with 404 FAULT_NOT_FOUND.
        """
        return await self._call(operations.SIM_FAULT, path={"id": id}, timeout_s=timeout_s)

    async def fault_clear(self, id: str, *, timeout_s: float | None = None) -> FaultState:
        """Clear a fault.

        Ends an active fault, drops a scheduled one; no effect on an ended one. If it cannot end in the
        current state, the request is refused with the reason: a cut tether cannot be repaired in the air.

        - `id`: Id of the fault, from the response to its injection.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 FAULT_NOT_FOUND; 409 FAULT_NOT_CLEARABLE.
        """
        return await self._call(operations.SIM_FAULT_CLEAR, path={"id": id}, timeout_s=timeout_s)

    async def wire_faults(self, *, timeout_s: float | None = None) -> WireFaults:
        """Faults between station and clients.

        Each with the number of requests that it selected and hit.
        """
        return await self._call(operations.SIM_WIRE_FAULTS, timeout_s=timeout_s)

    async def wire_faults_add(self, body: WireFaultRequest, *, timeout_s: float | None = None) -> WireFaultState:
        """Set a fault between station and clients.

        Acts on the real connections from the next request on, for every client that `operation` and `client`
        select. The types, with what a good client does, are in /docs/faults. Several act together; at most 32
        at once. A restart of the Ground Station does not end them. One that names the token request needs a
        `count`, or no client could get a token to remove it.

        Refused with 400 INVALID_REQUEST, MALFORMED_JSON; 409 FAULT_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_WIRE_FAULTS_ADD, body=body, timeout_s=timeout_s)

    async def wire_faults_remove_all(self, *, timeout_s: float | None = None) -> WireFaults:
        """Remove all faults between station and clients.

        The response lists those that were active. What they hold back continues.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_WIRE_FAULTS_REMOVE_ALL, timeout_s=timeout_s)

    async def wire_faults_remove(self, id: str, *, timeout_s: float | None = None) -> WireFaultState:
        """Remove a fault between station and clients.

        Requests and messages that it holds back continue, also if it has ended by its count.

        - `id`: Id of the fault, from the response to its setting.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 FAULT_NOT_FOUND.
        """
        return await self._call(operations.SIM_WIRE_FAULTS_REMOVE, path={"id": id}, timeout_s=timeout_s)

    async def journal(self, *, since: str | None = None, client: str | None = None, after: int | None = None, limit: int | None = None, timeout_s: float | None = None) -> JournalPage:
        """Requests so far.

        Requests of the published API and of the station's own operations with their answers, and ends of
        WebSockets, the oldest first. The newest 20000 are kept. The controls of the simulator are not noted.
        A client continues from `next_after`.

        - `since`: Name of the mark from which it counts. Absent: `start`
        - `client`: Name of a plugin or an account. Absent: all clients
        - `after`: Number of the entry after which the page begins
        - `limit`: Entries of the page

        Refused with 400 INVALID_REQUEST; 404 JOURNAL_MARK_NOT_FOUND.
        """
        return await self._call(operations.SIM_JOURNAL, query={"since": since, "client": client, "after": after, "limit": limit}, timeout_s=timeout_s)

    async def journal_mark(self, *, mark: str | None = None, bodies: bool | None = None, timeout_s: float | None = None) -> JournalMark:
        """Switch the journal on, or set a mark in it.

        The journal is off at the start. A mark is a moment from which entries are listed and the coverage is
        counted; the newest 32 are kept. A restart of the Ground Station and a reset to a snapshot leave the
        journal as it is.

        - `mark`: Name of the mark; one of this name is replaced. Absent: `start`, and everything before it is
        forgotten
        - `bodies`: Whether entries have the JSON bodies of requests and answers from now on, 2048 bytes of
        each and 1048576 of all. Those of operations with keys, tokens, passwords or addresses of video are
        never kept. Absent: unchanged, `false` at the start

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_JOURNAL_MARK, body={"mark": mark, "bodies": bodies}, timeout_s=timeout_s)

    async def journal_stop(self, *, timeout_s: float | None = None) -> None:
        """Switch the journal off.

        Entries, marks and counts are forgotten.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_JOURNAL_STOP, timeout_s=timeout_s)

    async def journal_coverage(self, *, since: str | None = None, client: str | None = None, timeout_s: float | None = None) -> Coverage:
        """What clients have exercised.

        Operations, errors, topics, states, notifications and faults that a client has met since a mark and
        that it never met, what it did after each refusal, and what a good client would not have done. Counted
        from all requests, also those whose entries are no longer kept.

        - `since`: Name of the mark from which it counts. Absent: `start`
        - `client`: Name of a plugin or an account. Absent: all clients

        Refused with 400 INVALID_REQUEST; 404 JOURNAL_MARK_NOT_FOUND; 409 JOURNAL_OFF.
        """
        return await self._call(operations.SIM_JOURNAL_COVERAGE, query={"since": since, "client": client}, timeout_s=timeout_s)

    async def onvif_quirks(self, *, timeout_s: float | None = None) -> OnvifQuirks:
        """Bugs of the ONVIF camera.

        Bugs of real cameras that it has now. What each does is in the [guide of
        ONVIF](../integrator/onvif.md).
        """
        return await self._call(operations.SIM_ONVIF_QUIRKS, timeout_s=timeout_s)

    async def onvif_quirks_set(self, active: Sequence[Literal["stuck_moving", "always_idle", "no_move_status", "late_idle", "status_blocks", "fov_refused", "fov_not_default", "degenerate_ranges", "no_zoom_status", "timeout_ignored", "timeout_refused", "stop_ignored", "wrong_xaddr", "https_redirect", "action_needed", "soap11_only", "bad_utf8", "undeclared_prefix", "clock_off", "pull_cut", "termination_needed", "one_subscription", "odd_topics", "same_identity", "snapshot_bad", "capabilities_500"]], *, timeout_s: float | None = None) -> OnvifQuirks:
        """Give the ONVIF camera bugs of real cameras.

        Replaces the list, for every client from the next request on. An empty list ends all. A restart of the
        Ground Station does not end them. Has no effect without `onvif.port`.

        - `active`: Their names. An empty list: a camera without them

        Refused with 400 INVALID_REQUEST, MALFORMED_JSON.
        """
        return await self._call(operations.SIM_ONVIF_QUIRKS_SET, body={"active": active}, timeout_s=timeout_s)

    async def onvif_requests(self, *, after: int | None = None, limit: int | None = None, timeout_s: float | None = None) -> OnvifRequestPage:
        """Requests to the ONVIF camera.

        What clients asked the camera, as whom, and with which result, the oldest first. The newest 1000 are
        kept. A client continues from `next_after`.

        - `after`: Number of the request after which the page begins
        - `limit`: Requests of the page

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.SIM_ONVIF_REQUESTS, query={"after": after, "limit": limit}, timeout_s=timeout_s)

    async def wind(self, *, timeout_s: float | None = None) -> SimulatedWind:
        """Mean wind and turbulence.

        The wind as set. Gusts and faults are added; the actual wind at the Kite is in truth.
        """
        return await self._call(operations.SIM_WIND, timeout_s=timeout_s)

    async def wind_set(self, *, speed_mps: float | None = None, from_deg: float | None = None, turbulence: Literal["none", "light", "moderate", "severe", "by_wind"] | None = None, timeout_s: float | None = None) -> SimulatedWind:
        """Set the wind.

        Takes effect at once; for a slow change or a gust inject a fault. Absent fields stay unchanged.

        - `speed_mps`: Mean wind 10 m above the ground, m/s
        - `from_deg`: Direction it comes from, ° clockwise from North
        - `turbulence`: Turbulence after MIL-F-8785C: a level, or by_wind, derived from this wind over this
        terrain

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_WIND_SET, body={"speed_mps": speed_mps, "from_deg": from_deg, "turbulence": turbulence}, timeout_s=timeout_s)

    async def weather(self, *, timeout_s: float | None = None) -> SimulatedWeather:
        """Weather and sun of the picture.

        Weather as set, and the hour that the sun shows now.
        """
        return await self._call(operations.SIM_WEATHER, timeout_s=timeout_s)

    async def weather_set(self, *, visibility_m: float | None = None, cloud_cover: float | None = None, rain_mmph: float | None = None, solar_hour: float | None = None, timeout_s: float | None = None) -> SimulatedWeather:
        """Set weather and sun of the picture.

        Changes what the simulated camera sees, at once, in colour and in thermal pictures; the flight is not
        affected. The sun moves to `solar_hour`; the station’s clock does not. Absent fields stay unchanged.

        - `visibility_m`: Visibility: distance at which 2 % of a contrast remain, m
        - `cloud_cover`: Covered share of the sky, 0 to 1
        - `rain_mmph`: Rain, mm/h; above 50 it is violent (WMO)
        - `solar_hour`: Hour of local mean solar time that the sun shows, h: 12 is noon. It continues from
        there with the station’s clock

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_WEATHER_SET, body={"visibility_m": visibility_m, "cloud_cover": cloud_cover, "rain_mmph": rain_mmph, "solar_hour": solar_hour}, timeout_s=timeout_s)

    async def base(self, *, timeout_s: float | None = None) -> SimulatedBase:
        """Base of the Ground Station.

        Sea state, speed and heading as set. The actual motion is in truth.
        """
        return await self._call(operations.SIM_BASE, timeout_s=timeout_s)

    async def base_set(self, *, sea_state: int | None = None, waves_from_deg: float | None = None, speed_mps: float | None = None, heading_deg: float | None = None, timeout_s: float | None = None) -> SimulatedBase:
        """Move the base of the Ground Station.

        A vessel in a sea, or a vehicle that drives: it accelerates, brakes and turns as vehicles do, and
        tilts on its springs. A moving Ground Station refuses take-off; waves alone do not count as moving.
        Absent fields stay unchanged.

        - `sea_state`: Waves under the vessel that carries the Ground Station, sea state after WMO code table
        3700; 0 is land or still water. A change takes half a minute
        - `waves_from_deg`: Direction the waves come from, ° clockwise from North
        - `speed_mps`: Commanded speed of the vehicle or vessel, m/s
        - `heading_deg`: Commanded heading while it moves, ° clockwise from North

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_BASE_SET, body={"sea_state": sea_state, "waves_from_deg": waves_from_deg, "speed_mps": speed_mps, "heading_deg": heading_deg}, timeout_s=timeout_s)

    async def payload_set(self, *, camera_model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus", "none", "other payload"] | None = None, online: bool | None = None, timeout_s: float | None = None) -> Payload:
        """Change the payload.

        Attaches another camera, detaches it, or switches it off or on. A camera that is attached or switched
        on is available after its start-up time. Without one, the published API answers as if none had ever
        been attached: 404.

        - `camera_model`: The attached camera; with `none` and `other payload` there is no camera
        - `online`: Whether it is powered

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_PAYLOAD_SET, body={"camera_model": camera_model, "online": online}, timeout_s=timeout_s)

    async def buttons_set(self, *, safety_land: bool | None = None, parking_brake: Literal["engaged", "disengaged"] | None = None, timeout_s: float | None = None) -> Buttons:
        """Set button and brake.

        The external safety land button and the parking brake of a Rooftop Box. Absent fields stay unchanged.

        - `safety_land`: Whether the external safety land button is pressed
        - `parking_brake`: The vehicle’s parking brake

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 NO_SUCH_CONTROL.
        """
        return await self._call(operations.SIM_BUTTONS_SET, body={"safety_land": safety_land, "parking_brake": parking_brake}, timeout_s=timeout_s)

    async def reboot(self, *, duration: float | None = None, timeout_s: float | None = None) -> FaultState:
        """Restart the Ground Station.

        The computer of the Ground Station restarts, this API with it: WebSockets are closed with 1001,
        connections are refused for `duration` seconds of station time, and then served again at the same
        address. The Kite keeps flying. Plugins, sessions and notifications survive; control, queue and soft
        maximum do not. While the clock is paused, the restart takes no time. The same as the fault
        `ground_station_reboot`.

        - `duration`: Downtime, s of station time

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 FAULT_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_REBOOT, body={"duration": duration}, timeout_s=timeout_s)

    async def clock(self, *, timeout_s: float | None = None) -> SimulationClockState:
        """Station time and its speed.

        Station time runs at the speed of the simulation; leases, tokens and notifications use it.
        """
        return await self._call(operations.SIM_CLOCK, timeout_s=timeout_s)

    async def clock_set(self, *, speed: float | None = None, paused: bool | None = None, timeout_s: float | None = None) -> SimulationClockState:
        """Set the speed, pause, resume.

        Takes effect at once. A machine that is too slow for the speed runs as fast as it can. While paused,
        time advances only by calls of `advance`. Absent fields stay unchanged.

        - `speed`: Times real time
        - `paused`: Whether time advances only by calls of `advance`

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.SIM_CLOCK_SET, body={"speed": speed, "paused": paused}, timeout_s=timeout_s)

    async def clock_advance(self, seconds: float, *, timeout_s: float | None = None) -> SimulationClockState:
        """Advance the clock.

        Advances station time by this many seconds as fast as the machine can, and answers when that time is
        reached. All events in between take place. Concurrent calls add up, in order. A caller that
        disconnects does not stop it. While the clock is paused, the time in the response is exactly the
        target time.

        - `seconds`: Station time to advance by, s; rounded up to whole steps of 2.5 ms

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 CLOCK_BUSY.
        """
        return await self._call(operations.SIM_CLOCK_ADVANCE, body={"seconds": seconds}, timeout_s=timeout_s)

    async def snapshots(self, *, timeout_s: float | None = None) -> SnapshotList:
        """Snapshots in memory.

        They are kept until the station stops.
        """
        return await self._call(operations.SIM_SNAPSHOTS, timeout_s=timeout_s)

    async def snapshots_take(self, name: str, *, timeout_s: float | None = None) -> SimulationSnapshot:
        """Take a snapshot.

        Keeps the whole simulated station as it is now, under this name: aircraft, wind, faults, station time,
        flight, camera, control, notifications, sessions, and everything in the store but the audit log. An
        existing snapshot of this name is replaced. Recordings, flight logs, speed and pause of the clock are
        not part of it. At most 20 are kept.

        - `name`: Name of the snapshot: 1 to 64 letters, digits and characters of . _ -

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 SNAPSHOT_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_SNAPSHOTS_TAKE, body={"name": name}, timeout_s=timeout_s)

    async def snapshots_file(self, name: str, *, timeout_s: float | None = None) -> bytes:
        """A snapshot as a file.

        The file for `kitestring serve --snapshot`. It holds no key, token or password, nor a hash of one.

        - `name`: Name of a snapshot

        Refused with 404 SNAPSHOT_NOT_FOUND.
        """
        return await self._call(operations.SIM_SNAPSHOTS_FILE, path={"name": name}, timeout_s=timeout_s)

    async def snapshots_reset(self, name: str, *, timeout_s: float | None = None) -> SimulationSnapshot:
        """Reset to a snapshot.

        The station continues from the moment of the snapshot; its time goes back. Plugins, accounts, sessions
        and watch links stay as they are. Every WebSocket is closed with code 1012; a recording in progress is
        stopped, and a new one is started if the station recorded at that moment. Recordings, snapshots of the
        camera, flight logs and the audit log stay.

        - `name`: Name of a snapshot

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 SNAPSHOT_NOT_FOUND; 409 SNAPSHOT_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_SNAPSHOTS_RESET, path={"name": name}, timeout_s=timeout_s)

    async def snapshots_delete(self, name: str, *, timeout_s: float | None = None) -> None:
        """Delete a snapshot.

        Frees its memory; files that were made of it stay.

        - `name`: Name of a snapshot

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 SNAPSHOT_NOT_FOUND.
        """
        return await self._call(operations.SIM_SNAPSHOTS_DELETE, path={"name": name}, timeout_s=timeout_s)

    async def scenarios(self, *, timeout_s: float | None = None) -> ScenarioList:
        """Included scenarios.

        Automatic flights with faults and expectations. For those that this station cannot run, `unfit` gives
        the reason.
        """
        return await self._call(operations.SIM_SCENARIOS, timeout_s=timeout_s)

    async def scenarios_run(self, *, name: str | None = None, text: str | None = None, timeout_s: float | None = None) -> ScenarioRun:
        """Run a scenario on this station.

        Runs it at the speed of the clock; one at a time. Its clients are sessions of the caller’s plugin,
        with scopes of the caller’s token only. They request control unless the scenario does: the caller’s
        own control is released, that of another client is respected. The wind, the camera, the buttons and
        the brake are set as the scenario says, and reverted at its end; faults that it has injected are
        cleared. Preconditions: the Kite in StandBy, no fault, the default soft maximum, settings as in the
        scenario. Random numbers and time of day are those of the station, not of the scenario. The run ends
        by itself, when stopped, when another session takes control, and with the station; the Kite then holds
        its position.

        - `name`: Name of an included scenario: its file name without `.yaml`
        - `text`: A whole scenario file, YAML

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 SCENARIO_NOT_FOUND; 409 SCENARIO_RUNNING,
        SCENARIO_NOT_POSSIBLE.
        """
        return await self._call(operations.SIM_SCENARIOS_RUN, body={"name": name, "text": text}, timeout_s=timeout_s)

    async def scenarios_state(self, *, timeout_s: float | None = None) -> ScenarioRunState:
        """State of the run.

        The current or the last run: its step, its progress, and which expectations are met or have failed,
        with the actual outcome. Absent before the first run. It survives a restart of the Ground Station, not
        the end of the process.
        """
        return await self._call(operations.SIM_SCENARIOS_STATE, timeout_s=timeout_s)

    async def scenarios_stop(self, *, timeout_s: float | None = None) -> ScenarioRun:
        """Stop the run.

        Stops the run at once. Its changes are reverted and its sessions end, so control becomes free; the
        Kite holds its position. The response has the final state of the run.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 SCENARIO_NOT_RUNNING.
        """
        return await self._call(operations.SIM_SCENARIOS_STOP, timeout_s=timeout_s)


class StationOperations:
    """The operations of `station`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def readiness(self, *, timeout_s: float | None = None) -> Readiness:
        """Preflight checks.

        Every preflight check with its state, value and limit. Take-off is judged by the same checks, when it
        is requested and until the climb begins: it is refused by a check listed as refusing, by the flight
        state, or because another client is in control, and for no other reason. Two faults appear only during
        take-off: lids that do not open, and motors that do not start.
        """
        return await self._call(operations.STATION_READINESS, timeout_s=timeout_s)

    async def readiness_changes(self, *, revision: str | None = None, timeout_s: float | None = None) -> Readiness:
        """Wait for a change of what a take-off needs.

        Answers as soon as a check or the flight is in another state than in this revision, and after 20 s at
        the latest, then with the figures of that moment. Without a revision it answers at once.

        - `revision`: The revision that the client knows.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.STATION_READINESS_CHANGES, query={"revision": revision}, timeout_s=timeout_s)

    async def lists_changes(self, *, version: str | None = None, timeout_s: float | None = None) -> ListVersions:
        """Wait for a change of pins, geofence, masks, display, incident, presets or follow.

        Answers as soon as one of them is another than in this version, and after 20 s at the latest with the
        same version. Without a version it answers at once.

        - `version`: Last version known to the client.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.STATION_LISTS_CHANGES, query={"version": version}, timeout_s=timeout_s)

    async def readiness_signatures(self, *, timeout_s: float | None = None) -> SignatureList:
        """Signatures of the readiness list.

        Signatures for the next take-off, or during a flight those of this flight. They are removed after the
        landing; the flight log keeps them.
        """
        return await self._call(operations.STATION_READINESS_SIGNATURES, timeout_s=timeout_s)

    async def readiness_sign(self, name: str, revision: str, *, timeout_s: float | None = None) -> Signature:
        """Sign the readiness list.

        Stores the name with the whole list and its values, for the flight log and its report. It is refused
        if a check has changed its state since the list was read: read it again. Several people may sign; all
        signatures are stored, in order, at most 20. Take-off does not require one.

        - `name`: Name of the signer: 1 to 100 characters.
        - `revision`: The `revision` of the reviewed list.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 READINESS_CHANGED, WRONG_FLIGHT_STATE,
        TOO_MANY_SIGNATURES.
        """
        return await self._call(operations.STATION_READINESS_SIGN, body={"name": name, "revision": revision}, timeout_s=timeout_s)

    async def checklist(self, *, timeout_s: float | None = None) -> Checklist:
        """The crew’s own checklist.

        Checks that no sensor makes: people, landing area, weather, airspace, or texts that were set. Those
        made count for the next take-off, or during a flight for this flight. They are open again after the
        landing; the flight log keeps them.
        """
        return await self._call(operations.STATION_CHECKLIST, timeout_s=timeout_s)

    async def checklist_set(self, texts: Sequence[str], *, timeout_s: float | None = None) -> Checklist:
        """Set the texts of the checklist.

        At most 20. A check whose text stays remains made. Take-off requires none of them. They survive a
        restart.

        - `texts`: In the order in which they are made, each different; empty for those of the station.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE.
        """
        return await self._call(operations.STATION_CHECKLIST_SET, body={"texts": texts}, timeout_s=timeout_s)

    async def checklist_check(self, text: str, is_checked: bool, *, name: str | None = None, timeout_s: float | None = None) -> Checklist:
        """Make a check.

        Stores who has made it and when, or opens it again. Only on the ground.

        - `text`: Text of the check, as in the list.
        - `is_checked`: Whether it was made.
        - `name`: Who has made it; absent for the name of the client.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE.
        """
        return await self._call(operations.STATION_CHECKLIST_CHECK, body={"text": text, "is_checked": is_checked, "name": name}, timeout_s=timeout_s)

    async def geofence(self, *, timeout_s: float | None = None) -> tuple[Zone, ...]:
        """Geofence.

        Zones, the oldest first; at most 20. They survive a restart. A crossing raises the notification 30060
        and changes nothing in the flight: the station neither steers nor lands for it.
        """
        return await self._call(operations.STATION_GEOFENCE, timeout_s=timeout_s)

    async def geofence_add(self, name: str, rule: Literal["stay_inside", "keep_out", "altitude_max"], *, altitude_max: float | None = None, circle: StationGeofenceAddCircle | None = None, polygon: Sequence[StationGeofenceAddPolygon] | None = None, timeout_s: float | None = None) -> Zone:
        """Set a zone.

        Sets a zone for all clients of this station. Control is not required: nothing moves.

        - `name`: Plain text in one line, 1 to 40 characters.
        - `rule`: What is a crossing: leaving the zone, entering it, or being above `altitude_max` within it.
        - `altitude_max`: Metres above the Ground Station; only with the rule `altitude_max`, which needs it.
        - `circle`: A zone has either a circle or a polygon.
        - `polygon`: Corners in order; sides do not cross.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 TOO_MANY_ZONES.
        """
        return await self._call(operations.STATION_GEOFENCE_ADD, body={"name": name, "rule": rule, "altitude_max": altitude_max, "circle": circle, "polygon": polygon}, timeout_s=timeout_s)

    async def geofence_delete(self, zone_id: str, *, timeout_s: float | None = None) -> None:
        """Delete a zone.

        Deletes a zone for all clients.

        - `zone_id`: Id of the zone.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 ZONE_NOT_FOUND.
        """
        return await self._call(operations.STATION_GEOFENCE_DELETE, path={"zone_id": zone_id}, timeout_s=timeout_s)

    async def incident(self, *, timeout_s: float | None = None) -> IncidentReply:
        """The incident.

        Number and title of the current incident; an empty object without one.
        """
        return await self._call(operations.STATION_INCIDENT, timeout_s=timeout_s)

    async def incident_set(self, number: str, title: str, *, timeout_s: float | None = None) -> Incident:
        """Set the incident.

        It is written into every flight log, recording, snapshot and flight report until it is changed or
        ended. It survives a restart.

        - `number`: Number of the incident, as assigned by the dispatch centre: 1 to 40 characters in one
        line.
        - `title`: Title: at most 120 characters in one line; may be empty.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_INCIDENT_SET, body={"number": number, "title": title}, timeout_s=timeout_s)

    async def incident_end(self, *, timeout_s: float | None = None) -> None:
        """End the incident.

        Later flights belong to no incident; existing logs keep it. No effect without an incident.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_INCIDENT_END, timeout_s=timeout_s)

    async def camera_presets(self, *, timeout_s: float | None = None) -> CameraPresetList:
        """Camera presets.

        Stored camera directions, each under a digit. To recall one, send its angles and zoom with the
        published operations of camera and stream.
        """
        return await self._call(operations.STATION_CAMERA_PRESETS, timeout_s=timeout_s)

    async def camera_presets_keep(self, key: Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"], name: str, pan_ned: float, tilt_ned: float, *, zoom_level: float | None = None, timeout_s: float | None = None) -> CameraPreset:
        """Store a camera preset.

        Stores a direction under a digit and replaces the previous one. It survives a restart.

        - `key`: Digit key of the preset.
        - `name`: Name: 1 to 40 characters in one line. Plain text.
        - `pan_ned`: Azimuth relative to North.
        - `tilt_ned`: Tilt relative to the horizon, positive down.
        - `zoom_level`: Zoom of the stream `zoom`; unchanged when absent.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_CAMERA_PRESETS_KEEP, path={"key": key}, body={"name": name, "pan_ned": pan_ned, "tilt_ned": tilt_ned, "zoom_level": zoom_level}, timeout_s=timeout_s)

    async def camera_presets_forget(self, key: Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"], *, timeout_s: float | None = None) -> None:
        """Delete a camera preset.

        Frees the digit. No effect without a preset.

        - `key`: Digit key of the preset.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_CAMERA_PRESETS_FORGET, path={"key": key}, timeout_s=timeout_s)

    async def camera_follow(self, *, timeout_s: float | None = None) -> CameraFollow:
        """What the camera follows.

        Whether the camera follows a target, and why the last follow ended. `lists/changes` tells of another
        follow, its loss and its end.
        """
        return await self._call(operations.STATION_CAMERA_FOLLOW, timeout_s=timeout_s)

    async def camera_follow_start(self, *, point: StationCameraFollowStartPoint | None = None, box: FollowBox | None = None, timeout_s: float | None = None) -> CameraFollow:
        """Keep the camera on a target.

        Experimental. Turns the camera to a position, or to what a client sees in the picture, and keeps it
        there while the Kite moves. Allowed as every order to the camera; replaces another follow. Ends with
        any other order to the camera, when another client takes control, when the session ends, at the
        landing, and without link. A place must be within 20 km of the Kite and within the travel of the
        camera. A box is the first: send further ones to `camera-follow/box`.

        - `point`: A target has either a point or a box.

        Refused with 400 NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 404 CAMERA_NOT_FOUND, STREAM_NOT_FOUND;
        409 WRONG_FLIGHT_STATE, AIRCRAFT_FLOWN_ELSEWHERE, TETHER_TWISTED, VIEWPOINT_UNKNOWN,
        TARGET_OUT_OF_REACH; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CAMERA_FOLLOW_START, body={"point": point, "box": box}, timeout_s=timeout_s)

    async def camera_follow_stop(self, *, timeout_s: float | None = None) -> None:
        """End the follow.

        The camera stays where it points. No effect without a follow.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_CAMERA_FOLLOW_STOP, timeout_s=timeout_s)

    async def camera_follow_box(self, stream_id: str, x: float, y: float, width: float, height: float, frame_time: datetime, *, timeout_s: float | None = None) -> None:
        """Where the followed object is now.

        A newer box of the object, from the client that started the follow; at most 10 a second. An older
        picture than that of the last box changes nothing. Without boxes for 2 s the state is `lost` and the
        camera stays; after 10 s the follow ends.

        - `stream_id`: Id of the stream.
        - `x`: Left edge, as a fraction of the width.
        - `y`: Top edge, as a fraction of the height.
        - `width`: Fraction of the width; `x` and `width` are together at most 1.
        - `height`: Fraction of the height; `y` and `height` are together at most 1.
        - `frame_time`: When the picture was taken, station time: at most 5 s ago.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 NOT_FOLLOWING,
        VIEWPOINT_UNKNOWN; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CAMERA_FOLLOW_BOX, body={"stream_id": stream_id, "x": x, "y": y, "width": width, "height": height, "frame_time": frame_time}, timeout_s=timeout_s)

    async def flight(self, *, timeout_s: float | None = None) -> FlightTotals:
        """Figures of the flight.

        Flight time, maximum height, tether length and twist: the same for every client, whenever it
        connected. After the landing they are those of the last flight. A restart of the Ground Station in the
        air keeps the start of the flight and resets the maximum height. While nothing is heard of the Kite,
        also what it said last, and a landing that waits for it.
        """
        return await self._call(operations.STATION_FLIGHT, timeout_s=timeout_s)

    async def flight_pending_landing_set(self, *, timeout_s: float | None = None) -> PendingLandingReply:
        """Land, or as soon as the Kite is heard.

        In `Unknown` the station keeps the landing and carries it out with the first data of a Kite that
        flies. It ends when the Kite lands or is found on the ground, when it is cancelled, after 10 minutes,
        with a restart of the Ground Station, and when the key or account that ordered it may no longer fly;
        not with its session or its control. A new one replaces it. In other states the same as
        `flight/control/land`.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WRONG_FLIGHT_STATE, LIDS_STUCK.
        """
        return await self._call(operations.STATION_FLIGHT_PENDING_LANDING_SET, timeout_s=timeout_s)

    async def flight_pending_landing_cancel(self, *, timeout_s: float | None = None) -> None:
        """Cancel the pending landing.

        By the client that ordered it, and by any that may command. No effect without one.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_FLIGHT_PENDING_LANDING_CANCEL, timeout_s=timeout_s)

    async def wind(self, *, timeout_s: float | None = None) -> MeasuredWindLoad:
        """Wind, and load of the tether.

        Measurements of the aircraft, with their errors, of a simulated one too. The station judges the wind
        by means of 10 s, the angle of the tether by means of 5 s.
        """
        return await self._call(operations.STATION_WIND, timeout_s=timeout_s)

    async def instruments(self, *, timeout_s: float | None = None) -> Instruments:
        """Attitude, time left and link.

        Measurements of the aircraft, of a simulated one with their errors. Charge may fall faster than in the
        span that was measured: in wind, with age and in cold.
        """
        return await self._call(operations.STATION_INSTRUMENTS, timeout_s=timeout_s)

    async def aircraft_link(self, *, timeout_s: float | None = None) -> AircraftLink:
        """Link to a real aircraft.

        Which autopilot flies, by which link, and how good that is.
        """
        return await self._call(operations.STATION_AIRCRAFT_LINK, timeout_s=timeout_s)

    async def ground(self, *, timeout_s: float | None = None) -> GroundState:
        """Winch, tether power and box.

        What the ground equipment measures, and which orders it takes. See [ground
        equipment](../builder/ground-equipment.md).
        """
        return await self._call(operations.STATION_GROUND, timeout_s=timeout_s)

    async def ground_line(self, order: Literal["length", "rate", "tension", "stop"], *, length: float | None = None, rate: float | None = None, duration: float | None = None, tension: float | None = None, timeout_s: float | None = None) -> None:
        """Order the winch.

        202 means that the winch has accepted. Whether it moves is judged by its length: one that does not is
        SPOOL_STUCK (10060). In the air no order leaves less tether than the Kite is high. A stop is always
        possible.

        - `order`: `length` pays out or reels in to `length`, `rate` moves at `rate` for `duration`, `tension`
        keeps `tension` and lets the tether follow the Kite, `stop` ends any movement.
        - `length`: Length that is to be out, metres.
        - `rate`: Metres per second, positive out. With `length` its size; absent there: that of the winch.
        - `duration`: Seconds, after which the station stops the winch.
        - `tension`: Newtons.

        Refused with 400 NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 409 GROUND_ORDER_REFUSED,
        AIRCRAFT_FLOWN_ELSEWHERE.
        """
        return await self._call(operations.STATION_GROUND_LINE, body={"order": order, "length": length, "rate": rate, "duration": duration, "tension": tension}, timeout_s=timeout_s)

    async def ground_tether_power(self, on: bool, *, timeout_s: float | None = None) -> None:
        """Switch the power of the tether.

        Only in `StandBy`: a Kite in the air would fly on its battery.

        - `on`: Whether it is to be on.

        Refused with 400 NOT_FITTED, MALFORMED_JSON, INVALID_REQUEST; 409 GROUND_ORDER_REFUSED,
        WRONG_FLIGHT_STATE.
        """
        return await self._call(operations.STATION_GROUND_TETHER_POWER, body={"on": on}, timeout_s=timeout_s)

    async def trends(self, *, minutes: int | None = None, period: Literal["1s", "10s"] | None = None, timeout_s: float | None = None) -> Trends:
        """Trends of the last hours.

        Measurements of the last 8 hours of station time, in periods of 10 s: measured since the start of the
        station, before that from the flight logs, therefore without the time on the ground. Periods of 1 s
        are kept for 10 minutes, since the start of the station only.

        - `minutes`: Length of the time range.
        - `period`: Length of a period; 10 s when absent.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.STATION_TRENDS, query={"minutes": minutes, "period": period}, timeout_s=timeout_s)

    async def notifications(self, *, limit: int | None = None, before: str | None = None, from_time: datetime | None = None, timeout_s: float | None = None) -> NotificationPage:
        """History of notifications.

        Notifications that have ended, the newest end first, in pages back to the oldest stored one:
        `next_before` of an answer is `before` of the next request. Notifications that end in the meantime
        change no later page.

        - `limit`: Maximum number of notifications; 200 when absent.
        - `before`: Only notifications after this place in the list.
        - `from_time`: Only notifications that ended at this time or later.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.STATION_NOTIFICATIONS, query={"limit": limit, "before": before, "from_time": from_time}, timeout_s=timeout_s)

    async def flights(self, *, limit: int | None = None, before: str | None = None, timeout_s: float | None = None) -> FlightList:
        """List flights.

        Flights with a stored log, the newest first and including the current one, in pages: `next_before` of
        an answer is `before` of the next request.

        - `limit`: Maximum number of flights; 20 when absent.
        - `before`: Only flights before this one.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.STATION_FLIGHTS, query={"limit": limit, "before": before}, timeout_s=timeout_s)

    async def flights_get(self, flight_id: str, *, timeout_s: float | None = None) -> FlightDetails:
        """A flight and its events.

        Figures of a flight, its states, clients in control, notifications, and its videos on the timeline.

        - `flight_id`: Id of the flight, as in flights.

        Refused with 404 FLIGHT_NOT_FOUND.
        """
        return await self._call(operations.STATION_FLIGHTS_GET, path={"flight_id": flight_id}, timeout_s=timeout_s)

    async def flights_data(self, flight_id: str, *, from_time: datetime | None = None, to_time: datetime | None = None, points: int | None = None, timeout_s: float | None = None) -> FlightData:
        """Telemetry of a flight.

        Telemetry of a flight or of a part of it, in the requested number of periods. The log has five samples
        per second; periods are never shorter than that.

        - `flight_id`: Id of the flight, as in flights.
        - `from_time`: Start; that of the log when absent.
        - `to_time`: End; that of the log when absent.
        - `points`: Maximum number of periods; 600 when absent.

        Refused with 400 INVALID_REQUEST; 404 FLIGHT_NOT_FOUND.
        """
        return await self._call(operations.STATION_FLIGHTS_DATA, path={"flight_id": flight_id}, query={"from_time": from_time, "to_time": to_time, "points": points}, timeout_s=timeout_s)

    async def flights_log(self, flight_id: str, *, timeout_s: float | None = None) -> bytes:
        """Download the log of a flight.

        The MCAP file, or the ranges requested by `Range` (206), several as `multipart/byteranges`. It is
        complete some time after the landing; until then the request is refused. It contains the names of
        operators and their commands.

        - `flight_id`: Id of the flight, as in flights.

        Refused with 404 FLIGHT_NOT_FOUND; 416 RANGE_NOT_SATISFIABLE.
        """
        return await self._call(operations.STATION_FLIGHTS_LOG, path={"flight_id": flight_id}, timeout_s=timeout_s)

    async def flights_report(self, flight_id: str, *, language: Literal["en", "de", "de-CH", "fr", "it"] | None = None, timeout_s: float | None = None) -> bytes:
        """Printable report of a flight.

        One self-contained HTML page without scripts: incident, times, heights, clients in control,
        notifications, recordings, thumbnails of snapshots, and a map with the pins of now. Times are in the
        time zone of the station. Texts of notifications are not translated.

        - `flight_id`: Id of the flight, as in flights.
        - `language`: Language of the page; English when absent.

        Refused with 400 INVALID_REQUEST; 404 FLIGHT_NOT_FOUND.
        """
        return await self._call(operations.STATION_FLIGHTS_REPORT, path={"flight_id": flight_id}, query={"language": language}, timeout_s=timeout_s)

    async def watch_links(self, *, timeout_s: float | None = None) -> WatchLinkList:
        """List watch links.

        Every valid link, and the latest ended ones. Secrets are never returned.
        """
        return await self._call(operations.STATION_WATCH_LINKS, timeout_s=timeout_s)

    async def watch_links_add(self, name: str, hours: int, *, timeout_s: float | None = None) -> IssuedWatchLink:
        """Create a watch link.

        Creates a link whose holder may watch, with the scope `read` only, until it expires or is revoked. The
        secret is returned only in this response: the station keeps its hash. At most 20 links are valid at
        the same time. A link ends with the plugin that created it. Needs the scope `read` too: a client
        cannot grant more than it has.

        - `name`: Name of the recipient: 1 to 100 characters.
        - `hours`: Validity, hours of station time; never longer in real time.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 TOO_MANY_WATCH_LINKS.
        """
        return await self._call(operations.STATION_WATCH_LINKS_ADD, body={"name": name, "hours": hours}, timeout_s=timeout_s)

    async def watch_links_revoke(self, id: str, *, timeout_s: float | None = None) -> None:
        """Revoke a watch link.

        The link is no longer valid and its sessions end at once: their WebSockets are closed and their video
        stops. No effect on an ended link.

        - `id`: Id of the link.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 WATCH_LINK_NOT_FOUND.
        """
        return await self._call(operations.STATION_WATCH_LINKS_REVOKE, path={"id": id}, timeout_s=timeout_s)

    async def watch_links_open(self, secret: str, *, timeout_s: float | None = None) -> TokenGrant:
        """Get a token for a watch link.

        Exchanges the secret of a link for a token with the scope `read`, valid for an hour at most and never
        longer than the link. Wrong secrets count as failed attempts, like wrong API keys. One link can be
        open on at most 10 screens.

        - `secret`: The secret of the link.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 WATCH_LINK_FULL.
        """
        return await self._call(operations.STATION_WATCH_LINKS_OPEN, body={"secret": secret}, timeout_s=timeout_s)

    async def sign_in(self, login: str, password: str, *, timeout_s: float | None = None) -> AccountGrant:
        """Get a token for a login and its password.

        The token works like one of an API key, with the scopes of the role; lists, control and the audit log
        show the name of the account. An unknown login is answered like a wrong password, after the same time.
        Failed attempts are limited by address, like wrong API keys; attempts on one login from many addresses
        slow down answers to unknown addresses, never to an address from which it has signed in before, nor on
        the station itself.

        - `login`: The login.
        - `password`: The password.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_SIGN_IN, body={"login": login, "password": password}, timeout_s=timeout_s)

    async def sign_in_passkey_begin(self, *, timeout_s: float | None = None) -> PasskeyChallenge:
        """Start a sign-in with a passkey.

        The same for every account: the browser offers its passkeys for this host name. Passkeys need HTTPS,
        or `localhost`, and a host name instead of an IP address. A request that is not from a page of the
        station is refused.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 PASSKEYS_UNAVAILABLE.
        """
        return await self._call(operations.STATION_SIGN_IN_PASSKEY_BEGIN, timeout_s=timeout_s)

    async def sign_in_passkey(self, id: str, client_data: str, authenticator_data: str, signature: str, *, timeout_s: float | None = None) -> AccountGrant:
        """Get a token for a passkey.

        Checks the signature of the browser’s passkey over the challenge, the origin and the host name
        (WebAuthn, ES256, EdDSA and RS256), and that its user was verified. The token is that of the sign-in
        with a password.

        - `id`: Id of the credential, base64url.
        - `client_data`: `clientDataJSON` of the browser, base64url.
        - `authenticator_data`: `authenticatorData`, base64url.
        - `signature`: `signature`, base64url.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 PASSKEYS_UNAVAILABLE.
        """
        return await self._call(operations.STATION_SIGN_IN_PASSKEY, body={"id": id, "client_data": client_data, "authenticator_data": authenticator_data, "signature": signature}, timeout_s=timeout_s)

    async def account(self, *, timeout_s: float | None = None) -> Account:
        """Own account.

        Account of this session.

        Refused with 404 NO_ACCOUNT.
        """
        return await self._call(operations.STATION_ACCOUNT, timeout_s=timeout_s)

    async def account_password(self, password: str, *, current: str | None = None, timeout_s: float | None = None) -> None:
        """Change the own password.

        Needs the current password, if one is set. A wrong one counts as a failed attempt, like a wrong API
        key. All other sessions of the account end.

        - `password`: The new password: 12 to 128 characters.
        - `current`: The current password, if one is set.

        Refused with 400 PASSWORD_TOO_WEAK, MALFORMED_JSON, INVALID_REQUEST; 404 NO_ACCOUNT.
        """
        return await self._call(operations.STATION_ACCOUNT_PASSWORD, body={"password": password, "current": current}, timeout_s=timeout_s)

    async def account_passkeys(self, *, timeout_s: float | None = None) -> PasskeyList:
        """Own passkeys.

        Passkeys of this account.

        Refused with 404 NO_ACCOUNT.
        """
        return await self._call(operations.STATION_ACCOUNT_PASSKEYS, timeout_s=timeout_s)

    async def account_passkeys_add(self, id: str, name: str, client_data: str, authenticator_data: str, public_key: str, *, timeout_s: float | None = None) -> Passkey:
        """Add a passkey.

        Stores the public key of a passkey created by the browser. No attestation is requested. At most 10 per
        account.

        - `id`: Id of the credential, base64url.
        - `name`: Name for its owner: 1 to 100 characters.
        - `client_data`: `clientDataJSON` of the browser, base64url.
        - `authenticator_data`: `authenticatorData`, base64url.
        - `public_key`: `getPublicKey()`: SubjectPublicKeyInfo, base64url.

        Refused with 400 PASSKEY_REFUSED, MALFORMED_JSON, INVALID_REQUEST; 404 NO_ACCOUNT; 409
        PASSKEYS_UNAVAILABLE.
        """
        return await self._call(operations.STATION_ACCOUNT_PASSKEYS_ADD, body={"id": id, "name": name, "client_data": client_data, "authenticator_data": authenticator_data, "public_key": public_key}, timeout_s=timeout_s)

    async def account_passkeys_begin(self, *, current: str | None = None, timeout_s: float | None = None) -> PasskeyOffer:
        """Start to add a passkey.

        Needs the password, if one is set: an unattended page must not suffice.

        - `current`: The password, if one is set.

        Refused with 400 PASSKEY_REFUSED, MALFORMED_JSON, INVALID_REQUEST; 404 NO_ACCOUNT; 409
        PASSKEYS_UNAVAILABLE.
        """
        return await self._call(operations.STATION_ACCOUNT_PASSKEYS_BEGIN, body={"current": current}, timeout_s=timeout_s)

    async def account_passkeys_remove(self, id: str, *, timeout_s: float | None = None) -> None:
        """Remove a passkey.

        It can no longer sign in; sessions continue. The last passkey may be removed even without a password:
        an administrator can set one.

        - `id`: Id of the passkey.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 NO_ACCOUNT, PASSKEY_NOT_FOUND.
        """
        return await self._call(operations.STATION_ACCOUNT_PASSKEYS_REMOVE, path={"id": id}, timeout_s=timeout_s)

    async def accounts(self, *, timeout_s: float | None = None) -> AccountList:
        """All accounts.

        Every account. Passwords and hashes are never returned.
        """
        return await self._call(operations.STATION_ACCOUNTS, timeout_s=timeout_s)

    async def accounts_add(self, login: str, name: str, role: Literal["viewer", "operator", "pilot", "admin"], *, password: str | None = None, timeout_s: float | None = None) -> Account:
        """Add an account.

        Adds a person with login, name and role. The login is unique. The password is stored as a slow salted
        hash (scrypt). At most 200 accounts.

        - `login`: Login name: 1 to 64 letters, digits, `.`, `_`, `-` and `@`, not case-sensitive.
        - `name`: Display name: 1 to 100 characters.
        - `role`: Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera
        (`read`, `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`),
        `admin` administers and does not fly (`read`, `internal`).
        - `password`: First password. Without one it cannot sign in until an administrator sets it: 12 to 128
        characters.

        Refused with 400 PASSWORD_TOO_WEAK, MALFORMED_JSON, INVALID_REQUEST; 409 LOGIN_TAKEN,
        TOO_MANY_ACCOUNTS.
        """
        return await self._call(operations.STATION_ACCOUNTS_ADD, body={"login": login, "name": name, "role": role, "password": password}, timeout_s=timeout_s)

    async def accounts_change(self, id: str, *, name: str | None = None, role: Literal["viewer", "operator", "pilot", "admin"] | None = None, enabled: bool | None = None, password: str | None = None, timeout_s: float | None = None) -> Account:
        """Change an account.

        Changes name, role or password, or enables and disables the account. Its sessions end at once; in a
        change of the own account the session of the caller stays. With a password that another sets, its
        passkeys and watch links end too. Role and enabling of the caller’s own account need another
        administrator, or the command line on the station.

        - `id`: Id of the account.
        - `name`: Display name: 1 to 100 characters.
        - `role`: Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera
        (`read`, `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`),
        `admin` administers and does not fly (`read`, `internal`).
        - `enabled`: Whether it may sign in.
        - `password`: New password: 12 to 128 characters.

        Refused with 400 PASSWORD_TOO_WEAK, MALFORMED_JSON, INVALID_REQUEST; 404 ACCOUNT_NOT_FOUND; 409
        OWN_ACCOUNT.
        """
        return await self._call(operations.STATION_ACCOUNTS_CHANGE, path={"id": id}, body={"name": name, "role": role, "enabled": enabled, "password": password}, timeout_s=timeout_s)

    async def accounts_remove(self, id: str, *, timeout_s: float | None = None) -> None:
        """Delete an account.

        Its sessions and its watch links end at once. The audit log keeps its name as long as its entries.

        - `id`: Id of the account.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 ACCOUNT_NOT_FOUND; 409 OWN_ACCOUNT.
        """
        return await self._call(operations.STATION_ACCOUNTS_REMOVE, path={"id": id}, timeout_s=timeout_s)

    async def accounts_evict(self, id: str, *, timeout_s: float | None = None) -> None:
        """Sign an account out everywhere.

        Ends its sessions, its passkeys and its watch links at once. The password stays: set another one if
        others may know it: that does all of this, too.

        - `id`: Id of the account.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 ACCOUNT_NOT_FOUND.
        """
        return await self._call(operations.STATION_ACCOUNTS_EVICT, path={"id": id}, timeout_s=timeout_s)

    async def locate_direction(self, azimuth: float, depression: float, *, timeout_s: float | None = None) -> SeenPlace:
        """Locate a direction.

        Position on the ground in a direction from the camera. The ground is assumed level,
        `flight.base_height_m` below the landed Kite, following the curvature of the Earth. The errors are
        computed from those of heading and pan (2°; 10° while the magnetic field is disturbed), gimbal (0.5°),
        height (2 m) and position (`kite_gps_accuracy`). A direction above the horizon, or less than 1.5°
        below level, has no position.

        - `azimuth`: Degrees clockwise from North.
        - `depression`: Degrees below level: 90 is straight down.

        Refused with 400 INVALID_REQUEST; 409 NO_GROUND_THERE, VIEWPOINT_UNKNOWN.
        """
        return await self._call(operations.STATION_LOCATE_DIRECTION, query={"azimuth": azimuth, "depression": depression}, timeout_s=timeout_s)

    async def locate_pixel(self, stream_id: str, x: float, y: float, *, timeout_s: float | None = None) -> SeenPlace:
        """Locate a point of the picture.

        Position on the ground at a point of the current picture of a stream; a viewer sees an older picture,
        by the delay of the video. The ground is assumed level, `flight.base_height_m` below the landed Kite,
        following the curvature of the Earth. The errors are computed from those of heading and pan (2°; 10°
        while the magnetic field is disturbed), gimbal (0.5°), height (2 m) and position
        (`kite_gps_accuracy`). A direction above the horizon, or less than 1.5° below level, has no position.

        - `stream_id`: Id of the stream.
        - `x`: Fraction of the width from the left edge.
        - `y`: Fraction of the height from the top edge.

        Refused with 400 INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 NO_GROUND_THERE, VIEWPOINT_UNKNOWN; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_LOCATE_PIXEL, query={"stream_id": stream_id, "x": x, "y": y}, timeout_s=timeout_s)

    async def pins(self, *, timeout_s: float | None = None) -> tuple[Pin, ...]:
        """Pins.

        Pins, the oldest first; at most 500. They survive a restart.
        """
        return await self._call(operations.STATION_PINS, timeout_s=timeout_s)

    async def pins_add(self, name: str, latitude: float, longitude: float, *, error_radius_m: float | None = None, kind: Literal["person", "vehicle", "fire", "hazard", "water", "meeting_point", "command_post", "other"] | None = None, timeout_s: float | None = None) -> Pin:
        """Set a pin.

        Sets a pin for all clients of this station. Control is not required: nothing moves. With 500 pins a
        further one is refused.

        - `name`: Plain text in one line, 1 to 100 characters.
        - `latitude`: Degrees WGS 84.
        - `longitude`: Degrees WGS 84.
        - `error_radius_m`: Circular error, 90 % (CE90), metres; absent if unknown.
        - `kind`: What is there; `water` also for a hydrant. `other` if absent.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 TOO_MANY_PINS.
        """
        return await self._call(operations.STATION_PINS_ADD, body={"name": name, "latitude": latitude, "longitude": longitude, "error_radius_m": error_radius_m, "kind": kind}, timeout_s=timeout_s)

    async def pins_delete(self, pin_id: str, *, timeout_s: float | None = None) -> None:
        """Delete a pin.

        Deletes a pin for all clients.

        - `pin_id`: Id of the pin.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 PIN_NOT_FOUND.
        """
        return await self._call(operations.STATION_PINS_DELETE, path={"pin_id": pin_id}, timeout_s=timeout_s)

    async def thermal_spot(self, stream_id: str, x: float, y: float, *, timeout_s: float | None = None) -> ThermalSpot:
        """Temperature at a point of the picture.

        The temperature at a point of the current picture of a thermal stream; a viewer sees an older picture,
        by the delay of the video. Temperatures are the radiometric data of the picture, not derived from its
        colours. The simulated camera provides them; for real cameras, which send pictures only, the request
        is refused.

        - `stream_id`: Id of a thermal stream.
        - `x`: Fraction of the width from the left edge.
        - `y`: Fraction of the height from the top edge.

        Refused with 400 INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY, NO_TEMPERATURES; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_THERMAL_SPOT, query={"stream_id": stream_id, "x": x, "y": y}, timeout_s=timeout_s)

    async def thermal_area(self, stream_id: str, x: float, y: float, width: float, height: float, *, timeout_s: float | None = None) -> ThermalArea:
        """Temperatures in a part of the picture.

        The lowest, the highest and the mean temperature in a rectangle of the current picture of a thermal
        stream, clipped to the picture. Temperatures are the radiometric data of the picture, not derived from
        its colours. The simulated camera provides them; for real cameras, which send pictures only, the
        request is refused.

        - `stream_id`: Id of a thermal stream.
        - `x`: Fraction of the width from the left edge.
        - `y`: Fraction of the height from the top edge.
        - `width`: Fraction of the width of the picture.
        - `height`: Fraction of the height of the picture.

        Refused with 400 INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY, NO_TEMPERATURES; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_THERMAL_AREA, query={"stream_id": stream_id, "x": x, "y": y, "width": width, "height": height}, timeout_s=timeout_s)

    async def thermal_scale(self, stream_id: str, *, timeout_s: float | None = None) -> ThermalScale:
        """Temperature range of the palette.

        Temperatures of the first and the last colour of the palette, in the newest picture with a viewer. The
        range adapts to the scene: poll it.

        - `stream_id`: Id of a thermal stream.

        Refused with 400 INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY, NO_TEMPERATURES; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_THERMAL_SCALE, query={"stream_id": stream_id}, timeout_s=timeout_s)

    async def thermal_image(self, stream_id: str, *, format: Literal["jpeg", "tiff"] | None = None, timeout_s: float | None = None) -> bytes:
        """A picture with its temperatures.

        The current picture of a thermal stream with the temperature of each pixel, as a radiometric JPEG or a
        TIFF of 16 bits; [formats](../integrator/thermal.md). Temperatures are the radiometric data of the
        picture, not derived from its colours. The simulated camera provides them; for real cameras, which
        send pictures only, the request is refused.

        - `stream_id`: Id of a thermal stream.
        - `format`: `jpeg`: a JPEG in the layout of FLIR, which ExifTool and thermal programs read. `tiff`:
        grey of 16 bits, 0.01 K for each count.

        Refused with 400 INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY, NO_TEMPERATURES; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_THERMAL_IMAGE, query={"stream_id": stream_id, "format": format}, timeout_s=timeout_s)

    async def pushes(self, *, timeout_s: float | None = None) -> VideoPushList:
        """List pushed streams.

        The streams that the station brings to relays by RTMP, SRT or WHIP, with their state. Secrets are
        never returned.
        """
        return await self._call(operations.STATION_PUSHES, timeout_s=timeout_s)

    async def pushes_set(self, stream_id: str, address: str, *, timeout_s: float | None = None) -> VideoPush:
        """Push a stream to a relay.

        Brings the stream to this relay until it is ended or the station stops, and replaces an earlier push
        of the stream, also one of the settings. While the relay refuses or is unreachable, the station tries
        again, every 30 s at last. The stream is encoded all the time.

        - `stream_id`: Id of a stream.
        - `address`: Address of the relay: `rtmp://host/app/key`, `rtmps://host/app/key`,
        `srt://host:port?streamid=...`, or the `https://` address of a WHIP server, with its bearer token as
        password: `https://:token@host/path`.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_PUSHES_SET, path={"stream_id": stream_id}, body={"address": address}, timeout_s=timeout_s)

    async def pushes_end(self, stream_id: str, *, timeout_s: float | None = None) -> None:
        """End a push.

        The relay gets no more pictures. No effect on a stream that is not pushed. A push of the settings
        begins again with the next start.

        - `stream_id`: Id of a stream.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_PUSHES_END, path={"stream_id": stream_id}, timeout_s=timeout_s)

    async def privacy_masks(self, *, timeout_s: float | None = None) -> PrivacyMaskList:
        """List privacy masks.

        Areas that are filled in every picture of this station before it is encoded: streams, recordings,
        snapshots, thermal values, pushes and pictures for a hub.
        """
        return await self._call(operations.STATION_PRIVACY_MASKS, timeout_s=timeout_s)

    async def privacy_masks_add(self, holds: Literal["picture", "ground"], *, name: str | None = None, stream_id: str | None = None, corners: Sequence[StationPrivacyMasksAddCorners] | None = None, places: Sequence[StationPrivacyMasksAddPlaces] | None = None, height_m: float | None = None, timeout_s: float | None = None) -> PrivacyMask:
        """Set a privacy mask.

        Hides an area from the next picture on, also after a restart; at most 24. Refused while a stream that
        it would hide comes from a real camera, whose pictures pass through without being decoded. Earlier
        recordings stay as they are.

        - `holds`: `picture`: it stays at its place in the picture. `ground`: it stays on its place on the
        ground while the camera moves, in all streams.
        - `name`: At most 60 characters in one line.
        - `stream_id`: The stream of `corners`.
        - `corners`: Corners in the order of the sides, which must not cross. Two are opposite corners of a
        rectangle.
        - `places`: Corners on the ground in the order of the sides, which must not cross.
        - `height_m`: What stands on the ground there is hidden up to this height, metres.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 409 STREAM_NOT_READY; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_PRIVACY_MASKS_ADD, body={"holds": holds, "name": name, "stream_id": stream_id, "corners": corners, "places": places, "height_m": height_m}, timeout_s=timeout_s)

    async def privacy_masks_remove(self, mask_id: str, *, timeout_s: float | None = None) -> None:
        """Remove a privacy mask.

        Shows the area again. `all` removes all masks, also those that cannot be read. No effect on an id that
        is not there.

        - `mask_id`: Id of the mask.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST.
        """
        return await self._call(operations.STATION_PRIVACY_MASKS_REMOVE, path={"mask_id": mask_id}, timeout_s=timeout_s)

    async def display(self, *, timeout_s: float | None = None) -> PictureDisplay:
        """The on-screen display.

        What is written into the pictures of streams, recordings, snapshots and pushes.
        """
        return await self._call(operations.STATION_DISPLAY, timeout_s=timeout_s)

    async def display_set(self, blocks: Sequence[DisplayBlock], *, timeout_s: float | None = None) -> PictureDisplay:
        """Set the on-screen display.

        Replaces what is written into the pictures, for all viewers and files. It survives a restart. Pictures
        of real cameras pass through without it.

        - `blocks`: Empty: nothing. At most 4 for each stream.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 STREAM_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_DISPLAY_SET, body={"blocks": blocks}, timeout_s=timeout_s)

    async def map(self, *, timeout_s: float | None = None) -> MapArchiveState:
        """State of the map archive.

        Whether a map archive (`console.map_archive`) is set and can be used, and its contents. A changed file
        is read again.
        """
        return await self._call(operations.STATION_MAP, timeout_s=timeout_s)

    async def captures(self, *, limit: int | None = None, before: str | None = None, kind: Literal["recording", "snapshot"] | None = None, search: str | None = None, from_time: datetime | None = None, to_time: datetime | None = None, flight: datetime | None = None, timeout_s: float | None = None) -> CaptureList:
        """Recordings and snapshots.

        Stored recordings and snapshots, the newest first, in pages: `next_before` of an answer is `before` of
        the next request.

        - `limit`: Maximum number of entries; 30 when absent.
        - `before`: Only entries after this one in the list.
        - `kind`: Only entries of this type.
        - `search`: Part of the name, the note, the id, or the number or title of the incident; not
        case-sensitive.
        - `from_time`: Only entries that began at this time or later.
        - `to_time`: Only entries that began before this time.
        - `flight`: Only entries of the flight with this take-off time, as in `flights`.

        Refused with 400 INVALID_REQUEST; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CAPTURES, query={"limit": limit, "before": before, "kind": kind, "search": search, "from_time": from_time, "to_time": to_time, "flight": flight}, timeout_s=timeout_s)

    async def captures_changes(self, *, version: str | None = None, timeout_s: float | None = None) -> CaptureChanges:
        """Wait for a change of the list.

        Answers as soon as the version of the list differs from this one, at the latest after 20 s with the
        same version. Without a version it answers at once.

        - `version`: Last version known to the client.

        Refused with 400 INVALID_REQUEST; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CAPTURES_CHANGES, query={"version": version}, timeout_s=timeout_s)

    async def captures_thumbnail(self, capture_id: str, *, timeout_s: float | None = None) -> bytes:
        """Thumbnail of a capture.

        A JPEG of at most 256 px width and 20 kB. It is created on the first request, and cached.

        - `capture_id`: Id of the capture, as in captures. Its `+` may be sent as `%2B` or unencoded.

        Refused with 404 CAPTURE_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CAPTURES_THUMBNAIL, path={"capture_id": capture_id}, timeout_s=timeout_s)

    async def captures_change(self, capture_id: str, *, name: str | None = None, note: str | None = None, is_bookmarked: bool | None = None, timeout_s: float | None = None) -> Capture:
        """Name, note and bookmark of a capture.

        Changes the given fields only. Control is not required.

        - `capture_id`: Id of the capture, as in captures. Its `+` may be sent as `%2B` or unencoded.
        - `name`: Name given by the operator, plain text in one line of at most 80 characters; empty for none.
        - `note`: Plain text of at most 500 characters; empty for none.
        - `is_bookmarked`: Bookmarked entries are never removed automatically.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 CAPTURE_NOT_FOUND; 502 VIDEO_UNAVAILABLE; 507
        STORAGE_FULL.
        """
        return await self._call(operations.STATION_CAPTURES_CHANGE, path={"capture_id": capture_id}, body={"name": name, "note": note, "is_bookmarked": is_bookmarked}, timeout_s=timeout_s)

    async def snapshots_take(self, stream_id: str, *, timeout_s: float | None = None) -> Capture:
        """Take a snapshot and store it.

        Takes a snapshot as `videostreams/{stream_id}/snapshot` of the published API does, and stores it on
        the station. When the storage is full, the oldest ones without a bookmark are removed. Control is not
        required.

        - `stream_id`: Stream, as in videostreams.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 CAMERA_NOT_FOUND, STREAM_NOT_FOUND; 409
        STREAM_NOT_READY; 502 VIDEO_UNAVAILABLE; 507 STORAGE_FULL.
        """
        return await self._call(operations.STATION_SNAPSHOTS_TAKE, body={"stream_id": stream_id}, timeout_s=timeout_s)

    async def snapshots_get(self, capture_id: str, *, timeout_s: float | None = None) -> bytes:
        """A stored snapshot.

        The JPEG in full size, with time, position and direction in its metadata.

        - `capture_id`: Id of the capture, as in captures. Its `+` may be sent as `%2B` or unencoded.

        Refused with 404 CAPTURE_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_SNAPSHOTS_GET, path={"capture_id": capture_id}, timeout_s=timeout_s)

    async def snapshots_delete(self, capture_id: str, *, timeout_s: float | None = None) -> None:
        """Delete a stored snapshot.

        Deletes a snapshot, bookmarked or not. Recordings are deleted by the published API.

        - `capture_id`: Id of the capture, as in captures. Its `+` may be sent as `%2B` or unencoded.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 CAPTURE_NOT_FOUND; 502 VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_SNAPSHOTS_DELETE, path={"capture_id": capture_id}, timeout_s=timeout_s)

    async def clips_make(self, clips: Sequence[ClipPart], *, every_s: float | None = None, frames_per_s: float | None = None, timeout_s: float | None = None) -> bytes:
        """A stretch of a recording as MP4.

        Stretches of recordings as one MP4 with their telemetry, copied without encoding; also of a recording
        in progress. The file begins at the key frame before the requested begin, and has an edit list from
        which players begin exactly; the end is exact.

        - `clips`: One after the other. All have the same picture size and coding.
        - `every_s`: Time-lapse: one picture of so many seconds, the key frame at that time or the next one.
        - `frames_per_s`: Pictures a second of a time-lapse. Absent: 25.

        Refused with 400 INVALID_CLIP, MALFORMED_JSON, INVALID_REQUEST; 404 RECORDING_NOT_FOUND; 502
        VIDEO_UNAVAILABLE.
        """
        return await self._call(operations.STATION_CLIPS_MAKE, body={"clips": clips, "every_s": every_s, "frames_per_s": frames_per_s}, timeout_s=timeout_s)


class AdminOperations:
    """The operations of `admin`."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def plugins(self, *, timeout_s: float | None = None) -> PluginList:
        """All plugins.

        Every registered client with its state, its self-reported status and its last use.
        """
        return await self._call(operations.ADMIN_PLUGINS, timeout_s=timeout_s)

    async def plugins_add(self, name: str, scopes: Sequence[Scope], *, timeout_s: float | None = None) -> IssuedKey:
        """Add a plugin.

        Registers a client and creates its API key. The key is returned only in this response: the station
        keeps only its hash. The new plugin is enabled. At most 200 plugins.

        - `name`: Display name: 1 to 100 characters, unique among the plugins.
        - `scopes`: Scopes that tokens of the plugin may have.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 409 TOO_MANY_PLUGINS.
        """
        return await self._call(operations.ADMIN_PLUGINS_ADD, body={"name": name, "scopes": scopes}, timeout_s=timeout_s)

    async def plugins_remove(self, id: str, *, timeout_s: float | None = None) -> None:
        """Remove a plugin.

        Deletes the client and its key; its sessions end at once. The last enabled plugin with the scope
        `internal` cannot be removed.

        - `id`: Id of the plugin.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 PLUGIN_NOT_FOUND; 409 LAST_INTERNAL_PLUGIN.
        """
        return await self._call(operations.ADMIN_PLUGINS_REMOVE, path={"id": id}, timeout_s=timeout_s)

    async def plugins_rotate(self, id: str, *, grace_s: float | None = None, timeout_s: float | None = None) -> IssuedKey:
        """Change the key of a plugin.

        Creates a new API key. The old one stays valid for the grace period, so that the client can be updated
        without interruption; with `grace_s` 0 it is revoked at once. Open sessions continue: end them as well
        if a key has leaked. The key is returned only in this response.

        - `id`: Id of the plugin.
        - `grace_s`: Time for which the old key stays valid, s. By default the setting
        `tokens.rotated_key_grace_s`.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 PLUGIN_NOT_FOUND.
        """
        return await self._call(operations.ADMIN_PLUGINS_ROTATE, path={"id": id}, body={"grace_s": grace_s}, timeout_s=timeout_s)

    async def plugins_enable(self, id: str, *, timeout_s: float | None = None) -> Plugin:
        """Enable a plugin.

        The plugin may request tokens again. Enabling an enabled plugin changes nothing.

        - `id`: Id of the plugin.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 PLUGIN_NOT_FOUND.
        """
        return await self._call(operations.ADMIN_PLUGINS_ENABLE, path={"id": id}, timeout_s=timeout_s)

    async def plugins_disable(self, id: str, *, timeout_s: float | None = None) -> Plugin:
        """Disable a plugin.

        Its sessions end at once and it gets no token until it is enabled again; its requests appear in the
        list of refused requests. The last enabled plugin with the scope `internal` cannot be disabled.

        - `id`: Id of the plugin.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 PLUGIN_NOT_FOUND; 409 LAST_INTERNAL_PLUGIN.
        """
        return await self._call(operations.ADMIN_PLUGINS_DISABLE, path={"id": id}, timeout_s=timeout_s)

    async def sessions(self, *, timeout_s: float | None = None) -> PluginSessionList:
        """All sessions.

        Every valid token of every plugin. Tokens are masked, the caller’s own too.
        """
        return await self._call(operations.ADMIN_SESSIONS, timeout_s=timeout_s)

    async def sessions_revoke(self, id: str, *, timeout_s: float | None = None) -> None:
        """End a session.

        Its token is revoked at once, its WebSockets are closed with 1008, and its control or place in the
        queue passes on. The plugin can request another token: disable it to prevent that.

        - `id`: Id of the session.

        Refused with 400 MALFORMED_JSON, INVALID_REQUEST; 404 SESSION_NOT_FOUND.
        """
        return await self._call(operations.ADMIN_SESSIONS_REVOKE, path={"id": id}, timeout_s=timeout_s)

    async def refused_requests(self, *, timeout_s: float | None = None) -> RefusedRequestList:
        """Refused token requests.

        Token requests of disabled plugins since the station started: the latest 50. The notification 80050
        reports them, so that a subscribed client need not poll.
        """
        return await self._call(operations.ADMIN_REFUSED_REQUESTS, timeout_s=timeout_s)

    async def audit(self, *, before: int | None = None, limit: int | None = None, kind: Literal["SignIn", "Viewing", "Administration", "Simulator", "Control", "Deletion", "Command", "Station"] | None = None, plugin_id: str | None = None, timeout_s: float | None = None) -> AuditPage:
        """Audit log.

        The audit log, the newest first: sign-ins, administration, controls of the simulator, control and
        override, deletions and every command, each with its outcome. Entries are never changed. At most 1000
        entries in one answer; `next_before` leads to older ones. Requests answered before this one are
        included.

        - `before`: Only entries with a lower `sequence`.
        - `limit`: Maximum number of entries.
        - `kind`: Only entries of this kind.
        - `plugin_id`: Only actions of this plugin.

        Refused with 400 INVALID_REQUEST.
        """
        return await self._call(operations.ADMIN_AUDIT, query={"before": before, "limit": limit, "kind": kind, "plugin_id": plugin_id}, timeout_s=timeout_s)
