import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { CameraFollow } from '@kitestring/station-contract/station/camera-follow.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { SensorReadings } from './sensor-readings.ts';

/** One response to a client of the scenario. */
export interface ClientResponse {
  /** On the timeline, seconds. */
  readonly atS: number;
  readonly client: string;
  /** Request: `POST /v1/flight/control/altitude`. */
  readonly request: string;
  readonly status: number;
  /** Error code; undefined when accepted. */
  readonly code?: string;
  /** The station's error message. */
  readonly message?: string;
}

/** A notification that started or ended. */
export interface NotificationEvent {
  readonly atS: number;
  readonly code: number;
  readonly kind: 'begin' | 'end';
}

/** Parts of an observation: states of the API, sensor readings, true state. */
const PARTS = ['flight', 'system', 'camera', 'follow', 'handoff', 'sensors', 'truth'] as const;
export type ObservationPart = (typeof PARTS)[number];

/**
 * Everything that conditions can use, at one time. Parts may be read lazily from the station, so read them before time
 * passes.
 */
export interface Observation {
  /** On the timeline, seconds. */
  readonly timeS: number;
  readonly flight: FlightState;
  readonly system: SystemState;
  /** Undefined before a camera has been detected. */
  readonly camera: CameraState | undefined;
  /** Target that the camera follows; undefined at a station without this operation. */
  readonly follow: CameraFollow | undefined;
  readonly handoff: HandoffState;
  /** Last report of the aircraft. */
  readonly sensors: SensorReadings | undefined;
  readonly truth: Truth;
  /** Codes of the active notifications. */
  readonly active: ReadonlySet<number>;
  /** Starts and ends since the previous observation. */
  readonly events: readonly NotificationEvent[];
  /** Responses to clients of the scenario since the previous observation. */
  readonly answers: readonly ClientResponse[];
  /** Whether the fault of the step with this name is active. */
  isFaultActive(stepName: string): boolean;
}
