import type { SizePx } from '@kitestring/console-ui/size.ts';

/** The largest rectangle of an aspect ratio that fits, in whole pixels, so that overlays meet its edges. */
export function letterbox({ heightPx, widthPx }: SizePx, aspect: number): SizePx {
  const isWider = widthPx > heightPx * aspect;
  return isWider
    ? { widthPx: Math.floor(heightPx * aspect), heightPx: Math.floor(heightPx) }
    : { widthPx: Math.floor(widthPx), heightPx: Math.floor(widthPx / aspect) };
}
