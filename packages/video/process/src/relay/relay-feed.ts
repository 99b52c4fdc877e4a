/** Feed of a relay with a stream: its pictures as they are, or smaller ones while the link does not carry them. */
import type { AccessUnit } from '../access-unit.ts';
import { KeyFrameGate } from '../source/key-frame-gate.ts';
import { PictureThread } from '../source/picture-thread.ts';
import type { EncodingStep } from './encoding-step.ts';
import type { FromRelayEncoder, RelayEncoderSetup, ToRelayEncoder } from './relay-encoder-messages.ts';
import type { UplinkRate } from './uplink-rate.ts';

/** Key frames distort shorter intervals. */
const INTERVAL_MS = 2000;
/** After this time the first interval is sufficient to detect a narrow link. */
const FIRST_MS = 500;

/** Bit rate of a stream, over the last whole interval. */
class StreamRate {
  readonly #nowMs: () => number;
  #beganMs: number | undefined;
  #bytes = 0;
  #bps: number | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Undefined at the beginning. */
  get bps(): number | undefined {
    if (this.#bps !== undefined || this.#beganMs === undefined) return this.#bps;
    const lastedMs = this.#nowMs() - this.#beganMs;
    return lastedMs < FIRST_MS ? undefined : (this.#bytes * 8000) / lastedMs;
  }

  take({ nals }: AccessUnit): void {
    const nowMs = this.#nowMs();
    this.#beganMs ??= nowMs;
    for (const nal of nals) this.#bytes += nal.length;
    const lastedMs = nowMs - this.#beganMs;
    if (lastedMs < INTERVAL_MS) return;
    this.#bps = (this.#bytes * 8000) / lastedMs;
    this.#beganMs = nowMs;
    this.#bytes = 0;
  }
}

type EncoderThread = PictureThread<ToRelayEncoder, FromRelayEncoder>;

/** Starts what makes pictures smaller. */
export type StartEncoder = (
  setup: RelayEncoderSetup,
  events: ConstructorParameters<typeof PictureThread<ToRelayEncoder, FromRelayEncoder>>[1],
) => Pick<EncoderThread, 'send' | 'end'>;

export const startEncoderThread: StartEncoder = (setup, events) =>
  new PictureThread(
    { script: new URL('relay-encoder-worker.ts', import.meta.url), name: 'relay-encoder', setup },
    events,
  );

interface RelayFeedDeps {
  readonly startEncoder: StartEncoder;
  readonly framesPerS: number;
  readonly nowMs: () => number;
  /** A smaller picture for the relay. */
  readonly onPicture: (unit: AccessUnit) => void;
  /** The stream is to give a key frame soon. */
  readonly askBeginning: () => void;
  readonly onTrouble: (reason: string) => void;
}

/**
 * Unchanged; unchanged while the encoder starts; smaller; smaller until the next key frame; nothing until a key frame,
 * then smaller or unchanged.
 */
type FeedState = 'passing' | 'starting' | 'encoding' | 'returning' | 'interrupted';

/** Then a machine is too slow for it, and the pictures would get older and older. */
const MOST_WAITING = 15;
/** The stream fits again with some room: its rate varies. */
const FITS_SHARE = 1.15;
const TOO_MUCH_SHARE = 1.05;
/** Share of a stream that must fit for it to continue unchanged while the encoder starts. */
const PASSABLE_SHARE = 0.6;
/** Deadline of the thread's start, after which the stream continues unchanged. */
const READY_WITHIN_MS = 3000;
/** After a return that failed the next one waits longer, twice as long each time. */
const RETURN_AFTER_MS = { first: 3000, most: 60_000 };
const FAILED_WITHIN_MS = 10_000;

export class RelayFeed {
  readonly #deps: RelayFeedDeps;
  readonly #rate: StreamRate;
  readonly #gate = new KeyFrameGate();
  #state: FeedState = 'passing';
  #thread: ReturnType<StartEncoder> | undefined;
  #isReady = false;
  #waiting = 0;
  #startedMs = 0;
  #targetBps = Number.POSITIVE_INFINITY;
  #step: EncodingStep | undefined;
  #fitsSinceMs: number | undefined;
  /** None after a small start: nothing has shown yet that the link does not carry the stream. */
  #returnAfterMs = 0;
  #returnedMs = Number.NEGATIVE_INFINITY;
  #failedMs = Number.NEGATIVE_INFINITY;

  /** @param smallerBps rate with which it begins smaller; as it is when absent */
  constructor(deps: RelayFeedDeps, smallerBps?: number) {
    this.#deps = deps;
    this.#rate = new StreamRate(deps.nowMs);
    if (smallerBps === undefined) return;
    this.#targetBps = smallerBps;
    this.#startThread('interrupted');
  }

  get isPassing(): boolean {
    return this.#state === 'passing';
  }

  /** Size and rate of the smaller pictures; undefined while the stream is sent unchanged. */
  get step(): EncodingStep | undefined {
    return this.#isEncoding ? this.#step : undefined;
  }

  get #isEncoding(): boolean {
    return this.#state === 'encoding' || this.#state === 'returning';
  }

  /** Called with each picture of the stream. @returns true if the relay gets it unchanged */
  take(unit: AccessUnit): boolean {
    this.#rate.take(unit);
    const isLate =
      this.#thread !== undefined && !this.#isReady && this.#deps.nowMs() - this.#startedMs > READY_WITHIN_MS;
    if (isLate) this.#failed('it has not started');
    if (unit.isKeyFrame) this.#turn();
    if (this.#isEncoding) this.#encode(unit);
    return this.#state === 'passing' || this.#state === 'starting';
  }

  /** The link carries this much of the stream. @param ceilingBps the most that it is ever given */
  setTarget({ reason, targetBps }: Pick<UplinkRate, 'reason' | 'targetBps'>, ceilingBps: number): void {
    this.#targetBps = targetBps;
    const streamBps = this.#rate.bps;
    if (streamBps === undefined) return;
    if (this.#state === 'passing') {
      // A growing rate is what was tried, not the capacity of the link.
      if (reason !== 'free' && targetBps * TOO_MUCH_SHARE < streamBps) this.#start(streamBps);
      return;
    }
    this.#thread?.send({ kind: 'rate', bitRateBps: targetBps });
    const isMost = targetBps >= ceilingBps && ceilingBps * TOO_MUCH_SHARE >= streamBps;
    this.#considerReturn(isMost || targetBps >= streamBps * FITS_SHARE);
  }

  /** The relay cannot continue decoding. @returns false if the source must send a key frame */
  askKeyFrame(): boolean {
    if (!this.#isEncoding) return false;
    // A relay limits such requests of its viewers itself, and most are of one that joins.
    this.#gate.wish('joined', this.#deps.nowMs());
    return true;
  }

  stop(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  /** A key frame of the stream has come. */
  #turn(): void {
    if (this.#state === 'returning' || (this.#state === 'interrupted' && this.#thread === undefined)) this.#pass();
    else if (this.#isReady && (this.#state === 'starting' || this.#state === 'interrupted')) this.#state = 'encoding';
  }

  #start(streamBps: number): void {
    const nowMs = this.#deps.nowMs();
    const { first, most } = RETURN_AFTER_MS;
    if (nowMs - this.#failedMs < most) return;
    const isAgain = nowMs - this.#returnedMs < FAILED_WITHIN_MS;
    this.#returnAfterMs = Math.max(first, isAgain ? Math.min(most, 2 * this.#returnAfterMs) : this.#returnAfterMs);
    // Far too much for the link would only wait before it, and everything else with it.
    this.#startThread(this.#targetBps < streamBps * PASSABLE_SHARE ? 'interrupted' : 'starting');
  }

  #startThread(state: 'interrupted' | 'starting'): void {
    const { framesPerS, nowMs, startEncoder } = this.#deps;
    this.#state = state;
    this.#startedMs = nowMs();
    this.#isReady = false;
    this.#waiting = 0;
    this.#fitsSinceMs = undefined;
    const setup: RelayEncoderSetup = { framesPerS, bitRateBps: this.#targetBps };
    this.#thread = startEncoder(setup, {
      onMessage: (message) => (message.kind === 'ready' ? this.#ready() : this.#done(message)),
      onFault: (reason) => this.#failed(reason),
    });
  }

  #ready(): void {
    this.#isReady = true;
    this.#deps.askBeginning();
  }

  #encode(unit: AccessUnit): void {
    if (this.#waiting >= MOST_WAITING) {
      this.#interrupt('pictures for a relay are encoded too slowly');
      return;
    }
    this.#waiting += 1;
    if (this.#gate.isDue(this.#deps.nowMs())) this.#thread?.send({ kind: 'keyFrame' });
    this.#thread?.send({ kind: 'picture', unit });
  }

  /** Both decoders, ours and that of a viewer, can go on with a key frame only. */
  #interrupt(reason: string): void {
    this.#deps.onTrouble(reason);
    this.#state = 'interrupted';
    this.#deps.askBeginning();
  }

  #done({ step, unit }: { readonly step?: EncodingStep; readonly unit?: AccessUnit }): void {
    this.#waiting -= 1;
    this.#step = step;
    if (unit === undefined) return;
    if (unit.isKeyFrame) this.#gate.made(this.#deps.nowMs());
    if (this.#isEncoding) this.#deps.onPicture(unit);
  }

  #considerReturn(fits: boolean): void {
    const nowMs = this.#deps.nowMs();
    if (!fits) {
      this.#fitsSinceMs = undefined;
      if (this.#state === 'returning') this.#state = 'encoding';
      return;
    }
    this.#fitsSinceMs ??= nowMs;
    if (this.#state !== 'encoding' || nowMs - this.#fitsSinceMs < this.#returnAfterMs) return;
    this.#state = 'returning';
    this.#deps.askBeginning();
  }

  #pass(): void {
    this.stop();
    this.#state = 'passing';
    this.#returnedMs = this.#deps.nowMs();
  }

  #failed(reason: string): void {
    this.stop();
    this.#failedMs = this.#deps.nowMs();
    this.#interrupt(`the encoder for a relay: ${reason}`);
  }
}
