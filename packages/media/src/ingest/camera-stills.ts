import type { FrameSize } from '../access-unit.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs } from '../encode/native-codecs.ts';
import { StillDecoder } from './still-decoder.ts';

/** Pictures of more sizes than a camera has streams: a camera that changes its size again and again. */
const SIZES_MAX = 4;

/** Makes JPEGs of what real cameras have sent. */
export class CameraStills {
  readonly #encoders = new Map<string, JpegEncoder>();
  #decoder: StillDecoder | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param pictures coded ones with start codes, from a key frame on: the last of them is the one that is wanted
   * @throws EncoderFault
   */
  develop(pictures: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
    // One after the other: they share a decoder.
    const jpeg = this.#last.then(() => this.#develop(pictures));
    this.#last = jpeg.catch(() => {});
    return jpeg;
  }

  async #develop(pictures: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
    this.#decoder ??= await StillDecoder.open(await loadNativeCodecs());
    const { coding, frame } = this.#decoder.last(pictures);
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
