import type { Duplex } from 'node:stream';
import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';
import type { WebSocket } from 'ws';
import { TokenBucket } from '../limits/token-bucket.ts';

/** Close codes of RFC 6455 section 7.4.1 and the registry that it begins. */
export const CLOSE = { goingAway: 1001, policy: 1008, internalError: 1011, tryAgainLater: 1013 } as const;

/** States wait while this much is unsent: a few messages, so that what follows them is still news. */
const BUSY_BYTES = 8192;
/** A reader that far behind would get events of minutes ago. */
const QUEUE_MAX_BYTES = 1_048_576;
/** How soon a slow reader is looked at again; the pace of the states. */
const RETRY_US = 100_000;
/** What a client may send us, though we read none of it: 20 messages or pings a second, 100 at once. */
const CLIENT_MESSAGES = { perS: 20, burst: 100 };
/** Pings without an answer after which the peer is taken for gone. */
const MISSED_PONGS_MAX = 2;

/** What a slow reader is owed: the newest bytes of a state, whenever it can take them. */
export interface StateFrames {
  /** The state now, framed. The same bytes for all, until it changes. */
  frame(isEnveloped: boolean): Buffer;
}

export interface ConnectionParts {
  readonly id: string;
  readonly sessionId: string;
  /** The client asked for `kitestring.topics.v1`. */
  readonly isEnveloped: boolean;
  readonly webSocket: WebSocket;
  /** What the WebSocket writes to. */
  readonly socket: Duplex;
  readonly wall: Clock;
}

/**
 * One WebSocket with its queue. Of a state only the newest waits; events wait all, up to 1 MiB. Messages are written to the
 * socket as ready frames, past the WebSocket: nothing here is fragmented or compressed, so frames may follow each other
 * in any order.
 */
export class Connection {
  readonly id: string;
  readonly sessionId: string;
  readonly isEnveloped: boolean;
  /** Times a state was replaced by a newer one before it could be sent. */
  replaced = 0;
  readonly #parts: ConnectionParts;
  readonly #waiting = new Set<StateFrames>();
  readonly #received: TokenBucket;
  #cancelRetry: Cancel | undefined;
  #missedPongs = 0;
  #isFlooded = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.sessionId = parts.sessionId;
    this.isEnveloped = parts.isEnveloped;
    this.#received = new TokenBucket(CLIENT_MESSAGES, parts.wall.nowUs());
    const { webSocket } = parts;
    webSocket.on('message', () => this.#countReceived());
    webSocket.on('ping', () => this.#countReceived());
    webSocket.on('pong', () => {
      this.#missedPongs = 0;
      this.#countReceived();
    });
    // The WebSocket closes itself after an error, with the right code.
    webSocket.on('error', () => {});
  }

  onClose(listener: () => void): void {
    this.#parts.webSocket.once('close', () => {
      this.#cancelRetry?.();
      listener();
    });
  }

  get isOpen(): boolean {
    return this.#parts.webSocket.readyState === this.#parts.webSocket.OPEN;
  }

  /** Sends a state, or remembers that this reader wants the newest one when it has caught up. */
  sendState(state: StateFrames): void {
    if (this.#parts.socket.writableLength <= BUSY_BYTES) {
      this.#write(state.frame(this.isEnveloped));
      return;
    }
    if (this.#waiting.has(state)) this.replaced += 1;
    this.#waiting.add(state);
    this.#retryLater();
  }

  /** What this reader has not taken yet, as far as we know. */
  get unsentBytes(): number {
    return this.#parts.socket.writableLength;
  }

  /** Sends a ready frame at once; whoever calls looks at `unsentBytes`. */
  send(frame: Buffer): void {
    this.#write(frame);
  }

  /** Sends an event, which is never dropped: a reader that can't keep up is closed instead. */
  sendEvent(frame: Buffer): void {
    this.#write(frame);
    if (this.#parts.socket.writableLength > QUEUE_MAX_BYTES) this.close(CLOSE.tryAgainLater, 'reading too slowly');
  }

  /** No longer owed to this reader. */
  forgetState(state: StateFrames): void {
    this.#waiting.delete(state);
  }

  /** Asks the peer for a sign of life; ends the connection when it gave none twice. */
  ping(): void {
    if (this.#missedPongs >= MISSED_PONGS_MAX) {
      this.#parts.webSocket.terminate();
      return;
    }
    this.#missedPongs += 1;
    if (this.isOpen) this.#parts.webSocket.ping();
  }

  close(code: number, reason: string): void {
    this.#waiting.clear();
    this.#parts.webSocket.close(code, reason);
  }

  /** Ends it without a word, for when there is no more time. */
  terminate(): void {
    this.#parts.webSocket.terminate();
  }

  #write(frame: Buffer): void {
    if (this.isOpen) this.#parts.socket.write(frame);
  }

  #retryLater(): void {
    if (this.#cancelRetry !== undefined || !this.isOpen) return;
    const { wall } = this.#parts;
    this.#cancelRetry = wall.schedule(wall.nowUs() + RETRY_US, () => {
      this.#cancelRetry = undefined;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    for (const state of this.#waiting) {
      if (this.#parts.socket.writableLength > BUSY_BYTES) break;
      this.#waiting.delete(state);
      this.#write(state.frame(this.isEnveloped));
    }
    if (this.#waiting.size > 0) this.#retryLater();
  }

  #countReceived(): void {
    // Thousands may come in one packet: the rest of them is not worth a look.
    if (this.#isFlooded || this.#received.take(this.#parts.wall.nowUs())) return;
    this.#isFlooded = true;
    this.close(CLOSE.policy, 'too many messages from the client');
  }
}
