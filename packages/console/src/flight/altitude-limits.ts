import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';

/** A Kite is sent no lower than this above the take-off altitude, metres. Source: flight.control.altitude. */
const CLEARANCE_M = 1;

/** What bounds the altitude now. */
export interface AltitudeLimits {
  readonly takeoffM: number;
  readonly hardMaxM: number;
  readonly softMaxM: number;
  /** Counts while there is no good GPS position. */
  readonly gpsMaxM: number;
  readonly hasGoodGps: boolean;
  /** The Kite descends to safety and may only go lower than this. */
  readonly descentTargetM: number | undefined;
}

export type CeilingName = 'hard' | 'soft' | 'gps' | 'descent';

export interface Ceiling {
  readonly name: CeilingName;
  readonly altitudeM: number;
  /** It counts now; otherwise it is shown for what may come. */
  readonly isInForce: boolean;
}

/** Why an altitude cannot be asked for. */
export type AltitudeFault =
  | { readonly kind: 'notANumber' }
  | { readonly kind: 'tooLow'; readonly limitM: number }
  | { readonly kind: CeilingName; readonly limitM: number };

/** All ceilings that there are, highest first. */
export function ceilingsOf(limits: AltitudeLimits): readonly Ceiling[] {
  const { descentTargetM, gpsMaxM, hardMaxM, hasGoodGps, softMaxM } = limits;
  const ceilings: Ceiling[] = [{ name: 'hard', altitudeM: hardMaxM, isInForce: true }];
  if (softMaxM < hardMaxM) ceilings.push({ name: 'soft', altitudeM: softMaxM, isInForce: true });
  if (gpsMaxM < hardMaxM) ceilings.push({ name: 'gps', altitudeM: gpsMaxM, isInForce: !hasGoodGps });
  if (descentTargetM !== undefined) ceilings.push({ name: 'descent', altitudeM: descentTargetM, isInForce: true });
  return ceilings.sort((a, b) => b.altitudeM - a.altitudeM);
}

export const lowestM = ({ takeoffM }: AltitudeLimits): number => takeoffM + CLEARANCE_M;

/** Whole metres that can be chosen. All ceilings are strict: the altitude itself is not allowed. */
export function choosableM(limits: AltitudeLimits): { readonly minM: number; readonly maxM: number } {
  const minM = Math.ceil(lowestM(limits));
  const inForce = ceilingsOf(limits).filter(({ isInForce }) => isInForce);
  const lowest = Math.min(...inForce.map(({ altitudeM }) => altitudeM));
  return { minM, maxM: Math.max(minM, Math.ceil(lowest) - 1) };
}

/** The altitude that was typed, with a comma or a point; undefined when it is none. */
export function parseAltitudeM(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.').replace(/\s*m$/, '');
  if (!/^-?\d+(\.\d*)?$/.test(trimmed)) return undefined;
  return Math.round(Number(trimmed) * 100) / 100;
}

/** What forbids this altitude: the fixed limits first, as the station judges them. */
export function altitudeFault(altitudeM: number | undefined, limits: AltitudeLimits): AltitudeFault | undefined {
  if (altitudeM === undefined) return { kind: 'notANumber' };
  if (altitudeM < lowestM(limits)) return { kind: 'tooLow', limitM: lowestM(limits) };
  const order: readonly CeilingName[] = ['hard', 'soft', 'gps', 'descent'];
  const broken = ceilingsOf(limits)
    .filter((ceiling) => ceiling.isInForce && altitudeM >= ceiling.altitudeM)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))[0];
  return broken && { kind: broken.name, limitM: broken.altitudeM };
}

/** What forbids this soft maximum; the hard maximum itself is allowed and means none. */
export function softMaxFault(altitudeM: number | undefined, limits: AltitudeLimits): AltitudeFault | undefined {
  if (altitudeM === undefined) return { kind: 'notANumber' };
  if (altitudeM < lowestM(limits)) return { kind: 'tooLow', limitM: lowestM(limits) };
  return altitudeM > limits.hardMaxM ? { kind: 'hard', limitM: limits.hardMaxM } : undefined;
}

export interface LimitSources {
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
}

/** The limits as the station's answers have them. */
export function altitudeLimitsOf(sources: LimitSources): AltitudeLimits {
  const { altitudeMaxWithoutGpsM, gpsAccuracyMaxM, info, state } = sources;
  const isAccurate = (state?.kite_gps_accuracy ?? 0) <= gpsAccuracyMaxM;
  return {
    takeoffM: info.altitude_takeoff ?? 0,
    hardMaxM: info.altitude_hard_max,
    softMaxM: info.altitude_soft_max,
    gpsMaxM: altitudeMaxWithoutGpsM,
    // Nothing known of the Kite is no reason to show a limit as broken: the station judges.
    hasGoodGps: state?.kite_gps_has_fix === undefined || (state.kite_gps_has_fix && isAccurate),
    descentTargetM: state?.flight_state === 'SafetyDescending' ? state.altitude_target : undefined,
  };
}
