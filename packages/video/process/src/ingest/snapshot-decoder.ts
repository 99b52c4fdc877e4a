import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { CodecContext, Frame, Packet } from 'node-av/lib';
import type { PictureCodec } from '../access-unit.ts';
import { checked, EncoderFault } from '../encode/encoder-fault.ts';
import type { ColourCoding } from '../encode/full-range.ts';
import type { NativeCodecs } from '../encode/native-codecs.ts';

/** A decoded picture. Its planes belong to the decoder, until the next one is decoded. */
export interface DecodedPicture {
  readonly frame: YuvFrame;
  readonly coding: ColourCoding;
}

/** Smaller pictures without colour information are coded as SD television. */
const HD_ROWS = 720;

/** Decodes pictures of H.264, H.265 or JPEG: single ones, or one after the other. */
export class SnapshotDecoder {
  readonly #codecs: NativeCodecs;
  readonly #context: CodecContext;
  readonly #packet: Packet;
  /** The newest picture. */
  #frame: Frame;
  /** Target of the next picture: a failed attempt clears it. */
  #spare: Frame;

  private constructor(codecs: NativeCodecs, context: CodecContext) {
    this.#codecs = codecs;
    this.#context = context;
    this.#packet = new codecs.lib.Packet();
    this.#packet.alloc();
    this.#frame = newFrame(codecs);
    this.#spare = newFrame(codecs);
  }

  /** @throws EncoderFault */
  static async open(codecs: NativeCodecs, coding: PictureCodec | 'JPEG' = 'H.264'): Promise<SnapshotDecoder> {
    const { constants, lib } = codecs;
    const ids = {
      'H.264': constants.AV_CODEC_ID_H264,
      'H.265': constants.AV_CODEC_ID_HEVC,
      JPEG: constants.AV_CODEC_ID_MJPEG,
    };
    const codec = lib.Codec.findDecoder(ids[coding]);
    if (codec === null) throw new EncoderFault(`this build of FFmpeg has no decoder for ${coding}`);
    const context = new lib.CodecContext();
    context.allocContext3(codec);
    context.threadCount = 1;
    context.flags = (context.flags | constants.AV_CODEC_FLAG_LOW_DELAY) as CodecContext['flags'];
    checked(await context.open2(codec, null), `opening the decoder for ${coding}`);
    return new SnapshotDecoder(codecs, context);
  }

  /**
   * Decodes the last of these pictures; the first is a key frame.
   * @param pictures each with start codes
   * @throws EncoderFault when none can be decoded
   */
  last(pictures: readonly Uint8Array[]): DecodedPicture {
    let found = 0;
    for (const picture of pictures) {
      this.#packet.data = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
      // After a damaged picture the previous one is used.
      this.#context.sendPacketSync(this.#packet);
      this.#packet.unref();
      found += this.#receive();
    }
    this.#context.sendPacketSync(null);
    found += this.#receive();
    this.#context.flushBuffers();
    if (found === 0) throw new EncoderFault('the picture cannot be decoded');
    return this.#decoded();
  }

  /**
   * Decodes the picture that follows the previous one; the first is a key frame. Undefined for a damaged one.
   * @param picture with start codes
   * @throws EncoderFault for a format that is not taken
   */
  next(picture: Uint8Array): DecodedPicture | undefined {
    this.#packet.data = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    this.#context.sendPacketSync(this.#packet);
    this.#packet.unref();
    return this.#receive() > 0 ? this.#decoded() : undefined;
  }

  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#spare.free();
    this.#context.freeContext();
  }

  /** Receives the available pictures; the newest stays in the frame. @returns their number */
  #receive(): number {
    let count = 0;
    while (this.#context.receiveFrameSync(this.#spare) >= 0) {
      [this.#frame, this.#spare] = [this.#spare, this.#frame];
      count += 1;
    }
    return count;
  }

  #decoded(): DecodedPicture {
    const { constants } = this.#codecs;
    const { colorRange, colorSpace, data, format, height, linesize, width } = this.#frame;
    const [luma, cb, cr] = data ?? [];
    const isFull = format === constants.AV_PIX_FMT_YUVJ420P || colorRange === constants.AVCOL_RANGE_JPEG;
    const isPlanar = isFull || format === constants.AV_PIX_FMT_YUV420P;
    if (!isPlanar || luma === undefined || cb === undefined || cr === undefined) {
      throw new EncoderFault(`pictures of the format ${format} are not taken`);
    }
    const [lumaStride = width, chromaStride = width / 2] = linesize;
    const old: readonly number[] = [constants.AVCOL_SPC_BT470BG, constants.AVCOL_SPC_SMPTE170M];
    const isOld = old.includes(colorSpace) || (colorSpace === constants.AVCOL_SPC_UNSPECIFIED && height < HD_ROWS);
    return {
      frame: { width, height, luma, cb, cr, lumaStride, chromaStride },
      coding: { matrix: isOld ? 'bt601' : 'bt709', range: isFull ? 'full' : 'video' },
    };
  }
}

function newFrame({ lib }: NativeCodecs): Frame {
  const frame = new lib.Frame();
  frame.alloc();
  return frame;
}
