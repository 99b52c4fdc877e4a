/** Remembers the path that last worked with a station, so that a reloaded page need not try the other one. */
import type { PlayPath } from './player-state.ts';

const KEY = 'kitestring.player.path';
/** Networks change: after this time the memory expires. */
const GOOD_FOR_MS = 600_000;

interface RememberedPath {
  readonly origin: string;
  readonly path: PlayPath;
  readonly atMs: number;
}

/** Undefined if nothing is known, or the browser stores nothing. */
export function rememberedPath(stationUrl: string): PlayPath | undefined {
  try {
    const { atMs, origin, path } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<RememberedPath>;
    const isFresh = atMs !== undefined && Math.abs(Date.now() - atMs) < GOOD_FOR_MS;
    const isHere = origin === new URL(stationUrl).origin;
    return isFresh && isHere && (path === 'webrtc' || path === 'mse') ? path : undefined;
  } catch {
    return undefined;
  }
}

export function rememberPath(stationUrl: string, path: PlayPath): void {
  try {
    const kept: RememberedPath = { origin: new URL(stationUrl).origin, path, atMs: Date.now() };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Forbidden by the user, or full: then the next page tries both.
  }
}
