export { exposureOfScene } from './exposure-of-scene.ts';
export type { FrameTruth } from './frame-truth.ts';
export { NEUTRAL_LOOK, type PictureLook } from './picture-look.ts';
export { sceneNumbers } from './scene-numbers.ts';
export { scene } from './scene-of-truth.ts';
export type { PictureState, SceneState, StreamControls } from './scene-state.ts';
export type { SourceReport, StreamState } from './source-pool.ts';
export type { PictureBox, Temperatures } from './temperatures.ts';
