import type { KiteSample } from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import type { HeatLevel } from '../system/heat.ts';
import { HAZARD_NAMES, HAZARD_REACTIONS, type HazardName } from './hazards.ts';
import type { WindLevel } from './wind-safety.ts';

/** Without a position for this long the Kite descends below the limit: receivers lose single fixes all the time. */
export const GPS_LOSS_S = 1;

/** Distance above the wind ceiling at which a descent starts, metres: twice the tolerance of a reached altitude. */
const WIND_TRIGGER_M = 1;

/** Inputs of the decision whether a flying Kite may continue. */
interface SafetySituation {
  readonly kite: KiteSample;
  readonly hazards: Partial<Record<HazardName, boolean>>;
  readonly safetyLandButtonPressed: boolean;
  readonly gpsLostS: number;
  readonly wind: { readonly level: WindLevel; readonly ceilingM: number | undefined };
  readonly heat: { readonly kite: HeatLevel; readonly spool: HeatLevel };
  readonly wrongVoltage: { readonly kite: boolean; readonly groundStation: boolean };
  readonly flight: StationSettings['flight'];
}

/** A safety reaction, which overrides all commands, with its reason. */
export interface SafetyDemand {
  readonly event: 'safetyLandingNeeded' | 'landingNeeded' | 'descentNeeded';
  readonly reason: string;
}

type Reason = (situation: SafetySituation) => string | undefined;

const when = (isSo: boolean, reason: string): string | undefined => (isSo ? reason : undefined);

const hazard: Reason = ({ hazards }) => {
  const name = HAZARD_NAMES.find((found) => hazards[found] && HAZARD_REACTIONS[found].endsFlight);
  return name && HAZARD_REACTIONS[name].fault;
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
  ({ wind }) => when(wind.level === 'land', 'the wind load stays over its limit'),
  ({ wrongVoltage }) => when(wrongVoltage.kite, 'the backup battery of the Kite is not in order'),
  ({ wrongVoltage }) => when(wrongVoltage.groundStation, 'the backup battery of the Ground Station is not in order'),
];

const DESCENT_REASONS: readonly Reason[] = [
  ({ kite, gpsLostS, flight }) =>
    when(gpsLostS >= GPS_LOSS_S && (kite.altitudeM ?? 0) >= flight.altitudeMaxWithoutGpsM, 'GPS is lost'),
  ({ kite, wind }) =>
    when((kite.altitudeM ?? 0) > (wind.ceilingM ?? Infinity) + WIND_TRIGGER_M, 'the wind load is over its limit'),
];

/** Returns the safety reaction that the sensors of a flying Kite demand; undefined when none. */
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
