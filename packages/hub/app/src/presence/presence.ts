import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';

/**
 * `online`: beats arrive. `offline`: three consecutive beats are missing. `cloned`: two services beat with one
 * identity, so commands are refused until an administrator has decided.
 */
export type PresenceState = 'online' | 'offline' | 'cloned';

/** Current state of a station. Times: Unix milliseconds of the hub. */
export interface StationPresence {
  readonly sid: string;
  readonly state: PresenceState;
  /** Time of the last change of the state. */
  readonly sinceMs: number;
  /** Newest beat; undefined if none has arrived since the start of the hub. */
  readonly beat: Beat | undefined;
  /** Time of its arrival. */
  readonly receivedMs: number | undefined;
  /** While two services certainly beat: the boot of the later one. */
  readonly secondBoot?: string;
}

/** Starts of a station's service that are remembered: if an older one beats again, it is another computer. */
const BOOTS_KEPT = 8;
/** After this time without a beat a clone counts as gone. */
const CLONE_MS = 60_000;
/**
 * Two starts that alternate for this time are two services. Less may be a restart on a bad network, where beats of the
 * old service arrive after those of the new one, all at once.
 */
const CLONE_SURE_MS = 10_000;

/** If a check is late by this much, the process was suspended, and beats that arrived meanwhile are still unread. */
const HELD_UP_MS = 2000;

interface Watched {
  presence: StationPresence;
  /** Every known `boot`, newest last, except disconnected ones: of two that beat, the later one in this list is the second. */
  boots: readonly string[];
  /** Time since which each second service has alternated with an earlier one. */
  readonly inTurnSinceMs: Map<string, number>;
  /** Starts that were disconnected as the second one: they stay so, whatever starts later. */
  readonly disconnected: Set<string>;
  clonedUntilMs: number;
}

type PresenceListener = (presence: StationPresence, before: PresenceState) => void;

/** Presence of stations, derived from their beats. Time is passed in; nothing happens outside of a call. */
export class Presence {
  readonly #bySid = new Map<string, Watched>();
  readonly #listeners = new Set<PresenceListener>();
  readonly #formerBoots: (sid: string) => readonly string[];
  #lookedMs: number | undefined;
  #waitsForBeats = false;

  /**
   * @param formerBoots starts of a station’s service that were known before this process began, newest last: a running
   * service is not
   * the second one because it reconnects later than its copy
   */
  constructor(formerBoots: (sid: string) => readonly string[] = () => []) {
    this.#formerBoots = formerBoots;
  }

  /** Called for each beat and each change of state. @returns a function that removes the listener */
  onChange(listener: PresenceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  of(sid: string): StationPresence | undefined {
    return this.#bySid.get(sid)?.presence;
  }

  /** Starts of its service, newest last. */
  boots(sid: string): readonly string[] {
    return this.#bySid.get(sid)?.boots ?? [];
  }

  all(): readonly StationPresence[] {
    return [...this.#bySid.values()].map(({ presence }) => presence);
  }

  /** A beat has arrived. Older ones of the same boot are ignored. */
  beat(sid: string, beat: Beat, nowMs: number): void {
    const watched = this.#watched(sid, nowMs);
    const { presence } = watched;
    const previous = presence.beat;
    if (previous !== undefined && previous.boot === beat.boot && beat.n <= previous.n) return;
    let { secondBoot } = presence;
    if (!watched.boots.includes(beat.boot)) watched.boots = withStart(watched, beat.boot);
    else if (previous !== undefined && previous.boot !== beat.boot && nowMs - (presence.receivedMs ?? 0) < CLONE_MS) {
      secondBoot = inTurn(watched, [previous.boot, beat.boot], nowMs) ?? secondBoot;
      if (secondBoot !== undefined) watched.disconnected.add(secondBoot);
    }
    const state = watched.clonedUntilMs > nowMs ? 'cloned' : 'online';
    const { secondBoot: _, ...rest } = presence;
    const second = state === 'cloned' && secondBoot !== undefined && { secondBoot };
    this.#set(watched, { ...rest, beat, receivedMs: nowMs, ...stateSince(presence, state, nowMs), ...second });
  }

  /** Finds stations without recent beats. Called once a second; the first check after a suspension of the process changes no station. */
  check(nowMs: number): void {
    const wasHeldUp = nowMs - (this.#lookedMs ?? nowMs) > HELD_UP_MS;
    this.#lookedMs = nowMs;
    this.#waitsForBeats = wasHeldUp && !this.#waitsForBeats;
    if (this.#waitsForBeats) return;
    for (const watched of this.#bySid.values()) {
      const { presence } = watched;
      if (presence.state === 'offline' || presence.receivedMs === undefined || presence.beat === undefined) continue;
      if (!isSilent(presence.beat, presence.receivedMs, nowMs)) continue;
      watched.clonedUntilMs = 0;
      this.#set(watched, { ...presence, ...stateSince(presence, 'offline', nowMs) });
    }
  }

  /** Ends the presence of a former member: listeners see it as offline. */
  forget(sid: string): void {
    const watched = this.#bySid.get(sid);
    this.#bySid.delete(sid);
    if (watched !== undefined) this.#set(watched, { ...watched.presence, state: 'offline' });
  }

  #watched(sid: string, nowMs: number): Watched {
    const known = this.#bySid.get(sid);
    if (known !== undefined) return known;
    const presence: StationPresence = { sid, state: 'offline', sinceMs: nowMs, beat: undefined, receivedMs: undefined };
    const boots = this.#formerBoots(sid);
    const watched: Watched = { presence, boots, inTurnSinceMs: new Map(), disconnected: new Set(), clonedUntilMs: 0 };
    this.#bySid.set(sid, watched);
    return watched;
  }

  #set(watched: Watched, presence: StationPresence): void {
    const before = watched.presence.state;
    watched.presence = presence;
    for (const listener of this.#listeners) listener(presence, before);
  }
}

/** The new one is inserted before disconnected ones: it may be the original station, which was switched off meanwhile. */
function withStart({ boots, disconnected }: Watched, boot: string): readonly string[] {
  const isAway = (one: string) => disconnected.has(one);
  return [...boots.filter((one) => !isAway(one)), boot, ...boots.filter(isAway)].slice(-BOOTS_KEPT);
}

/** Two services beat alternately. @returns the second of them, when both have beaten for long enough */
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

/** Whether a station whose last beat arrived then is offline now: on the ground it beats every 5 s, in flight or with viewers every second. */
export function isSilent({ phase, watching }: Beat, receivedMs: number, nowMs: number): boolean {
  const isIdle = (phase === 'StandBy' || phase === 'Unknown') && watching === 0;
  return nowMs - receivedMs > LIMITS.beatsMissed * (isIdle ? LIMITS.beatIdleMs : LIMITS.beatMs);
}
