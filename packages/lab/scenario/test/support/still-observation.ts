import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { Observation } from '../../src/observation.ts';

export interface Seen extends Partial<Omit<Observation, 'flight' | 'system' | 'truth'>> {
  readonly flight?: Partial<FlightState>;
  readonly system?: Partial<SystemState>;
  readonly truth?: Truth;
  readonly activeFaults?: readonly string[];
}

/** A look at a Kite in StandBy of which only so much is known. */
export function seen({ flight, system, activeFaults = [], ...rest }: Seen = {}): Observation {
  return {
    timeS: 0,
    camera: undefined,
    follow: undefined,
    handoff: { controlling_client: null, requesting_clients: [] },
    sensors: undefined,
    active: new Set(),
    events: [],
    answers: [],
    truth: NO_TRUTH,
    ...rest,
    flight: { flight_state: 'StandBy', ...flight },
    system: { ...system },
    isFaultActive: (name) => activeFaults.includes(name),
  };
}

const NO_TRUTH: Truth = {
  time: '2026-03-01T09:30:00.000000+00:00',
  position: { east_m: 3, north_m: 4, up_m: 20 },
  velocity: { east_mps: 0, north_mps: 0, up_mps: 0 },
  heading_deg: 350,
  lean_deg: 1,
  is_on_ground: false,
  has_crashed: false,
  rotor_thrust_n: [2, 2, 2, 2, 2, 2],
  thrust_share: 0.33,
  wind: { speed_mps: 5, from_deg: 250, up_mps: 0 },
  tether: {
    length_m: 20,
    reel_speed_mps: 0,
    tension_kite_n: 8,
    tension_base_n: 7,
    base_angle_deg: 5,
    is_slack: false,
    is_cut: false,
  },
  power: {
    supply_v: 112,
    kite_v: 100,
    tether_a: 2,
    kite_w: 200,
    tether_loss_w: 24,
    kite_battery_percent: 100,
    kite_battery_v: 16,
    ground_station_battery_percent: 100,
    ground_station_battery_v: 12,
  },
  temperature: { air_c: 15, motor_c: 40, converter_c: 40, spool_c: 20 },
  camera: { pan_deg: 0, tilt_deg: 0, roll_deg: 0 },
};
