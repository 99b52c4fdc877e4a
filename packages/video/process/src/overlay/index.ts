export type { DisplayLine, TextBlock } from '@kitestring/video-scene/display/text-display.ts';
export type { Mask } from '@kitestring/video-scene/privacy/mask.ts';
export { groundCorner } from './ground-corner.ts';
