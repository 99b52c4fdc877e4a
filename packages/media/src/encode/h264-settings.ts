import type { FrameSize } from '../access-unit.ts';

/** How one stream is encoded. */
export interface H264Settings {
  readonly size: FrameSize;
  readonly framesPerS: number;
  readonly bitRateBps: number;
  /** Less work for the processor, more bits for the same picture. */
  readonly preset: 'ultrafast' | 'superfast';
}

/**
 * Key frames come at least so often, by time and not by number of pictures, of which a busy machine makes few: who joins by UDP
 * and asks for none waits so long at most.
 */
export const KEY_FRAME_EVERY_S = 2;

/** Bits in a pixel: 4 Mb/s for 720p30, as cameras of this kind have it. */
const BITS_PER_PIXEL = 0.145;
const LEAST_BPS = 400_000;
const MOST_BPS = 6_000_000;
/** From this size on a picture takes so long that speed matters more than bits. */
const LARGE_PX = 500_000;

/** Bit rate and effort for a picture of this size. */
export function h264SettingsFor(size: FrameSize, framesPerS: number): H264Settings {
  const pixels = size.widthPx * size.heightPx;
  const bitRateBps = Math.round(Math.min(MOST_BPS, Math.max(LEAST_BPS, pixels * framesPerS * BITS_PER_PIXEL)));
  return { size, framesPerS, bitRateBps, preset: pixels >= LARGE_PX ? 'ultrafast' : 'superfast' };
}
