import type { BodyVector, Quaternion } from './attitude.ts';

/** Command of an autopilot: the share of its maximum thrust that each motor shall give, 0 to 1. */
export type MotorCommand = Float64Array;

/** The air at the airframe. Velocities in the direction it blows to, m/s. */
export interface AirAround {
  readonly eastMps: number;
  readonly northMps: number;
  readonly upMps: number;
  readonly densityKgPerM3: number;
}

/** Effects on the airframe from outside it. */
export interface OutsideLoad {
  /** Force of the tether, newton. */
  readonly eastN: number;
  readonly northN: number;
  readonly upN: number;
  /** Moment about the vertical, newton metres, clockwise: the twisted tether, and gusts that differ between the arms. */
  readonly clockwiseNm: number;
  /** Mass of tether that moves along, kilograms. */
  readonly addedKg: number;
}

/** Motion of the surface below it. Beyond the deck is the ground, at the height of the deck's start. */
export interface Deck {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
  readonly eastMps: number;
  readonly northMps: number;
  readonly upMps: number;
}

/** State of an airframe, in the frame of the ground: east, north and up of the exit's place at the start. */
export interface AirframeState {
  readonly eastM: number;
  readonly northM: number;
  /** Height of its centre of mass above its place when it stands: 0 on the ground. */
  readonly upM: number;
  readonly eastMps: number;
  readonly northMps: number;
  readonly upMps: number;
  /** Rotation from forward, right, down to north, east, down. */
  readonly quaternion: Quaternion;
  /** Rates about its axes, radians/s. */
  readonly rates: BodyVector;
  /** Acceleration without gravity along its axes, as an accelerometer measures it, mean of the frame, m/s^2. */
  readonly specificForce: BodyVector;
}

/** Forces in, state out: a body that an autopilot flies by its motors. */
export interface Airframe {
  readonly state: AirframeState;
  /** Stands on the ground or on the deck. */
  readonly isOnGround: boolean;
  /** @param isPowered without power all motors stop */
  step(stepS: number, command: MotorCommand, isPowered: boolean, air: AirAround, load: OutsideLoad, deck: Deck): void;
}
