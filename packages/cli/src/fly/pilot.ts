import type { ControlHold } from '@kitestring/client/hold-control.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { FlightWatch } from './flight-watch.ts';
import { type Goal, reach } from './goal.ts';

/** Executes the steps of a flight: commands by the client, waits by the topics. */
export interface Pilot {
  readonly client: KitestringClient;
  readonly watch: FlightWatch;
  readonly control: ControlHold;
  /** Aborts every wait: Ctrl-C, or loss of control. */
  readonly signal: AbortSignal;
  /** Describes the progress of the current step; called on every redraw. */
  tell(note: () => string): void;
}

/** Waits until the aircraft has reached the goal. */
export const reached = ({ watch, signal }: Pilot, goal: Goal): Promise<void> => reach(watch, goal, signal);

const AIRBORNE: readonly (string | undefined)[] = [
  'TakingOff',
  'Flying',
  'Landing',
  'SafetyLanding',
  'SafetyDescending',
];

export const isAirborne = (state: string | undefined): boolean => AIRBORNE.includes(state);
