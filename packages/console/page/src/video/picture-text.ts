import { fileTime } from '@kitestring/console-ui/time-text.ts';
import type { PlayerState } from '@kitestring/video-player/player-state.ts';
import type { Words } from '../words/words.ts';

/**
 * File name of a picture: sorts by time, names the stream, and is valid on every file system.
 * @param offsetMin offset of the page's time zone from UTC
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

/** Whether both look the same on the page: a playing player reports small changes four times a second. */
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
