/** One WebSocket viewer of a stream; skips what it cannot take in time. */
import type { ViewerConnection } from './viewer-connection.ts';

/** About a second of the largest stream. A longer backlog is no live picture any more. */
const BEHIND_BYTES = 786_432;

/** After a skip for a slow reader the next picture is a key frame: those in between cannot be decoded. */
export class SegmentViewer {
  readonly #connection: Pick<ViewerConnection, 'send' | 'unsentBytes'>;
  #needsKeyFrame = true;
  #isBehind = false;

  constructor(connection: Pick<ViewerConnection, 'send' | 'unsentBytes'>) {
    this.#connection = connection;
  }

  /** Codec parameters of the following pictures, which start with a key frame. */
  sendHead(head: readonly Buffer[]): void {
    this.#needsKeyFrame = true;
    for (const frame of head) this.#connection.send(frame);
  }

  /** @returns what happened to it: a new reader waits for a key frame */
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
    // Resumes only with an empty queue: with a full one it would stall again.
    if (this.#isBehind && unsentBytes === 0) this.#isBehind = false;
    if (unsentBytes > 0 && unsentBytes + frame.length > BEHIND_BYTES) {
      this.#isBehind = true;
      this.#needsKeyFrame = true;
    }
  }
}
