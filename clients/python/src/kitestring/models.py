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
    """What the token allows (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was given out."""
    access_token: str = field(repr=False)
    """The token. In lists it is whole for the caller’s own session and masked for all others."""
    token_type: str | None = None
    """How to send the token: `Authorization: Bearer <token>`."""
    expires_in: int | None = None
    """Seconds until the token expires."""
    scope: str | None = None
    """The same as `scopes`, separated by spaces."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """A token that was given out, and what it allows."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str | None = None
    """Name of that plugin."""
    scopes: tuple[str, ...]
    """What the token allows (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was given out."""
    access_token: str = field(repr=False)
    """The token. In lists it is whole for the caller’s own session and masked for all others."""


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
    """What the Kite is doing. A field that cannot be gathered now is absent."""

    flight_state: Literal["Unknown", "StandBy", "TakingOff", "Flying", "Landing", "SafetyLanding", "SafetyDescending"]
    """`Unknown` no Kite or no data from it; `StandBy` ready on the ground; `TakingOff` lids, checks and first
    climb; `Flying`; `Landing`; `SafetyLanding` coming down because something failed, cannot be aborted;
    `SafetyDescending` going down to a safe altitude.
    """
    altitude: float | None = None
    """Height of the Kite above the Ground Station, metres."""
    altitude_target: float | None = None
    """Height the Kite is going to or holding, metres."""
    kite_heading: float | None = None
    """Heading of the Kite, degrees clockwise from North. Absent while the magnetic field is disturbed."""
    is_rotating: bool | None = None
    """A commanded change of heading is under way."""
    is_changing_altitude: bool | None = None
    """The target altitude is not reached yet (within 0.5 m)."""
    kite_gps_has_fix: bool | None = None
    """The Kite’s GPS has a position."""
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
    """The camera that is attached, and how far and fast it turns."""

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
    """Where the camera looks. While it is `Offline`, the angles are the last ones known."""

    online_state: Literal["Online", "Offline"]
    """`Online` when the camera answers; `Offline` when it was seen before and is silent now."""
    pan_ned: float | None = None
    """Azimuth of the optical axis, degrees from North, positive clockwise (90 is East)."""
    tilt_ned: float | None = None
    """Angle of the optical axis below the horizon, degrees: 0 level, 90 straight down."""
    roll_ned: float | None = None
    """Rotation about the optical axis, degrees, positive clockwise as seen from behind the camera."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ControllingClient:
    """The client that may command."""

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
    """A client that waits for control."""

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
    """Since when it has waited; asking again does not move it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandoffState:
    """Who is in control and who waits for it."""

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
    """What it is."""
    unit: str | None = None
    """Unit. Absent for a text or a count."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationDictionaryItem:
    """What a notification means. In the texts, `{name}` stands for a parameter."""

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
    """What the board is."""
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
    """What this system is made of."""

    gs_name: str
    """Name of the Ground Station."""
    gs_mac: str
    """Ethernet address of the Ground Station."""
    kite_name: str | None = None
    """Name of the attached Kite."""
    rtb_name: str | None = None
    """Name of the Rooftop Box, if there is one."""
    installation: Literal["Transport Case", "Tray Mount", "Rooftop Box", "Dev Kit", "Bare Ground Station"]
    """How the system is mounted."""
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
    """Electronic boards found."""
    software_channel: str
    """Release channel; `simulated` when the aircraft is simulated."""
    software_version: str
    """Version of the station’s software."""
    drone_id: SystemInfoDroneId | None = None
    """Remote ID."""


DroneIdErrorCode: TypeAlias = Literal["ERROR_UNKNOWN_REGULATORY_MODE", "ERROR_HARDWARE_VARIANT_UNSUITABLE", "ERROR_TX_FAILED", "ERROR_TX_WRONG_WIFI_REGION", "ERROR_TX_WRONG_TRANSMISSION_POWER", "ERROR_TX_NOT_TRANSMITTING", "ERROR_TX_TRANSMITTING", "ERROR_TX_STALE", "ERROR_FW_INCOMPATIBLE", "ERROR_NO_OPERATOR", "ERROR_DATA_STALE", "WARNING_DATA_INACCURATE"]
"""What is wrong with Remote ID: `ERROR_TX_...` the transmitter, `ERROR_FW_INCOMPATIBLE` its firmware,
`ERROR_NO_OPERATOR` no client in control has given identity and position of the operator, `..._DATA_...` the
position that would be sent. Each has a notification of its own (70001 and following).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemStateDroneId:
    """Remote ID."""

    status: Literal["CHECKING", "OK", "FAILED", "EMERGENCY"]
    """`CHECKING` after the start; `OK`; `FAILED` see `error_codes`, take-off is refused; `EMERGENCY` sent while
    in `SafetyLanding`.
    """
    error_codes: tuple[DroneIdErrorCode, ...]
    """Everything that is wrong now; empty when nothing is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemState:
    """Batteries, position of the Ground Station, Remote ID and the Rooftop Box. A field that cannot be gathered
    now is absent.
    """

    kite_battery_level: float | None = None
    """Charge of the Kite’s backup battery, percent."""
    gs_battery_level: float | None = None
    """Charge of the Ground Station’s backup battery, percent."""
    gs_input_voltage: float | None = None
    """Voltage at the power input of the Ground Station, volts."""
    gs_gps_has_fix: bool | None = None
    """The Ground Station’s GPS has a position."""
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
    rtb_lids_state: Literal["Closed", "Opening", "Opened", "Closing"] | None = None
    """Lids of the Rooftop Box."""
    rtb_external_safety_land_button_state: Literal["Pressed", "NotPressed"] | None = None
    """External button that lands the Kite at once. While it is pressed there is no take-off."""
    rtb_parking_brake_state: Literal["Engaged", "Disengaged"] | None = None
    """Parking brake of the vehicle. Take-off needs it `Engaged`, if the settings do not say otherwise."""


VideoStreamType: TypeAlias = Literal["Color", "Thermal"]
"""What the camera behind the stream sees."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoStreamInfo:
    """A video stream: its picture, its lens and where to get it."""

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
    """How the video is coded."""
    rtsp_url: str | None = None
    """Address for RTSP, with the host by which this request reached the station."""
    rtsps_url: str | None = None
    """Address for RTSP over TLS."""
    can_do_snapshot: bool
    """Snapshots are available."""


ThermalColorPalette: TypeAlias = Literal["WhiteHot", "BlackHot", "Rainbow", "RainbowHighContrast", "Ironbow", "Lava", "Arctic", "Glowbow", "GradedFire", "Hottest"]
"""How temperatures are shown as colours."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VideoStreamState:
    """What a stream shows now."""

    stream_id: str
    """Id of the stream."""
    is_streaming: bool
    """Frames are available: the camera is on and the stream is not lost. They are encoded only while there is a
    viewer.
    """
    timestamp: float | None = None
    """RTP timestamp of the frame that this state belongs to, 90 kHz: the last one, or the one that would be
    taken now. Absent while `is_streaming` is false.
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
    """What the camera behind it saw."""
    recording_id: str
    """Id of the recording: the local time at which it started, with its offset."""
    file_id: str
    """Id of the file in its recording."""
    size: int
    """Size so far, bytes."""
    is_recording: bool
    """The file is still growing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recording:
    """A recording and its files."""

    recording_id: str
    """Id of the recording: the local time at which it started, with its offset."""
    is_being_recorded: bool
    """It is being recorded now."""
    videos: tuple[VideoFile, ...]
    """Its video files: `main.mp4` in colour, `sub.mp4` thermal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordingsState:
    """The recorder and its storage."""

    recording_id: str | None = None
    """The recording that is running, or else the last one."""
    started_recording_timestamp: datetime | None = None
    """Start of the last recording since the Ground Station was started; `0001-01-01T00:00:00Z` before the first."""
    stopped_recording_timestamp: datetime | None = None
    """When that one stopped; the time of the answer while it runs, `0001-01-01T00:00:00Z` before the first."""
    is_recording: bool
    """A recording is running."""
    recording_seconds: int | None = None
    """Length of the running recording so far, seconds; 0 when none runs."""
    available_space: int
    """Free space, bytes."""
    occupied_space: int | None = None
    """Space that recordings take, bytes."""
    total_space: int
    """Size of the storage, bytes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HealthResponse:
    """The station does its work."""

    status: str
    """`OK`."""
    api_version: str
    """Version of the API that is served."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthPosition:
    """Of the Kite"""

    east_m: float
    """East, m"""
    north_m: float
    """North, m"""
    up_m: float
    """Up, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthVelocity:
    """Of the Kite over the ground"""

    east_mps: float
    """East, m/s"""
    north_mps: float
    """North, m/s"""
    up_mps: float
    """Up, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthWind:
    """At the Kite"""

    speed_mps: float
    """At the Kite, turbulence and gusts included, m/s"""
    from_deg: float
    """Where it comes from, °"""
    up_mps: float
    """Upward part, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthTether:
    """Between Ground Station and Kite"""

    length_m: float
    """Out of the Ground Station, unstretched, m"""
    reel_speed_mps: float
    """Positive when it pays out, m/s"""
    tension_kite_n: float
    """At the Kite, N"""
    tension_base_n: float
    """At the Ground Station, N"""
    base_angle_deg: float
    """At the base, against the vertical, °"""
    is_slack: bool
    """It carries no tension"""
    is_cut: bool
    """It no longer joins the two"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthPower:
    """From the supply to the Kite"""

    supply_v: float
    """Of the Ground Station’s supply, V"""
    kite_v: float
    """At the Kite’s end of the tether, V"""
    tether_a: float
    """Through the tether, A"""
    kite_w: float
    """Drawn by the Kite, W"""
    tether_loss_w: float
    """Lost in the tether, W"""
    kite_battery_percent: float
    """Charge of the Kite’s backup battery, %"""
    kite_battery_v: float
    """Its voltage, V"""
    ground_station_battery_percent: float
    """Charge of the Ground Station’s backup battery, %"""
    ground_station_battery_v: float
    """Its voltage, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthTemperature:
    """Where it gets warm"""

    air_c: float
    """Of the air, °C"""
    motor_c: float
    """Of the hottest motor, °C"""
    converter_c: float
    """Of the converters, °C"""
    spool_c: float
    """Of the spool, °C"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthBase:
    """What the Ground Station stands on; absent while that has never moved"""

    east_m: float
    """The tether’s exit, east of where it was at the start, m"""
    north_m: float
    """North of where it was at the start, m"""
    up_m: float
    """Above where it is in still water, m"""
    east_mps: float
    """Speed to the East, m/s"""
    north_mps: float
    """Speed to the North, m/s"""
    up_mps: float
    """Speed upwards, m/s"""
    heading_deg: float
    """Clockwise from North, 0 to 360, °"""
    roll_deg: float
    """Starboard side down, °"""
    pitch_deg: float
    """Bow up, °"""
    wave_m: float
    """Elevation of the water at the vessel, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruthCamera:
    """Where it looks, which its gimbal measures with errors of its own"""

    pan_deg: float
    """Azimuth of the optical axis, clockwise from North, 0 to 360, °"""
    tilt_deg: float
    """Below the horizon, °"""
    roll_deg: float
    """About the optical axis, clockwise as seen from behind the camera, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationTruth:
    """What is really so, without the errors of sensors. Origin: where the tether leaves the Ground Station."""

    time: datetime
    """Station time of this state."""
    position: SimulationTruthPosition
    """Of the Kite"""
    velocity: SimulationTruthVelocity
    """Of the Kite over the ground"""
    heading_deg: float
    """Of the Kite, clockwise from North, 0 to 360, °"""
    lean_deg: float
    """Of the Kite against the horizon, °"""
    is_on_ground: bool
    """It touches the ground or its cradle"""
    has_crashed: bool
    """Touched down too fast, or outside its cradle"""
    rotor_thrust_n: tuple[float, ...]
    """Of each rotor, N"""
    thrust_share: float
    """Thrust of what the rotors can give, 0 to 1"""
    wind: SimulationTruthWind
    """At the Kite"""
    tether: SimulationTruthTether
    """Between Ground Station and Kite"""
    power: SimulationTruthPower
    """From the supply to the Kite"""
    temperature: SimulationTruthTemperature
    """Where it gets warm"""
    base: SimulationTruthBase | None = None
    """What the Ground Station stands on; absent while that has never moved"""
    camera: SimulationTruthCamera
    """Where it looks, which its gimbal measures with errors of its own"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SensedPosition:
    """A position by GPS, WGS 84."""

    lat_deg: float
    """Latitude, north positive, °"""
    lon_deg: float
    """Longitude, east positive, °"""
    elevation_m: float
    """Above mean sea level, m"""
    accuracy_m: float
    """Horizontal, as the receiver states it, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteSensors:
    """What the Kite’s own sensors say. A value that cannot be gathered is absent."""

    contact: Literal["Grounded", "Airborne"]
    """`Grounded` in its cradle with motors off; `Airborne` from motor start until motors are off again"""
    altitude_m: float | None = None
    """Above the Ground Station, as estimated on board, m"""
    climb_rate_mps: float | None = None
    """Positive up, m/s"""
    heading_deg: float | None = None
    """Clockwise from North, 0 to 360; absent while the magnetic field is disturbed, °"""
    turned_deg: float
    """The heading without wrapping at 360, °"""
    gps: SensedPosition | None = None
    battery_percent: float | None = None
    """Charge of the backup battery, %"""
    battery_temperature_c: float | None = None
    """Of the backup battery, °C"""
    battery_voltage_v: float | None = None
    """Of the backup battery, V"""
    supply_voltage_v: float | None = None
    """At the Kite’s end of the tether, V"""
    thrust_share: float | None = None
    """Thrust of what the rotors can give, 0 to 1"""
    lean_deg: float | None = None
    """Against the horizon, °"""
    drift_m: float | None = None
    """From over the Ground Station, as estimated on board, m"""
    temperature_c: float | None = None
    """Hottest of motors and converters, °C"""
    wind_speed_mps: float | None = None
    """At the Kite, as estimated on board, m/s"""
    hazards: dict[str, Any]
    """What the Kite finds wrong with itself, by name"""
    failsafe_landing: bool
    """Landing by its own failsafe"""
    is_rotating: bool
    """A change of heading or pan is being carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraSensors:
    """What the camera says of itself."""

    model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus"]
    """Payload model"""
    online: bool
    """Whether it is on"""
    pan_deg: float
    """Azimuth of the optical axis from North, clockwise, without wrapping, °"""
    tilt_deg: float
    """Below the horizon, °"""
    roll_deg: float
    """About the optical axis, °"""
    is_tilting: bool
    """A change of tilt is being carried out"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherSensors:
    """The tether as the Ground Station measures it."""

    length_m: float
    """Out of the Ground Station, m"""
    tension_n: float | None = None
    """At the base, N"""
    angle_deg: float | None = None
    """At the base against the vertical; absent while the tension is too small to know it, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationSensors:
    """What the sensors of the Ground Station say."""

    gps: SensedPosition | None = None
    battery_percent: float | None = None
    """Charge of the backup battery, %"""
    battery_temperature_c: float | None = None
    """Of the backup battery, °C"""
    battery_voltage_v: float | None = None
    """Of the backup battery, V"""
    input_voltage_v: float | None = None
    """Of the supply, V"""
    vehicle_voltage_v: float | None = None
    """Of the vehicle that carries a Rooftop Box, V"""
    spool_temperature_c: float | None = None
    """Of the spool, °C"""
    tether: TetherSensors | None = None
    hazards: dict[str, Any]
    """What the Ground Station finds wrong with itself and the tether, by name"""
    is_moving: bool
    """Whether it moves"""
    kite_in_cradle: bool | None = None
    """By the cradle’s own switch"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RooftopBoxSensors:
    """What the Rooftop Box says."""

    lids: Literal["Closed", "Between", "Opened"]
    """By their limit switches"""
    safety_land_button_pressed: bool
    """The external button"""
    parking_brake_engaged: bool
    """The vehicle’s brake"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdSensors:
    """What the transmitter of Remote ID says."""

    self_test: Literal["Running", "Passed", "Failed"]
    """Of the transmitter"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensors:
    """What the sensors said last, as the station got it. A part that is absent is detached, off or silent."""

    time: datetime
    """Station time of the measurement."""
    kite: KiteSensors | None = None
    camera: CameraSensors | None = None
    payload: Literal["None", "Other"] | None = None
    """What hangs below the Kite where that is no camera"""
    ground_station: GroundStationSensors
    rooftop_box: RooftopBoxSensors | None = None
    remote_id: RemoteIdSensors


@dataclass(frozen=True, kw_only=True, slots=True)
class TruthBesideSensors:
    """What is so, and what the sensors say of it."""

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
    """The tether as it hangs."""

    time: datetime
    """Station time of this shape."""
    points: tuple[TetherPoints, ...]
    """From the Ground Station to the Kite"""


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultState:
    """An injected fault and its status."""

    id: str
    """Of this fault, from `1` on"""
    type: Literal["gps_loss", "gps_multipath", "gps_corrections_lost", "magnetic_disturbance", "motor_magnetic_field", "motor_failure", "motor_degraded", "main_power_loss", "tether_voltage_loss", "tether_cut", "tether_damage", "spool_stuck", "force_sensor", "barometer", "overheating", "wind_gust", "wind_change", "passing_lorry", "battery_temperature", "battery_voltage", "battery_charge", "lids_stuck", "supply_low", "system_moving", "kite_data_missing", "kite_detection", "secondary_autopilot", "remote_id", "ground_station_reboot", "link_degraded", "camera_offline", "payload_swap", "stream_lost", "storage_full"]
    """Type of the fault"""
    status: Literal["scheduled", "active", "expired", "cleared", "impossible"]
    """`scheduled` its time has not come; `active` now; `expired` its duration is over; `cleared` by request;
    `impossible` its time came and the state did not allow it, see `reason`
    """
    reason: str | None = None
    """Why it was not possible, or can not be cleared yet"""
    begin_time: datetime | None = None
    """When it begins or began. Absent when it never did."""
    end_time: datetime | None = None
    """When it ends or ended."""
    severity: float
    """1 for faults without degrees"""
    parameters: dict[str, Any]
    """All of them, defaults included"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """Faults that were asked for, the oldest first."""

    faults: tuple[FaultState, ...]
    """Each with what has become of it"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsLossFaultParameters:
    """Its figures"""

    receiver: Literal["both", "kite", "ground_station"] | None = None
    """Which receiver"""
    sigma_factor: float | None = None
    """Error of a degraded fix at severity just below 1, times the usual error"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsLossFault:
    """The receivers see no satellites, or too few for an accurate position."""

    type: Literal["gps_loss"] = "gps_loss"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """1: no fix; below 1: a fix with an error of up to `sigma_factor` times the usual one"""
    parameters: GpsLossFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsMultipathFaultParameters:
    """Its figures"""

    east_m: float | None = None
    """Step to the East, m"""
    north_m: float | None = None
    """Step to the North, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsMultipathFault:
    """Multipath: a step of the Kite’s GPS position."""

    type: Literal["gps_multipath"] = "gps_multipath"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the step"""
    parameters: GpsMultipathFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GpsCorrectionsLostFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class GpsCorrectionsLostFault:
    """Loss of the corrections from the reference station."""

    type: Literal["gps_corrections_lost"] = "gps_corrections_lost"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: GpsCorrectionsLostFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MagneticDisturbanceFaultParameters:
    """Its figures"""

    east_ut: float | None = None
    """Field to the East, µT"""
    north_ut: float | None = None
    """Field to the North, µT"""
    ramp_s: float | None = None
    """Rise time, s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MagneticDisturbanceFault:
    """A magnetic disturbance, for example by a vehicle or a power line."""

    type: Literal["magnetic_disturbance"] = "magnetic_disturbance"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the field"""
    parameters: MagneticDisturbanceFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorMagneticFieldFaultParameters:
    """Its figures"""

    ut_per_kw: float | None = None
    """Field per kilowatt, µT/kW"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorMagneticFieldFault:
    """A power lead of the motors runs close to the magnetometer: a field along the nose axis that grows with
    motor power.
    """

    type: Literal["motor_magnetic_field"] = "motor_magnetic_field"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the field"""
    parameters: MotorMagneticFieldFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorFailureFaultParameters:
    """Its figures"""

    motor: int | None = None
    """Number of the motor"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorFailureFault:
    """A motor stops; the opposite one is shut down with it, and yaw is given up."""

    type: Literal["motor_failure"] = "motor_failure"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: MotorFailureFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorDegradedFaultParameters:
    """Its figures"""

    motor: int | None = None
    """Number of the motor"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MotorDegradedFault:
    """A motor gives less thrust than commanded."""

    type: Literal["motor_degraded"] = "motor_degraded"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Lost thrust as a share of 45 %: a motor that gives less than half counts as failed"""
    parameters: MotorDegradedFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MainPowerLossFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class MainPowerLossFault:
    """Main power loss at the Ground Station."""

    type: Literal["main_power_loss"] = "main_power_loss"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: MainPowerLossFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherVoltageLossFaultParameters:
    """Its figures"""

    resistance_ohm: float | None = None
    """Added resistance, Ω"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherVoltageLossFault:
    """The power line in the tether opens, or a bad contact adds resistance."""

    type: Literal["tether_voltage_loss"] = "tether_voltage_loss"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """1: open; less: share of `resistance_ohm`"""
    parameters: TetherVoltageLossFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherCutFaultParameters:
    """Its figures"""

    at_m: float | None = None
    """Length between Ground Station and cut, m"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherCutFault:
    """The tether is cut. The Kite flies on its battery, without a data link, and carries the rest of the tether."""

    type: Literal["tether_cut"] = "tether_cut"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: TetherCutFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TetherDamageFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class TetherDamageFault:
    """The tether is chafed: reduced strength, and a power line that flickers under load."""

    type: Literal["tether_damage"] = "tether_damage"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Loss of strength: 50 % at 0, 95 % at 1, where a strong wind breaks it"""
    parameters: TetherDamageFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpoolStuckFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class SpoolStuckFault:
    """The spool is blocked."""

    type: Literal["spool_stuck"] = "spool_stuck"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: SpoolStuckFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceSensorFaultParameters:
    """Its figures"""

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
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the bias"""
    parameters: ForceSensorFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BarometerFaultParameters:
    """Its figures"""

    mode: Literal["freeze", "drift"] | None = None
    """Failure mode"""
    drift_mps: float | None = None
    """Drift rate, m/s"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BarometerFault:
    """The Kite’s barometer fails."""

    type: Literal["barometer"] = "barometer"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: BarometerFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OverheatingFaultParameters:
    """Its figures"""

    ambient_c: float | None = None
    """Ambient temperature, °C"""
    resistance_factor: float | None = None
    """Thermal resistance, times"""


@dataclass(frozen=True, kw_only=True, slots=True)
class OverheatingFault:
    """Poor cooling of motors and converters: clogged vents or direct sun."""

    type: Literal["overheating"] = "overheating"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the change to the given values"""
    parameters: OverheatingFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindGustFaultParameters:
    """Its figures"""

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
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the peak"""
    parameters: WindGustFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class WindChangeFaultParameters:
    """Its figures"""

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
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: WindChangeFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PassingLorryFaultParameters:
    """Its figures"""

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
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the gust: 1 in the adjacent lane, less further away"""
    parameters: PassingLorryFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryTemperatureFaultParameters:
    """Its figures"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    temperature_c: float | None = None
    """Its temperature, °C"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryTemperatureFault:
    """A backup battery is too cold or too hot."""

    type: Literal["battery_temperature"] = "battery_temperature"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: BatteryTemperatureFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryVoltageFaultParameters:
    """Its figures"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    loss_v: float | None = None
    """Missing voltage, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryVoltageFault:
    """A cell of a backup battery is weak."""

    type: Literal["battery_voltage"] = "battery_voltage"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the loss"""
    parameters: BatteryVoltageFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryChargeFaultParameters:
    """Its figures"""

    battery: Literal["kite", "ground_station"] | None = None
    """Which backup battery"""
    percent: float | None = None
    """Its charge, %"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BatteryChargeFault:
    """The gauge of a backup battery reports a constant charge."""

    type: Literal["battery_charge"] = "battery_charge"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: BatteryChargeFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LidsStuckFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class LidsStuckFault:
    """The lids of the Rooftop Box are blocked in their position."""

    type: Literal["lids_stuck"] = "lids_stuck"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: LidsStuckFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SupplyLowFaultParameters:
    """Its figures"""

    voltage_v: float | None = None
    """Voltage of the supply, V"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SupplyLowFault:
    """Low supply voltage from the vehicle to the Rooftop Box."""

    type: Literal["supply_low"] = "supply_low"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: SupplyLowFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemMovingFaultParameters:
    """Its figures"""

    speed_mps: float | None = None
    """Speed, m/s"""
    heading_deg: float | None = None
    """Where to, °"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemMovingFault:
    """The Ground Station moves, for example on a vehicle that drives off."""

    type: Literal["system_moving"] = "system_moving"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the speed"""
    parameters: SystemMovingFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDataMissingFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDataMissingFault:
    """Loss of the downlink from the Kite."""

    type: Literal["kite_data_missing"] = "kite_data_missing"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: KiteDataMissingFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDetectionFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class KiteDetectionFault:
    """The switch of the cradle does not detect the Kite."""

    type: Literal["kite_detection"] = "kite_detection"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: KiteDetectionFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SecondaryAutopilotFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class SecondaryAutopilotFault:
    """The secondary autopilot fails its self-test."""

    type: Literal["secondary_autopilot"] = "secondary_autopilot"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: SecondaryAutopilotFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteIdFault:
    """The transmitter of Remote ID fails its self-test."""

    type: Literal["remote_id"] = "remote_id"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: RemoteIdFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationRebootFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class GroundStationRebootFault:
    """The Ground Station’s computer restarts; it is down for the duration of the fault (10 s by default)."""

    type: Literal["ground_station_reboot"] = "ground_station_reboot"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: GroundStationRebootFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDegradedFaultParameters:
    """Its figures"""

    latency_ms: float | None = None
    """Delay in each direction, ms"""
    loss_percent: float | None = None
    """Lost packets, %"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDegradedFault:
    """Delay and packet loss on the data link between Ground Station and Kite."""

    type: Literal["link_degraded"] = "link_degraded"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    severity: float | None = None
    """Share of the loss"""
    parameters: LinkDegradedFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraOfflineFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class CameraOfflineFault:
    """The camera is off."""

    type: Literal["camera_offline"] = "camera_offline"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: CameraOfflineFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PayloadSwapFaultParameters:
    """Its figures"""

    camera_model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus"] | None = None
    """The other camera"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PayloadSwapFault:
    """The camera is replaced by another one; the previous one is back when the fault ends."""

    type: Literal["payload_swap"] = "payload_swap"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: PayloadSwapFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamLostFaultParameters:
    """Its figures"""

    stream_id: str | None = None
    """Id of the stream; every stream when empty"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StreamLostFault:
    """A video stream delivers no pictures."""

    type: Literal["stream_lost"] = "stream_lost"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: StreamLostFaultParameters | None = None
    """Its figures"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageFullFaultParameters:
    """Its figures"""



@dataclass(frozen=True, kw_only=True, slots=True)
class StorageFullFault:
    """There is no space for recordings."""

    type: Literal["storage_full"] = "storage_full"
    """What goes wrong"""
    at: float | None = None
    """Begins in so many seconds, s"""
    duration: float | None = None
    """Lasts so many seconds, s. Until it is cleared when absent; a gust has its own length."""
    parameters: StorageFullFaultParameters | None = None
    """Its figures"""


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
"""A fault to inject. `type` says which parameters it has."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedWind:
    """The wind that is set. Gusts and faults come on top; what blows at the Kite is in truth."""

    speed_mps: float
    """Mean wind 10 m above the ground, m/s"""
    from_deg: float
    """Where it comes from, ° clockwise from North"""
    turbulence: Literal["none", "light", "moderate", "severe", "by_wind"]
    """Gustiness after MIL-F-8785C: of a strength, or by_wind, that of this wind over this terrain"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulatedBase:
    """What is set for the vehicle or vessel that carries the Ground Station. How it moves is in truth."""

    sea_state: int
    """Waves under the vessel that carries the Ground Station, sea state after WMO code table 3700; 0 is land or
    still water. Another sea gets up in half a minute
    """
    waves_from_deg: float
    """Where the waves come from, ° clockwise from North"""
    speed_mps: float
    """Speed ahead that the vehicle or vessel goes to, m/s"""
    heading_deg: float
    """Heading that it turns to as it goes, ° clockwise from North"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Payload:
    """What hangs below the Kite."""

    camera_model: Literal["Camera 1st Generation", "Camera 2nd Generation", "Camera 2nd Generation IR Plus", "none", "other payload"]
    """The camera that is attached; with `none` and `other payload` there is no camera"""
    online: bool
    """Whether it has power"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Buttons:
    """What hands can press and pull."""

    safety_land: bool
    """Whether the external safety land button is pressed"""
    parking_brake: Literal["engaged", "disengaged"]
    """The vehicle’s parking brake"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationClockState:
    """Station time, and how it passes."""

    time: datetime
    """Station time now."""
    speed: float
    """Times real time"""
    paused: bool
    """Whether time stands still but for calls that advance it"""
    advancing: int
    """Calls that wait for the clock to advance"""
    slipped_s: float
    """Simulated time that a busy machine has let go so far, s"""
    fault: str | None = None
    """Why the simulation has stopped for good"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioSummary:
    """A scenario that can be run by its name."""

    name: str
    """Name of a scenario that ships: its file without `.yaml`"""
    title: str
    """One line"""
    description: str
    """Effect"""
    family: str
    """The kind of fault or story"""
    steps: int
    """Steps of its timeline, repeated ones too"""
    expectations: int
    """What must come true"""
    shortest_s: float
    """Its waits and fixed times together, s of station time; flying to where it begins not counted"""
    longest_s: float
    """The same with the deadlines of everything that it waits for"""
    unfit: str | None = None
    """Why this station cannot run it, whatever its state: a setting. Absent when it can"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioList:
    """The scenarios that ship, by family and name."""

    scenarios: tuple[ScenarioSummary, ...]
    """Empty where the station was started without them"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioStep:
    """A step of the timeline."""

    number: int
    """Which one, from 1"""
    line: int
    """Line of the scenario file"""
    label: str
    """What it does"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioExpectation:
    """Something that must come true."""

    line: int
    """Line of the scenario file"""
    text: str
    """As it is written"""
    why: str | None = None
    """Why it matters"""
    status: Literal["open", "met", "failed", "not_judged"]
    """`open` while it may still fail; `met` when it has come true so far, and at the end; `failed`; `not_judged`
    when the timeline was aborted before.
    """
    happened: str | None = None
    """What happened in its place"""
    at_s: float | None = None
    """When, s on the timeline"""
    telemetry: tuple[str, ...] | None = None
    """The last seconds before it as the lines of a table"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioBreak:
    """The step at which the timeline was aborted."""

    line: int
    """Line of the scenario file"""
    expected: str
    """What the step needed"""
    happened: str
    """What happened in its place"""
    at_s: float | None = None
    """When, s on the timeline"""
    telemetry: tuple[str, ...]
    """The last seconds before it as the lines of a table"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioRun:
    """A run of a scenario on this station."""

    id: str
    """Id of the run"""
    name: str | None = None
    """Name of a scenario that ships: its file without `.yaml`"""
    title: str
    """One line"""
    description: str
    """Effect"""
    family: str
    """The kind of fault or story"""
    status: Literal["preparing", "running", "passed", "failed", "error", "stopped"]
    """`preparing`: the Kite is brought to where the timeline begins; `running`; then `passed`, `failed`
    (something did not come true), `error` (it could not be run to its end) or `stopped`.
    """
    started_by: str
    """Plugin that started it"""
    started_at: datetime
    """When it was asked for."""
    ended_at: datetime | None = None
    """When it was over."""
    elapsed_s: float
    """How far the timeline is, s of station time; 0 while it is prepared"""
    percent: int
    """Part of its steps that are done"""
    steps: int
    """Number of its steps"""
    step: ScenarioStep | None = None
    expectations: tuple[ScenarioExpectation, ...]
    """What must come true, as far as it is known"""
    broken_off: ScenarioBreak | None = None
    reason: str | None = None
    """Of `stopped` and `error`: why"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScenarioRunState:
    """The current run, or the last one."""

    run: ScenarioRun | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadinessCheck:
    """One thing that a take-off needs, as it is now."""

    check: Literal["reset", "kite_detected", "safety_land_button", "parking_brake", "lids", "moving", "remote_id", "kite_battery", "gs_battery", "kite_battery_voltage", "gs_battery_voltage", "kite_temperature", "kite_battery_temperature", "gs_battery_temperature", "spool_temperature", "wind", "main_power", "aircraft", "thrust"]
    """What is checked. A check of which this system has nothing is not listed: the lids, brake and button
    without a Rooftop Box, a brake that the settings ignore.
    """
    state: Literal["ok", "refuses", "unknown"]
    """`ok`; `refuses`: a take-off is refused with `code` and `message`; `unknown`: not measured, which refuses
    nothing.
    """
    code: str | None = None
    """Error code with which a take-off is refused."""
    message: str | None = None
    """Why it is refused: what is wrong, its value and its limit."""
    value: float | None = None
    """The figure that is checked, in `unit`; absent while it is unknown."""
    min: float | None = None
    """Lowest value that passes, in `unit`."""
    max: float | None = None
    """Highest value that passes, in `unit`."""
    unit: Literal["%", "V", "°C", "m/s", "s"] | None = None
    """Unit of the figure; absent where there is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Readiness:
    """Whether a take-off would be accepted now, and everything that decides it."""

    ready: bool
    """A take-off would be accepted now from whoever may command: the Kite is in `StandBy` and no check refuses.
    Who is in control is not part of it.
    """
    flight_state: Literal["Unknown", "StandBy", "TakingOff", "Flying", "Landing", "SafetyLanding", "SafetyDescending"]
    """As in `flight/state` of the published API. Taking off is possible in `StandBy` alone."""
    revision: str
    """Changes with the state of a check or of the flight, not with a figure. A signature names the one that was
    looked at.
    """
    checks: tuple[ReadinessCheck, ...]
    """In the order a person would put right. The first that refuses is the reason that a take-off is given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Signature:
    """Who has signed the readiness list, and what it said at that moment."""

    name: str
    """Who signs: 1 to 100 characters."""
    signed_at: datetime
    """When it was signed."""
    plugin_name: str
    """Plugin of the client."""
    ready: bool
    """No check refused a take-off."""
    revision: str
    """Of the list that was signed."""
    checks: tuple[ReadinessCheck, ...]
    """The list with its figures, as it was."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignatureList:
    """Signatures for the next take-off, in the order in which they came."""

    signatures: tuple[Signature, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Incident:
    """The incident that is flown for."""

    number: str
    """Number of the incident, as the dispatch centre has it: 1 to 40 characters in one line."""
    title: str
    """What it is about: at most 120 characters in one line, which may be empty."""
    set_at: datetime
    """When it was typed in or last changed."""
    set_by: str
    """Name of the plugin that did it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentReply:
    """The incident, if there is one."""

    incident: Incident | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraPreset:
    """A direction to come back to by one key."""

    key: Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    """Digit by which it is called."""
    name: str
    """What is seen there: 1 to 40 characters in one line. Plain text."""
    pan_ned: float
    """Azimuth relative to North."""
    tilt_ned: float
    """Tilt relative to the horizon, positive down."""
    zoom_level: float | None = None
    """Zoom of the stream `zoom`; left as it is when absent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraPresetList:
    """Views of the camera, by their keys."""

    presets: tuple[CameraPreset, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightTotals:
    """The flight in figures: the one that goes on, or the last one."""

    in_flight: bool
    """The Kite is in the air now."""
    began_time: datetime | None = None
    """When the motors started, in station time. Absent before the first flight, and when the Ground Station was
    started with the Kite in the air.
    """
    flight_s: float | None = None
    """How long this flight has lasted, or the last one lasted, seconds of station time."""
    altitude_max: float | None = None
    """Greatest height of this flight, or of the last one, metres."""
    tether_out: float | None = None
    """Length of tether paid out now, metres. Absent where nothing measures it."""
    tether_twist: float | None = None
    """Turns in the tether now, positive clockwise. Absent before the Kite has been seen."""
    tether_twist_max: float
    """Turns at which the tether may only be unwound."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Trends:
    """Readings of the last hours, one of each period, oldest first."""

    end_time: datetime
    """End of the last period, in station time."""
    period_s: float
    """Length of a period, seconds."""
    altitude: tuple[float | None, ...]
    """Altitude at the end of each period, metres. Null where nothing was known."""
    altitude_target: tuple[float | None, ...]
    """Target altitude at the end of each period, metres. Null where nothing was known."""
    wind_max: tuple[float | None, ...]
    """Highest wind at the Kite in each period, metres per second; the Kite measures it in the air. Null where
    nothing was known.
    """
    tension_max: tuple[float | None, ...]
    """Highest tension of the tether in each period, newtons. Null where nothing was known."""
    kite_battery: tuple[float | None, ...]
    """Kite backup battery at the end of each period, %. Null where nothing was known."""
    gs_battery: tuple[float | None, ...]
    """Ground Station battery at the end of each period, %. Null where nothing was known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PastFlight:
    """When a flight was."""

    began_time: datetime
    """When the motors started, in station time."""
    ended_time: datetime | None = None
    """When the Kite was on the ground again. Absent while it is in the air."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotificationPage:
    """Notifications that have ended, the newest end first."""

    notifications: tuple[Notification, ...]
    """The newest end first."""
    next_before: str | None = None
    """Where this answer ends, if more follow: `before` of the next request."""
    flights: tuple[PastFlight, ...]
    """The last flights, the newest first; at most 100."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentRef:
    """Number and title of the incident that something belongs to."""

    number: str
    """Number of the incident, as the dispatch centre has it: 1 to 40 characters in one line."""
    title: str
    """What it is about: at most 120 characters in one line, which may be empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightEntry:
    """A flight whose log the station keeps."""

    flight_id: str
    """Id of the flight: the name of its log."""
    started: datetime
    """Take-off; the beginning of the log where the Kite was in the air already."""
    ended: datetime | None = None
    """Landing, or the end of the log; absent while the flight goes on."""
    duration_s: float
    """From take-off to landing, seconds."""
    incident: IncidentRef | None = None
    recordings: int
    """Recordings that were made meanwhile."""
    snapshots: int
    """Snapshots that were kept meanwhile."""
    losses: tuple[Literal["unfinished", "damaged", "messages_lost"], ...]
    """What the log lacks: `unfinished` its end, `damaged` pieces that cannot be read, `messages_lost` what the
    disk was too slow for.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightList:
    """Flights, the newest first."""

    total: int
    """How many there are."""
    flights: tuple[FlightEntry, ...]
    """The newest first."""
    next_before: str | None = None
    """The last of this answer, where more follow: `before` of the next request."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsNotificationCounts:
    """How many notifications there were, by severity."""

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
    """When it ended; the end of the log where it had not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsControl:
    """FlightDetailsControl"""

    who: str
    """Who was in control."""
    from_time: datetime
    """When it began."""
    to_time: datetime
    """When it ended; the end of the log where it had not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetailsNotifications:
    """FlightDetailsNotifications"""

    code: int
    """Code of the notification."""
    severity: Literal["Info", "Warning", "Critical", "Fatal"]
    """Severity."""
    message: str
    """As the station told it last."""
    from_time: datetime
    """When it began."""
    to_time: datetime
    """When it ended; the end of the log where it had not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightFilm:
    """A film of a flight, with its place on the time line."""

    recording_id: str
    """Id of its recording."""
    file_id: str
    """Id of its file."""
    type: Literal["color", "thermal"]
    """What it shows."""
    from_time: datetime
    """Its first picture, station time."""
    to_time: datetime
    """Its last picture, station time."""
    duration_s: float
    """How long it plays, seconds. With a simulation at another speed that is not the time between both."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightDetails:
    """A flight: its figures, and what happened."""

    flight_id: str
    """Id of the flight: the name of its log."""
    started: datetime
    """Take-off; the beginning of the log where the Kite was in the air already."""
    ended: datetime | None = None
    """Landing, or the end of the log; absent while the flight goes on."""
    duration_s: float
    """From take-off to landing, seconds."""
    incident: IncidentRef | None = None
    recordings: int
    """Recordings that were made meanwhile."""
    snapshots: int
    """Snapshots that were kept meanwhile."""
    losses: tuple[Literal["unfinished", "damaged", "messages_lost"], ...]
    """What the log lacks: `unfinished` its end, `damaged` pieces that cannot be read, `messages_lost` what the
    disk was too slow for.
    """
    log_from: datetime
    """Beginning of the log, some seconds before the take-off."""
    log_to: datetime
    """End of the log."""
    altitude_max: float | None = None
    """Greatest height, metres."""
    tether_out_max: float | None = None
    """Most tether out, metres."""
    wind_max: float | None = None
    """Highest wind at the Kite, m/s."""
    notification_counts: FlightDetailsNotificationCounts
    """How many notifications there were, by severity."""
    states: tuple[FlightDetailsStates, ...]
    """Flight states, in order."""
    control: tuple[FlightDetailsControl, ...]
    """Who was in control, in order."""
    notifications: tuple[FlightDetailsNotifications, ...]
    """Notifications, in order of their beginning."""
    left_out: int
    """Events that the log has beyond 2000 of each kind."""
    station_latitude: float | None = None
    """Of the Ground Station, degrees."""
    station_longitude: float | None = None
    """Of the Ground Station, degrees."""
    films: tuple[FlightFilm, ...]
    """Films that were recorded meanwhile."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FlightData:
    """Readings of a flight, one for each period of equal length."""

    from_time: datetime
    """Beginning of the first period."""
    period_s: float
    """Length of a period, seconds."""
    altitude: tuple[float | None, ...]
    """Altitude, metres. Null where the log has none."""
    altitude_target: tuple[float | None, ...]
    """Target altitude, metres. Null where the log has none."""
    wind: tuple[float | None, ...]
    """Highest wind at the Kite in the period, m/s. Null where the log has none."""
    tension: tuple[float | None, ...]
    """Highest tension of the tether in the period, newtons. Null where the log has none."""
    tether_out: tuple[float | None, ...]
    """Tether out, metres. Null where the log has none."""
    kite_battery: tuple[float | None, ...]
    """Kite backup battery, %. Null where the log has none."""
    gs_battery: tuple[float | None, ...]
    """Ground Station battery, %. Null where the log has none."""
    heading: tuple[float | None, ...]
    """Heading of the Kite, degrees from North. Null where the log has none."""
    camera_pan: tuple[float | None, ...]
    """Azimuth of the camera, degrees from North. Null where the log has none."""
    camera_tilt: tuple[float | None, ...]
    """Tilt of the camera below the horizon, degrees. Null where the log has none."""
    east: tuple[float | None, ...]
    """East of the Ground Station by both GPS receivers, metres. Null where the log has none."""
    north: tuple[float | None, ...]
    """North of the Ground Station by both GPS receivers, metres. Null where the log has none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchLink:
    """A link with which a screen may watch, and nothing else."""

    id: str
    """Id of the link."""
    name: str
    """For whom it is: 1 to 100 characters."""
    made_by: str
    """Name of the plugin that made it."""
    created_at: datetime
    """When it was made."""
    valid_until: datetime
    """When it expires."""
    state: Literal["Valid", "Expired", "Revoked"]
    """Only a `Valid` link opens. Others are listed for a while, the latest 20."""
    last_opened_at: datetime | None = None
    """When a screen last asked for a token with it. Absent when never."""
    screens: int
    """Screens on which it is open now: its sessions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchLinkList:
    """Links for watching, the newest first."""

    links: tuple[WatchLink, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class IssuedWatchLink:
    """A new link with its secret, which is told only this once."""

    link: WatchLink
    secret: str = field(repr=False)
    """Opens the link. Belongs behind the `#` of an address, `https://station/#watch=<secret>`: browsers send
    that part to nobody.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class SignedInAccount:
    """Who has signed in."""

    id: str
    """Id of the account."""
    login: str
    """What is typed to sign in: 1 to 64 letters, digits, `.`, `_`, `-` and `@`; upper and lower case are the
    same.
    """
    name: str
    """Name that others see: 1 to 100 characters."""
    role: Literal["viewer", "operator", "pilot", "admin"]
    """What its sessions may do: `viewer` watches (scope `read`), `operator` has the camera (`read`, `control`,
    but nothing that flies), `pilot` flies (`read`, `control`, `can_override`), `admin` administers and does
    not fly (`read`, `internal`).
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountGrant:
    """A new session of an account, as the published API has it, and whose it is."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str | None = None
    """Name of that plugin."""
    scopes: tuple[str, ...]
    """What the token allows (see `Scope`)."""
    name: str | None = None
    """Name given as `token_name`."""
    valid_until: datetime | None = None
    """When the token expires."""
    created_at: datetime
    """When the token was given out."""
    access_token: str = field(repr=False)
    """The token. In lists it is whole for the caller’s own session and masked for all others."""
    token_type: str | None = None
    """How to send the token: `Authorization: Bearer <token>`."""
    expires_in: int | None = None
    """Seconds until the token expires."""
    scope: str | None = None
    """The same as `scopes`, separated by spaces."""
    account: SignedInAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyChallenge:
    """What a browser needs to ask for a passkey."""

    challenge: str
    """To be signed, once, within five minutes, base64url."""
    rp_id: str
    """Host name of the station as the page has it (relying party id)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """A person who signs in with a name of their own."""

    id: str
    """Id of the account."""
    login: str
    """What is typed to sign in: 1 to 64 letters, digits, `.`, `_`, `-` and `@`; upper and lower case are the
    same.
    """
    name: str
    """Name that others see: 1 to 100 characters."""
    role: Literal["viewer", "operator", "pilot", "admin"]
    """What its sessions may do: `viewer` watches (scope `read`), `operator` has the camera (`read`, `control`,
    but nothing that flies), `pilot` flies (`read`, `control`, `can_override`), `admin` administers and does
    not fly (`read`, `internal`).
    """
    enabled: bool
    """Whether it may sign in."""
    has_password: bool
    """Whether a password was set."""
    passkeys: int
    """How many passkeys it has."""
    sessions: int
    """Sessions that it has now."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When it last signed in or sent a request. Absent when never."""
    is_own: bool
    """Whether it is the caller’s own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Passkey:
    """A passkey of an account, without anything secret."""

    id: str
    """Id of the credential, base64url."""
    name: str
    """For its owner to recognise it: 1 to 100 characters."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When it was last used to sign in. Absent when never."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyList:
    """The passkeys of an account, the oldest first."""

    passkeys: tuple[Passkey, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PasskeyOffer:
    """What a browser needs to make a passkey."""

    challenge: str
    """To be signed, once, within five minutes, base64url."""
    rp_id: str
    """Host name of the station as the page has it (relying party id)."""
    user_id: str
    """Id of the account for the authenticator, base64url."""
    existing: tuple[str, ...]
    """Passkeys that the account has"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountList:
    """All accounts, the oldest first."""

    accounts: tuple[Account, ...]
    """Each of them once"""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoordinateText:
    """A place as one system of coordinates writes it."""

    system: Literal["decimal", "dms", "mgrs", "utm", "lv95"]
    """`decimal` and `dms`: WGS 84; `mgrs` and `utm`: from 80° S to 84° N; `lv95`: the Swiss grid, in
    Switzerland.
    """
    text: str
    """As it is read out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenPlace:
    """A place on the ground that the camera sees."""

    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    bearing_deg: float
    """From the camera, degrees clockwise from North."""
    depression_deg: float
    """Of the line of sight below level, degrees."""
    ground_distance_m: float
    """Along the ground from below the camera, metres."""
    slant_range_m: float
    """From the camera itself, metres."""
    error_along_m: float
    """Standard error in the direction of sight, metres."""
    error_across_m: float
    """Standard error across it, metres."""
    error_radius_m: float
    """Radius of the circle in which it really is nine times of ten (CE90), metres."""
    coordinates: tuple[CoordinateText, ...]
    """The place in each system that holds there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pin:
    """A marked place, the same for everybody at this station."""

    pin_id: str
    """Id of the pin."""
    name: str
    """Plain text in one line, 1 to 100 characters."""
    latitude: float
    """Degrees WGS 84."""
    longitude: float
    """Degrees WGS 84."""
    error_radius_m: float | None = None
    """Radius of the circle in which the place is nine times of ten, metres; absent where it is not known."""
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
    """Emissivity that is assumed: metal and glass read wrong by far more than the error."""
    distance_m: float | None = None
    """Distance to the ground there, metres; absent where it is not known: then 500 m are assumed for the air."""
    temperature_c: float
    """Mean of the 3 by 3 pixels there, degrees Celsius."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalAreaMinAt:
    """Where the lowest is."""

    x: float
    """Share of the width from the left edge."""
    y: float
    """Share of the height from the top edge."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalAreaMaxAt:
    """Where the highest is."""

    x: float
    """Share of the width from the left edge."""
    y: float
    """Share of the height from the top edge."""


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
    """Emissivity that is assumed: metal and glass read wrong by far more than the error."""
    distance_m: float | None = None
    """Distance to the ground there, metres; absent where it is not known: then 500 m are assumed for the air."""
    min_c: float
    """Lowest, degrees Celsius."""
    max_c: float
    """Highest, degrees Celsius."""
    mean_c: float
    """Mean of all pixels, degrees Celsius."""
    min_at: ThermalAreaMinAt
    """Where the lowest is."""
    max_at: ThermalAreaMaxAt
    """Where the highest is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThermalScale:
    """Which temperatures the colours of a thermal picture stand for."""

    stream_id: str
    """The thermal stream."""
    palette: ThermalColorPalette
    time: datetime | None = None
    """When the picture was taken, in station time."""
    low_c: float | None = None
    """Temperature of the first colour of the palette; absent while nobody watches the stream, degrees Celsius."""
    high_c: float | None = None
    """Temperature of its last colour; absent while nobody watches the stream, degrees Celsius."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MapArchiveTiles:
    """What is in a map archive, as its header says."""

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
    """The map that lies on the station."""

    state: Literal["none", "ready", "broken"]
    """`none`: no archive is set; `broken`: one is set and cannot be used."""
    reason: Literal["missing", "unreadable", "not_pmtiles", "version", "cut_off", "outside_world", "unsupported"] | None = None
    """Why it is broken."""
    message: str | None = None
    """The same in one line."""
    tiles: MapArchiveTiles | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Capture:
    """A recording or a snapshot that the station keeps."""

    capture_id: str
    """Of a recording its `recording_id`; of a snapshot `snapshot_` and the local time with its offset."""
    kind: Literal["recording", "snapshot"]
    """What it is."""
    started: datetime
    """When it began, or was taken; station time."""
    duration_s: float
    """Length of its longest film, seconds; 0 for a snapshot and while it is being recorded."""
    size: int
    """Size of its pictures, bytes."""
    is_being_recorded: bool
    """It is being recorded now."""
    name: str
    """What the operator calls it, plain text in one line of at most 80 characters; empty for none."""
    note: str
    """Plain text of at most 500 characters; empty for none."""
    is_bookmarked: bool
    """Bookmarked ones are never removed to make room for others."""
    flight: datetime | None = None
    """Take-off of the flight during which it was made; absent on the ground, and where that is unknown."""
    incident: IncidentRef | None = None
    stream_id: str | None = None
    """Stream of a snapshot."""
    videos: tuple[VideoFile, ...]
    """Films of a recording; empty for a snapshot."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureList:
    """Captures, the newest first."""

    version: str
    """Version of the whole list, which `captures/changes` waits to differ."""
    total: int
    """How many there are with this filter."""
    captures: tuple[Capture, ...]
    """The newest first."""
    next_before: str | None = None
    """The last of this answer, where more follow: `before` of the next request."""
    flights: tuple[datetime, ...]
    """Flights of which there are captures, the newest first; at most 100."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureChanges:
    """Version of the list of captures."""

    version: str
    """Version of the whole list, which `captures/changes` waits to differ."""


Scope: TypeAlias = Literal["read", "control", "can_override", "experimental", "internal"]
"""What a token allows: `read` states and lists, `control` commands, `can_override` taking control from another
client, `experimental` what may still change (the simulator controls), `internal` what belongs to the
operator’s own seat (plugin administration).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plugin:
    """A registered client of the API, as its operator sees it."""

    id: str
    """Id of the plugin."""
    name: str
    """Name that people read: 1 to 100 characters that no other plugin has."""
    scopes: tuple[Scope, ...]
    """What tokens of the plugin may be given."""
    enabled: bool
    """Whether it may request tokens."""
    state: Literal["Disabled", "Enabled", "Active", "Connected", "Warning", "Error"]
    """`Disabled`; `Enabled` without a session; `Active` with one; `Connected`, `Warning` and `Error` are what
    the plugin says about itself while it has one.
    """
    self_status_text: str
    """Text of the plugin next to its status; empty when none."""
    sessions: int
    """Tokens that are valid now."""
    created_at: datetime
    """When it was added."""
    last_used_at: datetime | None = None
    """When a token was last asked for with its key, or last used for a request. Absent when never. After a kill
    of the station it may be that of the last token.
    """
    previous_key_valid_until: datetime | None = None
    """Until when the key before the last rotation is valid; absent when there is none."""
    is_own: bool
    """Whether it is the plugin of the caller."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginList:
    """All plugins, the oldest first."""

    plugins: tuple[Plugin, ...]
    """Each with its state"""


@dataclass(frozen=True, kw_only=True, slots=True)
class IssuedKey:
    """A new API key. It is told this once; only its hash is kept."""

    plugin: Plugin
    key: str = field(repr=False)
    """The key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginSession:
    """A token that is valid, without the token itself."""

    id: str
    """Id of the session."""
    plugin_id: str
    """Plugin it belongs to."""
    plugin_name: str
    """Name of that plugin."""
    name: str | None = None
    """Name given as `token_name`."""
    scopes: tuple[str, ...]
    """What the token allows (see `Scope`)."""
    masked_token: str = field(repr=False)
    """The beginning of the token, enough to recognise it."""
    created_at: datetime
    """When the token was given out."""
    valid_until: datetime
    """When it expires."""
    last_used_at: datetime | None = None
    """When it was last used for a request; absent when not since the last start."""
    is_own: bool
    """Whether it is the session of the caller."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PluginSessionList:
    """All sessions of all plugins, the oldest first."""

    sessions: tuple[PluginSession, ...]
    """Each with its plugin"""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedRequest:
    """A token request of a disabled plugin. Requests of the same plugin from the same address are one entry with
    their number.
    """

    plugin_id: str
    """The plugin that asked."""
    plugin_name: str
    """Its name."""
    token_name: str | None = None
    """The `token_name` of its last request."""
    address: str | None = None
    """Where the requests come from; behind a proxy, the proxy."""
    count: int
    """How often."""
    first_time: datetime
    """The first of them."""
    last_time: datetime
    """The last of them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedRequestList:
    """Token requests of disabled plugins since the station started, latest first."""

    requests: tuple[RefusedRequest, ...]
    """Gone when their plugin is enabled or removed"""


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditEntry:
    """Something that was asked of the station, and how it ended."""

    sequence: int
    """Number of the entry. Numbers rise and are never used again: one that is missing was removed."""
    time: datetime
    """When it was answered, UTC, whatever the speed of a simulation."""
    station_time: datetime
    """The same moment in station time, as flight logs and notifications have it."""
    kind: Literal["SignIn", "Viewing", "Administration", "Simulator", "Control", "Deletion", "Command", "Station"]
    """What it is about."""
    operation: str
    """Id of the operation in the API document."""
    outcome: Literal["Done", "Refused", "Failed"]
    """How it ended."""
    status: int | None = None
    """Status of the answer."""
    code: str | None = None
    """Why it was refused, a code of the error reference."""
    address: str | None = None
    """Where the request came from; behind a proxy, the proxy. `command line` for a command on the station
    itself.
    """
    plugin_id: str | None = None
    """Plugin of the caller, or its account."""
    plugin_name: str | None = None
    """Its name at that time; of an account, the name it has now, or had last."""
    session_id: str | None = None
    """Session of the caller."""
    target: str | None = None
    """What it was done to: the parameters of the path."""
    target_name: str | None = None
    """Name of the account that it was done to, where it is one and is still known."""
    input: str | None = None
    """The body as JSON, cut after 500 characters. Never that of a sign-in or of a handoff: those hold keys,
    names and positions.
    """
    count: int
    """How often, where refusals that could come without end are counted in place of an entry each."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditPage:
    """Entries of the audit log, the newest first."""

    entries: tuple[AuditEntry, ...]
    """Each of them once"""
    next_before: int | None = None
    """`before` of the next page; absent when there is none."""
