import type { Clock } from '@kitestring/base/clock.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';

/** A payload can be swapped, and the first addresses take a while. */
const LOOK_EVERY_US = 5_000_000;

/** The video streams of the station, asked for again and again. */
export class OfferedStreams {
  readonly #station: Pick<VehicleStation, 'streams'>;
  readonly #clock: Pick<Clock, 'nowUs'>;
  #list: readonly VideoStreamInfo[] = [];
  #lookedUs = Number.NEGATIVE_INFINITY;

  constructor(station: Pick<VehicleStation, 'streams'>, clock: Pick<Clock, 'nowUs'>) {
    this.#station = station;
    this.#clock = clock;
  }

  get list(): readonly VideoStreamInfo[] {
    return this.#list;
  }

  /** Called by the loop of the vehicle. */
  look(): void {
    const nowUs = this.#clock.nowUs();
    if (nowUs - this.#lookedUs < LOOK_EVERY_US) return;
    this.#lookedUs = nowUs;
    void this.#read();
  }

  async #read(): Promise<void> {
    const streams = await this.#station.streams();
    // A ground station asks for an address once, when it finds the camera: before there is one, there is no camera.
    this.#list = streams.filter(({ rtsp_url: address }) => address !== undefined);
  }
}
