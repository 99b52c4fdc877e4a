import type { Socket } from 'node:net';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { PeerProgress } from '@kitestring/os/send-queues.ts';
import type { WebSocket } from 'ws';
import type { FilteredWebSocket, MessageFilter } from '../traffic/traffic-filter.ts';

/** Close codes of RFC 6455 section 7.4.1 and its registry. */
export const CLOSE = {
  goingAway: 1001,
  /** Without a close frame; never sent. */
  abnormal: 1006,
  policy: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
} as const;

/** States wait while this much is unsent: a few messages, so that later ones are still recent. */
const BUSY_BYTES = 8192;
/** At this backlog a reader would get events that are minutes old. */
const QUEUE_MAX_BYTES = 1_048_576;
/** Retry interval for a slow reader; the pace of the states. */
const RETRY_US = 100_000;
/** Limit on messages and pings from a client, which are otherwise ignored: 20 per second, burst of 100. */
const CLIENT_MESSAGES = { perS: 20, burst: 100 };
/** Unanswered pings after which the peer counts as disconnected. */
const MISSED_PONGS_MAX = 2;

/** Whether a peer may send this close code (RFC 6455 section 7.4, and its registry). */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

/** Receives the close code, and which side has begun the end. */
type EndListener = (code: number, by: 'station' | 'client') => void;

/** Pending state of a slow reader: the newest bytes at the time it can take them. */
export interface StateFrames {
  /** The current state as a frame, with the same bytes for all clients until it changes. */
  frame(isEnveloped: boolean): Buffer;
}

interface ConnectionOptions {
  readonly id: string;
  readonly sessionId: string;
  /** The client asked for `kitestring.topics.v1`. */
  readonly isEnveloped: boolean;
  readonly webSocket: WebSocket;
  /** Output of the WebSocket. */
  readonly socket: Socket;
  readonly realTimeClock: Clock;
  /** Operation of its request, and names of the plugin or account. */
  readonly operationId: string;
  readonly client: string;
  /** Names by which a filter may select the client. */
  readonly clientNames: readonly string[];
  /** Applied to every message; optional. */
  readonly filter?: MessageFilter | undefined;
}

/**
 * One WebSocket with its queue. Of a state only the newest waits; events are queued up to 1 MiB. Messages are written
 * to the socket as ready frames, bypassing the WebSocket: they are neither fragmented nor compressed, so frames may
 * follow each other in any order.
 */
export class Connection implements FilteredWebSocket {
  readonly id: string;
  readonly sessionId: string;
  readonly operationId: string;
  readonly client: string;
  readonly clientNames: readonly string[];
  readonly isEnveloped: boolean;
  /** Names of its topics, as in the contract. */
  readonly topics = new Set<string>();
  /** Number of states replaced by newer ones before they could be sent. */
  replaced = 0;
  readonly #options: ConnectionOptions;
  readonly #waiting = new Set<StateFrames>();
  readonly #received: TokenBucket;
  readonly #progress: PeerProgress;
  #cancelRetry: Cancel | undefined;
  #missedPongs = 0;
  /** Position of the last ping in the output. */
  #pingedAtBytes = 0;
  #isFlooded = false;
  #onEnd: EndListener | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.id = options.id;
    this.sessionId = options.sessionId;
    this.operationId = options.operationId;
    this.client = options.client;
    this.clientNames = options.clientNames;
    this.isEnveloped = options.isEnveloped;
    this.#received = new TokenBucket(CLIENT_MESSAGES, options.realTimeClock.nowUs());
    const { socket, webSocket } = options;
    this.#progress = new PeerProgress(socket);
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
    this.#options.webSocket.once('close', () => {
      this.#cancelRetry?.();
      listener();
    });
  }

  /** @param listener called once: when the station ends it, or when the client has ended it */
  onEnd(listener: EndListener): void {
    this.#onEnd = listener;
    this.#options.webSocket.once('close', (code: number) => this.#tellEnd(code, 'client'));
  }

  get isOpen(): boolean {
    return this.#options.webSocket.readyState === this.#options.webSocket.OPEN;
  }

  /** Sends a state, or marks it for a reader that has to catch up. */
  sendState(state: StateFrames): void {
    if (this.#options.socket.writableLength <= BUSY_BYTES) {
      this.#write(state.frame(this.isEnveloped));
      return;
    }
    if (this.#waiting.has(state)) this.replaced += 1;
    this.#waiting.add(state);
    this.#retryLater();
  }

  /** Bytes that this reader has not received yet, as far as known. */
  get unsentBytes(): number {
    return this.#options.socket.writableLength;
  }

  /** Sends a ready frame at once; the caller observes `unsentBytes`. */
  send(frame: Buffer): void {
    this.#write(frame);
  }

  /** Sends an event, which is never dropped: a reader that cannot keep up is disconnected instead. */
  sendEvent(frame: Buffer): void {
    this.#write(frame);
    if (this.#options.socket.writableLength > QUEUE_MAX_BYTES) this.close(CLOSE.tryAgainLater, 'reading too slowly');
  }

  /** Cancels a pending state. */
  forgetState(state: StateFrames): void {
    this.#waiting.delete(state);
  }

  /** Sends a ping; ends the connection after two without an answer. A peer that reads again within seconds gets the reason. */
  ping(): void {
    if (this.#options.filter?.isSilent(this) === true) return;
    // A slow reader takes what lies before the ping.
    if (this.#progress.hasTaken() && this.#progress.takenBytes < this.#pingedAtBytes) this.#missedPongs = 0;
    if (this.#missedPongs >= MISSED_PONGS_MAX) {
      this.close(CLOSE.tryAgainLater, 'two pings without an answer');
      return;
    }
    this.#missedPongs += 1;
    if (!this.isOpen) return;
    this.#options.webSocket.ping();
    this.#pingedAtBytes = this.#options.socket.bytesWritten;
  }

  close(code: number, reason: string): void {
    this.#waiting.clear();
    this.#endHere(code);
    this.#options.webSocket.close(code, reason);
  }

  /** Ends it with this code; without a close handshake if the code must not be sent. */
  endWith(code: number): void {
    if (!isSendable(code)) this.terminate();
    else this.close(code, '');
  }

  /** Ends it without a close handshake, when time has run out. */
  terminate(): void {
    this.#endHere(CLOSE.abnormal);
    this.#options.webSocket.terminate();
  }

  /** Bypasses the faults. */
  write(frame: Buffer): void {
    if (this.isOpen) this.#options.socket.write(frame);
  }

  /** The station ends it, unless the client has done so before. */
  #endHere(code: number): void {
    if (this.isOpen) this.#tellEnd(code, 'station');
  }

  #tellEnd(...end: Parameters<EndListener>): void {
    const tell = this.#onEnd;
    this.#onEnd = undefined;
    tell?.(...end);
  }

  #write(frame: Buffer): void {
    const { filter } = this.#options;
    if (filter?.isActive === true) filter.send(this, frame);
    else this.write(frame);
  }

  #retryLater(): void {
    if (this.#cancelRetry !== undefined || !this.isOpen) return;
    const { realTimeClock } = this.#options;
    this.#cancelRetry = realTimeClock.schedule(realTimeClock.nowUs() + RETRY_US, () => {
      this.#cancelRetry = undefined;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    for (const state of this.#waiting) {
      if (this.#options.socket.writableLength > BUSY_BYTES) break;
      this.#waiting.delete(state);
      this.#write(state.frame(this.isEnveloped));
    }
    if (this.#waiting.size > 0) this.#retryLater();
  }

  #countReceived(): void {
    // A packet may contain thousands: the rest is ignored.
    if (this.#isFlooded || this.#received.take(this.#options.realTimeClock.nowUs())) return;
    this.#isFlooded = true;
    this.close(CLOSE.policy, 'too many messages from the client');
  }
}
