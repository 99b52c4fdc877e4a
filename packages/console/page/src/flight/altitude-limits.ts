import {
  type AltitudeBounds,
  type BrokenLimit,
  brokenBySoftMax,
  brokenLimit,
  type Ceiling,
  ceilings,
  lowestM,
} from '@kitestring/station-contract/flight/altitude-limits.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { type LengthUnit, M_PER_FOOT, type Quantities } from '../quantities/quantities.ts';
import type { Words } from '../words/words.ts';

/** Reason for which an altitude cannot be requested. */
export type AltitudeFault = { readonly kind: 'notANumber' } | BrokenLimit;

/** The hard ceiling and all lower ones, highest first. */
export const shownCeilings = (bounds: AltitudeBounds): readonly Ceiling[] =>
  ceilings(bounds)
    .filter(({ altitudeM, name }) => name === 'hard' || name === 'descent' || altitudeM < bounds.hardMaxM)
    .sort((a, b) => b.altitudeM - a.altitudeM);

/** Available whole metres. */
export function choosableM(bounds: AltitudeBounds): { readonly minM: number; readonly maxM: number } {
  const minM = Math.ceil(lowestM(bounds));
  const inForce = ceilings(bounds).filter(({ isInForce }) => isInForce);
  const highestM = inForce.map(({ altitudeM, isStrict }) =>
    isStrict ? Math.ceil(altitudeM) - 1 : Math.floor(altitudeM),
  );
  return { minM, maxM: Math.max(minM, Math.min(...highestM)) };
}

/**
 * A typed altitude, with a comma or a point, in metres; undefined when it is invalid.
 * @param unit of a number without a unit: the displayed one
 */
export function parseAltitudeM(text: string, unit: LengthUnit): number | undefined {
  const [, digits, , typedUnit = unit] = /^(-?\d+([.,]\d*)?)\s*(m|ft)?$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return Math.round(Number(digits.replace(',', '.')) * (typedUnit === 'ft' ? M_PER_FOOT : 1) * 100) / 100;
}

export const altitudeFault = (altitudeM: number | undefined, bounds: AltitudeBounds): AltitudeFault | undefined =>
  altitudeM === undefined ? { kind: 'notANumber' } : brokenLimit(altitudeM, bounds);

export const softMaxFault = (altitudeM: number | undefined, bounds: AltitudeBounds): AltitudeFault | undefined =>
  altitudeM === undefined ? { kind: 'notANumber' } : brokenBySoftMax(altitudeM, bounds);

interface LimitSources {
  readonly info: { altitude_takeoff?: number; altitude_hard_max: number; altitude_soft_max: number };
  readonly state:
    | {
        readonly flight_state: FlightStateName;
        readonly altitude_target?: number;
        readonly kite_gps_has_fix?: boolean;
        readonly kite_gps_accuracy?: number;
      }
    | undefined;
  readonly altitudeMaxWithoutGpsM: number;
  readonly gpsAccuracyMaxM: number;
  /** Wind limit of the altitude, from its notification. */
  readonly windMaxM: number | undefined;
}

/** The limits in the station's answers. */
export function altitudeBounds(sources: LimitSources): AltitudeBounds {
  const { altitudeMaxWithoutGpsM, gpsAccuracyMaxM, info, state, windMaxM } = sources;
  const isAccurate = (state?.kite_gps_accuracy ?? 0) <= gpsAccuracyMaxM;
  return {
    takeoffM: info.altitude_takeoff ?? 0,
    hardMaxM: info.altitude_hard_max,
    softMaxM: info.altitude_soft_max,
    gpsMaxM: altitudeMaxWithoutGpsM,
    // Without data of the Kite no limit is shown as violated: the station decides.
    hasGoodGps: state?.kite_gps_has_fix === undefined || (state.kite_gps_has_fix && isAccurate),
    windMaxM,
    descentTargetM: state?.flight_state === 'SafetyDescending' ? state.altitude_target : undefined,
  };
}

/** Reason for which an altitude is refused, with the limit in the unit of input. */
export const altitudeFaultText = (fault: AltitudeFault, { flight }: Words, quantities: Quantities): string =>
  flight.fault(fault.kind, 'limitM' in fault ? quantities.enteredText(fault.limitM) : '');
