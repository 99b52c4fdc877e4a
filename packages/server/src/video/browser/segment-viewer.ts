/** One WebSocket that gets the pictures of a stream, and misses what it does not take in time. */
import type { Connection } from '../../subscriptions/connection.ts';

/** About a second of the largest stream. What waits for longer is no live picture any more. */
const BEHIND_BYTES = 786_432;

/** Pictures that were left out for a slow reader go up to the next key frame: what lies between cannot be decoded. */
export class SegmentViewer {
  readonly #connection: Pick<Connection, 'send' | 'unsentBytes'>;
  #needsKeyFrame = true;
  #isBehind = false;

  constructor(connection: Pick<Connection, 'send' | 'unsentBytes'>) {
    this.#connection = connection;
  }

  /** How the pictures are coded that come from now on: they begin with a key frame. */
  sendHead(head: readonly Buffer[]): void {
    this.#needsKeyFrame = true;
    for (const frame of head) this.#connection.send(frame);
  }

  /** @returns what became of it: a reader that has just joined waits for a key frame */
  sendPicture(frame: Buffer, isKeyFrame: boolean): 'sent' | 'skipped' | 'waiting' {
    this.#lookAtQueue(frame);
    if (this.#isBehind) return 'skipped';
    if (this.#needsKeyFrame && !isKeyFrame) return 'waiting';
    this.#needsKeyFrame = false;
    this.#connection.send(frame);
    return 'sent';
  }

  #lookAtQueue(frame: Buffer): void {
    const { unsentBytes } = this.#connection;
    // Only when all is gone: who begins again with a full pipe stumbles again.
    if (this.#isBehind && unsentBytes === 0) this.#isBehind = false;
    if (unsentBytes > 0 && unsentBytes + frame.length > BEHIND_BYTES) {
      this.#isBehind = true;
      this.#needsKeyFrame = true;
    }
  }
}
