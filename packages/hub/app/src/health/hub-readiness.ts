import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { HubDeps } from '../hub-deps.ts';

/**
 * Parts that a hub needs. `broker`: live states and commands. `streams`: data stored by the broker, which needs a
 * majority of the cluster's nodes. `database`: sign-ins, history, commands. `archive`: records are stored.
 */
export const HUB_PARTS = ['broker', 'streams', 'database', 'archive'] as const;
type HubPart = (typeof HUB_PARTS)[number];

/** State of one part. */
interface PartState {
  readonly isUp: boolean;
  /** Unix milliseconds of the last change. */
  readonly sinceMs: number;
  /** Why it is unavailable, and what is done about it; undefined while it works. */
  readonly reason: string | undefined;
}

/** Why a part is unavailable; undefined while it works. A rejection also means that it is unavailable. */
type Probe = () => string | undefined | Promise<string | undefined>;

interface ReadinessDeps extends Pick<HubDeps, 'clock' | 'nowMs' | 'log'> {
  readonly probes: Readonly<Record<HubPart, Probe>>;
}

const CHECK_EVERY_S = 1;
/** A long transaction of the database inside this process delays the query; that is not a failure. */
const PROBE_TIMEOUT_MS = 5000;

/** State of each part of the hub. Checked every second, so that a probe is answered at once. */
export class HubReadiness {
  readonly #deps: ReadinessDeps;
  readonly #states = new Map<HubPart, PartState>();
  readonly #asking = new Set<HubPart>();
  readonly #cancel: Cancel;

  private constructor(deps: ReadinessDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.clock, CHECK_EVERY_S * US_PER_S, () => void this.check());
  }

  /** Resolves when every part has been checked once. */
  static async open(deps: ReadinessDeps): Promise<HubReadiness> {
    const readiness = new HubReadiness(deps);
    await readiness.check();
    return readiness;
  }

  of(part: HubPart): PartState {
    return this.#states.get(part) ?? { isUp: false, sinceMs: this.#deps.nowMs(), reason: 'not asked yet' };
  }

  /** Parts that are unavailable. */
  get away(): readonly HubPart[] {
    return HUB_PARTS.filter((part) => !this.of(part).isUp);
  }

  /** Checks every part now. Never rejects. */
  async check(): Promise<void> {
    await Promise.all(HUB_PARTS.map((part) => this.#ask(part)));
  }

  stop(): void {
    this.#cancel();
  }

  async #ask(part: HubPart): Promise<void> {
    if (this.#asking.has(part)) return;
    this.#asking.add(part);
    try {
      this.#set(part, await withDeadline(this.#deps.probes[part]));
    } catch (fault) {
      this.#set(part, fault instanceof Error ? fault.message : String(fault));
    } finally {
      this.#asking.delete(part);
    }
  }

  #set(part: HubPart, reason: string | undefined): void {
    const { log, nowMs } = this.#deps;
    const isUp = reason === undefined;
    const before = this.#states.get(part);
    const isSame = before?.isUp === isUp;
    this.#states.set(part, { isUp, sinceMs: isSame ? before.sinceMs : nowMs(), reason });
    if (isSame || (before === undefined && isUp)) return;
    if (!isUp) log.error({ part, reason }, 'the hub is not ready');
    else
      log.info({ part, awayS: Math.round((nowMs() - (before?.sinceMs ?? 0)) / 1000) }, 'a part of the hub works again');
  }
}

/** The check continues in the background: a late result is used for the next one. */
function withDeadline(probe: Probe): Promise<string | undefined> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`no answer within ${PROBE_TIMEOUT_MS / 1000} s`), PROBE_TIMEOUT_MS);
  return Promise.race([Promise.resolve().then(probe), late.promise]).finally(() => clearTimeout(timer));
}
