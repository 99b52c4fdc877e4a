import type { FrameSize, PictureCodec } from '../access-unit.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs } from '../encode/native-codecs.ts';
import { SnapshotDecoder } from './snapshot-decoder.ts';

/** Limit of picture sizes: for a camera that changes its size repeatedly. */
const SIZES_MAX = 4;

/** Makes JPEGs of real cameras' pictures. */
export class CameraSnapshots {
  readonly #encoders = new Map<string, JpegEncoder>();
  readonly #decoders = new Map<PictureCodec, SnapshotDecoder>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param pictures encoded, with start codes, starting at a key frame: the last one is the result
   * @throws EncoderFault
   */
  encodeJpeg(pictures: readonly Uint8Array[], codec: PictureCodec): Promise<Uint8Array<ArrayBuffer>> {
    // Sequential: they share decoders.
    const jpeg = this.#last.then(() => this.#encodeJpeg(pictures, codec));
    this.#last = jpeg.catch(() => {});
    return jpeg;
  }

  async #encodeJpeg(pictures: readonly Uint8Array[], codec: PictureCodec): Promise<Uint8Array<ArrayBuffer>> {
    const decoder = this.#decoders.get(codec) ?? (await SnapshotDecoder.open(await loadNativeCodecs(), codec));
    this.#decoders.set(codec, decoder);
    const { coding, frame } = decoder.last(pictures);
    const encoder = await this.#encoderFor({ widthPx: frame.width, heightPx: frame.height });
    return encoder.encode(frame, coding);
  }

  async #encoderFor(size: FrameSize): Promise<JpegEncoder> {
    const name = `${size.widthPx}x${size.heightPx}`;
    const known = this.#encoders.get(name);
    if (known !== undefined) return known;
    const encoder = await JpegEncoder.open(await loadNativeCodecs(), size);
    if (this.#encoders.size >= SIZES_MAX) this.#forgetAll();
    this.#encoders.set(name, encoder);
    return encoder;
  }

  #forgetAll(): void {
    for (const encoder of this.#encoders.values()) encoder.close();
    this.#encoders.clear();
  }
}
