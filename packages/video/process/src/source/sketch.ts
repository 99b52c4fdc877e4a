import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import type { FrameSize } from '../access-unit.ts';
import type { Renderer } from './renderer.ts';

/** Smaller pictures are drawn whole: in half of them the least objects that events are about would not be found. */
const LARGE_PX = 400_000;
const SCALE = 2;

/** Where a picture is drawn, and how. */
export interface Drawing {
  readonly renderer: Renderer;
  readonly picture: YuvFrame;
  /** Its objects in pixels of the whole picture. */
  readonly objects: () => readonly SceneObject[];
}

/**
 * Draws a large picture at half its size, for who looks at its objects only and needs no edge to the pixel: that costs a
 * quarter. @param makeRenderer of a size @returns undefined for a picture that is not large
 */
export function drawSketch(
  { heightPx, widthPx }: FrameSize,
  makeRenderer: (size: FrameSize) => Renderer,
): Drawing | undefined {
  // Planes of colours have half the size once more.
  if (widthPx * heightPx < LARGE_PX || [widthPx, heightPx].some((sidePx) => sidePx % (2 * SCALE) !== 0))
    return undefined;
  const size = { widthPx: widthPx / SCALE, heightPx: heightPx / SCALE };
  const renderer = makeRenderer(size);
  const objects = () => renderer.objects().map(enlarged);
  return { renderer, picture: makeFrame(size.widthPx, size.heightPx), objects };
}

const enlarged = ({ areaPx, box: { height, width, x, y }, ...object }: SceneObject): SceneObject => ({
  ...object,
  areaPx: areaPx * SCALE ** 2,
  box: { x: x * SCALE, y: y * SCALE, width: width * SCALE, height: height * SCALE },
});
