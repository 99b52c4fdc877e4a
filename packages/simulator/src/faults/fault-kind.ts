import type { PayloadName } from '@kitestring/contract/sim/controls.ts';
import type { FaultFigures, FaultType } from '@kitestring/contract/sim/faults.ts';
import type { Simulation } from '../simulation.ts';

/** What happens beside the aircraft; who runs it all says how. What is absent is not possible. */
export interface SideEffects {
  /** Pictures of a stream stop or come back; every stream when the id is empty. */
  readonly streamLost?: (isLost: boolean, streamId: string) => void;
  /** The space for recordings ends or is there again. */
  readonly storageFull?: (isFull: boolean) => void;
  /** The computer of the Ground Station goes away or comes back. */
  readonly reboot?: (isAway: boolean) => void;
}

/** What faults act on. */
export interface FaultWorld {
  readonly simulation: Simulation;
  readonly sideEffects: SideEffects;
  readonly cameraModel: PayloadName;
  readonly setCameraModel: (model: PayloadName) => void;
  /** Puts on a new tether in place of one that is apart, where somebody can reach the Kite. */
  readonly replaceTether: () => void;
}

/** What a fault has changed, for as long as it is there. */
export interface FaultEffect {
  /** Moves on what changes with time: called at once and then at the rate of the controllers. */
  readonly step?: (sinceS: number) => void;
  /** Why it can't end now; undefined when it can. */
  readonly endRefusal?: () => string | undefined;
  /** Puts back what it changed. */
  readonly end: () => void;
}

/** How one type of fault happens. `Figures` are its parameters, defaults filled in. */
export interface FaultKind<Figures> {
  /** The things that it has for itself: two faults on the same thing are not possible at the same time. */
  readonly claims: (figures: Figures) => readonly string[];
  /** Its own length, when no other is asked for, seconds. */
  readonly lengthS?: (figures: Figures) => number;
  /** What the aircraft would need for it and has not, so that it never is possible; undefined when nothing lacks. */
  readonly lacking?: (world: FaultWorld) => string | undefined;
  /** Why it is not possible now; undefined when it is. */
  readonly refusal?: (world: FaultWorld, figures: Figures) => string | undefined;
  readonly begin: (world: FaultWorld, figures: Figures, severity: number) => FaultEffect;
}

export type FaultKindOf<T extends FaultType> = FaultKind<FaultFigures<T>>;
