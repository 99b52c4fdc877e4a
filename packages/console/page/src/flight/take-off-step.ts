import type { TakeOffStep } from '@kitestring/station-contract/flight/take-off-step.ts';
import type { LidsState } from '@kitestring/station-contract/system/system-state.ts';

/** Above this altitude the Kite has left the ground, metres. */
const GROUND_M = 0.3;

/** Without a Rooftop Box there are no lids. */
export const takeOffSteps = (lids: LidsState | undefined): readonly TakeOffStep[] =>
  lids === undefined ? ['checks', 'climb'] : ['lids', 'checks', 'climb'];

/** The current step according to telemetry. */
export function takeOffStep(lids: LidsState | undefined, altitudeM: number | undefined): TakeOffStep {
  if (lids !== undefined && lids !== 'Opened') return 'lids';
  return (altitudeM ?? 0) > GROUND_M ? 'climb' : 'checks';
}
