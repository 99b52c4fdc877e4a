import type { Clock } from '@kitestring/base/clock.ts';
import { streamStart, UniformStream } from '@kitestring/base/random.ts';
import type { MavlinkTransport, SendClass, TransportEvents, TransportState } from '../transport/mavlink-transport.ts';

export interface LossyLinkOptions {
  readonly clock: Clock;
  /** Same seed, same losses. Printed by the tests that draw one. */
  readonly seed: number;
  /** Share of packets that are lost, 0 to 1; none by default. */
  readonly loss?: number;
  /** Delay of each packet, milliseconds: drawn between the two, so that packets overtake each other. */
  readonly delayMs?: readonly [least: number, most: number];
  /** Share of packets that arrive twice, 0 to 1. */
  readonly duplicate?: number;
}

/** Two ends of a line that loses, delays, doubles and mixes up packets, always in the same way. Takes its time from the clock. */
export class LossyLink {
  readonly #options: LossyLinkOptions;
  readonly #random: UniformStream;
  readonly ends: readonly [LossyEnd, LossyEnd];
  /** Nothing passes; for a link that flaps. */
  isCut = false;

  constructor(options: LossyLinkOptions) {
    this.#options = options;
    this.#random = new UniformStream(streamStart(options.seed, 'lossy-link'));
    const [first, second] = [
      new LossyEnd((bytes) => this.#pass(bytes, second)),
      new LossyEnd((bytes) => this.#pass(bytes, first)),
    ];
    this.ends = [first, second];
  }

  #pass(bytes: Uint8Array, to: LossyEnd): void {
    const { clock, delayMs: [least, most] = [1, 1], duplicate = 0, loss = 0 } = this.#options;
    // Each packet draws the same numbers, so that one more loss does not change all that follow.
    const [isLost, isDouble] = [this.#random.uniform() < loss, this.#random.uniform() < duplicate];
    const delays = [this.#random.uniform(), this.#random.uniform()].map((part) => least + part * (most - least));
    if (isLost || this.isCut) return;
    for (const waitMs of isDouble ? delays : delays.slice(1)) {
      clock.schedule(clock.nowUs() + Math.round(waitMs * 1000), () => {
        if (!this.isCut) to.events?.onBytes(bytes.slice(), 'line');
      });
    }
  }
}

/** One end, a transport of datagrams. */
export class LossyEnd implements MavlinkTransport {
  readonly framing = 'Datagram';
  readonly dropped = 0;
  readonly #pass: (bytes: Uint8Array) => void;
  events: TransportEvents | undefined;
  state: TransportState = { state: 'Open', peers: ['line'] };

  constructor(pass: (bytes: Uint8Array) => void) {
    this.#pass = pass;
  }

  /** To be given to `MavlinkLink.over`. */
  readonly open = (events: TransportEvents): this => {
    this.events = events;
    return this;
  };

  send(bytes: Uint8Array, _: SendClass): void {
    if (this.state.state === 'Open') this.#pass(bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.state = { state: 'Closed' };
    this.events = undefined;
  }
}
