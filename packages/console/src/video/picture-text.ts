import { fileTime } from '@kitestring/kit/time-text.ts';
import type { PlayerState } from '@kitestring/player/player-state.ts';
import type { Words } from '../words/words.ts';

/**
 * Name of a file with a picture: sorts by time, says which stream, and every file system takes it.
 * @param offsetMin what the zone of the page is ahead of UTC
 */
export function snapshotName(stationName: string, streamId: string, takenAtMs: number, offsetMin: number): string {
  const words = [plain(stationName), plain(streamId), fileTime(takenAtMs, offsetMin)].filter((word) => word !== '');
  return `${words.join('_')}.jpg`;
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);

/** Path, delay and rate: `WebRTC · 140 ms · 30 fps`; empty without pictures. */
export function qualityText(player: PlayerState | undefined, { video }: Words): string {
  if (player?.kind !== 'playing') return '';
  const { framesPerS, isOverBudget, latencyMs, path } = player;
  const delay = latencyMs === undefined ? [] : [video.delayMs(shownDelayMs(latencyMs))];
  const slow = isOverBudget ? [video.slowMachine] : [];
  return [video.paths[path], ...delay, video.framesPerS(Math.round(framesPerS)), ...slow].join(' · ');
}

const shownDelayMs = (latencyMs: number): number => Math.round(latencyMs / 10) * 10;

/** Whether both say the same on the page: a player that plays tells four times a second what hardly differs. */
export function isShownAlike(one: PlayerState, other: PlayerState): boolean {
  const shown = (state: PlayerState) =>
    state.kind === 'playing'
      ? {
          ...state,
          frameAgeMs: 0,
          latencyMs: state.latencyMs && shownDelayMs(state.latencyMs),
          framesPerS: Math.round(state.framesPerS),
        }
      : state;
  return JSON.stringify(shown(one)) === JSON.stringify(shown(other));
}
