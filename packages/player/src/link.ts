/** One connection over which pictures come, from its beginning to its end. */
import type { PlayPath } from './player-state.ts';

export type LinkEnd =
  /** The station has answered no. `status` is that of HTTP. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The station could not be asked. */
  | { readonly kind: 'unreachable' }
  /** The station said yes, and this path does not work from here. */
  | { readonly kind: 'failed' }
  /** It had begun, and is over. */
  | { readonly kind: 'closed' };

/** When the picture with these figures was taken, on the clock of this machine, milliseconds since 1970; undefined while unknown. */
export type TakenMs = (picture: VideoFrameCallbackMetadata) => number | undefined;

export interface Link {
  readonly path: PlayPath;
  /** Kept when it is over, also when it was stopped. */
  readonly ended: Promise<LinkEnd>;
  readonly takenMs: TakenMs;
  /** When something of a picture came last, by `performance.now()`: also in a page that nobody sees, which shows no pictures. */
  readonly lastArrivalMs: number;
  /** The machine does not keep up, or does again: late pictures are left out sooner. */
  setOverBudget?(isOver: boolean): void;
  stop(): void;
}
