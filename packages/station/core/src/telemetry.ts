import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { AircraftSample, CameraSample, GpsPosition, KiteSample } from './ports/aircraft.ts';
import type { StationSettings } from './station-settings.ts';

/** The single copy of the latest sample, read-only outside the station. */
export type ReadableTelemetry = Omit<Telemetry, 'accept'>;

/** Latest sample of the aircraft and its age: the reported side of every published state. */
export class Telemetry {
  readonly #kiteTimeoutUs: number;
  readonly #gpsAccuracyMaxM: number;
  #sample: AircraftSample | undefined;
  #kite: { readonly sample: KiteSample; readonly timeUs: number; readonly measuredUs: number } | undefined;
  #camera: { readonly sample: CameraSample; readonly timeUs: number } | undefined;
  #gpsLostAtUs: number | undefined;

  constructor({ kiteDataTimeoutS, gpsAccuracyMaxM }: StationSettings['flight']) {
    this.#kiteTimeoutUs = kiteDataTimeoutS * US_PER_S;
    this.#gpsAccuracyMaxM = gpsAccuracyMaxM;
  }

  [STATE](archive: StateArchive): void {
    [this.#sample, this.#kite, this.#camera] = archive.all(this.#sample, this.#kite, this.#camera);
    this.#gpsLostAtUs = archive.of(this.#gpsLostAtUs);
  }

  accept(sample: AircraftSample): void {
    this.#sample = sample;
    if (sample.kite !== undefined) {
      const { kite, kiteUs, timeUs } = sample;
      this.#kite = { sample: kite, timeUs, measuredUs: kiteUs ?? timeUs };
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

  /** When the newest data of the Kite were measured, which not every sample has; 0 before the first. */
  get kiteUs(): number {
    return this.#kite?.measuredUs ?? 0;
  }

  /** Data of the Kite, if recent enough for decisions. */
  kite(nowUs: number): KiteSample | undefined {
    if (this.#kite === undefined || nowUs - this.#kite.timeUs > this.#kiteTimeoutUs) return undefined;
    return this.#kite.sample;
  }

  /** Newest data of the Kite, however old. */
  get lastKite(): KiteSample | undefined {
    return this.#kite?.sample;
  }

  /** Whether any data have come from the aircraft within the Kite's timeout. */
  isLinkUp(nowUs: number): boolean {
    return this.#sample !== undefined && nowUs - this.#sample.timeUs <= this.#kiteTimeoutUs;
  }

  /** Whether there is a position of sufficient accuracy. */
  isPositionGood(gps: GpsPosition | undefined): boolean {
    return gps !== undefined && gps.accuracyM <= this.#gpsAccuracyMaxM;
  }

  /** Time without a good position, seconds; 0 with one or without data. */
  gpsLostS(nowUs: number): number {
    return this.#gpsLostAtUs === undefined ? 0 : (nowUs - this.#gpsLostAtUs) / US_PER_S;
  }

  /**
   * The camera as last seen, off when it sends no data; undefined when none has been seen since the start, or it was
   * detached.
   */
  camera(nowUs: number): CameraSample | undefined {
    if (this.#camera === undefined) return undefined;
    const { sample, timeUs } = this.#camera;
    // Attached to the Kite its data may be late; without the Kite, they are missing at once.
    const isDetached = this.#sample?.kite !== undefined && this.#sample.camera === undefined;
    const isHeard = !isDetached && nowUs - timeUs <= this.#kiteTimeoutUs;
    return isHeard ? sample : { ...sample, online: false, isTilting: false };
  }
}
