import type { KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import type { HeatLevel } from '../system/heat.ts';
import { HAZARD_NAMES, HAZARD_REACTIONS, type HazardName } from './hazards.ts';
import type { WindLevel } from './wind-safety.ts';

/** Without a position for this long the Kite comes down below the limit: a receiver loses single fixes all the time. */
export const GPS_LOSS_S = 1;

/** How far above the ceiling for wind a Kite must be to be sent down, metres: twice what counts as being there. */
const WIND_TRIGGER_M = 1;

/** Everything that decides whether a Kite in the air may stay there. */
export interface SafetySituation {
  readonly kite: KiteSample;
  readonly hazards: Partial<Record<HazardName, boolean>>;
  readonly safetyLandButtonPressed: boolean;
  readonly gpsLostS: number;
  readonly wind: { readonly level: WindLevel; readonly ceilingM: number | undefined };
  readonly heat: { readonly kite: HeatLevel; readonly spool: HeatLevel };
  readonly wrongVoltage: { readonly kite: boolean; readonly groundStation: boolean };
  readonly flight: StationSettings['flight'];
}

/** What must happen whatever was asked of the Kite, and why. */
export interface SafetyDemand {
  readonly event: 'safetyLandingNeeded' | 'landingNeeded' | 'descentNeeded';
  readonly reason: string;
}

type Reason = (situation: SafetySituation) => string | undefined;

const when = (isSo: boolean, reason: string): string | undefined => (isSo ? reason : undefined);

const hazard: Reason = ({ hazards }) => {
  const name = HAZARD_NAMES.find((found) => hazards[found] && HAZARD_REACTIONS[found].landingReason !== undefined);
  return name && HAZARD_REACTIONS[name].landingReason;
};

const SAFETY_LANDING_REASONS: readonly Reason[] = [
  ({ safetyLandButtonPressed }) => when(safetyLandButtonPressed, 'the safety land button is pressed'),
  hazard,
  ({ heat }) => when(heat.kite === 'hot', 'the Kite is too hot'),
  ({ heat }) => when(heat.spool === 'hot', 'the spool of the tether is too hot'),
  ({ wind }) => when(wind.level === 'safetyLanding', 'the Kite can hardly hold against the wind'),
  ({ kite }) => when(kite.failsafeLanding, 'the Kite lands by a failsafe of its own'),
];

const LANDING_REASONS: readonly Reason[] = [
  ({ wind }) => when(wind.level === 'land', 'the wind stays over its limit'),
  ({ wrongVoltage }) => when(wrongVoltage.kite, 'the backup battery of the Kite is not in order'),
  ({ wrongVoltage }) => when(wrongVoltage.groundStation, 'the backup battery of the Ground Station is not in order'),
];

const DESCENT_REASONS: readonly Reason[] = [
  ({ kite, gpsLostS, flight }) =>
    when(gpsLostS >= GPS_LOSS_S && (kite.altitudeM ?? 0) >= flight.altitudeMaxWithoutGpsM, 'GPS is lost'),
  ({ kite, wind }) =>
    when((kite.altitudeM ?? 0) > (wind.ceilingM ?? Infinity) + WIND_TRIGGER_M, 'the wind is over its limit'),
];

/** What the sensors demand of a Kite in the air; undefined when nothing. */
export function safetyDemand(situation: SafetySituation): SafetyDemand | undefined {
  return (
    demand('safetyLandingNeeded', SAFETY_LANDING_REASONS, situation) ??
    demand('landingNeeded', LANDING_REASONS, situation) ??
    demand('descentNeeded', DESCENT_REASONS, situation)
  );
}

function demand(
  event: SafetyDemand['event'],
  reasons: readonly Reason[],
  situation: SafetySituation,
): SafetyDemand | undefined {
  let found: string | undefined;
  for (const reasonOf of reasons) {
    const reason = reasonOf(situation);
    if (reason !== undefined) found = found === undefined ? reason : `${found}, ${reason}`;
  }
  return found === undefined ? undefined : { event, reason: found };
}
