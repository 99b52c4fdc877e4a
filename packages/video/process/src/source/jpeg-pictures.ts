import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { FrameSize } from '../access-unit.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import type { NativeCodecs } from '../encode/native-codecs.ts';
import { JPEG_QUALITY } from '../stream-encoding.ts';

/** Quantiser of FFmpeg for the highest quality and for the lowest one; equal steps look equal. */
const QUANTISER = { finest: 2, coarsest: 31 };

function quantiser(quality: number): number {
  const { max, min } = JPEG_QUALITY;
  const { coarsest, finest } = QUANTISER;
  return Math.round(finest * (coarsest / finest) ** ((max - quality) / (max - min)));
}

/** Encodes pictures as JPEG, while a viewer wants them; otherwise it takes no memory. */
export class JpegPictures {
  readonly #codecs: NativeCodecs;
  readonly #size: FrameSize;
  #quality: number | undefined;
  #encoder: JpegEncoder | undefined;

  constructor(codecs: NativeCodecs, size: FrameSize) {
    this.#codecs = codecs;
    this.#size = size;
  }

  /** @param quality undefined while no viewer wants them. @throws EncoderFault */
  async set(quality: number | undefined): Promise<void> {
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#encoder?.close();
    this.#encoder = undefined;
    if (quality === undefined) return;
    const options = { quantiser: quantiser(quality), hasStandardTables: true };
    const encoder = await JpegEncoder.open(this.#codecs, this.#size, options);
    // Meanwhile another quality may have been set, or this one again.
    if (this.#quality !== quality || this.#encoder !== undefined) encoder.close();
    else this.#encoder = encoder;
  }

  /** @throws EncoderFault */
  encode(picture: YuvFrame): Uint8Array<ArrayBuffer> | undefined {
    return this.#encoder?.encode(picture);
  }
}
