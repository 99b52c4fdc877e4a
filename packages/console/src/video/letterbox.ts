import type { SizePx } from '@kitestring/kit/size.ts';

/** The largest picture of a shape that fits: whole pixels, so that what lies over it meets its edges. */
export function letterbox({ heightPx, widthPx }: SizePx, aspect: number): SizePx {
  const isWider = widthPx > heightPx * aspect;
  return isWider
    ? { widthPx: Math.floor(heightPx * aspect), heightPx: Math.floor(heightPx) }
    : { widthPx: Math.floor(widthPx), heightPx: Math.floor(widthPx / aspect) };
}
