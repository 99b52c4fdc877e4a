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
  /** Peak bit rate as a multiple of the mean. Default 1, for links without headroom. */
  readonly peakShare?: number;
  /** No block is encoded more finely, 0 to 51, also where the bit rate would allow it; by default 0. */
  readonly finestQuantiser?: number;
}

/**
 * Maximum interval of key frames, by time and not by number of pictures, which is low on a busy machine: a viewer that
 * joins over UDP without requesting one waits at most this long.
 */
export const KEY_FRAME_EVERY_S = 2;

/** Bits per pixel at most: 4 Mb/s for 720p30, typical of cameras of this kind. */
const BITS_PER_PIXEL = 0.145;
const LEAST_BPS = 400_000;
const MOST_BPS = 6_000_000;
/**
 * Gives 39 to 40 dB for a hovering picture in still air, with a third of the bits and three quarters of the encoder's
 * time. A panning picture uses the whole bit rate and is coarser than this.
 */
const FINEST_QUANTISER = 24;
/** A constant rate without peaks costs x264 a tenth more time for the same quality. */
const PEAK_SHARE = 1.1;
/** From this size on, encoding time matters more than bit rate. */
const LARGE_PX = 500_000;

/** Bit rate, quality and effort for this picture size. */
export function h264SettingsFor(size: FrameSize, framesPerS: number): H264Settings {
  const pixels = size.widthPx * size.heightPx;
  const bitRateBps = Math.round(Math.min(MOST_BPS, Math.max(LEAST_BPS, pixels * framesPerS * BITS_PER_PIXEL)));
  const preset = pixels >= LARGE_PX ? 'ultrafast' : 'superfast';
  return { size, framesPerS, bitRateBps, preset, peakShare: PEAK_SHARE, finestQuantiser: FINEST_QUANTISER };
}
