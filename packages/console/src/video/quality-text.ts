import type { PlayerState } from '@kitestring/player/player-state.ts';
import type { Words } from '../words/words.ts';

/** How the pictures come, in small: `WebRTC · 140 ms · 30 fps`; empty while none do. */
export function qualityText(player: PlayerState | undefined, { video }: Words): string {
  if (player?.kind !== 'playing') return '';
  const { framesPerS, latencyMs, path } = player;
  const delay = latencyMs === undefined ? [] : [video.delayMs(Math.round(latencyMs / 10) * 10)];
  return [video.paths[path], ...delay, video.framesPerS(Math.round(framesPerS))].join(' · ');
}
