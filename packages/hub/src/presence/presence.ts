import type { Beat } from '@kitestring/hubcontract/beat.ts';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';

/**
 * `online`: its beats arrive. `offline`: three in a row did not. `cloned`: two services beat under one identity, so no
 * command may go there until an administrator has decided.
 */
export type PresenceState = 'online' | 'offline' | 'cloned';

/** Present state of a station. Times: Unix milliseconds of the hub. */
export interface StationPresence {
  readonly sid: string;
  readonly state: PresenceState;
  /** Since when it is in this state. */
  readonly sinceMs: number;
  /** Newest beat; undefined when none has come since the start of the hub. */
  readonly beat: Beat | undefined;
  /** When it came. */
  readonly heardMs: number | undefined;
  /** While two services surely beat: the start of the one that came later. */
  readonly secondBoot?: string;
}

/** Starts of a station's service that are remembered: an older one that beats again is another computer. */
const BOOTS_KEPT = 8;
/** A clone that has been silent for so long is gone. */
const CLONE_MS = 60_000;
/**
 * Two that beat in turn for so long are two services. Less may be a restart on a bad network: beats of the service that ended come after those
 * of its successor, all together once the network is back.
 */
const CLONE_SURE_MS = 10_000;

/** A look that comes so late: the process stood still, and the beats that came meanwhile wait to be read. */
const HELD_UP_MS = 2000;

interface Watched {
  presence: StationPresence;
  /** Every `boot` that was heard, the newest last, but for those that were sent away: of two that beat, the later one here is the second. */
  boots: readonly string[];
  /** When each second service was heard first in turn with an earlier one. */
  readonly inTurnSinceMs: Map<string, number>;
  /** Starts that were sent away as the second one: they stay it, whatever starts later. */
  readonly sentAway: Set<string>;
  clonedUntilMs: number;
}

type PresenceListener = (presence: StationPresence, before: PresenceState) => void;

/** Which stations are there, by their beats. Time is given; nothing happens but in a call. */
export class Presence {
  readonly #bySid = new Map<string, Watched>();
  readonly #listeners = new Set<PresenceListener>();
  readonly #formerBoots: (sid: string) => readonly string[];
  #lookedMs: number | undefined;
  #waitsForBeats = false;

  /**
   * @param formerBoots starts of a station’s service that were heard before this process began, the newest last: a service that goes on is not
   * the second one because it dials later than its copy
   */
  constructor(formerBoots: (sid: string) => readonly string[] = () => []) {
    this.#formerBoots = formerBoots;
  }

  /** Called for each beat and each change of state. @returns a function that ends it */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  of(sid: string): StationPresence | undefined {
    return this.#bySid.get(sid)?.presence;
  }

  /** Starts of its service, the newest last. */
  bootsOf(sid: string): readonly string[] {
    return this.#bySid.get(sid)?.boots ?? [];
  }

  all(): readonly StationPresence[] {
    return [...this.#bySid.values()].map(({ presence }) => presence);
  }

  /** A beat has arrived. Older ones of the same boot are ignored. */
  beat(sid: string, beat: Beat, nowMs: number): void {
    const watched = this.#watchedOf(sid, nowMs);
    const { presence } = watched;
    const previous = presence.beat;
    if (previous !== undefined && previous.boot === beat.boot && beat.n <= previous.n) return;
    let { secondBoot } = presence;
    if (!watched.boots.includes(beat.boot)) watched.boots = withStart(watched, beat.boot);
    else if (previous !== undefined && previous.boot !== beat.boot && nowMs - (presence.heardMs ?? 0) < CLONE_MS) {
      secondBoot = inTurn(watched, [previous.boot, beat.boot], nowMs) ?? secondBoot;
      if (secondBoot !== undefined) watched.sentAway.add(secondBoot);
    }
    const state = watched.clonedUntilMs > nowMs ? 'cloned' : 'online';
    const { secondBoot: _, ...rest } = presence;
    const second = state === 'cloned' && secondBoot !== undefined && { secondBoot };
    this.#set(watched, { ...rest, beat, heardMs: nowMs, ...stateSince(presence, state, nowMs), ...second });
  }

  /** Looks who has been silent for too long. To be called once a second; the first look after a standstill judges no station. */
  check(nowMs: number): void {
    const wasHeldUp = nowMs - (this.#lookedMs ?? nowMs) > HELD_UP_MS;
    this.#lookedMs = nowMs;
    this.#waitsForBeats = wasHeldUp && !this.#waitsForBeats;
    if (this.#waitsForBeats) return;
    for (const watched of this.#bySid.values()) {
      const { presence } = watched;
      if (presence.state === 'offline' || presence.heardMs === undefined || presence.beat === undefined) continue;
      if (!isSilent(presence.beat, presence.heardMs, nowMs)) continue;
      watched.clonedUntilMs = 0;
      this.#set(watched, { ...presence, ...stateSince(presence, 'offline', nowMs) });
    }
  }

  /** Ends the presence of a station that is no member any more: for those who follow it, it is offline. */
  forget(sid: string): void {
    const watched = this.#bySid.get(sid);
    this.#bySid.delete(sid);
    if (watched !== undefined) this.#set(watched, { ...watched.presence, state: 'offline' });
  }

  #watchedOf(sid: string, nowMs: number): Watched {
    const known = this.#bySid.get(sid);
    if (known !== undefined) return known;
    const presence: StationPresence = { sid, state: 'offline', sinceMs: nowMs, beat: undefined, heardMs: undefined };
    const boots = this.#formerBoots(sid);
    const watched: Watched = { presence, boots, inTurnSinceMs: new Map(), sentAway: new Set(), clonedUntilMs: 0 };
    this.#bySid.set(sid, watched);
    return watched;
  }

  #set(watched: Watched, presence: StationPresence): void {
    const before = watched.presence.state;
    watched.presence = presence;
    for (const listener of this.#listeners) listener(presence, before);
  }
}

/** The new one comes before those that were sent away: it may be the station itself, which was switched off meanwhile. */
function withStart({ boots, sentAway }: Watched, boot: string): readonly string[] {
  const isAway = (one: string) => sentAway.has(one);
  return [...boots.filter((one) => !isAway(one)), boot, ...boots.filter(isAway)].slice(-BOOTS_KEPT);
}

/** Two services were heard in turn. @returns the second of them, when both have beaten for long enough */
function inTurn(watched: Watched, pair: readonly string[], nowMs: number): string | undefined {
  const { boots, inTurnSinceMs } = watched;
  const second = pair.toSorted((a, b) => boots.indexOf(a) - boots.indexOf(b))[1] ?? '';
  if (watched.clonedUntilMs <= nowMs) inTurnSinceMs.clear();
  watched.clonedUntilMs = nowMs + CLONE_MS;
  const sinceMs = inTurnSinceMs.get(second) ?? nowMs;
  inTurnSinceMs.set(second, sinceMs);
  return nowMs - sinceMs >= CLONE_SURE_MS ? second : undefined;
}

const stateSince = (presence: StationPresence, state: PresenceState, nowMs: number) =>
  presence.state === state ? {} : { state, sinceMs: nowMs };

/** Whether a station that was heard then is offline now: one that stands still beats each 5 s, one in flight or watched each second. */
export function isSilent({ phase, watching }: Beat, heardMs: number, nowMs: number): boolean {
  const isIdle = (phase === 'StandBy' || phase === 'Unknown') && watching === 0;
  return nowMs - heardMs > LIMITS.beatsMissed * (isIdle ? LIMITS.beatIdleMs : LIMITS.beatMs);
}
