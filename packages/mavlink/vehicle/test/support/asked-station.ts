import type { Cancel } from '@kitestring/base/clock.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import {
  type AircraftSample,
  type KiteSample,
  NO_GROUND_STATION_HAZARDS,
  NO_KITE_HAZARDS,
} from '@kitestring/station-core/ports';
import type { VehicleAnswer, VehicleRequest, VehicleStation } from '../../src/station/vehicle-station.ts';

export const ZOOM: VideoStreamInfo = {
  stream_id: 'zoom',
  type: 'Color',
  frame_width: 1920,
  frame_height: 1080,
  codec: 'H.264',
  can_do_snapshot: true,
  sensor_width: 6,
  sensor_height: 3.4,
  lens_focal_length: 3,
  zoom_min: 1,
  zoom_max: 21,
  rtsp_url: 'rtsp://127.0.0.1:8554/zoom?ticket=abc',
};
export const THERMAL: VideoStreamInfo = {
  ...ZOOM,
  stream_id: 'thermal',
  type: 'Thermal',
  zoom_max: 1,
  rtsp_url: 'rtsp://127.0.0.1:8554/thermal?ticket=abc',
};

const HOME = { latDeg: 47, lonDeg: 8, elevationM: 400, accuracyM: 2 };
const KITE: KiteSample = {
  landedState: 'InAir',
  altitudeM: 5,
  climbRateMps: 0,
  headingDeg: 90,
  headingUnwrappedDeg: 90,
  gps: HOME,
  hazards: NO_KITE_HAZARDS,
  failsafeLanding: false,
  isRotating: false,
};

/** States of a station, set by the test; it says what the vehicle has asked of it. */
export class AskedStation implements VehicleStation {
  readonly asked: string[] = [];
  readonly softwareVersion = '1.0.0';
  serial = '';
  answer: VehicleAnswer = { status: 202 };
  shown: readonly VideoStreamInfo[] = [];
  flightNow: FlightState = { flight_state: 'Flying', altitude: 5 };
  cameraNow: CameraState = { online_state: 'Online', pan_ned: 90, tilt_ned: 20, roll_ned: 0 };
  kite: KiteSample = KITE;
  isReady = true;
  remoteIdNow: ReturnType<VehicleStation['remoteId']>;
  operatorNow: ReturnType<VehicleStation['operator']>;
  /** Bodies of the requests for control. */
  readonly claims: object[] = [];
  readonly #notified = new Set<(notification: Notification) => void>();
  readonly nowUs: () => number;

  constructor(nowUs: () => number = () => 1_000_000) {
    this.nowUs = nowUs;
  }

  readonly flight = () => this.flightNow;
  readonly limits = () => ({ altitude_takeoff: 1, altitude_hard_max: 100, altitude_soft_max: 100 });
  readonly readiness = (): Readiness => ({
    ready: this.isReady,
    flight_state: this.flightNow.flight_state,
    revision: '0',
    checks: [],
  });
  readonly camera = () => this.cameraNow;
  readonly cameraInfo = () => ({ model: 'Camera 2nd Generation' }) as const;
  readonly sample = (): AircraftSample => ({
    timeUs: this.nowUs(),
    kite: this.kite,
    groundStation: { gps: HOME, hazards: NO_GROUND_STATION_HAZARDS },
  });
  readonly controller = () => undefined;
  readonly remoteId = () => this.remoteIdNow;
  readonly operator = () => this.operatorNow;
  readonly streams = async () => this.shown;

  readonly onNotification = (listener: (notification: Notification) => void): Cancel => {
    this.#notified.add(listener);
    return () => this.#notified.delete(listener);
  };

  readonly request = async ({ body, path }: VehicleRequest): Promise<VehicleAnswer> => {
    if (path === 'handoff/control/request') {
      this.claims.push(body ?? {});
      return { status: 201 };
    }
    this.asked.push(body === undefined ? path : `${path} ${JSON.stringify(body)}`);
    return this.answer;
  };

  notify(notification: Notification): void {
    for (const listener of this.#notified) listener(notification);
  }
}
