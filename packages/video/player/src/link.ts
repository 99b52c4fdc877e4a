/** One connection that delivers pictures, from start to end. */
import type { PlayPath } from './player-state.ts';

export type LinkEnd =
  /** Refused by the station. `status` is that of HTTP, `reply` the body of the answer, `retryAfterS` its `Retry-After`. */
  | { readonly kind: 'refused'; readonly status: number; readonly reply?: string; readonly retryAfterS?: number }
  /** The station could not be reached. */
  | { readonly kind: 'unreachable' }
  /** Accepted by the station, but this path does not work on this network. */
  | { readonly kind: 'failed' }
  /** This browser cannot decode the pictures. */
  | { readonly kind: 'undecodable' }
  /** It had started, and has ended. */
  | { readonly kind: 'closed' };

/** The end of a connection that the station has refused by this answer. */
export async function refusedBy(response: Response): Promise<LinkEnd> {
  const retryAfterS = Number(response.headers.get('retry-after')) || 0;
  return { kind: 'refused', status: response.status, retryAfterS, reply: await response.text() };
}

/**
 * Capture time of the picture with these figures, on the clock of this machine, milliseconds since 1970; undefined
 * while unknown.
 */
export type TakenMs = (picture: VideoFrameCallbackMetadata) => number | undefined;

export interface Link {
  readonly path: PlayPath;
  /** Settles when it has ended, also when it was stopped. */
  readonly ended: Promise<LinkEnd>;
  /** Settles when its request has been answered or has failed, or when it ended before it asked. */
  readonly answered?: Promise<void>;
  readonly takenMs: TakenMs;
  /** When data of a picture last arrived, by `performance.now()`: also in a hidden page, which shows no pictures. */
  readonly lastArrivalMs: number;
  /** The machine is over its decoding budget, or within it again: late pictures are dropped sooner. */
  setOverBudget?(isOver: boolean): void;
  stop(): void;
}
