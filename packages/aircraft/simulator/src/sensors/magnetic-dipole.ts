import type { EnuPosition } from '../enu-position.ts';

/** Closer than this a thing of steel is no dipole, metres. */
export const LEAST_DIPOLE_M = 0.5;

/**
 * A magnetic dipole at rest in the frame of the Ground Station: the field of a vehicle or a steel structure from some
 * distance on, as Wahlström and Gustafsson have it (IEEE Transactions on Signal Processing 62(3), 2014). It falls with
 * the cube of the distance, and beside the dipole it points the other way.
 */
export class MagneticDipole {
  readonly #place: EnuPosition;
  /** Moment times the magnetic constant, over 4 pi: microtesla times cubic metres. */
  readonly #east: number;
  readonly #north: number;
  readonly #up: number;
  /** Field where it was last asked for, microtesla. */
  eastUt = 0;
  northUt = 0;
  upUt = 0;

  /** The dipole whose field is level, and this, at this height straight above the Ground Station. */
  constructor(place: EnuPosition, level: { readonly eastUt: number; readonly northUt: number }, atM: number) {
    this.#place = place;
    const [east, north, up] = [-place.eastM, -place.northM, atM - place.upM];
    const distance = Math.hypot(east, north, up);
    const along = (1.5 * (level.eastUt * east + level.northUt * north)) / distance ** 2;
    this.#east = distance ** 3 * (along * east - level.eastUt);
    this.#north = distance ** 3 * (along * north - level.northUt);
    this.#up = distance ** 3 * along * up;
  }

  meet({ eastM, northM, upM }: EnuPosition): void {
    const east = eastM - this.#place.eastM;
    const north = northM - this.#place.northM;
    const up = upM - this.#place.upM;
    const distance = Math.max(LEAST_DIPOLE_M, Math.hypot(east, north, up));
    const along = (3 * (this.#east * east + this.#north * north + this.#up * up)) / distance ** 2;
    this.eastUt = (along * east - this.#east) / distance ** 3;
    this.northUt = (along * north - this.#north) / distance ** 3;
    this.upUt = (along * up - this.#up) / distance ** 3;
  }
}
