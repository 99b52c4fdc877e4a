import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import {
  ALTITUDE_CLEARANCE_M,
  type BrokenLimit,
  brokenBySoftMax,
  brokenLimit,
  lowestM,
} from '@kitestring/station-contract/flight/altitude-limits.ts';
import type { FlightInfo } from '@kitestring/station-contract/flight/flight-info.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { StationSettings } from '../station-settings.ts';

/** Margin below the limit without GPS, metres: a held altitude varies by up to 0.3 m. */
const GPS_MARGIN_M = 1;

/**
 * Margin of the flown altitude below the maximum, metres: in moderate turbulence neither the true nor the reported
 * altitude of a healthy Kite is this far above the commanded one.
 */
const CEILING_MARGIN_M = 0.45;
/** Upper bound of the margin, as a share of the tolerance within which a target counts as reached. */
const REACHED_SHARE = 0.9;

/** Limits that the environment sets now. */
interface Surroundings {
  /** A fix of sufficient accuracy. */
  readonly hasGpsFix: boolean;
  /** Wind ceiling, metres. Undefined: the wind sets none. */
  readonly windCeilingM: number | undefined;
}

/** Allowed altitudes. The soft maximum starts at the hard one and is not stored. */
export class AltitudeLimits {
  readonly #flight: StationSettings['flight'];
  #softMaxM: number;

  constructor(flight: StationSettings['flight']) {
    this.#flight = flight;
    this.#softMaxM = flight.altitudeHardMaxM;
  }

  [STATE](archive: StateArchive): void {
    this.#softMaxM = archive.of(this.#softMaxM);
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
    const { altitudeHardMaxM: hardMaxM } = this.#flight;
    const { takeoffM } = this;
    if (brokenBySoftMax(altitudeM, { takeoffM, hardMaxM }) !== undefined) {
      const values = { minM: lowestM({ takeoffM }), clearanceM: ALTITUDE_CLEARANCE_M, maxM: hardMaxM, gotM: altitudeM };
      return refuse('SOFT_MAX_OUT_OF_RANGE', values);
    }
    this.#softMaxM = altitudeM;
    return accepted;
  }

  /** Whether a client may command this altitude now. Safety descents are decided by the flight itself. */
  check(altitudeM: number, { hasGpsFix, windCeilingM }: Surroundings): Result<void> {
    const broken = brokenLimit(altitudeM, {
      takeoffM: this.takeoffM,
      hardMaxM: this.#flight.altitudeHardMaxM,
      softMaxM: this.#softMaxM,
      gpsMaxM: this.#flight.altitudeMaxWithoutGpsM,
      hasGoodGps: hasGpsFix,
      windMaxM: windCeilingM,
    });
    return broken === undefined ? accepted : refusal(broken, altitudeM);
  }

  /** Altitude that the aircraft is commanded for this target: the maximum is never exceeded, not by a gust either. */
  flownM(targetM: number): number {
    return Math.min(targetM, this.#softMaxM - this.marginM);
  }

  /** A target at the maximum must still count as reached. */
  get marginM(): number {
    return Math.min(CEILING_MARGIN_M, REACHED_SHARE * this.#flight.altitudeReachedWithinM);
  }

  /** Ceiling in these surroundings, metres. */
  ceilingM(surroundings: Surroundings): number {
    const { altitudeMaxWithoutGpsM } = this.#flight;
    return Math.min(
      this.#softMaxM,
      surroundings.hasGpsFix ? Number.POSITIVE_INFINITY : altitudeMaxWithoutGpsM - GPS_MARGIN_M,
      surroundings.windCeilingM ?? Number.POSITIVE_INFINITY,
    );
  }
}

function refusal({ kind, limitM }: BrokenLimit, gotM: number): Result<never> {
  switch (kind) {
    case 'tooLow':
      return refuse('ALTITUDE_TOO_LOW', { minM: limitM, clearanceM: ALTITUDE_CLEARANCE_M, gotM });
    case 'hard':
      return refuse('ALTITUDE_ABOVE_HARD_MAX', { maxM: limitM, gotM });
    case 'soft':
      return refuse('ALTITUDE_ABOVE_SOFT_MAX', { maxM: limitM, gotM });
    case 'gps':
      return refuse('ALTITUDE_ABOVE_GPS_MAX', { maxM: limitM, gotM });
    case 'wind':
      return refuse('ALTITUDE_ABOVE_WIND_MAX', { maxM: limitM, gotM });
    case 'descent':
      return onlyDownwards(limitM, gotM);
  }
}

export const onlyDownwards = (maxM: number, gotM: number): Result<never> => refuse('ONLY_DOWNWARDS', { maxM, gotM });
