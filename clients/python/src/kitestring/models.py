# Generated from the OpenAPI documents of the station by `npm run docs`. Change the contract, not this file.
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenGrant:
    """A new session, with the fields that OAuth 2.0 libraries read."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str | None = None
    """Name of that plugin."""
    scopes: tuple[str, ...]
    """Scopes of the token (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was issued."""
    access_token: str = field(repr=False)
    """The token. In lists it is shown in full for the caller’s own session and masked for all others."""
    token_type: str | None = None
    """Type of the token: send it as `Authorization: Bearer <token>`."""
    expires_in: int | None = None
    """Seconds until the token expires."""
    scope: str | None = None
    """The same as `scopes`, separated by spaces."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """An issued token and its scopes."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str | None = None
    """Name of that plugin."""
    scopes: tuple[str, ...]
    """Scopes of the token (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was issued."""
    access_token: str = field(repr=False)
    """The token. In lists it is shown in full for the caller’s own session and masked for all others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightInfo:
    """Limits of the flight and the hours flown."""

    altitude_takeoff: float | None = None
    """Height the Kite climbs to when it takes off, metres."""
    altitude_hard_max: float
    """Height that cannot be exceeded, metres."""
    altitude_soft_max: float
    """Highest altitude that a client has allowed, metres. Starts at `altitude_hard_max`."""
    total_kite_flight_hours: float | None = None
    """Hours this Kite has been in the air, over all flights."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightState:
    """State of the Kite. A field that is not available is absent."""

    flight_state: Literal["Unknown", "StandBy", "TakingOff", "Flying", "Landing", "SafetyLanding", "SafetyDescending"]
    """`Unknown` no Kite or no data from it; `StandBy` ready on the ground; `TakingOff` lids, checks and first
    climb; `Flying`; `Landing`; `SafetyLanding` landing after a failure, cannot be aborted; `SafetyDescending`
    descending to a safe altitude.
    """
    altitude: float | None = None
    """Height of the Kite above the Ground Station, metres."""
    altitude_target: float | None = None
    """Height the Kite flies to or holds, metres."""
    kite_heading: float | None = None
    """Heading of the Kite, degrees clockwise from North. Absent while the magnetic field is disturbed."""
    is_rotating: bool | None = None
    """A commanded change of heading is under way."""
    is_changing_altitude: bool | None = None
    """The target altitude is not reached yet (within 0.5 m)."""
    kite_gps_has_fix: bool | None = None
    """Whether the Kite’s GPS has a fix."""
    kite_gps_lat: float | None = None
    """Latitude of the Kite, degrees WGS 84."""
    kite_gps_lon: float | None = None
    """Longitude of the Kite, degrees WGS 84."""
    kite_gps_elevation: float | None = None
    """Elevation of the Kite above mean sea level by GPS, metres."""
    kite_gps_accuracy: float | None = None
    """Horizontal accuracy of the Kite’s position, metres."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraInfo:
    """The attached camera with its ranges and speeds."""

    model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus"] | None = None
    """Payload model."""
    pan_speed_min: float | None = None
    """Slowest pan, degrees per second."""
    pan_speed_max: float | None = None
    """Fastest pan, degrees per second."""
    tilt_speed_min: float | None = None
    """Slowest tilt, degrees per second."""
    tilt_speed_max: float | None = None
    """Fastest tilt, degrees per second."""
    tilt_min: float | None = None
    """Furthest upwards, degrees (negative is up)."""
    tilt_max: float | None = None
    """Furthest downwards, degrees."""
    roll_min: float | None = None
    """Furthest roll to the left, degrees."""
    roll_max: float | None = None
    """Furthest roll to the right, degrees."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraState:
    """Direction of the camera. While it is `Offline`, the angles are the last known ones."""

    online_state: Literal["Online", "Offline"]
    """`Online` when the camera answers; `Offline` when it was detected before and does not answer now."""
    pan_ned: float | None = None
    """Azimuth of the optical axis, degrees from North, positive clockwise (90 is East)."""
    tilt_ned: float | None = None
    """Angle of the optical axis below the horizon, degrees: 0 level, 90 straight down."""
    roll_ned: float | None = None
    """Rotation about the optical axis, degrees, positive clockwise as seen from behind the camera."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ControllingClient:
    """The client in control."""

    plugin_id: str | None = None
    """Plugin of the client."""
    plugin_name: str | None = None
    """Name of that plugin."""
    session_id: str
    """Session of the client."""
    session_name: str | None = None
    """Name the client gave its token (`token_name`)."""
    operator_name: str
    """Person at the client; empty when it gave no name."""
    last_change: datetime | None = None
    """Since when it has been in control."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RequestingClient:
    """A client in the queue for control."""

    plugin_id: str | None = None
    """Plugin of the client."""
    plugin_name: str | None = None
    """Name of that plugin."""
    session_id: str
    """Session of the client."""
    session_name: str | None = None
    """Name the client gave its token (`token_name`)."""
    operator_name: str
    """Person at the client; empty when it gave no name."""
    last_change: datetime | None = None
    """Since when it has waited; a repeated request does not change it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandoffState:
    """The client in control and the queue."""

    controlling_client: ControllingClient | None = None
    """The client in control, or null: then every client with the scope may command."""
    requesting_clients: tuple[RequestingClient, ...]
    """Queue of waiting clients, the next one first. A place lasts 60 s unless the request is repeated."""


NotificationSeverity: TypeAlias = Literal["Info", "Warning", "Critical", "Fatal"]
"""`Info`: for information; `Warning`: monitor; `Critical`: act now, the flight is limited or about to end;
`Fatal`: service required before the next flight.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Notification:
    """One occurrence of a notification. `code` and `begin_time` together identify it."""

    severity: NotificationSeverity
    code: int
    """Stable number; notifications/dictionary explains it."""
    message: str
    """The condition, with the values of `parameters` filled in."""
    begin_time: datetime
    """When it began."""
    end_time: datetime | None = None
    """When it ended. Absent while it lasts."""
    parameters: dict[str, Any] | None = None
    """Values of this occurrence; names and units are in the dictionary."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationsObject:
    """Notifications, ordered by end, active ones last."""

    from_time: datetime | None = None
    """Beginning of the time that the list covers; absent when only active ones were asked for. Later than asked
    for when more notifications matched than one answer holds: then it is the `end_time` of the first one.
    """
    to_time: datetime | None = None
    """End of the time that the list covers. As `from_time` of the next request it misses and repeats nothing."""
    notifications: tuple[Notification, ...]
    """The notifications."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationParameter:
    """A value that the texts of a notification use."""

    name: str
    """Name, as in `{name}` in the texts and as the key in `parameters`."""
    description: str
    """Description."""
    unit: str | None = None
    """Unit. Absent for a text or a count."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationDictionaryItem:
    """Definition of a notification. In the texts, `{name}` stands for a parameter."""

    code: int
    """Stable number."""
    severity: NotificationSeverity
    message: str
    """The condition, stated first."""
    system_reaction: str | None = None
    """Automatic reaction of the system."""
    instructions: str | None = None
    """Action for the operator."""
    parameters: tuple[NotificationParameter, ...] | None = None
    """The values that the texts use."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemInfoBoards:
    """SystemInfoBoards"""

    board: str
    """Type of the board."""
    id: str
    """Its serial number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemInfoDroneId:
    """Remote ID."""

    regulatory_mode: Literal["DISABLED", "US_REMOTE_ID_STANDARD", "UNKNOWN"]
    """Remote ID rule in force."""
    serial: str
    """Serial number sent by Remote ID (ANSI/CTA-2063-A)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemInfo:
    """Components of this system."""

    gs_name: str
    """Name of the Ground Station."""
    gs_mac: str
    """Ethernet address of the Ground Station."""
    kite_name: str | None = None
    """Name of the attached Kite."""
    rtb_name: str | None = None
    """Name of the Rooftop Box, if there is one."""
    installation: Literal["Transport Case", "Tray Mount", "Rooftop Box", "Dev Kit", "Bare Ground Station"]
    """Type of installation."""
    model: str
    """Model of the system."""
    propeller_model: Literal["Propeller 1st Generation", "Propeller 2nd Generation"] | None = None
    """Propellers of the Kite."""
    timezone: str
    """IANA name of the time zone."""
    timezone_name_short: str
    """Short name of the time zone now."""
    timezone_offset: str
    """Offset from UTC now, `+hh:mm`."""
    boards: tuple[SystemInfoBoards, ...]
    """Detected electronic boards."""
    software_channel: str
    """Release channel; `simulated` when the aircraft is simulated."""
    software_version: str
    """Version of the station’s software."""
    drone_id: SystemInfoDroneId | None = None
    """Remote ID."""


DroneIdErrorCode: TypeAlias = Literal["ERROR_UNKNOWN_REGULATORY_MODE", "ERROR_HARDWARE_VARIANT_UNSUITABLE", "ERROR_TX_FAILED", "ERROR_TX_WRONG_WIFI_REGION", "ERROR_TX_WRONG_TRANSMISSION_POWER", "ERROR_TX_NOT_TRANSMITTING", "ERROR_TX_TRANSMITTING", "ERROR_TX_STALE", "ERROR_FW_INCOMPATIBLE", "ERROR_NO_OPERATOR", "ERROR_DATA_STALE", "WARNING_DATA_INACCURATE"]
"""Errors of Remote ID: `ERROR_TX_...` the transmitter, `ERROR_FW_INCOMPATIBLE` its firmware, `ERROR_NO_OPERATOR`
no client in control has given identity and position of the operator, `..._DATA_...` the position to transmit.
Each has its own notification (70001 and following).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemStateDroneId:
    """Remote ID."""

    status: Literal["CHECKING", "OK", "FAILED", "EMERGENCY"]
    """`CHECKING` after the start; `OK`; `FAILED` see `error_codes`, take-off is refused; `EMERGENCY` sent while
    in `SafetyLanding`.
    """
    error_codes: tuple[DroneIdErrorCode, ...]
    """All current errors; empty if none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemState:
    """Batteries, position of the Ground Station, Remote ID and the Rooftop Box. A field that is not available is
    absent.
    """

    kite_battery_level: float | None = None
    """Charge of the Kite’s backup battery, percent."""
    gs_battery_level: float | None = None
    """Charge of the Ground Station’s backup battery, percent."""
    gs_input_voltage: float | None = None
    """Voltage at the power input of the Ground Station, volts."""
    gs_gps_has_fix: bool | None = None
    """Whether the Ground Station’s GPS has a fix."""
    gs_gps_lat: float | None = None
    """Latitude of the Ground Station, degrees WGS 84."""
    gs_gps_lon: float | None = None
    """Longitude of the Ground Station, degrees WGS 84."""
    gs_gps_elevation: float | None = None
    """Elevation of the Ground Station above mean sea level by GPS, metres."""
    gs_gps_accuracy: float | None = None
    """Horizontal accuracy of the Ground Station’s position, metres."""
    drone_id: SystemStateDroneId | None = None
    """Remote ID."""
    propeller_model: Literal["Propeller 1st Generation", "Propeller 2nd Generation"] | None = None
    """Propellers of the Kite, as in `system/info`."""
    rtb_lids_state: Literal["Closed", "Opening", "Opened", "Closing"] | None = None
    """Lids of the Rooftop Box."""
    rtb_external_safety_land_button_state: Literal["Pressed", "NotPressed"] | None = None
    """External button that lands the Kite at once. While it is pressed there is no take-off."""
    rtb_parking_brake_state: Literal["Engaged", "Disengaged"] | None = None
    """Parking brake of the vehicle. Take-off requires `Engaged`, unless the settings say otherwise."""


VideoStreamType: TypeAlias = Literal["Color", "Thermal"]
"""Type of the camera."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoStreamInfo:
    """A video stream: its picture, its lens and its addresses."""

    stream_id: str
    """Id of the stream."""
    type: VideoStreamType
    frame_width: int | None = None
    """Width of the picture, pixels."""
    frame_height: int | None = None
    """Height of the picture, pixels."""
    sensor_width: float
    """Width of the sensor, millimetres."""
    sensor_height: float
    """Height of the sensor, millimetres."""
    lens_focal_length: float
    """Focal length at zoom 1, millimetres."""
    zoom_min: float
    """Smallest zoom level."""
    zoom_max: float
    """Largest zoom level; 1 on a stream without zoom."""
    codec: Literal["H.264"]
    """Video codec."""
    rtsp_url: str | None = field(default=None, repr=False)
    """RTSP address, with the host by which this request reached the station."""
    rtsps_url: str | None = field(default=None, repr=False)
    """Address for RTSP over TLS."""
    can_do_snapshot: bool
    """Whether snapshots are available."""


ThermalColorPalette: TypeAlias = Literal["WhiteHot", "BlackHot", "Rainbow", "RainbowHighContrast", "Ironbow", "Lava", "Arctic", "Glowbow", "GradedFire", "Hottest"]
"""Mapping of temperatures to colours."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoStreamState:
    """Current state of a stream."""

    stream_id: str
    """Id of the stream."""
    is_streaming: bool
    """Frames are available: the camera is on and the stream is not lost. They are encoded only while there is a
    viewer.
    """
    timestamp: float | None = None
    """RTP timestamp of the frame of this state, 90 kHz: the last one, or that of now. Absent while
    `is_streaming` is false.
    """
    fov_horizontal: float | None = None
    """Horizontal field of view at this zoom, degrees."""
    fov_vertical: float | None = None
    """Vertical field of view at this zoom, degrees."""
    pan_ned: float | None = None
    """Azimuth of the optical axis, degrees from North, positive clockwise."""
    tilt_ned: float | None = None
    """Angle of the optical axis below the horizon, degrees."""
    roll_ned: float | None = None
    """Rotation about the optical axis, degrees, positive clockwise."""
    zoom_level: float | None = None
    """Zoom level."""
    thermal_color_palette: ThermalColorPalette | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoFile:
    """One file of a recording."""

    type: Literal["color", "thermal"]
    """Type of the camera."""
    recording_id: str
    """Id of the recording: the local time at which it started, with its offset."""
    file_id: str
    """Id of the file in its recording."""
    size: int
    """Size so far, bytes."""
    is_recording: bool
    """Whether the file is still growing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recording:
    """A recording and its files."""

    recording_id: str
    """Id of the recording: the local time at which it started, with its offset."""
    is_being_recorded: bool
    """Whether it is being recorded."""
    videos: tuple[VideoFile, ...]
    """Its video files: `main.mp4` in colour, `sub.mp4` thermal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordingsState:
    """The recorder and its storage."""

    recording_id: str | None = None
    """The running recording, otherwise the last one."""
    started_recording_timestamp: datetime | None = None
    """Start of the last recording since the Ground Station was started; `0001-01-01T00:00:00Z` before the first."""
    stopped_recording_timestamp: datetime | None = None
    """End of that recording; the time of the answer while it is running, `0001-01-01T00:00:00Z` before the
    first.
    """
    is_recording: bool
    """Whether a recording is running."""
    recording_seconds: int | None = None
    """Length of the running recording so far, seconds; 0 when none runs."""
    available_space: int
    """Free space, bytes."""
    occupied_space: int | None = None
    """Space used by recordings, bytes."""
    total_space: int
    """Size of the storage, bytes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HealthResponse:
    """The station is healthy."""

    status: str
    """`OK`."""
    api_version: str
    """Version of the API that is served."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownVersion:
    """A version of the published API that this software can serve."""

    api_version: Literal["0.5.0", "1.0.0", "1.1.2"]
    """Version of the published API."""
    is_served: bool
    """This station is configured as this version."""
    base_path: str
    """First part of its paths."""
    health_path: str
    """Path of its health, which is open to all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionList:
    """The version that is served, and those that could be."""

    api_version: Literal["0.5.0", "1.0.0", "1.1.2"]
    """Version that is served now."""
    versions: tuple[KnownVersion, ...]
    """All versions that this software can serve, the newest first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthPosition:
    """Position of the Kite"""

    east_m: float
    """East, m"""
    north_m: float
    """North, m"""
    up_m: float
    """Up, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthVelocity:
    """Ground speed of the Kite"""

    east_mps: float
    """East, m/s"""
    north_mps: float
    """North, m/s"""
    up_mps: float
    """Up, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthWind:
    """Wind at the Kite"""

    speed_mps: float
    """Speed, turbulence and gusts included, m/s"""
    from_deg: float
    """Direction it comes from, °"""
    up_mps: float
    """Vertical component, positive up, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthTether:
    """Tether between Ground Station and Kite"""

    length_m: float
    """Length paid out, unstretched, m"""
    reel_speed_mps: float
    """Reel speed, positive when it pays out, m/s"""
    tension_kite_n: float
    """Tension at the Kite, N"""
    tension_base_n: float
    """Tension at the Ground Station, N"""
    base_angle_deg: float
    """Angle at the base, against the vertical, °"""
    is_slack: bool
    """Whether it carries no tension"""
    is_cut: bool
    """Whether it is cut"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthPower:
    """Power from the supply to the Kite"""

    supply_v: float
    """Voltage of the Ground Station’s supply, V"""
    kite_v: float
    """Voltage at the Kite’s end of the tether, V"""
    tether_a: float
    """Current through the tether, A"""
    kite_w: float
    """Power drawn by the Kite, W"""
    tether_loss_w: float
    """Power lost in the tether, W"""
    kite_battery_percent: float
    """Charge of the Kite’s backup battery, %"""
    kite_battery_v: float
    """Voltage of the Kite’s backup battery, V"""
    ground_station_battery_percent: float
    """Charge of the Ground Station’s backup battery, %"""
    ground_station_battery_v: float
    """Voltage of the Ground Station’s backup battery, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthTemperature:
    """Temperatures"""

    air_c: float
    """Air, °C"""
    motor_c: float
    """Hottest motor, °C"""
    converter_c: float
    """Converters, °C"""
    spool_c: float
    """Spool, °C"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthBase:
    """The base of the Ground Station; absent while it has never moved"""

    east_m: float
    """East displacement of the tether exit since the start, m"""
    north_m: float
    """North displacement since the start, m"""
    up_m: float
    """Height above its position in still water, m"""
    east_mps: float
    """Speed to the East, m/s"""
    north_mps: float
    """Speed to the North, m/s"""
    up_mps: float
    """Speed upwards, m/s"""
    heading_deg: float
    """Heading, clockwise from North, 0 to 360, °"""
    roll_deg: float
    """Roll, positive starboard side down, °"""
    pitch_deg: float
    """Pitch, positive bow up, °"""
    wave_m: float
    """Elevation of the water at the vessel, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthCamera:
    """True direction of the camera, which its gimbal measures with errors"""

    pan_deg: float
    """Azimuth of the optical axis, clockwise from North, 0 to 360, °"""
    tilt_deg: float
    """Optical axis below the horizon, °"""
    roll_deg: float
    """Rotation about the optical axis, clockwise as seen from behind the camera, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruth:
    """True state of the simulation, without sensor errors. Origin: where the tether leaves the Ground Station."""

    time: datetime
    """Station time of this state."""
    position: SimulationTruthPosition
    """Position of the Kite"""
    velocity: SimulationTruthVelocity
    """Ground speed of the Kite"""
    heading_deg: float
    """Heading of the Kite, clockwise from North, 0 to 360, °"""
    lean_deg: float
    """Tilt of the airframe against the horizon, °"""
    is_on_ground: bool
    """Whether it touches the ground or its cradle"""
    has_crashed: bool
    """Whether it touched down too fast, or outside its cradle"""
    rotor_thrust_n: tuple[float, ...]
    """Thrust of each rotor, N"""
    thrust_share: float
    """Thrust as a fraction of the maximum, 0 to 1"""
    wind: SimulationTruthWind
    """Wind at the Kite"""
    tether: SimulationTruthTether
    """Tether between Ground Station and Kite"""
    power: SimulationTruthPower
    """Power from the supply to the Kite"""
    temperature: SimulationTruthTemperature
    """Temperatures"""
    base: SimulationTruthBase | None = None
    """The base of the Ground Station; absent while it has never moved"""
    camera: SimulationTruthCamera
    """True direction of the camera, which its gimbal measures with errors"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SensedPosition:
    """A position by GPS, WGS 84."""

    lat_deg: float
    """Latitude, north positive, °"""
    lon_deg: float
    """Longitude, east positive, °"""
    elevation_m: float
    """Elevation above mean sea level, m"""
    accuracy_m: float
    """Horizontal accuracy, as estimated by the receiver, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteSensors:
    """Readings of the Kite’s sensors. A value that is not available is absent."""

    contact: Literal["Grounded", "Airborne"]
    """`Grounded` in its cradle with motors off; `Airborne` from motor start until motors are off again"""
    altitude_m: float | None = None
    """Height above the Ground Station, as estimated on board, m"""
    climb_rate_mps: float | None = None
    """Climb rate, positive up, m/s"""
    heading_deg: float | None = None
    """Heading, clockwise from North, 0 to 360; absent while the magnetic field is disturbed, °"""
    turned_deg: float
    """The heading without wrapping at 360, °"""
    gps: SensedPosition | None = None
    battery_percent: float | None = None
    """Charge of the backup battery, %"""
    battery_temperature_c: float | None = None
    """Temperature of the backup battery, °C"""
    battery_voltage_v: float | None = None
    """Voltage of the backup battery, V"""
    supply_voltage_v: float | None = None
    """Voltage at the Kite’s end of the tether, V"""
    thrust_share: float | None = None
    """Thrust as a fraction of the maximum, 0 to 1"""
    lean_deg: float | None = None
    """Tilt of the airframe against the horizon, °"""
    drift_m: float | None = None
    """Horizontal distance from the Ground Station, as estimated on board, m"""
    temperature_c: float | None = None
    """Highest temperature of motors and converters, °C"""
    wind_speed_mps: float | None = None
    """Wind at the Kite, as estimated on board, m/s"""
    hazards: dict[str, Any]
    """Faults that the Kite reports, by name"""
    failsafe_landing: bool
    """Landing by its own failsafe"""
    is_rotating: bool
    """A change of heading or pan is being carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraSensors:
    """Readings of the camera."""

    model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus"]
    """Payload model"""
    online: bool
    """Whether it is on"""
    pan_deg: float
    """Azimuth of the optical axis from North, clockwise, without wrapping, °"""
    tilt_deg: float
    """Optical axis below the horizon, °"""
    roll_deg: float
    """Rotation about the optical axis, °"""
    is_tilting: bool
    """A change of tilt is being carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherSensors:
    """The tether as measured by the Ground Station."""

    length_m: float
    """Length paid out, m"""
    tension_n: float | None = None
    """Tension at the base, N"""
    angle_deg: float | None = None
    """Angle at the base against the vertical; absent while the tension is too small to measure it, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationSensors:
    """Readings of the Ground Station."""

    gps: SensedPosition | None = None
    battery_percent: float | None = None
    """Charge of the backup battery, %"""
    battery_temperature_c: float | None = None
    """Temperature of the backup battery, °C"""
    battery_voltage_v: float | None = None
    """Voltage of the backup battery, V"""
    input_voltage_v: float | None = None
    """Voltage of the supply, V"""
    vehicle_voltage_v: float | None = None
    """Voltage of the vehicle that carries a Rooftop Box, V"""
    spool_temperature_c: float | None = None
    """Temperature of the spool, °C"""
    tether: TetherSensors | None = None
    hazards: dict[str, Any]
    """Faults of itself and the tether that the Ground Station reports, by name"""
    is_moving: bool
    """Whether it moves"""
    kite_in_cradle: bool | None = None
    """Whether the Kite is in its cradle, by the switch of the cradle"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RooftopBoxSensors:
    """Readings of the Rooftop Box."""

    lids: Literal["Closed", "Between", "Opened"]
    """Lids, by their limit switches"""
    safety_land_button_pressed: bool
    """The external button"""
    parking_brake_engaged: bool
    """The vehicle’s brake"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdSensors:
    """Status of the Remote ID transmitter."""

    self_test: Literal["Running", "Passed", "Failed"]
    """Self-test of the transmitter"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensors:
    """Latest sensor readings, as received by the station. An absent part is detached, off or silent."""

    time: datetime
    """Station time of the measurement."""
    kite: KiteSensors | None = None
    camera: CameraSensors | None = None
    payload: Literal["None", "Other"] | None = None
    """Payload of the Kite if it is not a camera"""
    ground_station: GroundStationSensors
    rooftop_box: RooftopBoxSensors | None = None
    remote_id: RemoteIdSensors


@dataclass(frozen=True, kw_only=True, slots=True)
class TruthBesideSensors:
    """True state and sensor readings."""

    truth: SimulationTruth
    sensors: Sensors | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherPoints:
    """A point of the tether"""

    east_m: float
    """East, m"""
    north_m: float
    """North, m"""
    up_m: float
    """Up, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tether:
    """Shape of the tether."""

    time: datetime
    """Station time of this shape."""
    points: tuple[TetherPoints, ...]
    """Points from the Ground Station to the Kite"""


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultState:
    """An injected fault and its status."""

    id: str
    """Id of this fault, counted from `1`"""
    type: Literal["gps_loss", "gps_multipath", "gps_corrections_lost", "magnetic_disturbance", "motor_magnetic_field", "motor_failure", "motor_degraded", "main_power_loss", "tether_voltage_loss", "tether_cut", "tether_damage", "spool_stuck", "force_sensor", "barometer", "overheating", "wind_gust", "wind_change", "passing_lorry", "battery_temperature", "battery_voltage", "battery_charge", "lids_stuck", "supply_low", "system_moving", "kite_data_missing", "kite_detection", "secondary_autopilot", "remote_id", "ground_station_reboot", "link_degraded", "camera_offline", "payload_swap", "stream_lost", "storage_full"]
    """Type of the fault"""
    status: Literal["scheduled", "active", "expired", "cleared", "impossible"]
    """`scheduled` its time has not come; `active` now; `expired` its duration is over; `cleared` by request;
    `impossible` the state did not allow it at its time, see `reason`
    """
    reason: str | None = None
    """Reason for which it was impossible, or cannot be cleared yet"""
    begin_time: datetime | None = None
    """Start. Absent if it never started."""
    end_time: datetime | None = None
    """End."""
    severity: float
    """1 for faults without degrees"""
    parameters: dict[str, Any]
    """All parameters, defaults included"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """Requested faults, the oldest first."""

    faults: tuple[FaultState, ...]
    """Each with its status"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsLossFaultParameters:
    """Its parameters"""

    receiver: Literal["both", "kite", "ground_station"] | None = None
    """Which receiver"""
    sigma_factor: float | None = None
    """Error of a degraded fix at severity just below 1, times the usual error"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsLossFault:
    """The receivers see no satellites, or too few for an accurate position."""

    type: Literal["gps_loss"] = "gps_loss"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """1: no fix; below 1: a fix with an error of up to `sigma_factor` times the usual one"""
    parameters: GpsLossFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsMultipathFaultParameters:
    """Its parameters"""

    east_m: float | None = None
    """Step to the East, m"""
    north_m: float | None = None
    """Step to the North, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsMultipathFault:
    """Multipath: a step of the Kite’s GPS position."""

    type: Literal["gps_multipath"] = "gps_multipath"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the step"""
    parameters: GpsMultipathFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsCorrectionsLostFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class GpsCorrectionsLostFault:
    """Loss of the corrections from the reference station."""

    type: Literal["gps_corrections_lost"] = "gps_corrections_lost"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: GpsCorrectionsLostFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MagneticDisturbanceFaultParameters:
    """Its parameters"""

    east_ut: float | None = None
    """Field to the East, straight above the Ground Station at `at_m`, µT"""
    north_ut: float | None = None
    """Field to the North, there, µT"""
    ramp_s: float | None = None
    """Rise time, s"""
    at_m: float | None = None
    """Height above the Ground Station at which the field is the given one, m"""
    source_east_m: float | None = None
    """Place of the source: East of the Ground Station, m"""
    source_north_m: float | None = None
    """Place of the source: North of the Ground Station, m"""
    source_up_m: float | None = None
    """Place of the source: height above the Ground Station, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MagneticDisturbanceFault:
    """A magnetic disturbance: the vehicle under the Kite or, with another place, a steel structure. Its field
    falls with the cube of the distance.
    """

    type: Literal["magnetic_disturbance"] = "magnetic_disturbance"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the field"""
    parameters: MagneticDisturbanceFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorMagneticFieldFaultParameters:
    """Its parameters"""

    ut_per_kw: float | None = None
    """Field per kilowatt, µT/kW"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorMagneticFieldFault:
    """A power lead of the motors runs close to the magnetometer: a field along the nose axis that grows with
    motor power.
    """

    type: Literal["motor_magnetic_field"] = "motor_magnetic_field"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the field"""
    parameters: MotorMagneticFieldFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorFailureFaultParameters:
    """Its parameters"""

    motor: int | None = None
    """Number of the motor"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorFailureFault:
    """A motor stops; the opposite one is shut down with it, and yaw is given up."""

    type: Literal["motor_failure"] = "motor_failure"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: MotorFailureFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorDegradedFaultParameters:
    """Its parameters"""

    motor: int | None = None
    """Number of the motor"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorDegradedFault:
    """A motor gives less thrust than commanded."""

    type: Literal["motor_degraded"] = "motor_degraded"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Lost thrust as a share of 45 %: a motor that gives less than half counts as failed"""
    parameters: MotorDegradedFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MainPowerLossFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class MainPowerLossFault:
    """Main power loss at the Ground Station."""

    type: Literal["main_power_loss"] = "main_power_loss"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: MainPowerLossFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherVoltageLossFaultParameters:
    """Its parameters"""

    resistance_ohm: float | None = None
    """Added resistance, Ω"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherVoltageLossFault:
    """The power line in the tether opens, or a bad contact adds resistance."""

    type: Literal["tether_voltage_loss"] = "tether_voltage_loss"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """1: open; less: share of `resistance_ohm`"""
    parameters: TetherVoltageLossFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherCutFaultParameters:
    """Its parameters"""

    at_m: float | None = None
    """Length between Ground Station and cut, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherCutFault:
    """The tether is cut. The Kite flies on its battery, without a data link, and carries the rest of the tether."""

    type: Literal["tether_cut"] = "tether_cut"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: TetherCutFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherDamageFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class TetherDamageFault:
    """The tether is chafed: reduced strength, and a power line that flickers under load."""

    type: Literal["tether_damage"] = "tether_damage"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Loss of strength: 50 % at 0, 95 % at 1, where a strong wind breaks it"""
    parameters: TetherDamageFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpoolStuckFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class SpoolStuckFault:
    """The spool is blocked."""

    type: Literal["spool_stuck"] = "spool_stuck"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: SpoolStuckFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceSensorFaultParameters:
    """Its parameters"""

    mode: Literal["freeze", "bias", "silent"] | None = None
    """Failure mode"""
    bias_n: float | None = None
    """Error of the tension, N"""
    bias_deg: float | None = None
    """Error of the angle, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceSensorFault:
    """The force and angle sensor at the base of the tether fails."""

    type: Literal["force_sensor"] = "force_sensor"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the bias"""
    parameters: ForceSensorFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BarometerFaultParameters:
    """Its parameters"""

    mode: Literal["freeze", "drift"] | None = None
    """Failure mode"""
    drift_mps: float | None = None
    """Drift rate, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BarometerFault:
    """The Kite’s barometer fails."""

    type: Literal["barometer"] = "barometer"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: BarometerFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OverheatingFaultParameters:
    """Its parameters"""

    ambient_c: float | None = None
    """Ambient temperature, °C"""
    resistance_factor: float | None = None
    """Thermal resistance, times"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OverheatingFault:
    """Poor cooling of motors and converters: clogged vents or direct sun."""

    type: Literal["overheating"] = "overheating"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the change to the given values"""
    parameters: OverheatingFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindGustFaultParameters:
    """Its parameters"""

    peak_mps: float | None = None
    """Speed on top of the wind, m/s"""
    rise_s: float | None = None
    """Rise, s"""
    hold_s: float | None = None
    """Peak, s"""
    fall_s: float | None = None
    """Fall, s"""
    from_deg: float | None = None
    """Direction it comes from, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindGustFault:
    """One gust of 1 - cos shape."""

    type: Literal["wind_gust"] = "wind_gust"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the peak"""
    parameters: WindGustFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindChangeFaultParameters:
    """Its parameters"""

    speed_mps: float | None = None
    """Mean wind 10 m above the ground, m/s"""
    from_deg: float | None = None
    """Direction it comes from, °"""
    turbulence: Literal["none", "light", "moderate", "severe", "by_wind"] | None = None
    """After MIL-F-8785C"""
    ramp_s: float | None = None
    """Transition time, s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindChangeFault:
    """Another wind for the duration of the fault."""

    type: Literal["wind_change"] = "wind_change"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: WindChangeFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PassingLorryFaultParameters:
    """Its parameters"""

    speed_mps: float | None = None
    """Speed of the lorry, m/s"""
    heading_deg: float | None = None
    """Driving direction, °"""
    length_m: float | None = None
    """Its length, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PassingLorryFault:
    """A lorry passes the Ground Station: its bow wave and wake."""

    type: Literal["passing_lorry"] = "passing_lorry"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the gust: 1 in the adjacent lane, less further away"""
    parameters: PassingLorryFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryTemperatureFaultParameters:
    """Its parameters"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    temperature_c: float | None = None
    """Its temperature, °C"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryTemperatureFault:
    """A backup battery is too cold or too hot."""

    type: Literal["battery_temperature"] = "battery_temperature"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: BatteryTemperatureFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryVoltageFaultParameters:
    """Its parameters"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    loss_v: float | None = None
    """Missing voltage, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryVoltageFault:
    """A cell of a backup battery is weak."""

    type: Literal["battery_voltage"] = "battery_voltage"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the loss"""
    parameters: BatteryVoltageFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryChargeFaultParameters:
    """Its parameters"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    percent: float | None = None
    """Its charge, %"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryChargeFault:
    """The gauge of a backup battery reports a constant charge."""

    type: Literal["battery_charge"] = "battery_charge"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: BatteryChargeFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LidsStuckFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class LidsStuckFault:
    """The lids of the Rooftop Box are blocked in their position."""

    type: Literal["lids_stuck"] = "lids_stuck"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: LidsStuckFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SupplyLowFaultParameters:
    """Its parameters"""

    voltage_v: float | None = None
    """Voltage of the supply, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SupplyLowFault:
    """Low supply voltage from the vehicle to the Rooftop Box."""

    type: Literal["supply_low"] = "supply_low"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: SupplyLowFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemMovingFaultParameters:
    """Its parameters"""

    speed_mps: float | None = None
    """Speed, m/s"""
    heading_deg: float | None = None
    """Direction of motion, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemMovingFault:
    """The Ground Station moves, for example on a vehicle that drives off."""

    type: Literal["system_moving"] = "system_moving"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the speed"""
    parameters: SystemMovingFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDataMissingFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDataMissingFault:
    """Loss of the downlink from the Kite."""

    type: Literal["kite_data_missing"] = "kite_data_missing"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: KiteDataMissingFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDetectionFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDetectionFault:
    """The switch of the cradle does not detect the Kite."""

    type: Literal["kite_detection"] = "kite_detection"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: KiteDetectionFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SecondaryAutopilotFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class SecondaryAutopilotFault:
    """The secondary autopilot fails its self-test."""

    type: Literal["secondary_autopilot"] = "secondary_autopilot"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: SecondaryAutopilotFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdFault:
    """The transmitter of Remote ID fails its self-test."""

    type: Literal["remote_id"] = "remote_id"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: RemoteIdFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationRebootFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationRebootFault:
    """The Ground Station’s computer restarts; it is down for the duration of the fault (10 s by default)."""

    type: Literal["ground_station_reboot"] = "ground_station_reboot"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: GroundStationRebootFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDegradedFaultParameters:
    """Its parameters"""

    latency_ms: float | None = None
    """Delay in each direction, ms"""
    loss_percent: float | None = None
    """Lost packets, %"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDegradedFault:
    """Delay and packet loss on the data link between Ground Station and Kite."""

    type: Literal["link_degraded"] = "link_degraded"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    severity: float | None = None
    """Share of the loss"""
    parameters: LinkDegradedFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraOfflineFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class CameraOfflineFault:
    """The camera is off."""

    type: Literal["camera_offline"] = "camera_offline"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: CameraOfflineFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PayloadSwapFaultParameters:
    """Its parameters"""

    camera_model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus"] | None = None
    """The other camera"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PayloadSwapFault:
    """The camera is replaced by another one; the previous one is back when the fault ends."""

    type: Literal["payload_swap"] = "payload_swap"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: PayloadSwapFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamLostFaultParameters:
    """Its parameters"""

    stream_id: str | None = None
    """Id of the stream; every stream when empty"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamLostFault:
    """A video stream delivers no pictures."""

    type: Literal["stream_lost"] = "stream_lost"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: StreamLostFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageFullFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class StorageFullFault:
    """There is no space for recordings."""

    type: Literal["storage_full"] = "storage_full"
    """The fault"""
    at: float | None = None
    """Time until it starts, s"""
    duration: float | None = None
    """Duration, s. When absent, until it is cleared; a gust has its own duration."""
    parameters: StorageFullFaultParameters | None = None
    """Its parameters"""


FaultRequest: TypeAlias = (
    GpsLossFault
    | GpsMultipathFault
    | GpsCorrectionsLostFault
    | MagneticDisturbanceFault
    | MotorMagneticFieldFault
    | MotorFailureFault
    | MotorDegradedFault
    | MainPowerLossFault
    | TetherVoltageLossFault
    | TetherCutFault
    | TetherDamageFault
    | SpoolStuckFault
    | ForceSensorFault
    | BarometerFault
    | OverheatingFault
    | WindGustFault
    | WindChangeFault
    | PassingLorryFault
    | BatteryTemperatureFault
    | BatteryVoltageFault
    | BatteryChargeFault
    | LidsStuckFault
    | SupplyLowFault
    | SystemMovingFault
    | KiteDataMissingFault
    | KiteDetectionFault
    | SecondaryAutopilotFault
    | RemoteIdFault
    | GroundStationRebootFault
    | LinkDegradedFault
    | CameraOfflineFault
    | PayloadSwapFault
    | StreamLostFault
    | StorageFullFault
)
"""A fault to inject. `type` determines its parameters."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WireFaultState:
    """A fault between station and clients, and its status."""

    id: str
    """Id of this fault, counted from `1`"""
    type: Literal["latency", "bandwidth", "stalled_body", "truncated_body", "reset", "error_status", "token_end", "restart", "websocket_close", "subscription_silence", "clock_skew", "certificate_change"]
    """Type of the fault"""
    status: Literal["active", "ended"]
    """`active` now; `ended` by its count, its duration, or a removal"""
    met: int
    """Requests and WebSockets that it selected so far"""
    hits: int
    """Number of them that it hit"""
    begin_time: datetime
    """Start."""
    end_time: datetime | None = None
    """End. Absent while it is active."""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float
    """Share of the requests that are hit"""
    seed: int
    """Seed of the draws"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    parameters: dict[str, Any]
    """All parameters, defaults included"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WireFaults:
    """Faults between station and clients, the oldest first."""

    faults: tuple[WireFaultState, ...]
    """The active ones, and of the ended ones the newest, 32 at most"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LatencyWireFaultParameters:
    """Its parameters"""

    latency_ms: float | None = None
    """Delay, ms of real time"""
    jitter_ms: float | None = None
    """Additional delay, uniform from 0 to this, ms of real time"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LatencyWireFault:
    """Requests and messages arrive late."""

    type: Literal["latency"] = "latency"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: LatencyWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BandwidthWireFaultParameters:
    """Its parameters"""

    bytes_per_s: int | None = None
    """Rate, bytes/s of real time"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BandwidthWireFault:
    """A slow link."""

    type: Literal["bandwidth"] = "bandwidth"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: BandwidthWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StalledBodyWireFaultParameters:
    """Its parameters"""

    after_bytes: int | None = None
    """Length of the body that still arrives, bytes"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StalledBodyWireFault:
    """An answer stops in the middle."""

    type: Literal["stalled_body"] = "stalled_body"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: StalledBodyWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TruncatedBodyWireFaultParameters:
    """Its parameters"""

    after_bytes: int | None = None
    """Length of the body that still arrives, bytes"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TruncatedBodyWireFault:
    """An answer ends too early."""

    type: Literal["truncated_body"] = "truncated_body"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: TruncatedBodyWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResetWireFaultParameters:
    """Its parameters"""

    moment: Literal["before", "after"] | None = None
    """Whether it happens before or after the request is carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResetWireFault:
    """The connection is reset instead of an answer."""

    type: Literal["reset"] = "reset"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: ResetWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorStatusWireFaultParameters:
    """Its parameters"""

    status: Literal[429, 500, 502, 503, 504] | None = None
    """Status of the answer"""
    retry_after_s: int | None = None
    """`Retry-After` of a 429 and of a 503; 0: the answer has none, s of real time"""
    moment: Literal["before", "after"] | None = None
    """Whether it happens before or after the request is carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorStatusWireFault:
    """An error instead of the answer, as from an overloaded station or a gateway before it."""

    type: Literal["error_status"] = "error_status"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: ErrorStatusWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenEndWireFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class TokenEndWireFault:
    """A token ends before the time that was promised."""

    type: Literal["token_end"] = "token_end"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: TokenEndWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RestartWireFaultParameters:
    """Its parameters"""

    downtime_s: float | None = None
    """Downtime, s of station time"""
    moment: Literal["before", "after"] | None = None
    """Whether it happens before or after the request is carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RestartWireFault:
    """The Ground Station’s computer restarts in the middle of a request."""

    type: Literal["restart"] = "restart"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: RestartWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WebsocketCloseWireFaultParameters:
    """Its parameters"""

    code: int | None = None
    """Close code; 1006, and codes that no peer may send (1004, 1005, 1015 to 2999): an end without a close frame"""
    after_messages: int | None = None
    """Messages before a new one closes, messages"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WebsocketCloseWireFault:
    """The station, or a proxy, closes WebSockets."""

    type: Literal["websocket_close"] = "websocket_close"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: WebsocketCloseWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SubscriptionSilenceWireFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class SubscriptionSilenceWireFault:
    """A dead link that is not noticed: WebSockets stay open, and nothing arrives."""

    type: Literal["subscription_silence"] = "subscription_silence"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: SubscriptionSilenceWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockSkewWireFaultParameters:
    """Its parameters"""

    skew_s: float | None = None
    """Shift; positive: the station is ahead, s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockSkewWireFault:
    """The clock of the station is wrong."""

    type: Literal["clock_skew"] = "clock_skew"
    """The fault"""
    operation: str | None = None
    """Id of an operation, as in the reference: `flight.control.take_off`. Absent: all of the API but requesting
    and invalidating tokens. The controls of the simulator and the health of the station are never met.
    """
    client: str | None = None
    """Name of a plugin, an account or a token. Absent: all clients."""
    probability: float | None = None
    """Share of the requests that are hit, drawn one by one"""
    seed: int | None = None
    """The same seed and order of requests give the same hits"""
    count: int | None = None
    """Hits after which it ends. Absent: no limit"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: ClockSkewWireFaultParameters | None = None
    """Its parameters"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CertificateChangeWireFaultParameters:
    """Its parameters"""



@dataclass(frozen=True, kw_only=True, slots=True)
class CertificateChangeWireFault:
    """The station has another certificate, as after a new installation or with another server in between."""

    type: Literal["certificate_change"] = "certificate_change"
    """The fault"""
    duration: float | None = None
    """Time until it ends, s of station time. Absent: until it is removed"""
    parameters: CertificateChangeWireFaultParameters | None = None
    """Its parameters"""


WireFaultRequest: TypeAlias = (
    LatencyWireFault
    | BandwidthWireFault
    | StalledBodyWireFault
    | TruncatedBodyWireFault
    | ResetWireFault
    | ErrorStatusWireFault
    | TokenEndWireFault
    | RestartWireFault
    | WebsocketCloseWireFault
    | SubscriptionSilenceWireFault
    | ClockSkewWireFault
    | CertificateChangeWireFault
)
"""A fault between station and clients. `type` determines its parameters."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalMark:
    """A moment in the journal."""

    name: str
    """Name of the mark: 1 to 64 letters, digits and characters of . _ -"""
    time: datetime
    """Station time of the mark."""
    sequence: int
    """Entries before the mark"""


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalEntry:
    """A request and its answer, or the end of a WebSocket. No address, header or query is kept."""

    sequence: int
    """Number of the entry, from 1"""
    time: datetime
    """Station time."""
    real_ms: float
    """Real time since the journal was switched on, ms"""
    client: str | None = None
    """Name of the plugin or account. Absent: no valid token, and none that was valid"""
    operation: str
    """Id of the operation; at the end of a WebSocket the one that had opened it, as in the reference"""
    status: int | None = None
    """Status of the answer. Absent: the connection ended before one; end of a WebSocket"""
    code: str | None = None
    """Code of the error"""
    retry_after_s: int | None = None
    """`Retry-After`, s"""
    topic: str | None = None
    """Topic of a subscription"""
    close_code: int | None = None
    """Code with which the WebSocket ended"""
    closed_by: Literal["station", "client"] | None = None
    """Which side ended the WebSocket"""
    wire_faults: tuple[str, ...] | None = None
    """Types of the faults between station and clients that hit it"""
    request_body: str | None = None
    """Beginning of the JSON body, secrets masked"""
    answer_body: str | None = None
    """Beginning of the JSON answer, secrets masked"""


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalPage:
    """A page of the journal of requests."""

    is_on: bool
    """Whether requests are noted"""
    bodies: bool
    """Whether entries have bodies"""
    marks: tuple[JournalMark, ...]
    """Oldest first"""
    clients: tuple[str, ...]
    """Names of the clients since it was switched on"""
    first_kept: int
    """Number of the oldest entry that is kept; 0 without one"""
    entries: tuple[JournalEntry, ...]
    """Oldest first"""
    next_after: int | None = None
    """`after` of the next page. Absent: this is the last one"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClientRequests:
    """Requests of one client."""

    name: str
    """Name of the client"""
    requests: int
    """Requests since the mark"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerCount:
    """Answers of an operation with one status and code."""

    status: int | None = None
    """Status. Absent: the connection ended before an answer"""
    code: str | None = None
    """Code of the error"""
    count: int
    """How often"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationCoverage:
    """Requests of one operation."""

    operation: str
    """Id of the operation, as in the reference"""
    requests: int
    """Requests"""
    answers: tuple[AnswerCount, ...]
    """By status and code"""
    never: tuple[str, ...]
    """Codes of errors that it can answer with and never did"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageCount:
    """How often something was met."""

    name: str
    """Its name"""
    count: int
    """How often"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoveragePart:
    """Met and never met of one kind."""

    kind: Literal["error_codes", "topics", "flight_states", "notifications", "ended_notifications", "faults", "wire_faults"]
    """`error_codes` codes of errors that the published operations answer with; `topics` topics that were
    subscribed; `flight_states` states of the Kite that the client read or was sent; `notifications`
    notifications that the client read or was sent, by name; `ended_notifications` notifications whose end the
    client read or was sent, by name; `faults` faults of the aircraft that were active while the client sent a
    request or had a WebSocket; `wire_faults` faults between station and clients that hit the client
    """
    total: int
    """All that exist"""
    met: tuple[CoverageCount, ...]
    """Those that were met"""
    never: tuple[str, ...]
    """Names of those that were never met"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CloseCount:
    """Ends of WebSockets with one code."""

    code: int
    """Close code; 1006: without a close frame"""
    closed_by: Literal["station", "client"]
    """Which side ended them"""
    count: int
    """How often"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReactionCoverage:
    """What a client did after a refusal or a close."""

    client: str
    """Name of the client"""
    after: str
    """Status and code of the refusal, `no answer`, or close code"""
    operation: str
    """Id of the operation, or topic"""
    reaction: Literal["repeated_at_once", "repeated_later", "changed", "new_token", "too_early", "waited", "reconnected", "nothing"]
    """`repeated_at_once` the same request again at once; `repeated_later` the same request again later;
    `changed` the operation again, with other input; `new_token` a new token; `too_early` the operation again
    before `Retry-After` had passed; `waited` the operation again after `Retry-After`; `reconnected` a new
    WebSocket for the topic; `nothing` nothing yet
    """
    count: int
    """How often"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageFinding:
    """A reaction that a good client does not show."""

    finding: Literal["no-token-after-401", "repeated-401", "repeated-400", "repeated-403", "repeated-404", "repeated-409", "early-after-429", "early-after-503", "repeated-command", "no-reconnect-after-close"]
    """Name of the finding"""
    client: str
    """Name of the client"""
    operation: str
    """Id of the operation, or topic"""
    after: str
    """Status and code of the refusal, `no answer`, or close code"""
    count: int
    """How often"""
    last_sequence: int
    """Newest entry that it was found by"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """What clients have exercised since a mark."""

    since: JournalMark
    time: datetime
    """Station time of the report."""
    client: str | None = None
    """The client that it is about. Absent: all of them"""
    clients: tuple[ClientRequests, ...]
    """Clients that sent requests since the mark"""
    requests: int
    """Requests"""
    operations: tuple[OperationCoverage, ...]
    """Every published operation of the served version. Those that need no token are left out where it is about
    one client
    """
    other_operations: tuple[OperationCoverage, ...]
    """Operations outside the published API that were requested"""
    parts: tuple[CoveragePart, ...]
    """What else can be met, a part of each kind"""
    closes: tuple[CloseCount, ...]
    """Ends of WebSockets"""
    reactions: tuple[ReactionCoverage, ...]
    """What each client did after each refusal and close"""
    findings: tuple[CoverageFinding, ...]
    """Reactions that a good client does not show"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OnvifQuirks:
    """Bugs of real cameras that the ONVIF camera has now."""

    active: tuple[Literal["stuck_moving", "always_idle", "no_move_status", "late_idle", "status_blocks", "fov_refused", "fov_not_default", "degenerate_ranges", "no_zoom_status", "timeout_ignored", "timeout_refused", "stop_ignored", "wrong_xaddr", "https_redirect", "action_needed", "soap11_only", "bad_utf8", "undeclared_prefix", "clock_off", "pull_cut", "termination_needed", "one_subscription", "odd_topics", "same_identity", "snapshot_bad", "capabilities_500"], ...]
    """Their names. An empty list: a camera without them"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OnvifRequest:
    """A request to the ONVIF camera, and its result."""

    number: int
    """Number of the request, from 1"""
    time: datetime
    """Real time of the request."""
    client: str
    """Address of the client"""
    operation: str
    """Operation as service:name, or snapshot; a question mark where no operation could be read"""
    action: str | None = None
    """Action of SOAP, as the client sent it"""
    soap: Literal["1.1", "1.2"] | None = None
    """Version of SOAP"""
    sign_in: Literal["none", "wsse", "digest", "both", "other"]
    """Credentials of the request: a WS-UsernameToken, HTTP Digest, both, or others"""
    user: str | None = None
    """Name of the user that the request claims"""
    status: int
    """HTTP status of the answer; 0: the connection was closed without one"""
    fault: str | None = None
    """Codes of the SOAP fault"""
    reason: str | None = None
    """Reason of the SOAP fault"""
    duration_ms: int
    """Time until the answer, ms"""
    quirks: tuple[Literal["stuck_moving", "always_idle", "no_move_status", "late_idle", "status_blocks", "fov_refused", "fov_not_default", "degenerate_ranges", "no_zoom_status", "timeout_ignored", "timeout_refused", "stop_ignored", "wrong_xaddr", "https_redirect", "action_needed", "soap11_only", "bad_utf8", "undeclared_prefix", "clock_off", "pull_cut", "termination_needed", "one_subscription", "odd_topics", "same_identity", "snapshot_bad", "capabilities_500"], ...]
    """Bugs that the camera had"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OnvifRequestPage:
    """Requests to the ONVIF camera, the oldest first."""

    requests: tuple[OnvifRequest, ...]
    """Requests of the page"""
    next_after: int
    """Where the next page begins"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedWind:
    """The mean wind. Gusts and faults are added; the actual wind at the Kite is in truth."""

    speed_mps: float
    """Mean wind 10 m above the ground, m/s"""
    from_deg: float
    """Direction it comes from, ° clockwise from North"""
    turbulence: Literal["none", "light", "moderate", "severe", "by_wind"]
    """Turbulence after MIL-F-8785C: a level, or by_wind, derived from this wind over this terrain"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedWeather:
    """Weather and sun of the camera’s picture. They have no effect on the flight."""

    visibility_m: float
    """Visibility: distance at which 2 % of a contrast remain, m"""
    cloud_cover: float
    """Covered share of the sky, 0 to 1"""
    rain_mmph: float
    """Rain, mm/h; above 50 it is violent (WMO)"""
    solar_hour: float
    """Hour of local mean solar time that the sun shows, h: 12 is noon. It continues from there with the
    station’s clock
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedBase:
    """Commanded motion of the vehicle or vessel that carries the Ground Station. Its actual motion is in truth."""

    sea_state: int
    """Waves under the vessel that carries the Ground Station, sea state after WMO code table 3700; 0 is land or
    still water. A change takes half a minute
    """
    waves_from_deg: float
    """Direction the waves come from, ° clockwise from North"""
    speed_mps: float
    """Commanded speed of the vehicle or vessel, m/s"""
    heading_deg: float
    """Commanded heading while it moves, ° clockwise from North"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Payload:
    """Payload of the Kite."""

    camera_model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus", "none", "other payload"]
    """The attached camera; with `none` and `other payload` there is no camera"""
    online: bool
    """Whether it is powered"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Buttons:
    """Manual controls."""

    safety_land: bool
    """Whether the external safety land button is pressed"""
    parking_brake: Literal["engaged", "disengaged"]
    """The vehicle’s parking brake"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationClockState:
    """Station time and its speed."""

    time: datetime
    """Station time now."""
    speed: float
    """Times real time"""
    paused: bool
    """Whether time advances only by calls of `advance`"""
    advancing: int
    """Number of calls that wait for the clock to advance"""
    slipped_s: float
    """Simulated time skipped so far on a busy machine, s"""
    fault: str | None = None
    """Reason for which the simulation has stopped for good"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationSnapshot:
    """A snapshot that this station keeps in memory until it stops."""

    name: str
    """Name of the snapshot: 1 to 64 letters, digits and characters of . _ -"""
    time: datetime
    """Station time of the snapshot."""
    bytes: int
    """Its size in memory, bytes"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SnapshotList:
    """Snapshots in memory."""

    snapshots: tuple[SimulationSnapshot, ...]
    """Oldest first"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioSummary:
    """An included scenario."""

    name: str
    """Name of an included scenario: its file name without `.yaml`"""
    title: str
    """One line"""
    description: str
    """Effect"""
    family: str
    """Type of fault or sequence"""
    steps: int
    """Number of steps of its timeline, repetitions included"""
    expectations: int
    """Number of expectations"""
    shortest_s: float
    """Sum of its waits and fixed times, s of station time, without the flight to its start"""
    longest_s: float
    """The same including the deadlines of all waits"""
    unfit: str | None = None
    """Setting for which this station cannot run it, whatever its state. Absent if it can"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioList:
    """The included scenarios, by family and name."""

    scenarios: tuple[ScenarioSummary, ...]
    """Empty if the station was started without them"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioStep:
    """A step of the timeline."""

    number: int
    """Number of the step, from 1"""
    line: int
    """Line of the scenario file"""
    label: str
    """Action of the step"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioExpectation:
    """An expectation."""

    line: int
    """Line of the scenario file"""
    text: str
    """Its text in the file"""
    why: str | None = None
    """Its reason"""
    status: Literal["open", "met", "failed", "not_judged"]
    """`open` while it may still fail; `met` when it holds so far, and at the end; `failed`; `not_judged` when
    the timeline was aborted before.
    """
    happened: str | None = None
    """Actual outcome"""
    at_s: float | None = None
    """When, s on the timeline"""
    telemetry: tuple[str, ...] | None = None
    """The last seconds before it as lines of a table"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioBreak:
    """The step at which the timeline was aborted."""

    line: int
    """Line of the scenario file"""
    expected: str
    """Unmet requirement of the step"""
    happened: str
    """Actual outcome"""
    at_s: float | None = None
    """When, s on the timeline"""
    telemetry: tuple[str, ...]
    """The last seconds before it as lines of a table"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioRun:
    """A run of a scenario on this station."""

    id: str
    """Id of the run"""
    name: str | None = None
    """Name of an included scenario: its file name without `.yaml`"""
    title: str
    """One line"""
    description: str
    """Effect"""
    family: str
    """Type of fault or sequence"""
    status: Literal["preparing", "running", "passed", "failed", "error", "stopped"]
    """`preparing`: the Kite is flown to the start of the timeline; `running`; then `passed`, `failed` (an
    expectation was not met), `error` (it could not be run to its end) or `stopped`.
    """
    started_by: str
    """Plugin that started it"""
    started_at: datetime
    """When it was requested."""
    ended_at: datetime | None = None
    """When it ended."""
    elapsed_s: float
    """Position on the timeline, s of station time; 0 while preparing"""
    percent: int
    """Number of completed steps"""
    steps: int
    """Number of its steps"""
    step: ScenarioStep | None = None
    expectations: tuple[ScenarioExpectation, ...]
    """The expectations and their state"""
    broken_off: ScenarioBreak | None = None
    reason: str | None = None
    """Of `stopped` and `error`: why"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioRunState:
    """The current run, or the last one."""

    run: ScenarioRun | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadinessCheck:
    """One preflight check and its state."""

    check: Literal["reset", "kite_detected", "safety_land_button", "parking_brake", "lids", "moving", "remote_id", "kite_battery", "gs_battery", "kite_battery_voltage", "gs_battery_voltage", "kite_temperature", "kite_battery_temperature", "gs_battery_temperature", "spool_temperature", "wind", "main_power", "aircraft", "thrust", "failsafe"]
    """Name of the check. Checks that do not apply are not listed: lids, brake and button without a Rooftop Box,
    a brake that the settings ignore.
    """
    state: Literal["ok", "refuses", "unknown"]
    """`ok`; `refuses`: a take-off is refused with `code` and `message`; `unknown`: not measured, which refuses
    nothing.
    """
    code: str | None = None
    """Error code with which a take-off is refused."""
    message: str | None = None
    """Reason of the refusal with value and limit."""
    value: float | None = None
    """The checked value, in `unit`; absent while unknown."""
    min: float | None = None
    """Lowest value that passes, in `unit`."""
    max: float | None = None
    """Highest value that passes, in `unit`."""
    unit: Literal["%", "V", "°C", "m/s", "s"] | None = None
    """Unit of the value; absent if it has none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Readiness:
    """Whether a take-off would be accepted now, with all checks."""

    ready: bool
    """A take-off would be accepted now from a client that may command: the Kite is in `StandBy` and no check
    refuses. Control is not considered.
    """
    flight_state: Literal["Unknown", "StandBy", "TakingOff", "Flying", "Landing", "SafetyLanding", "SafetyDescending"]
    """As in `flight/state` of the published API. Take-off is possible in `StandBy` only."""
    revision: str
    """Changes with the state of a check or of the flight, not with a value. A signature names the reviewed
    revision.
    """
    checks: tuple[ReadinessCheck, ...]
    """In the order in which to fix them. The first that refuses is the reason given for a refused take-off."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListVersions:
    """Versions of what several clients show and change. One that differs from the known one means: read again."""

    version: str
    """Of all of them together."""
    pins: str
    """Version of the pins."""
    geofence: str
    """Version of the geofence; also a crossing changes it."""
    privacy_masks: str
    """Version of the privacy masks."""
    display: str
    """Version of the on-screen display."""
    incident: str
    """Version of the incident."""
    camera_presets: str
    """Version of the camera presets."""
    camera_follow: str
    """Version of what the camera follows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Signature:
    """A signature of the readiness list, with the list at that time."""

    name: str
    """Name of the signer: 1 to 100 characters."""
    signed_at: datetime
    """When it was signed."""
    plugin_name: str
    """Plugin of the client."""
    ready: bool
    """Whether no check refused a take-off."""
    revision: str
    """Revision of the signed list."""
    checks: tuple[ReadinessCheck, ...]
    """The list with its values at that time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignatureList:
    """Signatures for the next take-off, in order of time."""

    signatures: tuple[Signature, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChecklistItem:
    """A check that a person makes before the flight."""

    text: str
    """What a person checks: 1 to 120 characters in one line."""
    topic: Literal["people", "landing_area", "weather", "airspace"] | None = None
    """Which of the station’s own texts this is; absent for a text that was set."""
    checked_at: datetime | None = None
    """When it was checked; absent while it is open."""
    checked_by: str | None = None
    """Who has checked it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Checklist:
    """The crew’s own checks before the next take-off."""

    items: tuple[ChecklistItem, ...]
    """In the order in which they are made."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ZoneCircle:
    """A zone has either a circle or a polygon."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    radius: float
    """Metres."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ZonePolygon:
    """ZonePolygon"""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Zone:
    """A zone of the geofence, shared by all clients of this station."""

    zone_id: str
    """Id of the zone."""
    name: str
    """Plain text in one line, 1 to 40 characters."""
    rule: Literal["stay_inside", "keep_out", "altitude_max"]
    """What is a crossing: leaving the zone, entering it, or being above `altitude_max` within it."""
    altitude_max: float | None = None
    """Metres above the Ground Station; only with the rule `altitude_max`, which needs it."""
    circle: ZoneCircle | None = None
    """A zone has either a circle or a polygon."""
    polygon: tuple[ZonePolygon, ...] | None = None
    """Corners in order; sides do not cross."""
    created_time: datetime
    """When it was set, station time."""
    created_by: str
    """Name of the client that set it."""
    is_crossed: bool
    """Whether the Kite in flight is where the zone does not want it, by its own reported position."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StationGeofenceAddCircle:
    """A zone has either a circle or a polygon."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    radius: float
    """Metres."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StationGeofenceAddPolygon:
    """StationGeofenceAddPolygon"""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Incident:
    """The current incident."""

    number: str
    """Number of the incident, as assigned by the dispatch centre: 1 to 40 characters in one line."""
    title: str
    """Title: at most 120 characters in one line; may be empty."""
    set_at: datetime
    """When it was set or last changed."""
    set_by: str
    """Name of the plugin that set it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentReply:
    """The incident, if there is one."""

    incident: Incident | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraPreset:
    """A stored camera direction with its digit key."""

    key: Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    """Digit key."""
    name: str
    """Name: 1 to 40 characters in one line. Plain text."""
    pan_ned: float
    """Azimuth relative to North."""
    tilt_ned: float
    """Tilt relative to the horizon, positive down."""
    zoom_level: float | None = None
    """Zoom of the stream `zoom`; unchanged when absent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraPresetList:
    """Camera presets, by digit."""

    presets: tuple[CameraPreset, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraFollowPoint:
    """A target has either a point or a box."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    altitude: float | None = None
    """Metres above the Ground Station; on the ground when absent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraFollow:
    """Whether the camera follows a target, and which."""

    state: Literal["off", "following", "lost"]
    """`lost`: for 2 s nothing was heard of the target; the camera stays, and after 10 s the follow ends."""
    point: CameraFollowPoint | None = None
    """A target has either a point or a box."""
    stream_id: str | None = None
    """Stream of the boxes; absent with a point."""
    started_time: datetime | None = None
    """Begin, station time; absent while off."""
    started_by: str | None = None
    """Name of the client that started it."""
    error: float | None = None
    """Angle between the camera and the target, degrees, when the state was read."""
    ended_by: Literal["stopped", "camera_moved", "control_taken", "session_ended", "target_lost", "out_of_reach", "not_flying", "link_lost", "camera_offline"] | None = None
    """Why the last one ended; absent before the first."""
    ended_time: datetime | None = None
    """When it ended, station time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StationCameraFollowStartPoint:
    """A target has either a point or a box."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    altitude: float | None = None
    """Metres above the Ground Station; on the ground when absent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FollowBox:
    """Where a client sees its object in one picture of a stream."""

    stream_id: str
    """Id of the stream."""
    x: float
    """Left edge, as a fraction of the width."""
    y: float
    """Top edge, as a fraction of the height."""
    width: float
    """Fraction of the width; `x` and `width` are together at most 1."""
    height: float
    """Fraction of the height; `y` and `height` are together at most 1."""
    frame_time: datetime
    """When the picture was taken, station time: at most 5 s ago."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LastKnown:
    """What the Kite said last, while nothing is heard of it."""

    time: datetime
    """When it was measured, in station time."""
    state: FlightState


@dataclass(frozen=True, kw_only=True, slots=True)
class PendingLanding:
    """A landing that waits for data of the Kite."""

    ordered_time: datetime
    """When it was ordered, in station time."""
    until_time: datetime
    """When it ends unless the Kite has been heard, in station time."""
    ordered_by: str
    """Name of the API key or account that ordered it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightTotals:
    """Figures of the current flight, or of the last one."""

    in_flight: bool
    """Whether the Kite is in the air."""
    began_time: datetime | None = None
    """When the motors started, in station time. Absent before the first flight, and when the Ground Station was
    started with the Kite in the air.
    """
    flight_s: float | None = None
    """Flight time of the current flight, or of the last one, seconds of station time."""
    altitude_max: float | None = None
    """Maximum height of the current flight, or of the last one, metres."""
    tether_out: float | None = None
    """Length of tether paid out, metres. Absent if it is not measured."""
    tether_twist: float | None = None
    """Twist of the tether, turns, positive clockwise. Absent before the first data of the Kite."""
    tether_twist_max: float
    """Tether twist limit, turns: beyond it only unwinding is permitted."""
    last_known: LastKnown | None = None
    pending_landing: PendingLanding | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PendingLandingReply:
    """The pending landing; nothing when it began at once."""

    pending_landing: PendingLanding | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasuredWindLoad:
    """Wind and load of the tether as the aircraft measures them, with the limits of the station. After a loss of
    data the last values stay, with their age.
    """

    wind_speed: float | None = None
    """Wind at the Kite, metres per second, as estimated on board; on the ground measured."""
    wind_from: float | None = None
    """Direction that it comes from, degrees clockwise from North. Absent on the ground and in calm air."""
    wind_age_s: float | None = None
    """Time since the measurement of the wind, seconds of station time. Absent before the first."""
    wind_speed_warn: float
    """Wind above which it counts as high, metres per second."""
    wind_speed_descend: float
    """Wind above which the Kite descends, metres per second."""
    tether_tension: float | None = None
    """Tension of the tether at the Ground Station, newtons. Absent if it is not measured."""
    tether_angle: float | None = None
    """Angle of the tether at the Ground Station to the vertical, degrees. Absent if it is not measured or the
    tension is too small for it.
    """
    tether_age_s: float | None = None
    """Time since the measurement of the tether, seconds of station time. Absent before the first."""
    tether_angle_warn: float
    """Angle of the tether above which the wind counts as high, degrees."""
    tether_angle_descend: float
    """Angle of the tether above which the Kite descends, degrees."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instruments:
    """Readings of the aircraft that no published state has, and the times that the station computes of them."""

    kite_tilt: float | None = None
    """Tilt of the airframe: angle of its vertical axis to the vertical, degrees. Absent without data."""
    kite_tilt_max: float
    """Tilt above which the Kite makes a safety landing, degrees."""
    kite_battery_left_s: float | None = None
    """Time until the backup battery of the Kite is empty, seconds, if it goes on to lose charge as in the last
    `time_left_from_s` seconds. Absent while it loses none.
    """
    gs_battery_left_s: float | None = None
    """Time until the supply of the Ground Station is empty, seconds, if it goes on to lose charge as in the last
    `time_left_from_s` seconds. Absent while it loses none.
    """
    time_left_from_s: float
    """Span over which the loss of charge is measured, seconds."""
    link_lost_percent: float | None = None
    """Data of the Kite that were lost, percent, mean of 5 s. Absent without data."""
    link_delay_s: float | None = None
    """Delay of the data of the Kite, seconds, mean of 5 s. Absent without data."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AircraftLink:
    """The link to a real aircraft, and the autopilot at its other end. Empty with a simulated aircraft."""

    address: str | None = None
    """Address of the link."""
    autopilot: str | None = None
    """Autopilot with its version. Absent before it was heard."""
    is_heard: bool | None = None
    """Whether the autopilot is heard now."""
    lost_percent: float | None = None
    """Packets of the autopilot that were lost in the last 10 s, percent. Absent while too few came."""
    signing_sent: Literal["Unsigned", "Signed", "Required", "Optional"] | None = None
    """Signatures of what the station sends, as measured. `Required`: the aircraft has ignored an order without
    one. `Optional`: it has answered one. `Signed`: neither is known yet.
    """
    signing_received: Literal["Nothing", "Unsigned", "NotVerified", "Signed", "Refused"] | None = None
    """Signatures of what came in the last 5 s. `NotVerified`: signed, and the station has no key. `Refused`:
    unsigned, of another key, or replayed.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class GroundState:
    """Winch, tether power and box as they are measured. A part that is not fitted, and a value that is not
    measured, is absent.
    """

    link: Literal["Heard", "Lost", "NotHeard"] | None = None
    """Link to ground equipment that is not the aircraft’s own. Absent where no such equipment is connected."""
    name: str | None = None
    """The equipment, as it calls itself."""
    line_length: float | None = None
    """Length of tether paid out, metres."""
    line_tension: float | None = None
    """Tension of the tether at the winch, newtons."""
    line_rate: float | None = None
    """Rate of the tether, metres per second, positive out."""
    line_orders: tuple[Literal["length", "rate", "tension", "stop"], ...] | None = None
    """Orders that the winch takes. Empty where it takes none. Absent without a winch that is measured."""
    line_length_max: float | None = None
    """Longest length of the winch, metres."""
    line_rate_max: float | None = None
    """Fastest rate of the winch, metres per second."""
    line_tension_max: float | None = None
    """Highest tension of the winch, newtons."""
    tether_power_on: bool | None = None
    """The tether is under power."""
    tether_power_switched: bool | None = None
    """It is switched by order."""
    tether_voltage: float | None = None
    """Voltage into the tether, volts."""
    tether_current: float | None = None
    """Current into the tether, amperes."""
    tether_power_temperature: float | None = None
    """Temperature of the converter, degrees Celsius."""
    supply: Literal["Mains", "Generator", "Battery", "None"] | None = None
    """Source of the power."""
    supply_voltage: float | None = None
    """Voltage of the supply, volts."""
    kite_in_cradle: bool | None = None
    """The Kite is in its cradle, by its switch."""
    spool_temperature: float | None = None
    """Temperature of the spool, degrees Celsius."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Trends:
    """Readings of the last hours, one of each period, oldest first."""

    end_time: datetime
    """End of the last period, in station time."""
    period_s: float
    """Length of a period, seconds."""
    altitude: tuple[float | None, ...]
    """Altitude at the end of each period, metres. Null where not known."""
    altitude_target: tuple[float | None, ...]
    """Target altitude at the end of each period, metres. Null where not known."""
    wind_max: tuple[float | None, ...]
    """Highest wind at the Kite in each period, metres per second; the Kite measures it in the air. Null where
    not known.
    """
    tension_max: tuple[float | None, ...]
    """Highest tension of the tether in each period, newtons. Null where not known."""
    kite_battery: tuple[float | None, ...]
    """Kite backup battery at the end of each period, %. Null where not known."""
    gs_battery: tuple[float | None, ...]
    """Ground Station battery at the end of each period, %. Null where not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PastFlight:
    """Start and end of a flight."""

    began_time: datetime
    """When the motors started, in station time."""
    ended_time: datetime | None = None
    """When the Kite had landed. Absent while it is in the air."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationPage:
    """Notifications that have ended, the newest end first."""

    notifications: tuple[Notification, ...]
    """The newest end first."""
    next_before: str | None = None
    """End of this answer, if more follow: `before` of the next request."""
    flights: tuple[PastFlight, ...]
    """The last flights, the newest first; at most 100."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentRef:
    """Number and title of an incident."""

    number: str
    """Number of the incident, as assigned by the dispatch centre: 1 to 40 characters in one line."""
    title: str
    """Title: at most 120 characters in one line; may be empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightEntry:
    """A flight with a stored log."""

    flight_id: str
    """Id of the flight: the name of its log."""
    started: datetime
    """Take-off; the start of the log if the Kite was already in the air."""
    ended: datetime | None = None
    """Landing, or the end of the log; absent during the flight."""
    duration_s: float
    """From take-off to landing, seconds."""
    incident: IncidentRef | None = None
    recordings: int
    """Number of recordings of the flight."""
    snapshots: int
    """Number of stored snapshots of the flight."""
    losses: tuple[Literal["unfinished", "damaged", "messages_lost"], ...]
    """Gaps of the log: `unfinished` its end is missing, `damaged` parts cannot be read, `messages_lost` the disk
    was too slow.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightList:
    """Flights, the newest first."""

    total: int
    """Total number."""
    flights: tuple[FlightEntry, ...]
    """The newest first."""
    next_before: str | None = None
    """The last entry of this answer, if more follow: `before` of the next request."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsNotificationCounts:
    """Number of notifications by severity."""

    Info: int
    """Notifications of severity Info."""
    Warning: int
    """Notifications of severity Warning."""
    Critical: int
    """Notifications of severity Critical."""
    Fatal: int
    """Notifications of severity Fatal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsStates:
    """FlightDetailsStates"""

    state: Literal["Unknown", "StandBy", "TakingOff", "Flying", "Landing", "SafetyLanding", "SafetyDescending"]
    """Flight state."""
    from_time: datetime
    """When it began."""
    to_time: datetime
    """When it ended; the end of the log if it was still active."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsControl:
    """FlightDetailsControl"""

    who: str
    """Who was in control."""
    from_time: datetime
    """When it began."""
    to_time: datetime
    """When it ended; the end of the log if it was still active."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsNotifications:
    """FlightDetailsNotifications"""

    code: int
    """Code of the notification."""
    severity: Literal["Info", "Warning", "Critical", "Fatal"]
    """Severity."""
    message: str
    """Its latest text."""
    from_time: datetime
    """When it began."""
    to_time: datetime
    """When it ended; the end of the log if it was still active."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightFilm:
    """A video of a flight, with its place on the timeline."""

    recording_id: str
    """Id of its recording."""
    file_id: str
    """Id of its file."""
    type: Literal["color", "thermal"]
    """Type of the camera."""
    from_time: datetime
    """Its first picture, station time."""
    to_time: datetime
    """Its last picture, station time."""
    duration_s: float
    """Playing time, seconds. With a simulation at another speed it differs from the time between both."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetails:
    """A flight: its figures and events."""

    flight_id: str
    """Id of the flight: the name of its log."""
    started: datetime
    """Take-off; the start of the log if the Kite was already in the air."""
    ended: datetime | None = None
    """Landing, or the end of the log; absent during the flight."""
    duration_s: float
    """From take-off to landing, seconds."""
    incident: IncidentRef | None = None
    recordings: int
    """Number of recordings of the flight."""
    snapshots: int
    """Number of stored snapshots of the flight."""
    losses: tuple[Literal["unfinished", "damaged", "messages_lost"], ...]
    """Gaps of the log: `unfinished` its end is missing, `damaged` parts cannot be read, `messages_lost` the disk
    was too slow.
    """
    log_from: datetime
    """Beginning of the log, some seconds before the take-off."""
    log_to: datetime
    """End of the log."""
    altitude_max: float | None = None
    """Maximum height, metres."""
    tether_out_max: float | None = None
    """Maximum length of tether paid out, metres."""
    wind_max: float | None = None
    """Highest wind at the Kite, m/s."""
    notification_counts: FlightDetailsNotificationCounts
    """Number of notifications by severity."""
    states: tuple[FlightDetailsStates, ...]
    """Flight states, in order."""
    control: tuple[FlightDetailsControl, ...]
    """Who was in control, in order."""
    notifications: tuple[FlightDetailsNotifications, ...]
    """Notifications, in order of their start."""
    left_out: int
    """Number of events beyond 2000 of each kind."""
    station_latitude: float | None = None
    """Of the Ground Station, degrees."""
    station_longitude: float | None = None
    """Of the Ground Station, degrees."""
    films: tuple[FlightFilm, ...]
    """Videos of the flight."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightData:
    """Telemetry of a flight, one value for each period of equal length; null where the log has no value."""

    from_time: datetime
    """Beginning of the first period."""
    period_s: float
    """Length of a period, seconds."""
    altitude: tuple[float | None, ...]
    """Altitude, metres."""
    altitude_target: tuple[float | None, ...]
    """Target altitude, metres."""
    wind: tuple[float | None, ...]
    """Highest wind at the Kite in the period, m/s."""
    tension: tuple[float | None, ...]
    """Highest tension of the tether in the period, newtons."""
    tether_out: tuple[float | None, ...]
    """Length of tether paid out, metres."""
    kite_battery: tuple[float | None, ...]
    """Kite backup battery, %."""
    gs_battery: tuple[float | None, ...]
    """Ground Station battery, %."""
    heading: tuple[float | None, ...]
    """Heading of the Kite, degrees from North."""
    camera_pan: tuple[float | None, ...]
    """Azimuth of the camera, degrees from North."""
    camera_tilt: tuple[float | None, ...]
    """Tilt of the camera below the horizon, degrees."""
    east: tuple[float | None, ...]
    """Position east of the Ground Station by both GPS receivers, metres."""
    north: tuple[float | None, ...]
    """Position north of the Ground Station by both GPS receivers, metres."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchLink:
    """A link that permits a screen to watch, and nothing else."""

    id: str
    """Id of the link."""
    name: str
    """Name of the recipient: 1 to 100 characters."""
    made_by: str
    """Name of the plugin that created it."""
    created_at: datetime
    """When it was created."""
    valid_until: datetime
    """When it expires."""
    state: Literal["Valid", "Expired", "Revoked"]
    """Only a `Valid` link can be opened. Of the others the latest 20 are listed."""
    last_opened_at: datetime | None = None
    """When a screen last requested a token with it. Absent if never."""
    screens: int
    """Number of screens on which it is open."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchLinkList:
    """Watch links, the newest first."""

    links: tuple[WatchLink, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class IssuedWatchLink:
    """A new link with its secret, which is returned only in this response."""

    link: WatchLink
    secret: str = field(repr=False)
    """Secret that opens the link. Append it to the address after `#`, `https://station/#watch=<secret>`:
    browsers do not transmit that part.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class SignedInAccount:
    """The signed-in account."""

    id: str
    """Id of the account."""
    login: str
    """Login name: 1 to 64 letters, digits, `.`, `_`, `-` and `@`, not case-sensitive."""
    name: str
    """Display name: 1 to 100 characters."""
    role: Literal["viewer", "operator", "pilot", "admin"]
    """Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera (`read`,
    `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`), `admin`
    administers and does not fly (`read`, `internal`).
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountGrant:
    """A new session in the form of the published API, with its account."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str | None = None
    """Name of that plugin."""
    scopes: tuple[str, ...]
    """Scopes of the token (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was issued."""
    access_token: str = field(repr=False)
    """The token. In lists it is shown in full for the caller’s own session and masked for all others."""
    token_type: str | None = None
    """Type of the token: send it as `Authorization: Bearer <token>`."""
    expires_in: int | None = None
    """Seconds until the token expires."""
    scope: str | None = None
    """The same as `scopes`, separated by spaces."""
    account: SignedInAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyChallenge:
    """Request options for a browser (WebAuthn)."""

    challenge: str
    """Challenge to sign once within five minutes, base64url."""
    rp_id: str
    """Host name of the station in the address of the page (relying party id)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """The account of a person."""

    id: str
    """Id of the account."""
    login: str
    """Login name: 1 to 64 letters, digits, `.`, `_`, `-` and `@`, not case-sensitive."""
    name: str
    """Display name: 1 to 100 characters."""
    role: Literal["viewer", "operator", "pilot", "admin"]
    """Permissions of its sessions: `viewer` watches (scope `read`), `operator` controls the camera (`read`,
    `control`, without flight commands), `pilot` flies (`read`, `control`, `can_override`), `admin`
    administers and does not fly (`read`, `internal`).
    """
    enabled: bool
    """Whether it may sign in."""
    has_password: bool
    """Whether a password is set."""
    passkeys: int
    """Number of passkeys."""
    sessions: int
    """Number of open sessions."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When it last signed in or sent a request. Absent if never."""
    is_own: bool
    """Whether it is the account of the caller."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Passkey:
    """A passkey of an account, without secrets."""

    id: str
    """Id of the credential, base64url."""
    name: str
    """Name for its owner: 1 to 100 characters."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When it was last used to sign in. Absent if never."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyList:
    """The passkeys of an account, the oldest first."""

    passkeys: tuple[Passkey, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyOffer:
    """Creation options for a browser (WebAuthn)."""

    challenge: str
    """Challenge to sign once within five minutes, base64url."""
    rp_id: str
    """Host name of the station in the address of the page (relying party id)."""
    user_id: str
    """Id of the account for the authenticator, base64url."""
    existing: tuple[str, ...]
    """Existing passkeys of the account"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountList:
    """All accounts, the oldest first."""

    accounts: tuple[Account, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoordinateText:
    """A position in one coordinate system."""

    system: Literal["decimal", "dms", "mgrs", "utm", "lv95"]
    """`decimal` and `dms`: WGS 84; `mgrs` and `utm`: from 80° S to 84° N; `lv95`: the Swiss grid, in
    Switzerland.
    """
    text: str
    """The coordinates as text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenPlace:
    """A position on the ground seen by the camera."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    bearing_deg: float
    """Bearing from the camera, degrees clockwise from North."""
    depression_deg: float
    """Depression of the line of sight below level, degrees."""
    ground_distance_m: float
    """Ground range from below the camera, metres."""
    slant_range_m: float
    """Slant range from the camera, metres."""
    error_along_m: float
    """Standard error along the line of sight, metres."""
    error_across_m: float
    """Standard error across the line of sight, metres."""
    error_radius_m: float
    """Circular error, 90 % (CE90): radius that contains the true position with a probability of 90 %, metres."""
    coordinates: tuple[CoordinateText, ...]
    """The position in each coordinate system that is defined there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pin:
    """A pin on the map, shared by all clients of this station."""

    pin_id: str
    """Id of the pin."""
    name: str
    """Plain text in one line, 1 to 100 characters."""
    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    error_radius_m: float | None = None
    """Circular error, 90 % (CE90), metres; absent if unknown."""
    kind: Literal["person", "vehicle", "fire", "hazard", "water", "meeting_point", "command_post", "other"]
    """What is there; `water` also for a hydrant. `other` if absent."""
    created_time: datetime
    """When it was set, station time."""
    created_by: str
    """Name of the plugin that set it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalSpot:
    """The temperature at a point of the picture."""

    stream_id: str
    """The thermal stream."""
    time: datetime
    """When it was measured, in station time."""
    error_c: float
    """Standard error, kelvin, as of an uncooled radiometric camera: emissivity (0.05) and reflection, the air
    between, calibration (2 K or 2 %) and noise.
    """
    emissivity: float
    """Assumed emissivity; readings of metal and glass are off by far more than the error."""
    distance_m: float | None = None
    """Distance to the ground there, metres; absent if unknown, then 500 m of air are assumed."""
    temperature_c: float
    """Mean of the 3 by 3 pixels there, degrees Celsius."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalAreaMinAt:
    """Point of the lowest temperature."""

    x: float
    """Fraction of the width from the left edge."""
    y: float
    """Fraction of the height from the top edge."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalAreaMaxAt:
    """Point of the highest temperature."""

    x: float
    """Fraction of the width from the left edge."""
    y: float
    """Fraction of the height from the top edge."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalArea:
    """Temperatures in a part of the picture."""

    stream_id: str
    """The thermal stream."""
    time: datetime
    """When it was measured, in station time."""
    error_c: float
    """Standard error, kelvin, as of an uncooled radiometric camera: emissivity (0.05) and reflection, the air
    between, calibration (2 K or 2 %) and noise.
    """
    emissivity: float
    """Assumed emissivity; readings of metal and glass are off by far more than the error."""
    distance_m: float | None = None
    """Distance to the ground there, metres; absent if unknown, then 500 m of air are assumed."""
    min_c: float
    """Lowest, degrees Celsius."""
    max_c: float
    """Highest, degrees Celsius."""
    mean_c: float
    """Mean of all pixels, degrees Celsius."""
    min_at: ThermalAreaMinAt
    """Point of the lowest temperature."""
    max_at: ThermalAreaMaxAt
    """Point of the highest temperature."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalScale:
    """Temperature range of the colours of a thermal picture."""

    stream_id: str
    """The thermal stream."""
    palette: ThermalColorPalette
    time: datetime | None = None
    """When the picture was taken, in station time."""
    low_c: float | None = None
    """Temperature of the first colour of the palette; absent while the stream has no viewer, degrees Celsius."""
    high_c: float | None = None
    """Temperature of its last colour; absent while the stream has no viewer, degrees Celsius."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoPush:
    """A stream that the station brings to a relay."""

    stream_id: str
    """The stream."""
    address: str
    """Address of the relay, without token, key and parameters."""
    protocol: Literal["rtmp", "rtmps", "srt", "whip"]
    """How it goes there."""
    state: Literal["Connecting", "Live", "Waiting"]
    """`Live`: the relay takes the stream. `Waiting`: it does not; the station tries again by itself."""
    since: datetime
    """When this state began, in station time."""
    reason: str | None = None
    """Why the last attempt failed."""
    retry_in_s: float | None = None
    """Time until the next attempt, seconds."""
    sent_bytes: int | None = None
    """Bytes sent since the connection began; for WHIP those of all its packets, as of the last second."""
    skipped_pictures: int | None = None
    """Pictures left out since then because the relay reads too slowly; absent for WHIP."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoPushList:
    """The streams that the station brings to relays."""

    pushes: tuple[VideoPush, ...]
    """One for each stream that has one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrivacyMaskCorners:
    """A corner in the picture."""

    x: float
    """Fraction of the width from the left edge."""
    y: float
    """Fraction of the height from the top edge."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrivacyMaskPlaces:
    """A corner on the ground."""

    latitude: float
    """Latitude of the corner."""
    longitude: float
    """Longitude of the corner."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrivacyMask:
    """An area that no picture shows."""

    mask_id: str
    """Id of the mask."""
    name: str | None = None
    """At most 60 characters in one line."""
    holds: Literal["picture", "ground"]
    """`picture`: it stays at its place in the picture. `ground`: it stays on its place on the ground while the
    camera moves, in all streams.
    """
    stream_id: str | None = None
    """The stream of `corners`."""
    corners: tuple[PrivacyMaskCorners, ...] | None = None
    """Corners in the order of the sides, which must not cross. Two are opposite corners of a rectangle."""
    places: tuple[PrivacyMaskPlaces, ...] | None = None
    """Corners on the ground in the order of the sides, which must not cross."""
    height_m: float | None = None
    """What stands on the ground there is hidden up to this height, metres."""
    created_time: datetime
    """When it was set."""
    created_by: str
    """Who has set it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrivacyMaskList:
    """The areas that no picture shows."""

    masks: tuple[PrivacyMask, ...]
    """The oldest first."""
    unreadable: str | None = None
    """Why the stored masks cannot be read. No stream has pictures until all are removed."""
    withheld: tuple[str, ...]
    """Streams without pictures, because they come from real cameras, which cannot be masked here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StationPrivacyMasksAddCorners:
    """A corner in the picture."""

    x: float
    """Fraction of the width from the left edge."""
    y: float
    """Fraction of the height from the top edge."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StationPrivacyMasksAddPlaces:
    """A corner on the ground."""

    latitude: float
    """Latitude of the corner."""
    longitude: float
    """Longitude of the corner."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayBlock:
    """Lines in one corner of the picture."""

    stream_id: str | None = None
    """Only in this stream; absent: in all."""
    corner: Literal["top_left", "top_right", "bottom_left", "bottom_right"]
    """Corner of the picture."""
    size: Literal["small", "medium", "large"]
    """Height of the letters."""
    lines: tuple[Literal["time_utc", "time_local", "date", "clock", "position", "altitude", "direction", "zoom", "incident", "text"], ...]
    """From above. `date` and `clock` are those of UTC; `incident` is number and title of the incident; `text` is
    the text below.
    """
    text: str | None = None
    """Own text, at most 80 characters in one line. A character that the font does not have is shown as a
    question mark.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class PictureDisplay:
    """What is written into the pictures."""

    blocks: tuple[DisplayBlock, ...]
    """Empty: nothing. At most 4 for each stream."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MapArchiveTiles:
    """Contents of a map archive, from its header."""

    size: int
    """Bytes."""
    type: Literal["vector", "png", "jpeg", "webp", "avif"]
    """Format of the tiles."""
    zoom_min: int
    """Lowest zoom level."""
    zoom_max: int
    """Highest zoom level."""
    west: float
    """Degrees WGS 84."""
    south: float
    """Degrees WGS 84."""
    east: float
    """Degrees WGS 84."""
    north: float
    """Degrees WGS 84."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MapArchiveState:
    """The map archive of the station."""

    state: Literal["none", "ready", "broken"]
    """`none`: no archive is set; `broken`: an archive is set that cannot be used."""
    reason: Literal["missing", "unreadable", "not_pmtiles", "version", "cut_off", "outside_world", "unsupported"] | None = None
    """Reason for `broken`."""
    message: str | None = None
    """The reason as text."""
    tiles: MapArchiveTiles | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Capture:
    """A stored recording or snapshot."""

    capture_id: str
    """Of a recording its `recording_id`; of a snapshot `snapshot_` and the local time with its offset."""
    kind: Literal["recording", "snapshot"]
    """Type."""
    started: datetime
    """When it began, or was taken; station time."""
    duration_s: float
    """Length of its longest video, seconds; 0 for a snapshot and while it is being recorded."""
    size: int
    """Size of its files, bytes."""
    is_being_recorded: bool
    """Whether it is being recorded."""
    name: str
    """Name given by the operator, plain text in one line of at most 80 characters; empty for none."""
    note: str
    """Plain text of at most 500 characters; empty for none."""
    is_bookmarked: bool
    """Bookmarked entries are never removed automatically."""
    flight: datetime | None = None
    """Take-off of its flight; absent on the ground, and if unknown."""
    incident: IncidentRef | None = None
    stream_id: str | None = None
    """Stream of a snapshot."""
    videos: tuple[VideoFile, ...]
    """Videos of a recording; empty for a snapshot."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureList:
    """Captures, the newest first."""

    version: str
    """Version of the whole list, for `captures/changes`."""
    total: int
    """Number of entries that match the filter."""
    captures: tuple[Capture, ...]
    """The newest first."""
    next_before: str | None = None
    """The last entry of this answer, if more follow: `before` of the next request."""
    flights: tuple[datetime, ...]
    """Flights with captures, the newest first; at most 100."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureChanges:
    """Version of the list of captures."""

    version: str
    """Version of the whole list, for `captures/changes`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClipPart:
    """A stretch of a recording, by seconds of its video or by station time."""

    recording_id: str
    """Recording, as in captures."""
    file_id: str | None = None
    """Video of the recording. Absent: `main.mp4`."""
    from_s: float | None = None
    """Begin, seconds of the video. Absent, and without `from_time`: its begin."""
    to_s: float | None = None
    """End, seconds of the video. Absent, and without `to_time`: its end."""
    from_time: datetime | None = None
    """Begin, station time; in place of `from_s`."""
    to_time: datetime | None = None
    """End, station time; in place of `to_s`."""


Scope: TypeAlias = Literal["read", "control", "can_override", "experimental", "internal"]
"""Permissions of a token: `read` states and lists, `control` commands, `can_override` taking control from
another client, `experimental` functions that may still change (the simulator controls), `internal`
administration (plugins, accounts).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plugin:
    """A registered client of the API, as its operator sees it."""

    id: str
    """Id of the plugin."""
    name: str
    """Display name: 1 to 100 characters, unique among the plugins."""
    scopes: tuple[Scope, ...]
    """Scopes that tokens of the plugin may have."""
    enabled: bool
    """Whether it may request tokens."""
    state: Literal["Disabled", "Enabled", "Active", "Connected", "Warning", "Error"]
    """`Disabled`; `Enabled` without a session; `Active` with one; `Connected`, `Warning` and `Error` are
    reported by the plugin while it has one.
    """
    self_status_text: str
    """Text of the plugin next to its status; empty when none."""
    sessions: int
    """Number of valid tokens."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When a token was last requested with its key, or last used for a request. Absent if never. After a crash
    of the station it may be the time of the last token request.
    """
    previous_key_valid_until: datetime | None = None
    """End of validity of the key before the last rotation; absent if there is none."""
    is_own: bool
    """Whether it is the plugin of the caller."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginList:
    """All plugins, the oldest first."""

    plugins: tuple[Plugin, ...]
    """Each with its state"""


@dataclass(frozen=True, kw_only=True, slots=True)
class IssuedKey:
    """A new API key. It is returned only in this response; the station keeps its hash."""

    plugin: Plugin
    key: str = field(repr=False)
    """The key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginSession:
    """A valid token, with the token itself masked."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str
    """Name of that plugin."""
    name: str | None = None
    """Name given as `token_name`."""
    scopes: tuple[str, ...]
    """Scopes of the token (see `Scope`)."""
    masked_token: str
    """The beginning of the token, enough to recognise it."""
    created_at: datetime
    """When the token was issued."""
    valid_until: datetime
    """When it expires."""
    last_used_at: datetime | None = None
    """When it was last used for a request; absent if not used since the last start."""
    is_own: bool
    """Whether it is the session of the caller."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginSessionList:
    """All sessions of all plugins, the oldest first."""

    sessions: tuple[PluginSession, ...]
    """Each with its plugin"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedRequest:
    """A token request of a disabled plugin. Requests of the same plugin from the same address share one entry
    with their count.
    """

    plugin_id: str
    """The plugin that made the requests."""
    plugin_name: str
    """Its name."""
    token_name: str | None = None
    """The `token_name` of its last request."""
    address: str | None = None
    """Address of the client; behind a proxy, that of the proxy."""
    count: int
    """Number of requests."""
    first_time: datetime
    """The first of them."""
    last_time: datetime
    """The last of them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedRequestList:
    """Token requests of disabled plugins since the station started, latest first."""

    requests: tuple[RefusedRequest, ...]
    """Entries are removed when their plugin is enabled or removed"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditEntry:
    """A request to the station, and its outcome."""

    sequence: int
    """Number of the entry. Numbers rise and are never reused: a missing one was removed."""
    time: datetime
    """Time of the answer, UTC, independent of the speed of a simulation."""
    station_time: datetime
    """The same time in station time, as in flight logs and notifications."""
    kind: Literal["SignIn", "Viewing", "Administration", "Simulator", "Control", "Deletion", "Command", "Station"]
    """Subject."""
    operation: str
    """Id of the operation in the API document."""
    outcome: Literal["Done", "Refused", "Failed"]
    """Outcome."""
    status: int | None = None
    """Status of the answer."""
    code: str | None = None
    """Reason of a refusal, a code of the error reference."""
    address: str | None = None
    """Address of the client; behind a proxy, that of the proxy. `command line` for a command on the station
    itself.
    """
    plugin_id: str | None = None
    """Plugin of the caller, or its account."""
    plugin_name: str | None = None
    """Name of the plugin at that time; for an account, its current or last name."""
    session_id: str | None = None
    """Session of the caller."""
    target: str | None = None
    """Object of the action: the parameters of the path."""
    target_name: str | None = None
    """Name of the affected account, if there is one and its name is still known."""
    input: str | None = None
    """The body as JSON, cut after 500 characters. Omitted for sign-ins and handoffs, which contain keys, names
    and positions.
    """
    count: int
    """Number of occurrences, where repeated refusals share one entry."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditPage:
    """Entries of the audit log, the newest first."""

    entries: tuple[AuditEntry, ...]
    """Each of them once"""
    next_before: int | None = None
    """`before` of the next page; absent when there is none."""
