import type { Writable } from 'node:stream';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { SendClass } from './mavlink-transport.ts';

/** About a second of a busy link. */
const TELEMETRY_MAX = 256;
/** Never reached by an end that reads at all: orders are few. */
const ORDERS_MAX = 256;
/** The other end has read nothing for this long, while TCP or the driver of the port has held all that it can. */
const STALLED_AFTER_US = 10_000_000;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly sendClass: SendClass;
}

/** A bounded queue before a stream that takes no more: the oldest telemetry is dropped, an order never. */
export class StreamSender {
  readonly #stream: Writable;
  readonly #clock: Clock;
  readonly #onStalled: () => void;
  #waiting: Waiting[] = [];
  #telemetry = 0;
  #dropped = 0;
  #cancelDeadline: Cancel = () => {};

  /** @param onStalled ends the connection: it takes no more, and orders must not wait behind that */
  constructor(stream: Writable, clock: Clock, onStalled: () => void) {
    this.#stream = stream;
    this.#clock = clock;
    this.#onStalled = onStalled;
    stream.on('drain', () => this.#flush());
  }

  get dropped(): number {
    return this.#dropped;
  }

  send(bytes: Uint8Array, sendClass: SendClass): void {
    if (!this.#stream.writable) return;
    if (!this.#stream.writableNeedDrain && this.#waiting.length === 0) {
      this.#write(bytes);
      return;
    }
    this.#waiting.push({ bytes, sendClass });
    if (sendClass === 'Telemetry') this.#telemetry += 1;
    if (this.#telemetry > TELEMETRY_MAX) this.#dropOldestTelemetry();
    if (this.#waiting.length - this.#telemetry > ORDERS_MAX) this.#onStalled();
  }

  /** Forgets what waits. */
  stop(): void {
    this.#cancelDeadline();
    this.#waiting = [];
    this.#telemetry = 0;
  }

  #write(bytes: Uint8Array): void {
    this.#stream.write(bytes);
    this.#cancelDeadline();
    if (!this.#stream.writableNeedDrain) return;
    this.#cancelDeadline = this.#clock.schedule(this.#clock.nowUs() + STALLED_AFTER_US, this.#onStalled);
  }

  #flush(): void {
    this.#cancelDeadline();
    let sent = 0;
    for (const { bytes, sendClass } of this.#waiting) {
      if (this.#stream.writableNeedDrain) break;
      this.#write(bytes);
      sent += 1;
      if (sendClass === 'Telemetry') this.#telemetry -= 1;
    }
    this.#waiting.splice(0, sent);
  }

  #dropOldestTelemetry(): void {
    this.#waiting.splice(
      this.#waiting.findIndex(({ sendClass }) => sendClass === 'Telemetry'),
      1,
    );
    this.#telemetry -= 1;
    this.#dropped += 1;
  }
}
