import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { CodecContext, Packet } from 'node-av/lib';
import type { FrameSize } from '../access-unit.ts';
import { checked, EncoderFault } from './encoder-fault.ts';
import { type ColourCoding, toFullRange } from './full-range.ts';
import type { NativeCodecs } from './native-codecs.ts';
import { PictureBuffer } from './picture-buffer.ts';

/** Quantiser of FFmpeg, 2 is the finest: 3 is about quality 90 of the usual scale. */
const QUANTISER = 3;

interface JpegOptions {
  readonly quantiser?: number;
  /** The Huffman tables of the standard, which RTP does not carry, instead of those that fit the picture best. */
  readonly hasStandardTables?: boolean;
}

/** Encodes single pictures of one size. */
export class JpegEncoder {
  readonly #context: CodecContext;
  readonly #picture: PictureBuffer;
  readonly #packet: Packet;
  readonly #full: YuvFrame;
  #count = 0;

  private constructor(codecs: NativeCodecs, context: CodecContext, size: FrameSize) {
    this.#context = context;
    this.#picture = new PictureBuffer(codecs, { ...size, range: 'full' });
    this.#packet = new codecs.lib.Packet();
    this.#packet.alloc();
    this.#full = makeFrame(size.widthPx, size.heightPx);
  }

  /** @throws EncoderFault */
  static async open(
    codecs: NativeCodecs,
    size: FrameSize,
    { hasStandardTables = false, quantiser = QUANTISER }: JpegOptions = {},
  ): Promise<JpegEncoder> {
    const { lib, constants } = codecs;
    const codec = lib.Codec.findEncoderByName('mjpeg' as Parameters<typeof lib.Codec.findEncoderByName>[0]);
    if (codec === null) throw new EncoderFault('this build of FFmpeg has no JPEG encoder');
    const context = new lib.CodecContext();
    context.allocContext3(codec);
    context.width = size.widthPx;
    context.height = size.heightPx;
    context.pixelFormat = constants.AV_PIX_FMT_YUVJ420P;
    context.colorRange = constants.AVCOL_RANGE_JPEG;
    context.timeBase = new lib.Rational(1, 25);
    context.threadCount = 1;
    context.qMin = quantiser;
    context.qMax = quantiser;
    const options = lib.Dictionary.fromObject({ huffman: hasStandardTables ? 'default' : 'optimal' });
    checked(await context.open2(codec, options), 'opening the JPEG encoder');
    options.free();
    return new JpegEncoder(codecs, context, size);
  }

  /** @throws EncoderFault */
  encode(frame: YuvFrame, coding?: ColourCoding): Uint8Array<ArrayBuffer> {
    toFullRange(frame, this.#full, coding);
    this.#picture.fill(this.#full);
    this.#picture.frame.pts = BigInt(this.#count++);
    checked(this.#context.sendFrameSync(this.#picture.frame), 'encoding a JPEG');
    checked(this.#context.receivePacketSync(this.#packet), 'taking a JPEG');
    const { data } = this.#packet;
    if (data === null) throw new EncoderFault('a JPEG is empty');
    const jpeg = new Uint8Array(data);
    this.#packet.unref();
    return jpeg;
  }

  close(): void {
    this.#packet.free();
    this.#picture.free();
    this.#context.freeContext();
  }
}
