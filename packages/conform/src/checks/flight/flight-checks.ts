import type { CheckedApi } from '../../api-version.ts';
import type { ContractCheck } from '../../check.ts';
import { BEFORE_FLIGHT, CLIMB, TAKE_OFF } from './climb.ts';
import { LANDING } from './landing.ts';
import { refusedIn } from './steps.ts';
import { ABORT_STOPS, TURNS } from './turns.ts';

/** A whole flight: each check continues where the one before has ended. */
export const flightChecks = ({ abortsFlying }: CheckedApi): ContractCheck[] => [
  ...BEFORE_FLIGHT,
  ...TAKE_OFF,
  refusedIn('Flying', abortsFlying ? ['take_off'] : ['take_off', 'abort']),
  ...CLIMB,
  ...TURNS,
  ...(abortsFlying ? [ABORT_STOPS] : []),
  ...LANDING,
];
