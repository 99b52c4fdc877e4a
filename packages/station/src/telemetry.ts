import type { AircraftSample, CameraSample, KiteSample } from './ports/aircraft.ts';
import { US_PER_S } from './ports/clock.ts';

/** What the aircraft last said, and how long ago: the reported side of every state that the API shows. */
export class Telemetry {
  readonly #kiteTimeoutUs: number;
  #sample: AircraftSample | undefined;
  #kite: { readonly sample: KiteSample; readonly timeUs: number } | undefined;
  #camera: CameraSample | undefined;
  #gpsLostAtUs: number | undefined;

  /** @param kiteTimeoutS how long the Kite may be silent before its data counts as missing */
  constructor(kiteTimeoutS: number) {
    this.#kiteTimeoutUs = kiteTimeoutS * US_PER_S;
  }

  accept(sample: AircraftSample): void {
    this.#sample = sample;
    if (sample.kite !== undefined) {
      this.#kite = { sample: sample.kite, timeUs: sample.timeUs };
      if (sample.kite.gps !== undefined) this.#gpsLostAtUs = undefined;
      else this.#gpsLostAtUs ??= sample.timeUs;
    }
    if (sample.camera !== undefined) this.#camera = sample.camera;
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

  /** For how long the Kite has had no position, seconds; 0 while it has one or nothing is known. */
  gpsLostS(nowUs: number): number {
    return this.#gpsLostAtUs === undefined ? 0 : (nowUs - this.#gpsLostAtUs) / US_PER_S;
  }

  /** The camera as last seen, off when nothing comes from it now; undefined when none has been seen since the start. */
  camera(nowUs: number): CameraSample | undefined {
    if (this.#camera === undefined) return undefined;
    const isHeard = this.#sample?.camera !== undefined && this.isLinkUp(nowUs);
    return isHeard ? this.#camera : { ...this.#camera, online: false, isTilting: false };
  }
}
