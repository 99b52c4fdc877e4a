import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { PicturePoint } from '@kitestring/station-contract/camera/pinhole.ts';

/** A rectangle on the displayed picture, as shares of its size; it may extend beyond it. */
export interface ShareRect extends PicturePoint {
  readonly width: number;
  readonly height: number;
}

interface FieldOfView {
  readonly horizontalDeg: number;
  readonly verticalDeg: number;
}

export const WHOLE: ShareRect = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Position of one camera's picture within that of another with the same axis: by the tangents of half their fields of
 * view.
 */
export function rectWithin(outer: FieldOfView, inner: FieldOfView): ShareRect {
  const share = (innerDeg: number, outerDeg: number) =>
    Math.tan((innerDeg / 2) * RAD_PER_DEG) / Math.tan((outerDeg / 2) * RAD_PER_DEG);
  const width = share(inner.horizontalDeg, outer.horizontalDeg);
  const height = share(inner.verticalDeg, outer.verticalDeg);
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** Converts a point of the displayed picture to the thermal picture; undefined outside. */
export function pointWithin(rect: ShareRect, { x, y }: PicturePoint): PicturePoint | undefined {
  const point = { x: (x - rect.x) / rect.width, y: (y - rect.y) / rect.height };
  const isInside = point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1;
  return isInside ? point : undefined;
}

/** As CSS. */
export const percent = ({ height, width, x, y }: ShareRect) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
