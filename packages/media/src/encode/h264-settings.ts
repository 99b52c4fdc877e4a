import type { FrameSize } from '../access-unit.ts';

/** Encoding parameters of one stream. */
export interface H264Settings {
  readonly size: FrameSize;
  readonly framesPerS: number;
  readonly bitRateBps: number;
  /** Less processor time, more bits for the same picture. */
  readonly preset: 'ultrafast' | 'superfast';
  /** Interval of key frames without a request; by default `KEY_FRAME_EVERY_S`. */
  readonly keyFrameEveryS?: number;
  /** How far a key frame may exceed its share; by default half a second. */
  readonly bufferS?: number;
}

/**
 * Maximum interval of key frames, by time and not by number of pictures, which is low on a busy machine: a viewer that
 * joins over UDP without requesting one waits at most this long.
 */
export const KEY_FRAME_EVERY_S = 2;

/** Bits per pixel: 4 Mb/s for 720p30, typical of cameras of this kind. */
const BITS_PER_PIXEL = 0.145;
const LEAST_BPS = 400_000;
const MOST_BPS = 6_000_000;
/** From this size on, encoding time matters more than bit rate. */
const LARGE_PX = 500_000;

/** Bit rate and effort for this picture size. */
export function h264SettingsFor(size: FrameSize, framesPerS: number): H264Settings {
  const pixels = size.widthPx * size.heightPx;
  const bitRateBps = Math.round(Math.min(MOST_BPS, Math.max(LEAST_BPS, pixels * framesPerS * BITS_PER_PIXEL)));
  return { size, framesPerS, bitRateBps, preset: pixels >= LARGE_PX ? 'ultrafast' : 'superfast' };
}
