import Type, { type Static } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-info.ts';
import { named, Timestamp } from '../schema.ts';

const quantity = (unit: string, description: string) =>
  Type.Number({ description: `${description}, ${unit}`, 'x-unit': unit });
const reading = (unit: string, description: string) => Type.Optional(quantity(unit, description));
const flag = (description: string) => Type.Boolean({ description });

const Gps = named('SensedPosition', 'A position by GPS, WGS 84.', {
  lat_deg: quantity('°', 'Latitude, north positive'),
  lon_deg: quantity('°', 'Longitude, east positive'),
  elevation_m: quantity('m', 'Above mean sea level'),
  accuracy_m: quantity('m', 'Horizontal, as the receiver states it'),
});

const KiteSensors = named(
  'KiteSensors',
  'What the Kite’s own sensors say. A value that cannot be gathered is absent.',
  {
    contact: Type.Enum(['Grounded', 'Airborne'], {
      description: '`Grounded` in its cradle with motors off; `Airborne` from motor start until motors are off again',
    }),
    altitude_m: reading('m', 'Above the Ground Station, as estimated on board'),
    climb_rate_mps: reading('m/s', 'Positive up'),
    heading_deg: reading('°', 'Clockwise from North, 0 to 360; absent while the magnetic field is disturbed'),
    turned_deg: quantity('°', 'The heading without wrapping at 360'),
    gps: Type.Optional(Gps),
    battery_percent: reading('%', 'Charge of the backup battery'),
    battery_temperature_c: reading('°C', 'Of the backup battery'),
    battery_voltage_v: reading('V', 'Of the backup battery'),
    supply_voltage_v: reading('V', 'At the Kite’s end of the tether'),
    thrust_share: reading('0 to 1', 'Thrust of what the rotors can give'),
    lean_deg: reading('°', 'Against the horizon'),
    drift_m: reading('m', 'From over the Ground Station, as estimated on board'),
    temperature_c: reading('°C', 'Hottest of motors and converters'),
    wind_speed_mps: reading('m/s', 'At the Kite, as estimated on board'),
    hazards: Type.Record(Type.String(), Type.Boolean(), {
      description: 'What the Kite finds wrong with itself, by name',
    }),
    failsafe_landing: flag('Landing by its own failsafe'),
    is_rotating: flag('A change of heading or pan is being carried out'),
  },
);

const CameraSensors = named('CameraSensors', 'What the camera says of itself.', {
  model: Type.Enum(CAMERA_MODELS, { description: 'Payload model' }),
  online: flag('Whether it is on'),
  pan_deg: quantity('°', 'Azimuth of the optical axis from North, clockwise, without wrapping'),
  tilt_deg: quantity('°', 'Below the horizon'),
  roll_deg: quantity('°', 'About the optical axis'),
  is_tilting: flag('A change of tilt is being carried out'),
});

const TetherSensors = named('TetherSensors', 'The tether as the Ground Station measures it.', {
  length_m: quantity('m', 'Out of the Ground Station'),
  tension_n: reading('N', 'At the base'),
  angle_deg: reading('°', 'At the base against the vertical; absent while the tension is too small to know it'),
});

const GroundStationSensors = named('GroundStationSensors', 'What the sensors of the Ground Station say.', {
  gps: Type.Optional(Gps),
  battery_percent: reading('%', 'Charge of the backup battery'),
  battery_temperature_c: reading('°C', 'Of the backup battery'),
  battery_voltage_v: reading('V', 'Of the backup battery'),
  input_voltage_v: reading('V', 'Of the supply'),
  vehicle_voltage_v: reading('V', 'Of the vehicle that carries a Rooftop Box'),
  spool_temperature_c: reading('°C', 'Of the spool'),
  tether: Type.Optional(TetherSensors),
  hazards: Type.Record(Type.String(), Type.Boolean(), {
    description: 'What the Ground Station finds wrong with itself and the tether, by name',
  }),
  is_moving: flag('Whether it moves'),
  kite_in_cradle: Type.Optional(flag('By the cradle’s own switch')),
});

const RooftopBoxSensors = named('RooftopBoxSensors', 'What the Rooftop Box says.', {
  lids: Type.Enum(['Closed', 'Between', 'Opened'], { description: 'By their limit switches' }),
  safety_land_button_pressed: flag('The external button'),
  parking_brake_engaged: flag('The vehicle’s brake'),
});

const RemoteIdSensors = named('RemoteIdSensors', 'What the transmitter of Remote ID says.', {
  self_test: Type.Enum(['Running', 'Passed', 'Failed'], { description: 'Of the transmitter' }),
});

/** Latest sensor readings: the newest sample of the aircraft, as the station received it. */
export const Sensors = named(
  'Sensors',
  'What the sensors said last, as the station got it. A part that is absent is detached, off or silent.',
  {
    time: Timestamp('Station time of the measurement.'),
    kite: Type.Optional(KiteSensors),
    camera: Type.Optional(CameraSensors),
    payload: Type.Optional(
      Type.Enum(['None', 'Other'], { description: 'What hangs below the Kite where that is no camera' }),
    ),
    ground_station: GroundStationSensors,
    rooftop_box: Type.Optional(RooftopBoxSensors),
    remote_id: RemoteIdSensors,
  },
);
export type Sensors = Static<typeof Sensors>;
