import Type, { type Static, type TObject } from 'typebox';
import { CAMERA_MODELS } from '../camera/camera-info.ts';

/** One kind of fault that a simulated aircraft can have. */
export interface FaultDefinition {
  /** What happens, physically. */
  readonly summary: string;
  /** What the sensors show and what the station does about it. */
  readonly effect: string;
  /** What severity 0 to 1 means; undefined where the fault is there or not. */
  readonly severity?: string;
  /** Figures of the fault, each with a default. */
  readonly parameters: TObject;
}

const quantity = (unit: string, minimum: number, maximum: number, standard: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum, maximum, default: standard, description: `${description}, ${unit}`, 'x-unit': unit }),
  );

const choice = <const Names extends readonly string[]>(
  names: [...Names],
  standard: Names[number],
  description: string,
) => Type.Optional(Type.Unsafe<Names[number]>(Type.Enum(names, { default: standard, description })));

const none = () => Type.Object({});
const motor = () =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 6, default: 1, description: 'Number of the motor' }));
const battery = () => choice(['kite', 'ground_station'], 'kite', 'Which backup battery');
const direction = (description: string) => quantity('°', 0, 360, 270, description);

/**
 * Every fault that can be injected. Names are stable. Sources: the warnings that products of this kind list in their
 * manuals, and what their sensors would show.
 */
export const FAULTS = {
  gps_loss: {
    summary: 'The receivers see no satellites, or too few for a good position.',
    effect: 'No position; a warning; above 25 m the Kite descends below it and stays there by the angle of the tether.',
    severity: '1: no fix at all; less: a fix with an error that grows to `sigma_factor` times the usual',
    parameters: Type.Object({
      receiver: choice(['both', 'kite', 'ground_station'], 'both', 'Which receiver'),
      sigma_factor: quantity('times the usual error', 1, 50, 5, 'Error of a degraded fix at severity just below 1'),
    }),
  },
  gps_multipath: {
    summary: 'Reflections move the position of the Kite’s receiver by a step.',
    effect:
      'Position and tether angle disagree: inconsistent estimation; the Kite flies by the tether. In a strong wind the tether says too little to notice 5 m.',
    severity: 'Share of the step',
    parameters: Type.Object({
      east_m: quantity('m', -50, 50, 5, 'Step to the East'),
      north_m: quantity('m', -50, 50, 0, 'Step to the North'),
    }),
  },
  magnetic_disturbance: {
    summary: 'A magnetic field beside the Earth’s, as of a vehicle or a power line.',
    effect: 'No heading; a warning; the Kite holds its heading by the gyro.',
    severity: 'Share of the field',
    parameters: Type.Object({
      east_ut: quantity('µT', -200, 200, 15, 'Field to the East'),
      north_ut: quantity('µT', -200, 200, 0, 'Field to the North'),
      ramp_s: quantity('s', 0, 60, 2, 'Time in which it grows'),
    }),
  },
  motor_magnetic_field: {
    summary:
      'A power lead of the motors lies beside the magnetometer: a field along the nose that grows with their power.',
    effect:
      'The heading errs with the thrust; by more than 15° it is not shown, a warning; the Kite holds it by the gyro.',
    severity: 'Share of the field',
    parameters: Type.Object({ ut_per_kw: quantity('µT/kW', -500, 500, 80, 'Field for each kilowatt') }),
  },
  motor_failure: {
    summary: 'A motor stops; the opposite one is shut down with it, and yaw is given up.',
    effect: 'Motor problem; safety landing on the others.',
    parameters: Type.Object({ motor: motor() }),
  },
  motor_degraded: {
    summary: 'A motor gives less thrust than it is asked for.',
    effect: 'A warning; more power and heat; take-off is refused.',
    severity: 'Lost thrust as a share of 45 %: a motor that gives less than half counts as failed',
    parameters: Type.Object({ motor: motor() }),
  },
  main_power_loss: {
    summary: 'The supply of the Ground Station fails.',
    effect: 'Input voltage 0; the backup batteries carry Kite and winch; safety landing.',
    parameters: none(),
  },
  tether_voltage_loss: {
    summary: 'The power line in the tether opens, or a bad contact adds resistance.',
    effect: 'Voltage at the Kite falls, its backup battery takes over: tether damaged; safety landing.',
    severity: '1: open; less: share of `resistance_ohm`',
    parameters: Type.Object({ resistance_ohm: quantity('Ω', 0.1, 200, 20, 'Added resistance') }),
  },
  tether_cut: {
    summary: 'The tether is cut. The Kite flies on its battery, without a data link, and carries what hangs below it.',
    effect:
      'Tension 0, no data: tether damaged; the Kite lands below where it is with GPS, else drifts; then `Unknown`.',
    parameters: Type.Object({ at_m: quantity('m', 0, 45, 5, 'Length between Ground Station and cut') }),
  },
  tether_damage: {
    summary: 'The tether is chafed: less strength, and a line that flickers under load.',
    effect: 'Tether damaged; it breaks when the tension passes what is left of its strength.',
    severity: 'Lost strength: half of it at 0, 95 % at 1, where a strong wind is enough to break it',
    parameters: none(),
  },
  spool_stuck: {
    summary: 'The spool is blocked.',
    effect:
      'The length does not follow; tension rises when climbing, slack grows when sinking: spool stuck; safety landing.',
    parameters: none(),
  },
  force_sensor: {
    summary: 'The force and angle sensor at the base of the tether fails.',
    effect: 'Force sensor issue; the tension control goes on by a model.',
    severity: 'Share of the bias',
    parameters: Type.Object({
      mode: choice(['freeze', 'bias', 'silent'], 'bias', 'How it fails'),
      bias_n: quantity('N', -20, 20, 3, 'Error of the tension'),
      bias_deg: quantity('°', -30, 30, 8, 'Error of the angle'),
    }),
  },
  barometer: {
    summary: 'The Kite’s barometer fails.',
    effect: 'Height and tether length disagree: sensor fault; safety landing by the length of the tether.',
    parameters: Type.Object({
      mode: choice(['freeze', 'drift'], 'drift', 'How it fails'),
      drift_mps: quantity('m/s', -5, 5, 0.3, 'Speed of the drift'),
    }),
  },
  overheating: {
    summary: 'Heat does not leave motors and converters: clogged or in the sun.',
    effect: 'Temperatures rise: a warning, then safety landing.',
    severity: 'Share of the way to the figures',
    parameters: Type.Object({
      ambient_c: quantity('°C', -40, 60, 45, 'Temperature of the air around'),
      resistance_factor: quantity('times', 1, 10, 3, 'Thermal resistance'),
    }),
  },
  wind_gust: {
    summary: 'One gust of the shape 1 - cos.',
    effect: 'Lean, drift and tether angle rise; if it lasts, the wind reactions follow.',
    severity: 'Share of the peak',
    parameters: Type.Object({
      peak_mps: quantity('m/s', 0.1, 40, 8, 'Speed on top of the wind'),
      rise_s: quantity('s', 0.1, 600, 2, 'Rise'),
      hold_s: quantity('s', 0, 3600, 3, 'Peak'),
      fall_s: quantity('s', 0.1, 600, 2, 'Fall'),
      from_deg: direction('Where it comes from'),
    }),
  },
  wind_change: {
    summary: 'The wind becomes another for as long as the fault lasts.',
    effect: 'The wind reactions: warn, reduce, land, safety landing.',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 0, 40, 14, 'Mean wind 10 m above the ground'),
      from_deg: direction('Where it comes from'),
      turbulence: choice(['none', 'light', 'moderate', 'severe', 'by_wind'], 'moderate', 'After MIL-F-8785C'),
      ramp_s: quantity('s', 0, 3600, 10, 'Time in which it changes'),
    }),
  },
  passing_lorry: {
    summary: 'A lorry drives past the Ground Station: the air that it pushes ahead and drags behind it.',
    effect:
      'A gust along the road, wholly up to 6 m and nothing above 10 m: it matters to a Kite that takes off or lands.',
    severity: 'Share of the gust: 1 is a lane beside it, less is further away',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 1, 40, 22, 'Speed of the lorry'),
      heading_deg: direction('Where it drives to'),
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
    summary: 'A backup battery stays at a charge.',
    effect: 'Below the limit: a notification; no take-off.',
    parameters: Type.Object({ battery: battery(), percent: quantity('%', 0, 100, 20, 'Its charge') }),
  },
  lids_stuck: {
    summary: 'The lids of the Rooftop Box are blocked where they are.',
    effect: 'They do not arrive in time: lids stuck; take-off is refused. Not possible without a Rooftop Box.',
    parameters: none(),
  },
  supply_low: {
    summary: 'The vehicle’s supply of the Rooftop Box is low.',
    effect:
      'A notification; after 5 minutes below 12.4 V a box with a landed Kite sleeps. Not possible without a Rooftop Box.',
    parameters: Type.Object({ voltage_v: quantity('V', 0, 16, 12.2, 'Voltage of the supply') }),
  },
  system_moving: {
    summary: 'The Ground Station moves, as on a vehicle that drives off.',
    effect: 'A warning; take-off is refused; a flying Kite follows its tether.',
    severity: 'Share of the speed',
    parameters: Type.Object({
      speed_mps: quantity('m/s', 0.05, 5, 0.5, 'Speed'),
      heading_deg: direction('Where to'),
    }),
  },
  kite_data_missing: {
    summary: 'No data come from the Kite.',
    effect: 'Last data, then `Unknown` after 2 s; after 5 s the Kite makes a safety landing by itself.',
    parameters: none(),
  },
  kite_detection: {
    summary: 'The cradle’s switch does not see the Kite.',
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
    summary:
      'The Ground Station’s computer restarts; it is away for the duration of the fault (10 s when none is given).',
    effect: 'The API does not answer; the Kite flies on; what is stored survives.',
    parameters: none(),
  },
  link_degraded: {
    summary: 'The data link between Ground Station and Kite is slow and loses packets.',
    effect:
      'Commands and data arrive late or not at all; a Kite that hears no answer for 5 s makes a safety landing by itself: with all packets lost, or with an answer that takes longer than that.',
    severity: 'Share of the loss',
    parameters: Type.Object({
      latency_ms: quantity('ms', 0, 5000, 500, 'Delay each way'),
      loss_percent: quantity('%', 0, 100, 20, 'Lost packets'),
    }),
  },
  camera_offline: {
    summary: 'The camera is off.',
    effect: 'A notification; states with the last data and `Offline`; commands are refused.',
    parameters: none(),
  },
  payload_swap: {
    summary: 'Another camera takes the place of the one there; the old one comes back when the fault ends.',
    effect: 'Model, streams and limits change.',
    parameters: Type.Object({
      camera_model: choice([...CAMERA_MODELS], 'Camera 2nd Generation IR Plus', 'The other camera'),
    }),
  },
  stream_lost: {
    summary: 'A video stream brings no pictures.',
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

/** The figures of a fault, with its defaults filled in. */
export type FaultFigures<T extends FaultType> = Required<Static<(typeof FAULTS)[T]['parameters']>>;
