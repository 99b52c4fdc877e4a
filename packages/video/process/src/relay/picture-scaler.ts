import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { SoftwareScaleContext } from 'node-av/lib';
import type { FrameSize } from '../access-unit.ts';
import type { ColourCoding } from '../encode/full-range.ts';
import type { NativeCodecs } from '../encode/native-codecs.ts';

/** Scales pictures to one size, with the range of levels of television. */
export class PictureScaler {
  readonly #context: SoftwareScaleContext;
  readonly #scaled: YuvFrame;

  constructor(
    { constants, lib }: NativeCodecs,
    from: Pick<YuvFrame, 'width' | 'height'>,
    range: ColourCoding['range'],
    { heightPx, widthPx }: FrameSize,
  ) {
    const { AV_PIX_FMT_YUV420P: video, AV_PIX_FMT_YUVJ420P: full, SWS_AREA } = constants;
    this.#scaled = makeFrame(widthPx, heightPx);
    this.#context = new lib.SoftwareScaleContext();
    const format = range === 'full' ? full : video;
    this.#context.getContext(from.width, from.height, format, widthPx, heightPx, video, SWS_AREA);
  }

  /** @returns memory of the scaler, until the next picture */
  scale(picture: YuvFrame): YuvFrame {
    this.#context.scaleSync(
      planes(picture),
      strides(picture),
      0,
      picture.height,
      planes(this.#scaled),
      strides(this.#scaled),
    );
    return this.#scaled;
  }

  close(): void {
    this.#context.freeContext();
  }
}

const planes = ({ cb, cr, luma }: YuvFrame): Buffer[] =>
  [luma, cb, cr].map((plane) => Buffer.from(plane.buffer, plane.byteOffset, plane.byteLength));

const strides = ({ chromaStride, lumaStride }: YuvFrame): number[] => [lumaStride, chromaStride, chromaStride];
