export type { DisplayBlock, DisplayLine } from '@kitestring/video-scene/display/text-display.ts';
export type { Mask, PicturePoint } from '@kitestring/video-scene/privacy/mask.ts';
export { groundCorner } from './ground-corner.ts';
