import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { Frame } from 'node-av/lib';
import { checked, EncoderFault } from './encoder-fault.ts';
import type { NativeCodecs } from './native-codecs.ts';

interface PictureFormat {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `video`: 16 to 235 (BT.709); `full`: 0 to 255, as in JPEG. */
  readonly range: 'video' | 'full';
}

/** Native memory for one picture, reused for all: a new one for each would grow the heap. */
export class PictureBuffer {
  readonly frame: Frame;
  /** Its planes, to draw into; not after `free`. */
  readonly planes: YuvFrame;

  /** @throws EncoderFault when there is no memory */
  constructor({ lib, constants }: NativeCodecs, { widthPx, heightPx, range }: PictureFormat) {
    this.frame = new lib.Frame();
    this.frame.alloc();
    this.frame.format = range === 'full' ? constants.AV_PIX_FMT_YUVJ420P : constants.AV_PIX_FMT_YUV420P;
    this.frame.width = widthPx;
    this.frame.height = heightPx;
    this.frame.colorRange = range === 'full' ? constants.AVCOL_RANGE_JPEG : constants.AVCOL_RANGE_MPEG;
    checked(this.frame.getBuffer(0), 'memory for a picture');
    const [luma, cb, cr] = this.frame.data ?? [];
    const [lumaStride = 0, chromaStride = 0] = this.frame.linesize;
    if (luma === undefined || cb === undefined || cr === undefined) {
      throw new EncoderFault('the memory of the picture cannot be written');
    }
    this.planes = { width: widthPx, height: heightPx, luma, cb, cr, lumaStride, chromaStride };
  }

  /** @param picture drawn into `planes`, or copied there. @throws EncoderFault while an encoder still holds the previous picture */
  fill(picture: YuvFrame): void {
    if (!this.frame.isWritable) throw new EncoderFault('the memory of the picture cannot be written');
    if (picture === this.planes) return;
    const { luma, cb, cr, lumaStride, chromaStride } = this.planes;
    copyRows(picture.luma, picture.lumaStride, luma, lumaStride, picture.height);
    copyRows(picture.cb, picture.chromaStride, cb, chromaStride, picture.height / 2);
    copyRows(picture.cr, picture.chromaStride, cr, chromaStride, picture.height / 2);
  }

  free(): void {
    this.frame.free();
  }
}

function copyRows(from: Uint8Array, fromStride: number, to: Uint8Array, toStride: number, rows: number): void {
  if (fromStride === toStride) {
    to.set(from.subarray(0, Math.min(from.length, to.length)));
    return;
  }
  const width = Math.min(fromStride, toStride);
  for (let row = 0; row < rows; row += 1) {
    to.set(from.subarray(row * fromStride, row * fromStride + width), row * toStride);
  }
}
