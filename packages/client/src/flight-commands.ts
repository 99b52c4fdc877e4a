import type { Altitude } from '@kitestring/station-contract/flight/altitude.ts';
import type { CallOptions } from './call-options.ts';
import { altitudeGoal, FLYING, type FlightGoal, STAND_BY } from './flight-goals.ts';
import { type FlyUntilDeps, flyUntil } from './fly-until.ts';
import type { FlightOperations } from './operations.ts';

/** Options of a command that may wait for what it leads to. */
export interface UntilOptions<Goal extends string> extends CallOptions {
  /**
   * Resolves only when this is reported. Rejects with `FlightPreventedError`, and in it the notification that says why, when it cannot be
   * reached any more or nothing moves for 30 s of station time. Without it the command resolves as soon as it is accepted.
   */
  readonly until?: Goal;
}

/** The operations of the flight; three of them can wait until the Kite is where it was sent. */
export interface FlightCommands extends Omit<FlightOperations, 'takeOff' | 'land' | 'setAltitude'> {
  /** Takes off. With `until: 'Flying'` it resolves when the take-off altitude is reached. */
  takeOff(options?: UntilOptions<'Flying'>): Promise<void>;
  /** Lands. With `until: 'StandBy'` it resolves when the Kite is on the ground and ready again. */
  land(options?: UntilOptions<'StandBy'>): Promise<void>;
  /** Flies to an altitude, metres. With `until: 'reached'` it resolves when the Kite is there. */
  setAltitude(body: Altitude, options?: UntilOptions<'reached'>): Promise<void>;
}

export function flightCommands(operations: FlightOperations, deps: () => FlyUntilDeps): FlightCommands {
  const command = async (
    send: (options?: CallOptions) => Promise<unknown>,
    goal: FlightGoal,
    { until, ...options }: UntilOptions<string> = {},
  ): Promise<void> => {
    if (until === undefined) await send(options);
    else await flyUntil(deps(), goal, send, options);
  };
  return {
    ...operations,
    takeOff: (options) => command(operations.takeOff, FLYING, options),
    land: (options) => command(operations.land, STAND_BY, options),
    setAltitude: (body, options) =>
      command((callOptions) => operations.setAltitude(body, callOptions), altitudeGoal(body.altitude), options),
  };
}
