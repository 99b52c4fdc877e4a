import type { ServerResponse } from 'node:http';
import { US_PER_S } from '@kitestring/base/clock.ts';
import { nodeHttp } from '@kitestring/web/http';
import type { WireFault } from './wire-fault.ts';
import type { WireFaults } from './wire-faults.ts';

const PROTOTYPE = nodeHttp.ServerResponse.prototype;
/** Interval of the pieces of a slow body: slow links deliver packets, not bytes. */
const PIECE_US = 50_000;

/** The faults that act on one body. */
export interface BodyFaults {
  readonly slow?: { readonly fault: WireFault; readonly bytesPerS: number };
  /** Where it stops, and whether it ends there or waits. */
  readonly stop?: { readonly fault: WireFault; readonly afterBytes: number; readonly ends: boolean };
  /** Changes a piece, not its length. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
}

type Done = (fault?: Error | null) => void;

interface Piece {
  readonly bytes: Uint8Array;
  readonly done: Done | undefined;
}

/**
 * The body of one response under faults; it replaces `write` and `end`. A piece is held until it is sent, so that a
 * writer that follows the pace of the client still does.
 */
export class FaultedBody {
  readonly #response: ServerResponse;
  readonly #faults: WireFaults;
  readonly #slow: BodyFaults['slow'];
  #stop: BodyFaults['stop'];
  readonly #change: NonNullable<BodyFaults['change']>;
  readonly #queue: Piece[] = [];
  #sent = 0;
  #isEnded = false;
  #isHeld = false;
  /** When the next piece of a slow body may be sent, real time. */
  #dueUs: number | undefined;
  #forgetHold: (() => void) | undefined;

  constructor(response: ServerResponse, faults: WireFaults, { change = (bytes) => bytes, slow, stop }: BodyFaults) {
    this.#response = response;
    this.#faults = faults;
    this.#slow = slow;
    this.#stop = stop;
    this.#change = change;
    response.write = (chunk: unknown, ...rest: unknown[]) => {
      this.#take(chunk, rest);
      return true;
    };
    response.end = (chunk?: unknown, ...rest: unknown[]) => {
      if (chunk !== undefined && typeof chunk !== 'function') this.#take(chunk, rest);
      this.#isEnded = true;
      this.#pump();
      return response;
    };
    response.once('close', () => this.#giveUp());
  }

  #take(chunk: unknown, rest: readonly unknown[]): void {
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8';
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : (chunk as Uint8Array);
    this.#queue.push({ bytes: this.#change(bytes), done: rest.find((part) => typeof part === 'function') as Done });
    this.#pump();
  }

  #pump(): void {
    while (!this.#isHeld && !this.#response.destroyed) {
      const [piece] = this.#queue;
      if (piece === undefined) {
        if (this.#isEnded) this.#finish();
        return;
      }
      const length = this.#allowance(piece.bytes.length);
      if (length > 0 || piece.bytes.length === 0) this.#send(piece, length);
      else if (this.#stop?.ends === true) {
        this.#cutOff();
        return;
      } else this.#stall();
    }
  }

  /** How much of the next piece may be sent now. */
  #allowance(length: number): number {
    const beforeStop = this.#stop === undefined ? length : this.#stop.afterBytes - this.#sent;
    const slow =
      this.#slow === undefined || this.#slow.fault.isOver
        ? length
        : Math.max(1, (this.#slow.bytesPerS * PIECE_US) / US_PER_S);
    return Math.min(length, beforeStop, Math.ceil(slow));
  }

  #send({ bytes, done }: Piece, length: number): void {
    const isWhole = length === bytes.length;
    if (isWhole) this.#queue.shift();
    else this.#queue[0] = { bytes: bytes.subarray(length), done };
    this.#sent += length;
    Reflect.apply(PROTOTYPE.write, this.#response, [bytes.subarray(0, length), isWhole ? done : undefined]);
    if (this.#slow === undefined || this.#slow.fault.isOver) return;
    const nowUs = this.#faults.nowUs();
    // From the due time of this piece: delays of timers must not add up.
    this.#dueUs = (this.#dueUs ?? nowUs) + Math.round((length / this.#slow.bytesPerS) * US_PER_S);
    if (this.#dueUs > nowUs) this.#hold(this.#slow.fault, this.#dueUs);
  }

  #stall(): void {
    const { fault } = this.#stop ?? {};
    this.#stop = undefined;
    if (fault !== undefined) this.#hold(fault, undefined);
  }

  #hold(fault: WireFault, untilUs: number | undefined): void {
    this.#isHeld = true;
    this.#forgetHold = this.#faults.hold(fault, untilUs, () => {
      this.#isHeld = false;
      this.#pump();
    });
    if (this.#forgetHold === undefined) this.#isHeld = false;
  }

  /** After the bytes so far: an end without a reset lets the client read them. */
  #cutOff(): void {
    this.#response.flushHeaders();
    this.#response.socket?.destroySoon();
    this.#giveUp();
  }

  #finish(): void {
    this.#isEnded = false;
    Reflect.apply(PROTOTYPE.end, this.#response, []);
  }

  /** A writer that waits for its piece learns that the client has disconnected. */
  #giveUp(): void {
    this.#isHeld = true;
    this.#forgetHold?.();
    for (const { done } of this.#queue.splice(0)) done?.(new Error('the connection has ended'));
  }
}
