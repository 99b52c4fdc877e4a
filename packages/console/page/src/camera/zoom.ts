/** Zoom steps by wheel, key, fingers and slider, all as factors, because a factor looks the same at every zoom. */
import { clamp } from '../parts/numbers.ts';

export interface ZoomRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** One press of a key or a button. */
export const KEY_FACTOR = 1.25;
/** A double click. */
export const CLOSER_FACTOR = 2;
/** One notch of a mouse wheel, which browsers report as 100 to 120 pixels. */
const NOTCH_FACTOR = 1.2;
const NOTCH_PX = 100;
/** For some wheels browsers report lines (1) or pages (2) instead of pixels (0). */
const PIXELS_OF_MODE: Readonly<Record<number, number>> = { 0: 1, 1: 33, 2: 400 };
/** Limit for a wheel that is spun fast. */
const NOTCHES_MAX = 4;
/** Triggers pressed fully double the zoom in this time, seconds. */
const TRIGGER_DOUBLING_S = 0.8;

/** Zoom factor of a wheel movement; towards the user zooms out. */
export function wheelFactor({ deltaMode, deltaY }: Pick<WheelEvent, 'deltaMode' | 'deltaY'>): number {
  const notches = (deltaY * (PIXELS_OF_MODE[deltaMode] ?? 1)) / NOTCH_PX;
  return NOTCH_FACTOR ** -clamp(notches, -NOTCHES_MAX, NOTCHES_MAX);
}

/** @param closer, further 0 to 1, pressure of the two triggers */
export const triggerFactor = (closer: number, further: number, seconds: number): number =>
  2 ** (((closer - further) * seconds) / TRIGGER_DOUBLING_S);

/** Within the range, rounded to hundredths for display. */
export const zoomWithin = ({ maximum, minimum }: ZoomRange, zoom: number): number =>
  clamp(Math.round(zoom * 100) / 100, minimum, maximum);

/** Position of a zoom on a slider, 0 to 1: equal distances are equal factors. */
export function slider({ maximum, minimum }: ZoomRange, zoom: number): number {
  if (maximum <= minimum) return 0;
  return clamp(Math.log(zoom / minimum) / Math.log(maximum / minimum), 0, 1);
}

export const zoomOfSlider = (range: ZoomRange, place: number): number =>
  zoomWithin(range, range.minimum * (range.maximum / range.minimum) ** place);

/** Marks of the slider: 1, 2, 4 and so on, within the range. */
export function zoomMarks({ maximum, minimum }: ZoomRange): readonly number[] {
  const marks: number[] = [];
  for (let zoom = minimum; zoom <= maximum; zoom *= 2) marks.push(zoom);
  return marks;
}
