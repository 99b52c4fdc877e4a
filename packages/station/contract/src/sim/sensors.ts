import Type, { type Static } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-models.ts';
import { named, OneOf, Timestamp } from '../schema.ts';
import { quantity } from './truth.ts';

const reading = (unit: string, description: string) => Type.Optional(quantity(unit, description));
const flag = (description: string) => Type.Boolean({ description });

const Gps = named('SensedPosition', 'A position by GPS, WGS 84.', {
  lat_deg: quantity('°', 'Latitude, north positive'),
  lon_deg: quantity('°', 'Longitude, east positive'),
  elevation_m: quantity('m', 'Elevation above mean sea level'),
  accuracy_m: quantity('m', 'Horizontal accuracy, as estimated by the receiver'),
});

const KiteSensors = named('KiteSensors', 'Readings of the Kite’s sensors. A value that is not available is absent.', {
  contact: OneOf(
    ['Grounded', 'Airborne'],
    '`Grounded` in its cradle with motors off; `Airborne` from motor start until motors are off again',
  ),
  altitude_m: reading('m', 'Height above the Ground Station, as estimated on board'),
  climb_rate_mps: reading('m/s', 'Climb rate, positive up'),
  heading_deg: reading('°', 'Heading, clockwise from North, 0 to 360; absent while the magnetic field is disturbed'),
  turned_deg: quantity('°', 'The heading without wrapping at 360'),
  gps: Type.Optional(Gps),
  battery_percent: reading('%', 'Charge of the backup battery'),
  battery_temperature_c: reading('°C', 'Temperature of the backup battery'),
  battery_voltage_v: reading('V', 'Voltage of the backup battery'),
  supply_voltage_v: reading('V', 'Voltage at the Kite’s end of the tether'),
  thrust_share: reading('0 to 1', 'Thrust as a fraction of the maximum'),
  lean_deg: reading('°', 'Tilt of the airframe against the horizon'),
  drift_m: reading('m', 'Horizontal distance from the Ground Station, as estimated on board'),
  temperature_c: reading('°C', 'Highest temperature of motors and converters'),
  wind_speed_mps: reading('m/s', 'Wind at the Kite, as estimated on board'),
  hazards: Type.Record(Type.String(), Type.Boolean(), {
    description: 'Faults that the Kite reports, by name',
  }),
  failsafe_landing: flag('Landing by its own failsafe'),
  is_rotating: flag('A change of heading or pan is being carried out'),
});

const CameraSensors = named('CameraSensors', 'Readings of the camera.', {
  model: OneOf(CAMERA_MODELS, 'Payload model'),
  online: flag('Whether it is on'),
  pan_deg: quantity('°', 'Azimuth of the optical axis from North, clockwise, without wrapping'),
  tilt_deg: quantity('°', 'Optical axis below the horizon'),
  roll_deg: quantity('°', 'Rotation about the optical axis'),
  is_tilting: flag('A change of tilt is being carried out'),
});

const TetherSensors = named('TetherSensors', 'The tether as measured by the Ground Station.', {
  length_m: quantity('m', 'Length paid out'),
  tension_n: reading('N', 'Tension at the base'),
  angle_deg: reading(
    '°',
    'Angle at the base against the vertical; absent while the tension is too small to measure it',
  ),
});

const GroundStationSensors = named('GroundStationSensors', 'Readings of the Ground Station.', {
  gps: Type.Optional(Gps),
  battery_percent: reading('%', 'Charge of the backup battery'),
  battery_temperature_c: reading('°C', 'Temperature of the backup battery'),
  battery_voltage_v: reading('V', 'Voltage of the backup battery'),
  input_voltage_v: reading('V', 'Voltage of the supply'),
  vehicle_voltage_v: reading('V', 'Voltage of the vehicle that carries a Rooftop Box'),
  spool_temperature_c: reading('°C', 'Temperature of the spool'),
  tether: Type.Optional(TetherSensors),
  hazards: Type.Record(Type.String(), Type.Boolean(), {
    description: 'Faults of itself and the tether that the Ground Station reports, by name',
  }),
  is_moving: flag('Whether it moves'),
  kite_in_cradle: Type.Optional(flag('Whether the Kite is in its cradle, by the switch of the cradle')),
});

const RooftopBoxSensors = named('RooftopBoxSensors', 'Readings of the Rooftop Box.', {
  lids: OneOf(['Closed', 'Between', 'Opened'], 'Lids, by their limit switches'),
  safety_land_button_pressed: flag('The external button'),
  parking_brake_engaged: flag('The vehicle’s brake'),
});

const RemoteIdSensors = named('RemoteIdSensors', 'Status of the Remote ID transmitter.', {
  self_test: OneOf(['Running', 'Passed', 'Failed'], 'Self-test of the transmitter'),
});

/** Latest sensor readings: the newest sample of the aircraft, as the station received it. */
export const Sensors = named(
  'Sensors',
  'Latest sensor readings, as received by the station. An absent part is detached, off or silent.',
  {
    time: Timestamp('Station time of the measurement.'),
    kite: Type.Optional(KiteSensors),
    camera: Type.Optional(CameraSensors),
    payload: Type.Optional(OneOf(['None', 'Other'], 'Payload of the Kite if it is not a camera')),
    ground_station: GroundStationSensors,
    rooftop_box: Type.Optional(RooftopBoxSensors),
    remote_id: RemoteIdSensors,
  },
);
export type Sensors = Static<typeof Sensors>;
