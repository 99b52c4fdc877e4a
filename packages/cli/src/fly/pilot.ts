import type { ControlHold } from '@kitestring/client/hold-control.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { FlightWatch } from './flight-watch.ts';
import { type Goal, reach } from './goal.ts';

/** Who carries out the steps of a flight: commands by the client, waiting by the topics. */
export interface Pilot {
  readonly client: KitestringClient;
  readonly watch: FlightWatch;
  readonly control: ControlHold;
  /** Ends every wait: Ctrl-C, or control that is lost. */
  readonly signal: AbortSignal;
  /** Says how the step under way is getting on; called whenever somebody looks. */
  tell(note: () => string): void;
}

/** Waits until the aircraft is there. */
export const reached = ({ watch, signal }: Pilot, goal: Goal): Promise<void> => reach(watch, goal, signal);

const AIRBORNE: readonly (string | undefined)[] = [
  'TakingOff',
  'Flying',
  'Landing',
  'SafetyLanding',
  'SafetyDescending',
];

export const isAirborne = (state: string | undefined): boolean => AIRBORNE.includes(state);
