import { THUMBNAIL_BYTES_MAX } from '@kitestring/station-contract/station/thumbnail.ts';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { FrameSize } from '../access-unit.ts';
import { EncoderFault } from '../encode/encoder-fault.ts';
import { JpegEncoder } from '../encode/jpeg-encoder.ts';
import { loadNativeCodecs, type NativeCodecs } from '../encode/native-codecs.ts';
import { SnapshotDecoder } from '../ingest/snapshot-decoder.ts';

/** A list shows it 128 px wide; twice that is sharp on fine screens. */
const WIDTH_PX = 256;
/** Portrait pictures too. */
const HEIGHT_MAX_PX = 256;
/** Tried in order until the size fits: noise costs the most. */
const QUANTISERS = [5, 9, 16, 31] as const;

/** Creates thumbnails of JPEGs, at most 20 kB each. */
export class Thumbnails {
  #decoder: SnapshotDecoder | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws EncoderFault if it is not a picture */
  make(jpeg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    // One after another: they share the decoder.
    const made = this.#last.then(() => this.#make(jpeg));
    this.#last = made.catch(() => {});
    return made;
  }

  async #make(jpeg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const codecs = await loadNativeCodecs();
    this.#decoder ??= await SnapshotDecoder.open(codecs, 'JPEG');
    const { coding, frame } = this.#decoder.last([jpeg]);
    const small = shrunk(frame);
    for (const quantiser of QUANTISERS) {
      const encoded = await encodedWith(codecs, small, quantiser, coding);
      if (encoded.length <= THUMBNAIL_BYTES_MAX) return encoded;
    }
    throw new EncoderFault(`no thumbnail of at most ${THUMBNAIL_BYTES_MAX} bytes could be made`);
  }
}

type Coding = Parameters<JpegEncoder['encode']>[1];

async function encodedWith(codecs: NativeCodecs, frame: YuvFrame, quantiser: number, coding: Coding) {
  const encoder = await JpegEncoder.open(codecs, { widthPx: frame.width, heightPx: frame.height }, { quantiser });
  try {
    return encoder.encode(frame, coding);
  } finally {
    encoder.close();
  }
}

/** Size with the same aspect ratio, even for the chroma planes, never larger than the picture. */
export function thumbnailSize(width: number, height: number): FrameSize {
  const scale = Math.min(1, WIDTH_PX / width, HEIGHT_MAX_PX / height);
  const even = (px: number) => Math.max(2, 2 * Math.round((px * scale) / 2));
  return { widthPx: even(width), heightPx: even(height) };
}

function shrunk(from: YuvFrame): YuvFrame {
  const { heightPx, widthPx } = thumbnailSize(from.width, from.height);
  const to = makeFrame(widthPx, heightPx);
  average(plane(from.luma, from.lumaStride, from.width, from.height), plane(to.luma, to.lumaStride, widthPx, heightPx));
  for (const name of ['cb', 'cr'] as const) {
    average(
      plane(from[name], from.chromaStride, from.width >> 1, from.height >> 1),
      plane(to[name], to.chromaStride, widthPx >> 1, heightPx >> 1),
    );
  }
  return to;
}

interface Plane {
  readonly data: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

const plane = (data: Uint8Array, stride: number, width: number, height: number): Plane => ({
  data,
  stride,
  width,
  height,
});

/** Each pixel is the mean of the pixels it covers. */
function average(from: Plane, to: Plane): void {
  for (let y = 0; y < to.height; y += 1) {
    const [top, bottom] = span(y, to.height, from.height);
    for (let x = 0; x < to.width; x += 1) {
      const [left, right] = span(x, to.width, from.width);
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let at = row * from.stride + left; at < row * from.stride + right; at += 1) sum += from.data[at] ?? 0;
      }
      to.data[y * to.stride + x] = Math.round(sum / ((bottom - top) * (right - left)));
    }
  }
}

function span(at: number, count: number, of: number): readonly [first: number, end: number] {
  const first = Math.floor((at * of) / count);
  return [first, Math.max(first + 1, Math.floor(((at + 1) * of) / count))];
}
