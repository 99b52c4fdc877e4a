import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { GpsPosition } from '@kitestring/station-core/ports';
import type { LocalFrame } from '../geodesy.ts';
import type { GpsReceiver } from '../sensors/gps-receiver.ts';

/** Position of a receiver as latitude and longitude, computed once per fix: there are more samples than fixes. */
export class PositionReading {
  readonly #frame: LocalFrame;
  readonly #receiver: GpsReceiver;
  readonly #undulationM: number;
  #eastM = Number.NaN;
  #northM = 0;
  #upM = 0;
  #accuracyM = 0;
  #position: GpsPosition | undefined;

  /** @param undulationM height of mean sea level above the ellipsoid, which the receiver subtracts */
  constructor(frame: LocalFrame, undulationM: number, receiver: GpsReceiver) {
    this.#frame = frame;
    this.#undulationM = undulationM;
    this.#receiver = receiver;
  }

  [STATE](archive: StateArchive): void {
    [this.#eastM, this.#northM, this.#upM] = archive.all(this.#eastM, this.#northM, this.#upM);
    [this.#accuracyM, this.#position] = archive.all(this.#accuracyM, this.#position);
    archive.in(this.#receiver);
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
    const { latDeg, lonDeg, heightM } = this.#frame.toGeodetic(eastM, northM, upM);
    this.#eastM = eastM;
    this.#northM = northM;
    this.#upM = upM;
    this.#accuracyM = accuracyM;
    this.#position = { latDeg, lonDeg, elevationM: heightM - this.#undulationM, accuracyM };
  }
}
