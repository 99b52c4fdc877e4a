import type { FlightInfo } from '@kitestring/contract/flight/flight-info.ts';
import { accepted, type Result, refuse } from '../refusal.ts';
import type { StationSettings } from '../station-settings.ts';

/** A Kite may be sent no lower than this above `altitude_takeoff`, metres: below it is landing, not flying. */
const CLEARANCE_M = 1;

/** How far below the limit without GPS the Kite holds, metres: its held altitude wanders by up to 0.3 m. */
const GPS_MARGIN_M = 1;

/** What the surroundings allow now. */
export interface Surroundings {
  /** A good one. */
  readonly hasGpsFix: boolean;
  /** The highest altitude that the wind allows, metres. Undefined: it limits none. */
  readonly windCeilingM: number | undefined;
}

/** The altitudes that the Kite may be sent to. The soft maximum starts at the hard one and is not stored. */
export class AltitudeLimits {
  readonly #flight: StationSettings['flight'];
  #softMaxM: number;

  constructor(flight: StationSettings['flight']) {
    this.#flight = flight;
    this.#softMaxM = flight.altitudeHardMaxM;
  }

  get takeoffM(): number {
    return this.#flight.altitudeTakeoffM;
  }

  get softMaxM(): number {
    return this.#softMaxM;
  }

  info(): FlightInfo {
    return {
      altitude_takeoff: this.#flight.altitudeTakeoffM,
      altitude_hard_max: this.#flight.altitudeHardMaxM,
      altitude_soft_max: this.#softMaxM,
    };
  }

  setSoftMax(altitudeM: number): Result<void> {
    const { altitudeHardMaxM } = this.#flight;
    const minimumM = this.#minimumM;
    if (altitudeM < minimumM || altitudeM > altitudeHardMaxM) {
      return refuse(
        'SOFT_MAX_OUT_OF_RANGE',
        `altitude must be from ${minimumM} m (altitude_takeoff + ${CLEARANCE_M} m) to ${altitudeHardMaxM} m (altitude_hard_max), got ${altitudeM} m`,
      );
    }
    this.#softMaxM = altitudeM;
    return accepted;
  }

  /** Whether a client may send the Kite to this altitude now. All upper limits are strict, as published. */
  check(altitudeM: number, surroundings: Surroundings): Result<void> {
    const { altitudeHardMaxM, altitudeMaxWithoutGpsM } = this.#flight;
    const { windCeilingM } = surroundings;
    if (altitudeM < this.#minimumM) {
      return refuse(
        'ALTITUDE_TOO_LOW',
        `altitude must be at least ${this.#minimumM} m (altitude_takeoff + ${CLEARANCE_M} m), got ${altitudeM} m`,
      );
    }
    if (altitudeM >= altitudeHardMaxM) {
      return refuse('ALTITUDE_ABOVE_HARD_MAX', mustBeLower('altitude_hard_max', altitudeHardMaxM, altitudeM));
    }
    if (altitudeM >= this.#softMaxM) {
      return refuse('ALTITUDE_ABOVE_SOFT_MAX', mustBeLower('altitude_soft_max', this.#softMaxM, altitudeM));
    }
    if (!surroundings.hasGpsFix && altitudeM >= altitudeMaxWithoutGpsM) {
      return refuse(
        'ALTITUDE_ABOVE_GPS_MAX',
        mustBeLower('the maximum without a GPS fix', altitudeMaxWithoutGpsM, altitudeM),
      );
    }
    if (windCeilingM !== undefined && altitudeM > windCeilingM) {
      return refuse(
        'ALTITUDE_ABOVE_WIND_MAX',
        `altitude must not be higher than ${windCeilingM} m while the wind is over its limit, got ${altitudeM} m`,
      );
    }
    return accepted;
  }

  /** The highest altitude that may be held in these surroundings, metres. */
  ceilingM(surroundings: Surroundings): number {
    const { altitudeMaxWithoutGpsM } = this.#flight;
    return Math.min(
      this.#softMaxM,
      surroundings.hasGpsFix ? Number.POSITIVE_INFINITY : altitudeMaxWithoutGpsM - GPS_MARGIN_M,
      surroundings.windCeilingM ?? Number.POSITIVE_INFINITY,
    );
  }

  get #minimumM(): number {
    return this.#flight.altitudeTakeoffM + CLEARANCE_M;
  }
}

const mustBeLower = (limit: string, limitM: number, gotM: number) =>
  `altitude must be lower than ${limit} (${limitM} m), got ${gotM} m`;
