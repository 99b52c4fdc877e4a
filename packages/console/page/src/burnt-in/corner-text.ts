import { isCrossing } from '@kitestring/station-contract/place/polygon.ts';
import { MASK_HEIGHT_MAX_M } from '@kitestring/station-contract/station/privacy-mask.ts';
import { numberIn } from '../place/zone-draft.ts';

/** A corner: fractions of width and height. */
export interface PictureCorner {
  readonly x: number;
  readonly y: number;
}

const PERCENT = 100;

/** Corners as `25,60 40,60 40,80`, percent. */
export const cornerText = (corners: readonly PictureCorner[]): string =>
  corners.map(({ x, y }) => `${shown(x)},${shown(y)}`).join(' ');

const shown = (share: number): string => String(Math.round(share * PERCENT * 10) / 10);

/** Undefined for what are no corners within the picture, of which an area has at least three. */
export function readCorners(text: string): readonly PictureCorner[] | undefined {
  const parts = text.trim().split(/[\s;]+/);
  const corners = parts.map((part) => {
    const [x = Number.NaN, y = Number.NaN, ...more] = part.split(',').map(Number);
    return more.length > 0 ? { x: Number.NaN, y } : { x: x / PERCENT, y: y / PERCENT };
  });
  const isInside = (share: number) => share >= 0 && share <= 1;
  return corners.length >= 3 && corners.every(({ x, y }) => isInside(x) && isInside(y)) ? corners : undefined;
}

/** The first thing that is wrong with a mask. @param heightM as typed */
export function maskFault(corners: readonly PictureCorner[] | undefined, heightM: string) {
  if (corners === undefined) return 'wrongCorners';
  if (isCrossing(corners.map(({ x, y }) => ({ eastM: x, northM: y })))) return 'crossing';
  return numberIn(heightM, 0, MASK_HEIGHT_MAX_M) === undefined ? 'wrongHeight' : undefined;
}
