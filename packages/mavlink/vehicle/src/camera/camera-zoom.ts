import { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { Clock } from '@kitestring/base/clock.ts';
import { CAMERA_ZOOM_TYPE, MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { ACCEPTED, type OrderOutcome, refused, type VehicleOrder } from '../server/order.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import type { CameraOrder } from './camera-order.ts';

interface CameraZoomDeps {
  readonly station: Pick<VehicleStation, 'request'>;
  /** Real time: it zooms while a person holds a key. */
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly order: CameraOrder;
}

/** A continuous zoom doubles in this time. */
const DOUBLES_IN_US = 1_500_000;
/** Five orders a second, of the twenty that the station takes from a client. */
const STEP_US = 200_000;

interface Running {
  readonly from: VehicleOrder['from'];
  readonly stream: VideoStreamInfo;
  /** -1 to 1. */
  readonly rate: number;
  level: number;
  atUs: number;
  isPending: boolean;
}

/** The zoom of a camera, whose orders come as steps, rates, shares, focal lengths or fields of view. */
export class CameraZoom {
  readonly #deps: CameraZoomDeps;
  #running: Running | undefined;
  /** As set last, 0 to 100. */
  percent = 0;

  constructor(deps: CameraZoomDeps) {
    this.#deps = deps;
  }

  async run(order: VehicleOrder, stream: VideoStreamInfo | undefined): Promise<OrderOutcome> {
    this.#running = undefined;
    if (stream === undefined) return refused('DENIED', 'This camera has no zoom');
    const [type, value] = order.params;
    if (type === CAMERA_ZOOM_TYPE.CONTINUOUS) return this.#begin(order, stream, value);
    const level = await this.#levelOf(stream, type, value);
    if (level === undefined || !Number.isFinite(level)) {
      return refused('DENIED', 'Zoom: by steps, at a rate, as a share, as focal length or as field of view');
    }
    return this.#set(order, stream, level);
  }

  /** Called by the loop of the vehicle. */
  step(): void {
    const running = this.#running;
    const nowUs = this.#deps.clock.nowUs();
    if (running === undefined || running.isPending || nowUs - running.atUs < STEP_US) return;
    running.level *= 2 ** ((running.rate * (nowUs - running.atUs)) / DOUBLES_IN_US);
    running.atUs = nowUs;
    running.isPending = true;
    void this.#go(running);
  }

  async #go(running: Running): Promise<void> {
    const { from, level, stream } = running;
    const outcome = await this.#set({ from }, stream, level);
    running.isPending = false;
    const isAtEnd = level <= stream.zoom_min || level >= stream.zoom_max;
    if (this.#running === running && (isAtEnd || !isAccepted(outcome))) this.#running = undefined;
  }

  async #begin(order: VehicleOrder, stream: VideoStreamInfo, value: number): Promise<OrderOutcome> {
    if (!Number.isFinite(value)) return refused('DENIED', 'Zoom: no rate is given');
    if (value === 0) return ACCEPTED;
    const level = await this.#levelNow(stream);
    // The first step is an order of its own, whose refusal is the answer.
    const outcome = await this.#set(order, stream, level);
    if (!isAccepted(outcome)) return outcome;
    const rate = Math.max(-1, Math.min(1, value));
    this.#running = { from: order.from, stream, rate, level, atUs: this.#deps.clock.nowUs(), isPending: false };
    return outcome;
  }

  async #set(
    order: Pick<VehicleOrder, 'from'>,
    { stream_id, zoom_max: most, zoom_min: least }: VideoStreamInfo,
    level: number,
  ): Promise<OrderOutcome> {
    const zoom_level = Math.max(least, Math.min(most, level));
    const outcome = await this.#deps.order(order, `videostreams/${stream_id}/control/zoom`, { zoom_level });
    if (isAccepted(outcome)) this.percent = (100 * (zoom_level - least)) / (most - least);
    return outcome;
  }

  async #levelOf(stream: VideoStreamInfo, type: number, value: number): Promise<number | undefined> {
    const { lens_focal_length: focalMm, zoom_max: most, zoom_min: least } = stream;
    switch (type) {
      case CAMERA_ZOOM_TYPE.STEP:
        return (await this.#levelNow(stream)) * 2 ** Math.sign(value);
      case CAMERA_ZOOM_TYPE.RANGE:
        return least + ((most - least) * value) / 100;
      case CAMERA_ZOOM_TYPE.FOCAL_LENGTH:
        return value / focalMm;
      case CAMERA_ZOOM_TYPE.HORIZONTAL_FOV:
        return Math.tan((fieldOfViewDeg(stream) * RAD_PER_DEG) / 2) / Math.tan((value * RAD_PER_DEG) / 2);
      default:
        return undefined;
    }
  }

  async #levelNow({ stream_id, zoom_min: least }: VideoStreamInfo): Promise<number> {
    const answer = await this.#deps.station.request({ method: 'GET', path: `videostreams/${stream_id}/state` });
    const { zoom_level = least } = (answer.status === 200 ? answer.body : {}) as { readonly zoom_level?: number };
    return zoom_level;
  }
}

/** Horizontal, without zoom. */
export const fieldOfViewDeg = ({ lens_focal_length, sensor_width }: VideoStreamInfo): number =>
  2 * Math.atan(sensor_width / (2 * lens_focal_length)) * DEG_PER_RAD;

const isAccepted = (outcome: OrderOutcome): boolean => outcome !== 'Silent' && outcome.result === MAV_RESULT.ACCEPTED;
