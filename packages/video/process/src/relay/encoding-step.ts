import type { FrameSize } from '../access-unit.ts';

/** Size and rate of pictures for a bit rate. */
export interface EncodingStep {
  readonly size: FrameSize;
  readonly framesPerS: number;
}

/** Bits per pixel below which a picture falls apart into blocks. */
const BITS_PER_PIXEL = 0.06;
/** A step up needs more than a step down leaves, so that the size does not go to and fro. */
const UP_SHARE = 1.25;
/**
 * From best to worst: the frame rate falls first, because a still picture from the air shows more than a small moving
 * one.
 */
const STEPS = [
  { scale: 1, mostFramesPerS: 30 },
  { scale: 1, mostFramesPerS: 15 },
  { scale: 2 / 3, mostFramesPerS: 15 },
  { scale: 1 / 2, mostFramesPerS: 15 },
  { scale: 1 / 3, mostFramesPerS: 10 },
  { scale: 1 / 4, mostFramesPerS: 5 },
] as const;

/** Index of the step for a bit rate, that of a picture from which it would change now. */
export function stepFor(source: EncodingStep, bitRateBps: number, present?: number): number {
  const found = STEPS.findIndex((_step, index) => {
    const isUp = present !== undefined && index < present;
    return bits(stepAt(source, index)) * (isUp ? UP_SHARE : 1) <= bitRateBps;
  });
  return found < 0 ? STEPS.length - 1 : found;
}

export function stepAt({ framesPerS, size }: EncodingStep, index: number): EncodingStep {
  const { mostFramesPerS, scale } = STEPS[index] ?? STEPS[0];
  return {
    size: { widthPx: even(size.widthPx * scale), heightPx: even(size.heightPx * scale) },
    framesPerS: Math.min(framesPerS, mostFramesPerS),
  };
}

const bits = ({ framesPerS, size }: EncodingStep): number => size.widthPx * size.heightPx * framesPerS * BITS_PER_PIXEL;

/** Colour has half of the resolution. */
const even = (px: number): number => Math.max(2, 2 * Math.round(px / 2));
