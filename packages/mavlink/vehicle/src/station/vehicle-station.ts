import type { Cancel } from '@kitestring/base/clock.ts';
import type { CameraInfo } from '@kitestring/station-contract/camera/camera-info.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightInfo } from '@kitestring/station-contract/flight/flight-info.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';

/** An operation of the station's API, by its path below `/v1/`. */
export interface VehicleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** Its answer; `refusal` for an error. */
export interface VehicleAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** A place, if it has one. */
interface OperatorData {
  readonly latDeg?: number;
  readonly lonDeg?: number;
  /** Above mean sea level. */
  readonly elevationM?: number;
}

/** The station behind a vehicle: what it publishes, and its API, which decides on every order. */
export interface VehicleStation {
  /** Station time, microseconds. */
  nowUs(): number;
  flight(): FlightState;
  limits(): FlightInfo | undefined;
  readiness(): Readiness;
  camera(): CameraState;
  cameraInfo(): CameraInfo | undefined;
  sample(): AircraftSample | undefined;
  /** Name of the client in control; undefined without one. */
  controller(): string | undefined;
  /** Remote ID as published; undefined without a transmitter. */
  remoteId(): SystemState['drone_id'];
  /** Operator data that Remote ID sends. */
  operator(): OperatorData | undefined;
  /** Video streams with their addresses; asked for again when they may have changed. */
  streams(): Promise<readonly VideoStreamInfo[]>;
  onNotification(listener: (notification: Notification) => void): Cancel;
  /** Never rejects: a station that does not answer refuses with status 503. */
  request(request: VehicleRequest): Promise<VehicleAnswer>;
  readonly softwareVersion: string;
  /** Empty where the aircraft has none. */
  readonly serial: string;
}
