const TIME = '2026-03-01T09:30:00.250000+00:00';
export const END_TIME = '2026-03-01T09:30:07.250000+00:00';

/** A Kite that hovers at 20 m in a light breeze. */
export const TRUTH = {
  time: TIME,
  position: { east_m: 0.31, north_m: -0.12, up_m: 20.04 },
  velocity: { east_mps: 0.02, north_mps: 0.01, up_mps: -0.01 },
  heading_deg: 92.4,
  lean_deg: 3.1,
  is_on_ground: false,
  has_crashed: false,
  rotor_thrust_n: [3.2, 3.1, 3.2, 3.2, 3.1, 3.2],
  thrust_share: 0.53,
  wind: { speed_mps: 5.2, from_deg: 251, up_mps: 0.1 },
  tether: {
    length_m: 20.1,
    reel_speed_mps: 0,
    tension_kite_n: 8.4,
    tension_base_n: 7.1,
    base_angle_deg: 3.9,
    is_slack: false,
    is_cut: false,
  },
  power: {
    supply_v: 112,
    kite_v: 95.1,
    tether_a: 2.8,
    kite_w: 266,
    tether_loss_w: 47,
    kite_battery_percent: 100,
    kite_battery_v: 16.7,
    ground_station_battery_percent: 100,
    ground_station_battery_v: 12.6,
  },
  temperature: { air_c: 15, motor_c: 42, converter_c: 39, spool_c: 27 },
  camera: { pan_deg: 93.1, tilt_deg: 30.1, roll_deg: -0.2 },
};

const HAZARDS = {
  kite: {
    motor_failed: false,
    motor_weak: false,
    sensor_fault: false,
    estimation_inconsistent: false,
    secondary_autopilot_failed: false,
  },
  groundStation: { main_power_lost: false, tether_damaged: false, spool_stuck: false, force_sensor_fault: false },
};

export const SENSORS = {
  time: TIME,
  kite: {
    contact: 'Airborne',
    altitude_m: 20.1,
    climb_rate_mps: 0.02,
    heading_deg: 93.1,
    turned_deg: 93.1,
    gps: { lat_deg: 47.3769001, lon_deg: 8.5417044, elevation_m: 428.6, accuracy_m: 0.8 },
    battery_percent: 100,
    battery_temperature_c: 24,
    battery_voltage_v: 16.7,
    supply_voltage_v: 95,
    thrust_share: 0.53,
    lean_deg: 3.2,
    drift_m: 0.5,
    temperature_c: 42,
    wind_speed_mps: 5,
    hazards: HAZARDS.kite,
    failsafe_landing: false,
    is_rotating: false,
  },
  camera: {
    model: 'Camera 2nd Generation',
    online: true,
    pan_deg: 92.4,
    tilt_deg: 30,
    roll_deg: 0.01,
    is_tilting: false,
  },
  ground_station: {
    gps: { lat_deg: 47.3769, lon_deg: 8.5417, elevation_m: 408.2, accuracy_m: 0.8 },
    battery_percent: 100,
    battery_temperature_c: 22,
    battery_voltage_v: 12.6,
    input_voltage_v: 112.1,
    vehicle_voltage_v: 13.6,
    spool_temperature_c: 27,
    tether: { length_m: 20.1, tension_n: 7.2, angle_deg: 4.1 },
    hazards: HAZARDS.groundStation,
    is_moving: false,
    kite_in_cradle: false,
  },
  rooftop_box: { lids: 'Opened', safety_land_button_pressed: false, parking_brake_engaged: true },
  remote_id: { self_test: 'Passed' },
};

export const TETHER = {
  time: TIME,
  points: [
    { east_m: 0, north_m: 0, up_m: 0 },
    { east_m: 0.22, north_m: -0.08, up_m: 10.01 },
    { east_m: 0.31, north_m: -0.12, up_m: 20.04 },
  ],
};

export const GUST = {
  id: '1',
  type: 'wind_gust',
  status: 'active',
  begin_time: TIME,
  severity: 1,
  parameters: { peak_mps: 10, rise_s: 2, hold_s: 3, fall_s: 2, from_deg: 270 },
};

export const WIRE_FAULT = {
  id: '1',
  type: 'error_status',
  status: 'active',
  met: 5,
  hits: 2,
  begin_time: TIME,
  client: 'ci',
  probability: 0.5,
  seed: 7,
  count: 3,
  parameters: { status: 503, retry_after_s: 2, moment: 'before' },
};

export const REBOOT = {
  id: '2',
  type: 'ground_station_reboot',
  status: 'active',
  begin_time: TIME,
  severity: 1,
  parameters: {},
};

export const WIND = { speed_mps: 9, from_deg: 270, turbulence: 'moderate' };

export const WEATHER = { visibility_m: 300, cloud_cover: 1, rain_mmph: 0, solar_hour: 22.5 };

export const BASE = { sea_state: 4, waves_from_deg: 250, speed_mps: 0, heading_deg: 40 };

export const CLOCK = { time: TIME, speed: 1, paused: false, advancing: 0, slipped_s: 0 };

export const JOURNAL_MARK = { name: 'start', time: TIME, sequence: 0 };

export const JOURNAL = {
  is_on: true,
  bodies: false,
  marks: [JOURNAL_MARK],
  clients: ['ci'],
  first_kept: 1,
  entries: [
    {
      sequence: 1,
      time: TIME,
      real_ms: 812.4,
      client: 'ci',
      operation: 'flight.control.land',
      status: 409,
      code: 'WRONG_FLIGHT_STATE',
    },
  ],
};

export const COVERAGE = {
  since: JOURNAL_MARK,
  time: END_TIME,
  client: 'ci',
  clients: [{ name: 'ci', requests: 3 }],
  requests: 3,
  operations: [
    {
      operation: 'flight.control.land',
      requests: 3,
      answers: [{ status: 409, code: 'WRONG_FLIGHT_STATE', count: 3 }],
      never: ['CONTROL_TAKEN'],
    },
  ],
  other_operations: [],
  parts: [{ kind: 'topics', total: 2, met: [{ name: 'flight/state', count: 1 }], never: ['camera/state'] }],
  closes: [{ code: 1011, closed_by: 'station', count: 1 }],
  reactions: [
    {
      client: 'ci',
      after: '409 WRONG_FLIGHT_STATE',
      operation: 'flight.control.land',
      reaction: 'repeated_at_once',
      count: 2,
    },
  ],
  findings: [
    {
      finding: 'repeated-409',
      client: 'ci',
      operation: 'flight.control.land',
      after: '409 WRONG_FLIGHT_STATE',
      count: 2,
      last_sequence: 3,
    },
  ],
};

export const SNAPSHOT = { name: 'hovering', time: TIME, bytes: 184_320 };

export const SCENARIO_TEXT = `title: A short hop
description: Up, and down again.
timeline:
  - do: take_off
  - when: flight_state is Flying
  - do: land
  - when: flight_state is StandBy
expect:
  - never: truth.crashed
`;

const ABOUT_GUST = {
  name: 'gust',
  title: 'One strong gust',
  description: 'A gust of 9 m/s on top of a fresh wind, over in seven seconds.',
  family: 'wind',
};

export const SCENARIO = { ...ABOUT_GUST, steps: 2, expectations: 7, shortest_s: 75, longest_s: 75 };

export const SCENARIO_RUN = {
  id: '6b1f0b1e-6a51-4a43-9d8e-4f4d0b6f0a11',
  ...ABOUT_GUST,
  status: 'running',
  started_by: 'first',
  started_at: '2026-03-01T09:30:00.250000+00:00',
  elapsed_s: 12.4,
  percent: 50,
  steps: 2,
  step: { number: 2, line: 13, label: 'wait' },
  expectations: [{ line: 15, text: 'within 6 s of gust: truth.wind > 10 m/s', status: 'met' }],
};
