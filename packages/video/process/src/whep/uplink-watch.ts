import { type RtcpPacket, RtcpTransportLayerFeedback, TransportWideCC } from 'werift';
import { ArrivalLog } from '../relay/arrival-log.ts';
import {
  FLOOR_BPS,
  nextRate,
  type RateLimits,
  silentRate,
  startRate,
  type UplinkRate,
  type UplinkStart,
} from '../relay/uplink-rate.ts';
import { arrivals } from './transport-feedback.ts';

/** Relays report ten times in a second. */
const SILENT_MS = 1500;
const SILENT_AGAIN_MS = 1000;

/** Evaluates a relay's reports about the packets of one publication. Without reports the stream is sent unchanged. */
export class UplinkWatch {
  readonly #limits: RateLimits;
  readonly #onRate: (rate: UplinkRate) => void;
  readonly #nowMs: () => number;
  readonly #arrivals = new ArrivalLog();
  #rate: UplinkRate;
  #heardMs: number | undefined;

  constructor(
    ceilingBps: number,
    start: UplinkStart,
    onRate: (rate: UplinkRate) => void,
    nowMs = () => performance.now(),
  ) {
    this.#limits = { floorBps: Math.min(FLOOR_BPS, ceilingBps), ceilingBps };
    this.#onRate = onRate;
    this.#nowMs = nowMs;
    this.#rate = startRate(start, nowMs(), this.#limits);
  }

  /** Whether the relay has less than the stream could have. */
  get isFull(): boolean {
    return this.#rate.targetBps < this.#limits.ceilingBps;
  }

  /** @param sequence transport-wide number of the packet */
  sent(sequence: number, bytes: number): void {
    const nowMs = this.#nowMs();
    this.#arrivals.sent(sequence, bytes, nowMs);
    if (this.#heardMs === undefined || nowMs - this.#heardMs < SILENT_MS) return;
    this.#heardMs = nowMs - SILENT_MS + SILENT_AGAIN_MS;
    this.#set(silentRate(this.#rate, nowMs, this.#limits));
  }

  receive(packet: RtcpPacket): void {
    if (!(packet instanceof RtcpTransportLayerFeedback)) return;
    const { feedback } = packet;
    if (!(feedback instanceof TransportWideCC)) return;
    const nowMs = this.#nowMs();
    // Before its first report nothing was tried, however long the relay took to answer.
    if (this.#heardMs === undefined) this.#rate = { ...this.#rate, steppedAtMs: nowMs };
    this.#heardMs = nowMs;
    const reading = this.#arrivals.reported(arrivals(feedback), nowMs);
    if (reading !== undefined) this.#set(nextRate(this.#rate, reading, this.#limits));
  }

  #set(rate: UplinkRate): void {
    this.#rate = rate;
    this.#onRate(rate);
  }
}
