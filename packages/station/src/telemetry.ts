import type { AircraftSample, CameraSample, GpsPosition, KiteSample } from './ports/aircraft.ts';
import { US_PER_S } from './ports/clock.ts';
import type { StationSettings } from './station-settings.ts';

/** What the aircraft last said, and how long ago: the reported side of every state that the API shows. */
export class Telemetry {
  readonly #kiteTimeoutUs: number;
  readonly #gpsAccuracyMaxM: number;
  #sample: AircraftSample | undefined;
  #kite: { readonly sample: KiteSample; readonly timeUs: number } | undefined;
  #camera: { readonly sample: CameraSample; readonly timeUs: number } | undefined;
  #gpsLostAtUs: number | undefined;

  constructor({ kiteDataTimeoutS, gpsAccuracyMaxM }: StationSettings['flight']) {
    this.#kiteTimeoutUs = kiteDataTimeoutS * US_PER_S;
    this.#gpsAccuracyMaxM = gpsAccuracyMaxM;
  }

  accept(sample: AircraftSample): void {
    this.#sample = sample;
    if (sample.kite !== undefined) {
      this.#kite = { sample: sample.kite, timeUs: sample.timeUs };
      if (this.isPositionGood(sample.kite.gps)) this.#gpsLostAtUs = undefined;
      else this.#gpsLostAtUs ??= sample.timeUs;
    }
    if (sample.payload !== undefined) this.#camera = undefined;
    else if (sample.camera !== undefined) this.#camera = { sample: sample.camera, timeUs: sample.timeUs };
  }

  get sample(): AircraftSample | undefined {
    return this.#sample;
  }

  /** When the newest sample was measured; undefined before the first. */
  get sampleUs(): number | undefined {
    return this.#sample?.timeUs;
  }

  /** The Kite's data if they are fresh enough to act on. */
  kite(nowUs: number): KiteSample | undefined {
    if (this.#kite === undefined || nowUs - this.#kite.timeUs > this.#kiteTimeoutUs) return undefined;
    return this.#kite.sample;
  }

  /** Whether anything at all has come from the aircraft's side within the time a Kite may be silent. */
  isLinkUp(nowUs: number): boolean {
    return this.#sample !== undefined && nowUs - this.#sample.timeUs <= this.#kiteTimeoutUs;
  }

  /** Whether there is a position, and one that is good enough to rely on. */
  isPositionGood(gps: GpsPosition | undefined): boolean {
    return gps !== undefined && gps.accuracyM <= this.#gpsAccuracyMaxM;
  }

  /** For how long the Kite has had no good position, seconds; 0 while it has one or nothing is known. */
  gpsLostS(nowUs: number): number {
    return this.#gpsLostAtUs === undefined ? 0 : (nowUs - this.#gpsLostAtUs) / US_PER_S;
  }

  /** The camera as last seen, off when nothing comes from it; undefined when none has been seen since the start, or it has been taken away. */
  camera(nowUs: number): CameraSample | undefined {
    if (this.#camera === undefined) return undefined;
    const { sample, timeUs } = this.#camera;
    // Together with the Kite's, its data may be late; without it, they are missed at once.
    const isDetached = this.#sample?.kite !== undefined && this.#sample.camera === undefined;
    const isHeard = !isDetached && nowUs - timeUs <= this.#kiteTimeoutUs;
    return isHeard ? sample : { ...sample, online: false, isTilting: false };
  }
}
