import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { MavlinkTransport, SendClass, TransportEvents, TransportState } from './mavlink-transport.ts';
import { reconnectWaitUs } from './reconnect-backoff.ts';
import { StreamSender } from './stream-sender.ts';

/** Longer than a connection over a slow radio takes, shorter than a pilot waits. */
const CONNECT_WITHIN_US = 5_000_000;

/** Opens a stream. A rejection is tried again; the signal ends an attempt that takes too long. */
export type Connect = (signal: AbortSignal) => Promise<Duplex>;

/** One stream to one end, TCP or serial, which is opened again whenever it has ended. */
export class StreamClient implements MavlinkTransport {
  readonly framing = 'Stream';
  readonly #peer: string;
  readonly #connect: Connect;
  readonly #clock: Clock;
  readonly #events: TransportEvents;
  #state: TransportState = { state: 'Down', reason: 'not connected yet' };
  #stream: Duplex | undefined;
  #sender: StreamSender | undefined;
  #attempt = new AbortController();
  #failures = 0;
  #droppedBefore = 0;
  #cancelTimer: Cancel = () => {};

  constructor(peer: string, connect: Connect, clock: Clock, events: TransportEvents) {
    this.#peer = peer;
    this.#connect = connect;
    this.#clock = clock;
    this.#events = events;
    void this.#open();
  }

  get state(): TransportState {
    return this.#state;
  }

  get dropped(): number {
    return this.#droppedBefore + (this.#sender?.dropped ?? 0);
  }

  localAddressOf(): string | undefined {
    return this.#stream instanceof Socket ? this.#stream.localAddress : undefined;
  }

  send(bytes: Uint8Array, sendClass: SendClass, peer = this.#peer): void {
    if (peer === this.#peer) this.#sender?.send(bytes, sendClass);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state.state === 'Closed') return;
    this.#become({ state: 'Closed' });
    this.#cancelTimer();
    this.#attempt.abort();
    const stream = this.#stream;
    this.#leave();
    if (stream === undefined || stream.closed) return;
    await new Promise<void>((resolve) => stream.once('close', () => resolve()));
  }

  async #open(): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#cancelTimer = this.#clock.schedule(this.#clock.nowUs() + CONNECT_WITHIN_US, () =>
      attempt.abort(new Error('no answer within 5 s')),
    );
    try {
      const stream = await this.#connect(attempt.signal);
      if (attempt.signal.aborted) stream.destroy();
      else this.#use(stream);
    } catch (error) {
      this.#fail(attempt.signal.aborted ? (attempt.signal.reason as Error) : (error as Error));
    }
  }

  #use(stream: Duplex): void {
    this.#cancelTimer();
    this.#failures = 0;
    this.#stream = stream;
    this.#sender = new StreamSender(stream, this.#clock, () =>
      stream.destroy(new Error('the other end reads nothing')),
    );
    stream.on('data', (bytes: Buffer) => void this.#events.onBytes(bytes, this.#peer));
    let reason = 'the other end has closed the connection';
    stream.on('error', ({ message }) => {
      reason = message;
    });
    stream.on('end', () => stream.destroy());
    stream.on('close', () => {
      if (this.#stream === stream) this.#fail(new Error(reason));
    });
    this.#become({ state: 'Open', peers: [this.#peer] });
  }

  #fail({ message }: Error): void {
    if (this.#state.state === 'Closed') return;
    this.#cancelTimer();
    this.#leave();
    this.#failures += 1;
    this.#cancelTimer = this.#clock.schedule(
      this.#clock.nowUs() + reconnectWaitUs(this.#failures),
      () => void this.#open(),
    );
    this.#become({ state: 'Down', reason: message });
  }

  #leave(): void {
    this.#droppedBefore = this.dropped;
    this.#sender?.stop();
    this.#sender = undefined;
    const stream = this.#stream;
    this.#stream = undefined;
    if (stream === undefined) return;
    stream.destroy();
    this.#events.onPeerLeft?.(this.#peer);
  }

  #become(state: TransportState): void {
    this.#state = state;
    this.#events.onState?.(state);
  }
}
