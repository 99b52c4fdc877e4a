/** Front door of the published player. */
export type { EndReason, PlayerRefusal, PlayerState, PlayPath, WaitReason } from './player-state.ts';
export { PlayerTrace } from './player-trace.ts';
export { StreamPlayer, type StreamPlayerOptions } from './stream-player.ts';
export { Turns } from './turns.ts';
