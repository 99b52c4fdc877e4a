import type { FlightMode } from '../autopilot.ts';

/** Contents of a heartbeat, beside what the driver has ordered. */
interface FlightSituation {
  readonly isArmed: boolean;
  readonly mode: FlightMode;
  /** The autopilot acts on a failure. */
  readonly isInFailsafe: boolean;
  /** The driver's own orders, also those of a moment ago whose old mode may still be reported. */
  readonly hasOrderedLanding: boolean;
  readonly hasOrderedTakeOff: boolean;
  readonly isStopping: boolean;
  /** Nothing was heard for a while before this heartbeat, so that a failsafe may have begun and ended. */
  readonly wasSilent: boolean;
  /** It moves, and the driver has ordered nothing. */
  readonly movesUnordered: boolean;
  /** System id of the ground station in control, where the autopilot says so. */
  readonly controllingSystem: number | undefined;
  readonly ourSystem: number;
}

export type WhoFlies =
  | { readonly who: 'Nobody' | 'Station' }
  /** The autopilot by its own failsafe; the station may take over as soon as it can. */
  | { readonly who: 'Failsafe' }
  | { readonly who: 'Elsewhere'; readonly why: string };

const elsewhere = (why: string): WhoFlies => ({ who: 'Elsewhere', why });

/**
 * Who flies the vehicle now. A pilot's transmitter or another ground station always wins: any mode that the station did not order is
 * theirs, until they give the vehicle back to the mode of a ground station, or it stands with its motors off.
 */
export function whoFlies(before: WhoFlies, now: FlightSituation): WhoFlies {
  if (!now.isArmed) return { who: 'Nobody' };
  const { controllingSystem: system } = now;
  if (system !== undefined && system !== now.ourSystem) return elsewhere(`ground station ${system} is in control`);
  switch (now.mode) {
    case 'Guided':
      // Another ground station can order it in this mode too.
      return now.movesUnordered ? elsewhere('it moves without an order of this station') : { who: 'Station' };
    case 'TakingOff':
      return now.hasOrderedTakeOff ? { who: 'Station' } : elsewhere('the take-off was ordered elsewhere');
    case 'Landing':
    case 'Returning':
      if (now.hasOrderedLanding && now.mode === 'Landing') return { who: 'Station' };
      if (now.isInFailsafe || now.wasSilent || before.who === 'Failsafe') return { who: 'Failsafe' };
      return elsewhere(
        now.mode === 'Landing' ? 'the landing was ordered elsewhere' : 'the return was ordered elsewhere',
      );
    case 'Other':
      if (now.isStopping && before.who === 'Station') return before;
      return elsewhere('it is in a mode of a pilot');
  }
}
