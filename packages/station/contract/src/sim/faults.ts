import Type, { type Static, type TObject } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-models.ts';
import { choice, quantity } from './fault-parameters.ts';

/** One type of fault of a simulated aircraft. */
export interface FaultDefinition {
  /** Physical cause. */
  readonly summary: string;
  /** Sensor readings and the reaction of the station. */
  readonly effect: string;
  /** Meaning of severity 0 to 1; undefined for a fault without degrees. */
  readonly severity?: string;
  /** Parameters of the fault, each with a default. */
  readonly parameters: TObject;
}

const none = () => Type.Object({});
const motor = () =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 6, default: 1, description: 'Number of the motor' }));
const battery = () => choice(['kite', 'ground_station'], 'kite', 'Which backup battery');
const direction = (description: string) => quantity('°', 0, 360, 270, description);

/**
 * Every fault that can be injected. Names are stable. Sources: the warnings listed in manuals of products of this kind,
 * and the readings of their sensors.
 */
export const FAULTS = {
  gps_loss: {
    summary: 'The receivers see no satellites, or too few for an accurate position.',
    effect:
      'No position; a warning; above 25 m the Kite descends below it and holds its position by the angle of the tether.',
    severity: '1: no fix; below 1: a fix with an error of up to `sigma_factor` times the usual one',
    parameters: Type.Object({
      receiver: choice(['both', 'kite', 'ground_station'], 'both', 'Which receiver'),
      sigma_factor: quantity('times the usual error', 1, 50, 5, 'Error of a degraded fix at severity just below 1'),
    }),
  },
  gps_multipath: {
    summary: 'Multipath: a step of the Kite’s GPS position.',
    effect:
      'GPS position and tether angle disagree: inconsistent estimation; the Kite flies by the tether. In a strong wind the tether is too inaccurate to detect 5 m.',
    severity: 'Share of the step',
    parameters: Type.Object({
      east_m: quantity('m', -50, 50, 5, 'Step to the East'),
      north_m: quantity('m', -50, 50, 0, 'Step to the North'),
    }),
  },
  gps_corrections_lost: {
    summary: 'Loss of the corrections from the reference station.',
    effect:
      'Position accuracy stays at centimetres for 15 s and at decimetres for 60 s, then falls to that without corrections. Requires an aircraft with RTK (`rtk.isUsed`).',
    parameters: none(),
  },
  magnetic_disturbance: {
    summary:
      'A magnetic disturbance: the vehicle under the Kite or, with another place, a steel structure. Its field falls with the cube of the distance.',
    effect:
      'Near the source no heading; a warning; the Kite holds its heading by the gyro. The default, a vehicle, disturbs the heading up to about 2 m.',
    severity: 'Share of the field',
    parameters: Type.Object({
      east_ut: quantity('µT', -200, 200, 15, 'Field to the East, straight above the Ground Station at `at_m`'),
      north_ut: quantity('µT', -200, 200, 0, 'Field to the North, there'),
      ramp_s: quantity('s', 0, 60, 2, 'Rise time'),
      at_m: quantity('m', 0, 200, 1, 'Height above the Ground Station at which the field is the given one'),
      source_east_m: quantity('m', -200, 200, 0, 'Place of the source: East of the Ground Station'),
      source_north_m: quantity('m', -200, 200, 0, 'Place of the source: North of the Ground Station'),
      source_up_m: quantity('m', -20, 200, -1, 'Place of the source: height above the Ground Station'),
    }),
  },
  motor_magnetic_field: {
    summary:
      'A power lead of the motors runs close to the magnetometer: a field along the nose axis that grows with motor power.',
    effect:
      'Heading error that grows with thrust; above 15° the heading is not reported, a warning; the Kite holds its heading by the gyro.',
    severity: 'Share of the field',
    parameters: Type.Object({ ut_per_kw: quantity('µT/kW', -500, 500, 80, 'Field per kilowatt') }),
  },
  motor_failure: {
    summary: 'A motor stops; the opposite one is shut down with it, and yaw is given up.',
    effect: 'Motor problem; safety landing on the remaining motors.',
    parameters: Type.Object({ motor: motor() }),
  },
  motor_degraded: {
    summary: 'A motor gives less thrust than commanded.',
    effect: 'A warning; more power and heat; take-off is refused.',
    severity: 'Lost thrust as a share of 45 %: a motor that gives less than half counts as failed',
    parameters: Type.Object({ motor: motor() }),
  },
  main_power_loss: {
    summary: 'Main power loss at the Ground Station.',
    effect: 'Input voltage 0; the backup batteries supply Kite and winch; safety landing.',
    parameters: none(),
  },
  tether_voltage_loss: {
    summary: 'The power line in the tether opens, or a bad contact adds resistance.',
    effect: 'Voltage at the Kite falls, its backup battery takes over: tether damaged; safety landing.',
    severity: '1: open; less: share of `resistance_ohm`',
    parameters: Type.Object({ resistance_ohm: quantity('Ω', 0.1, 200, 20, 'Added resistance') }),
  },
  tether_cut: {
    summary:
      'The tether is cut. The Kite flies on its battery, without a data link, and carries the rest of the tether.',
    effect:
      'Tension 0, no data: tether damaged; with GPS the Kite lands below its position, else it drifts; then `Unknown`.',
    parameters: Type.Object({ at_m: quantity('m', 0, 45, 5, 'Length between Ground Station and cut') }),
  },
  tether_damage: {
    summary: 'The tether is chafed: reduced strength, and a power line that flickers under load.',
    effect: 'Tether damaged; it breaks when the tension exceeds its remaining strength.',
    severity: 'Loss of strength: 50 % at 0, 95 % at 1, where a strong wind breaks it',
    parameters: none(),
  },
  spool_stuck: {
    summary: 'The spool is blocked.',
    effect: 'The length does not change; tension rises in a climb, slack in a descent: spool stuck; safety landing.',
    parameters: none(),
  },
  force_sensor: {
    summary: 'The force and angle sensor at the base of the tether fails.',
    effect: 'Force sensor issue; tension control continues with a model.',
    severity: 'Share of the bias',
    parameters: Type.Object({
      mode: choice(['freeze', 'bias', 'silent'], 'bias', 'Failure mode'),
      bias_n: quantity('N', -20, 20, 3, 'Error of the tension'),
      bias_deg: quantity('°', -30, 30, 8, 'Error of the angle'),
    }),
  },
  barometer: {
    summary: 'The Kite’s barometer fails.',
    effect: 'Height and tether length disagree: sensor fault; safety landing by the length of the tether.',
    parameters: Type.Object({
      mode: choice(['freeze', 'drift'], 'drift', 'Failure mode'),
      drift_mps: quantity('m/s', -5, 5, 0.3, 'Drift rate'),
    }),
  },
  overheating: {
    summary: 'Poor cooling of motors and converters: clogged vents or direct sun.',
    effect: 'Temperatures rise: a warning, then safety landing.',
    severity: 'Share of the change to the given values',
    parameters: Type.Object({
      ambient_c: quantity('°C', -40, 60, 45, 'Ambient temperature'),
      resistance_factor: quantity('times', 1, 10, 3, 'Thermal resistance'),
    }),
  },
  wind_gust: {
    summary: 'One gust of 1 - cos shape.',
    effect: 'Tilt, drift and tether angle rise; if it lasts, the wind reactions follow.',
    severity: 'Share of the peak',
    parameters: Type.Object({
      peak_mps: quantity('m/s', 0.1, 40, 8, 'Speed on top of the wind'),
      rise_s: quantity('s', 0.1, 600, 2, 'Rise'),
      hold_s: quantity('s', 0, 3600, 3, 'Peak'),
      fall_s: quantity('s', 0.1, 600, 2, 'Fall'),
      from_deg: direction('Direction it comes from'),
    }),
  },
  wind_change: {
    summary: 'Another wind for the duration of the fault.',
    effect: 'The wind reactions: warn, reduce, land, safety landing.',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 0, 40, 14, 'Mean wind 10 m above the ground'),
      from_deg: direction('Direction it comes from'),
      turbulence: choice(['none', 'light', 'moderate', 'severe', 'by_wind'], 'moderate', 'After MIL-F-8785C'),
      ramp_s: quantity('s', 0, 3600, 10, 'Transition time'),
    }),
  },
  passing_lorry: {
    summary: 'A lorry passes the Ground Station: its bow wave and wake.',
    effect: 'A gust along the road, at full strength up to 6 m and none above 10 m: affects take-off and landing.',
    severity: 'Share of the gust: 1 in the adjacent lane, less further away',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 1, 40, 22, 'Speed of the lorry'),
      heading_deg: direction('Driving direction'),
      length_m: quantity('m', 4, 26, 16.5, 'Its length'),
    }),
  },
  battery_temperature: {
    summary: 'A backup battery is too cold or too hot.',
    effect: 'A notification; no take-off.',
    parameters: Type.Object({ battery: battery(), temperature_c: quantity('°C', -40, 100, 65, 'Its temperature') }),
  },
  battery_voltage: {
    summary: 'A cell of a backup battery is weak.',
    effect: 'Voltage too low for the charge: a notification; no take-off, and in flight the station lands.',
    severity: 'Share of the loss',
    parameters: Type.Object({ battery: battery(), loss_v: quantity('V', 0.05, 4, 0.8, 'Missing voltage') }),
  },
  battery_charge: {
    summary: 'The gauge of a backup battery reports a constant charge.',
    effect: 'Below the limit: a notification; no take-off.',
    parameters: Type.Object({ battery: battery(), percent: quantity('%', 0, 100, 20, 'Its charge') }),
  },
  lids_stuck: {
    summary: 'The lids of the Rooftop Box are blocked in their position.',
    effect:
      'They do not reach their end position in time: lids stuck; take-off is refused. Not possible without a Rooftop Box.',
    parameters: none(),
  },
  supply_low: {
    summary: 'Low supply voltage from the vehicle to the Rooftop Box.',
    effect:
      'A notification; after 5 minutes below 12.4 V a box with a landed Kite sleeps. Not possible without a Rooftop Box.',
    parameters: Type.Object({ voltage_v: quantity('V', 0, 16, 12.2, 'Voltage of the supply') }),
  },
  system_moving: {
    summary: 'The Ground Station moves, for example on a vehicle that drives off.',
    effect: 'A warning; take-off is refused; a flying Kite follows its tether.',
    severity: 'Share of the speed',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 0.05, 5, 0.5, 'Speed'),
      heading_deg: direction('Direction of motion'),
    }),
  },
  kite_data_missing: {
    summary: 'Loss of the downlink from the Kite.',
    effect: 'Last data, then `Unknown` after 2 s; after 5 s the Kite makes a safety landing by itself.',
    parameters: none(),
  },
  kite_detection: {
    summary: 'The switch of the cradle does not detect the Kite.',
    effect: 'Kite not detected; take-off is refused.',
    parameters: none(),
  },
  secondary_autopilot: {
    summary: 'The secondary autopilot fails its self-test.',
    effect: 'A notification; take-off is refused.',
    parameters: none(),
  },
  remote_id: {
    summary: 'The transmitter of Remote ID fails its self-test.',
    effect: 'Remote ID `FAILED`; take-off is refused.',
    parameters: none(),
  },
  ground_station_reboot: {
    summary: 'The Ground Station’s computer restarts; it is down for the duration of the fault (10 s by default).',
    effect: 'The API does not respond; the Kite continues to fly; stored data survive.',
    parameters: none(),
  },
  link_degraded: {
    summary: 'Delay and packet loss on the data link between Ground Station and Kite.',
    effect:
      'Commands and data arrive late or not at all; without a response for 5 s the Kite makes a safety landing by itself: when all packets are lost, or when a response takes longer.',
    severity: 'Share of the loss',
    parameters: Type.Object({
      latency_ms: quantity('ms', 0, 5000, 500, 'Delay in each direction'),
      loss_percent: quantity('%', 0, 100, 20, 'Lost packets'),
    }),
  },
  camera_offline: {
    summary: 'The camera is off.',
    effect: 'A notification; states with the last data and `Offline`; commands are refused.',
    parameters: none(),
  },
  payload_swap: {
    summary: 'The camera is replaced by another one; the previous one is back when the fault ends.',
    effect: 'Model, streams and limits change.',
    parameters: Type.Object({
      camera_model: choice([...CAMERA_MODELS], 'Camera 2nd Generation IR Plus', 'The other camera'),
    }),
  },
  stream_lost: {
    summary: 'A video stream delivers no pictures.',
    effect: 'A notification. Not possible on a station without video.',
    parameters: Type.Object({
      stream_id: Type.Optional(
        Type.String({ maxLength: 64, default: '', description: 'Id of the stream; every stream when empty' }),
      ),
    }),
  },
  storage_full: {
    summary: 'There is no space for recordings.',
    effect: 'A notification; recording ends and is refused. Not possible on a station without a recorder.',
    parameters: none(),
  },
} as const satisfies Readonly<Record<string, FaultDefinition>>;

export type FaultType = keyof typeof FAULTS;

export const FAULT_TYPES = Object.keys(FAULTS) as readonly FaultType[];

/** The parameters of a fault, with defaults filled in. */
export type FaultFigures<T extends FaultType> = Required<Static<(typeof FAULTS)[T]['parameters']>>;
