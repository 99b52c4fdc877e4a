import type { GpsPosition } from '@kitestring/station/ports/aircraft.ts';
import type { LocalFrame } from '../geodesy.ts';
import type { GpsReceiver } from '../sensors/gps-receiver.ts';

/** A receiver's position as latitude and longitude, worked out once for each that it reports: there are more samples. */
export class PositionReading {
  readonly #frame: LocalFrame;
  readonly #receiver: GpsReceiver;
  #eastM = Number.NaN;
  #northM = 0;
  #upM = 0;
  #accuracyM = 0;
  #position: GpsPosition | undefined;

  constructor(frame: LocalFrame, receiver: GpsReceiver) {
    this.#frame = frame;
    this.#receiver = receiver;
  }

  /** Undefined without a fix. */
  get position(): GpsPosition | undefined {
    if (!this.#receiver.hasFix) return undefined;
    if (!this.#isSame()) this.#workOut();
    return this.#position;
  }

  #isSame(): boolean {
    const { eastM, northM, upM, accuracyM } = this.#receiver;
    const isSamePlace = eastM === this.#eastM && northM === this.#northM && upM === this.#upM;
    return isSamePlace && accuracyM === this.#accuracyM;
  }

  #workOut(): void {
    const { eastM, northM, upM, accuracyM } = this.#receiver;
    const { latDeg, lonDeg, elevationM } = this.#frame.toGeodetic(eastM, northM, upM);
    this.#eastM = eastM;
    this.#northM = northM;
    this.#upM = upM;
    this.#accuracyM = accuracyM;
    this.#position = { latDeg, lonDeg, elevationM, accuracyM };
  }
}
