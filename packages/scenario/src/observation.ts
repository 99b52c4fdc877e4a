import type { CameraState } from '@kitestring/contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { Truth } from '@kitestring/contract/sim/truth.ts';
import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import type { SensorReadings } from './sensor-readings.ts';

/** One answer that a client of the scenario got. */
export interface Answer {
  /** On the timeline, seconds. */
  readonly atS: number;
  readonly client: string;
  /** What was sent: `POST /v1/flight/control/altitude`. */
  readonly request: string;
  readonly status: number;
  /** Code of the error; undefined when it was accepted. */
  readonly code?: string;
  /** What the station said about the error. */
  readonly message?: string;
}

/** A notification that began or ended. */
export interface NotificationEvent {
  readonly atS: number;
  readonly code: number;
  readonly kind: 'begin' | 'end';
}

/** Where the parts of an observation come from: states of the API, what the aircraft measures, what is really so. */
export const PARTS = ['flight', 'system', 'camera', 'handoff', 'sensors', 'truth'] as const;
export type Part = (typeof PARTS)[number];

/**
 * Everything that a scenario can look at, at one moment. A part may be read from the station only when it is asked for,
 * so each is asked for while this moment lasts.
 */
export interface Observation {
  /** On the timeline, seconds. */
  readonly timeS: number;
  readonly flight: FlightState;
  readonly system: SystemState;
  /** Undefined until a camera was seen. */
  readonly camera: CameraState | undefined;
  readonly handoff: HandoffState;
  /** What the aircraft reported last. */
  readonly sensors: SensorReadings | undefined;
  readonly truth: Truth;
  /** Codes of the notifications that are active. */
  readonly active: ReadonlySet<number>;
  /** What began and ended since the observation before. */
  readonly events: readonly NotificationEvent[];
  /** What clients of the scenario were answered since the observation before. */
  readonly answers: readonly Answer[];
  /** Whether the fault of the step with this name is active. */
  isFaultActive(stepName: string): boolean;
}
