import { h264SettingsFor, KEY_FRAME_EVERY_S } from './encode/h264-settings.ts';
import { isJpegSize } from './rtp/jpeg-payloads.ts';
import type { StreamPlan } from './stream-plan.ts';

/** Encoder settings of one stream. */
export interface StreamEncoding {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerS: number;
  readonly bitRateBps: number;
  /** Pictures from one key frame to the next. */
  readonly groupPictures: number;
  /** Codec that ONVIF gives to its clients; absent: H.264, which all others receive in any case. */
  readonly codec?: 'JPEG' | undefined;
  /** The quality of JPEG pictures, within `JPEG_QUALITY`; that of the others follows from the bit rate. */
  readonly quality?: number;
}

/** Values that each setting may have. */
export interface EncodingOptions {
  readonly sizes: readonly Pick<StreamEncoding, 'widthPx' | 'heightPx'>[];
  /** Those of JPEG, which RTP takes in whole blocks of 8 pixels: each side is at most 7 shorter than in `sizes`. */
  readonly jpegSizes: EncodingOptions['sizes'];
  readonly framesPerS: readonly number[];
  readonly bitRateBps: { readonly min: number; readonly max: number };
  readonly groupPictures: { readonly min: number; readonly max: number };
}

/** Parts of the full size; only those with even sides remain. */
const SIZE_DIVISORS = [1, 1.5, 2, 3];
const RATES = [30, 15, 10, 5, 1];
const BIT_RATE_BPS = { min: 256_000, max: 6_000_000 };
const GROUP_PICTURES = { min: 1, max: 300 };

/** The highest one is the finest. */
export const JPEG_QUALITY = { min: 1, usual: 5, max: 10 };

const JPEG_BLOCK_PX = 8;

const wholeBlocks = ({ heightPx, widthPx }: EncodingOptions['sizes'][number]) => ({
  widthPx: widthPx - (widthPx % JPEG_BLOCK_PX),
  heightPx: heightPx - (heightPx % JPEG_BLOCK_PX),
});

const isEven = (value: number) => value % 2 === 0;

/** @param plan of the stream as the camera has it */
export function encodingOptions({ framesPerS, lens }: StreamPlan): EncodingOptions {
  const { frameHeight, frameWidth, type } = lens;
  // A thermal picture has one value for each pixel of its sensor: in another size it would show others.
  const divisors = type === 'Thermal' ? [1] : SIZE_DIVISORS;
  const sizes = divisors
    .map((divisor) => ({ widthPx: frameWidth / divisor, heightPx: frameHeight / divisor }))
    .filter(({ heightPx, widthPx }) => isEven(widthPx) && isEven(heightPx));
  return {
    sizes,
    jpegSizes: (type === 'Thermal' ? sizes : sizes.map(wholeBlocks)).filter(isJpegSize),
    framesPerS: RATES.filter((rate) => rate <= framesPerS),
    bitRateBps: BIT_RATE_BPS,
    groupPictures: GROUP_PICTURES,
  };
}

/** Settings without a choice of a client. */
export function defaultEncoding({ framesPerS, lens }: StreamPlan): StreamEncoding {
  const size = { widthPx: lens.frameWidth, heightPx: lens.frameHeight };
  const { bitRateBps } = h264SettingsFor(size, framesPerS);
  return { ...size, framesPerS, bitRateBps, groupPictures: Math.round(framesPerS * KEY_FRAME_EVERY_S) };
}

/** Whether a stream can be encoded so; another camera may have another sensor. */
function isPossible(encoding: StreamEncoding, plan: StreamPlan): boolean {
  const { bitRateBps, framesPerS, groupPictures, jpegSizes, sizes } = encodingOptions(plan);
  const { codec, quality = JPEG_QUALITY.usual } = encoding;
  const isIn = (value: number, { max, min }: { readonly min: number; readonly max: number }) =>
    value >= min && value <= max;
  return (
    (codec === undefined ? sizes : jpegSizes).some(
      ({ heightPx, widthPx }) => widthPx === encoding.widthPx && heightPx === encoding.heightPx,
    ) &&
    framesPerS.includes(encoding.framesPerS) &&
    isIn(encoding.bitRateBps, bitRateBps) &&
    Number.isInteger(encoding.groupPictures) &&
    isIn(encoding.groupPictures, groupPictures) &&
    isIn(quality, JPEG_QUALITY)
  );
}

/** The plan of a stream whose encoder a client has set. */
export function withEncoding(plan: StreamPlan, encoding: StreamEncoding | undefined): StreamPlan {
  if (encoding === undefined || !isPossible(encoding, plan)) return plan;
  const { framesPerS, heightPx: frameHeight, widthPx: frameWidth } = encoding;
  return { ...plan, framesPerS, encoding, full: plan, lens: { ...plan.lens, frameWidth, frameHeight } };
}
