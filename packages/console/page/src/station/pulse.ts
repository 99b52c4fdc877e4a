import { ApiError } from '@kitestring/client/api-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Observable } from '@kitestring/console-ui/store.ts';

/** Delay relative to the fastest message that is worth a measurement, milliseconds. */
const SUSPECT_FROM_MS = 400;

/**
 * Whether messages of the station come later than they did: told by the times that they carry, which need no question. The
 * difference of both clocks means nothing, its growth does; a simulation that is slower than time grows it too, so this is a
 * reason to ask for the truth and no more.
 */
class LinkLateness {
  #leastMs = Number.POSITIVE_INFINITY;
  #latestMs = Number.NEGATIVE_INFINITY;

  /** A message arrived at `hereMs` that was sent at `stationMs`, each by its own clock. */
  observe(stationMs: number, hereMs: number): void {
    this.#latestMs = hereMs - stationMs;
    this.#leastMs = Math.min(this.#leastMs, this.#latestMs);
  }

  /** An answer was fast: current messages are in time, whatever drift the clocks have. */
  isInTime(): void {
    this.#leastMs = this.#latestMs;
  }

  get isSuspect(): boolean {
    return this.#latestMs - this.#leastMs > SUSPECT_FROM_MS;
  }
}

type HealthClient = { readonly health: Pick<KitestringClient['health'], 'getHealth'> };

/** Interval of checks for silence. */
const LOOK_EVERY_MS = 500;
/** Interval of requests while messages arrive in time: they show that the station is there. */
const CALM_EVERY_MS = 15_000;
/** Interval of requests while they do not, and after a silence; the next one only after the last answer. */
const ASK_EVERY_MS = 1500;
/** Timeout that distinguishes a slow link from none. */
const ANSWER_WITHIN_MS = 10_000;
/** An answer that takes this long indicates a link that is too slow; displayed data is equally late. */
const SLOW_FROM_MS = 1000;
/** Below this the link counts as good again. */
const SLOW_TO_MS = 500;
/** Silence after which the whole page is stale. */
const STALE_AFTER_MS = 4000;
/** A state is sent at least every 5 s: after this time without any, while answers arrive, messages cannot reach the page. */
const DEAF_AFTER_MS = 8000;

/**
 * Whether the station is there, and how far away it is. A state may be silent for 5 s because nothing changes, which is too long
 * to wait for when a cable is out; and over a link that is too slow states keep coming, but late. So the station is asked for its
 * health as soon as it is silent or late, and what the answer takes is what everything takes.
 */
export class Pulse extends Observable {
  readonly #client: HealthClient;
  readonly #nowMs: () => number;
  readonly #lateness = new LinkLateness();
  #lastSignMs: number;
  /** Time of the last message other than an answer, or of the start. */
  #lastMessageMs: number;
  #listeners = 0;
  #isStale = false;
  #isDeaf = false;
  #isSlow = false;
  #roundTripMs = 0;
  #isOffline = false;
  #askedAtMs: number | undefined;
  /** Time of the last request, answered or not. */
  #lastAskedMs = Number.NEGATIVE_INFINITY;

  /** @param nowMs monotonic milliseconds */
  constructor(client: HealthClient, nowMs: () => number = () => performance.now()) {
    super();
    this.#client = client;
    this.#nowMs = nowMs;
    this.#lastSignMs = nowMs();
    this.#lastMessageMs = nowMs();
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** The station answers, but its messages do not arrive: a proxy may refuse WebSockets. */
  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** A part of the page expects repeated messages. @returns a function that ends it */
  listen(): () => void {
    this.#listeners += 1;
    if (this.#listeners === 1) this.#lastMessageMs = this.#nowMs();
    return () => {
      this.#listeners -= 1;
    };
  }

  /** A hub answers that the station is offline. */
  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** Displayed data is late because of a slow link. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Duration of the last answer, or of the pending one if longer, milliseconds. */
  get roundTripMs(): number {
    const soFarMs = this.#askedAtMs === undefined ? 0 : this.#nowMs() - this.#askedAtMs;
    return Math.max(this.#roundTripMs, soFarMs);
  }

  /** Time since the last sign of life, milliseconds. */
  get silentMs(): number {
    return this.#nowMs() - (this.#isDeaf ? this.#lastMessageMs : this.#lastSignMs);
  }

  protected override begin(): () => void {
    const timer = setInterval(() => void this.#beat(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Something arrived from the station. @param stationTimeUs time of sending, if known */
  readonly heard = (stationTimeUs?: number): void => {
    this.#lastMessageMs = this.#nowMs();
    this.#answered(stationTimeUs);
  };

  #answered(stationTimeUs?: number): void {
    this.#lastSignMs = this.#nowMs();
    if (stationTimeUs !== undefined) this.#lateness.observe(stationTimeUs / 1000, this.#lastSignMs);
    this.#judge();
  }

  async #beat(): Promise<void> {
    this.#judge();
    if (this.#askedAtMs !== undefined || !this.#isWorthAsking) return;
    const askedAtMs = this.#nowMs();
    this.#askedAtMs = askedAtMs;
    this.#lastAskedMs = askedAtMs;
    try {
      await this.#client.health.getHealth({ timeoutMs: ANSWER_WITHIN_MS });
      this.#roundTripMs = this.#nowMs() - askedAtMs;
      if (this.#roundTripMs < SLOW_TO_MS) this.#lateness.isInTime();
      this.#answered();
    } catch (error) {
      // A missing answer says nothing about the next one; silence shows whether the station is there.
      this.#judge(isOfflineAtHub(error));
    } finally {
      this.#askedAtMs = undefined;
    }
  }

  get #isWorthAsking(): boolean {
    const silentMs = this.#nowMs() - this.#lastSignMs;
    const isInDoubt = this.#isSlow || this.#lateness.isSuspect || silentMs >= ASK_EVERY_MS;
    return this.#nowMs() - this.#lastAskedMs >= (isInDoubt ? ASK_EVERY_MS : CALM_EVERY_MS);
  }

  #judge(isOffline = this.#isOffline): void {
    const nowMs = this.#nowMs();
    const isSilent = nowMs - this.#lastSignMs > STALE_AFTER_MS;
    const isDeaf = !isSilent && this.#listeners > 0 && nowMs - this.#lastMessageMs > DEAF_AFTER_MS;
    const isStale = isSilent || isDeaf;
    const isSlow = this.roundTripMs > (this.#isSlow ? SLOW_TO_MS : SLOW_FROM_MS);
    const isOff = isSilent && isOffline;
    if (isStale === this.#isStale && isDeaf === this.#isDeaf && isSlow === this.#isSlow && isOff === this.#isOffline)
      return;
    this.#isOffline = isOff;
    this.#isDeaf = isDeaf;
    this.#isStale = isStale;
    this.#isSlow = isSlow;
    this.tell();
  }
}

/** Whether this is the answer of a hub without a link to the station. */
const isOfflineAtHub = (error: unknown): boolean => error instanceof ApiError && error.code === 'STATION_OFFLINE';
