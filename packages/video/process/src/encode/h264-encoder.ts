import type { YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { CodecContext, Packet } from 'node-av/lib';
import type { ParameterSets } from '../access-unit.ts';
import { RTP_CLOCK_HZ } from '../access-unit.ts';
import { withVariableRate } from '../ingest/sequence-parameters.ts';
import { checked, EncoderFault } from './encoder-fault.ts';
import { type H264Settings, KEY_FRAME_EVERY_S } from './h264-settings.ts';
import { NAL, nalType, nalUnits } from './nal-units.ts';
import type { NativeCodecs } from './native-codecs.ts';
import { PictureBuffer } from './picture-buffer.ts';

const GROUP_MAX_PICTURES = 100_000;
/** A key frame may exceed its share, and no receiver has to buffer for longer. */
const BUFFER_S = 0.5;

/**
 * Parameter sets in band before every key frame too, for viewers that join over UDP. No scene-cut key frames, which would exceed the bit rate.
 */
const PARAMETERS = 'repeat-headers=1:scenecut=0';
/**
 * A wider dead zone of the quantiser instead of an evaluation of each finished block: the same quality in a seventh
 * less time.
 */
const ULTRAFAST_PARAMETERS = `${PARAMETERS}:no-dct-decimate=1:deadzone-inter=32:deadzone-intra=20`;

/** Settings that an encoder takes while it runs. */
export interface EncoderChange extends Pick<H264Settings, 'bitRateBps' | 'framesPerS'> {
  readonly keyFrameEveryS: number;
}

const keyFrameTicks = (everyS: number, framesPerS: number): number => (everyS - 0.5 / framesPerS) * RTP_CLOCK_HZ;

interface EncodedPicture {
  /** Views into one shared buffer, without start codes; parameter sets precede a key frame. */
  readonly nals: readonly Uint8Array<ArrayBuffer>[];
  readonly isKeyFrame: boolean;
}

/** H.264, constrained baseline: each picture is output immediately, and decoding order equals display order. */
export class H264Encoder {
  readonly parameterSets: ParameterSets;
  readonly #codecs: NativeCodecs;
  readonly #context: CodecContext;
  readonly #picture: PictureBuffer;
  readonly #packet: Packet;
  /** Half a picture interval before the next key frame is due, 90 kHz: the nearest picture becomes the key frame. */
  #keyFrameDueAt = 0;
  #keyFrameEvery: number;
  readonly #settings: H264Settings;

  private constructor(codecs: NativeCodecs, context: CodecContext, settings: H264Settings) {
    const { framesPerS, keyFrameEveryS = KEY_FRAME_EVERY_S, size } = settings;
    this.#codecs = codecs;
    this.#context = context;
    this.#settings = settings;
    this.parameterSets = parameterSets(context.extraData);
    this.#picture = new PictureBuffer(codecs, { ...size, range: 'video' });
    this.#packet = new codecs.lib.Packet();
    this.#packet.alloc();
    this.#keyFrameEvery = keyFrameTicks(keyFrameEveryS, framesPerS);
  }

  /** @throws EncoderFault */
  static async open(codecs: NativeCodecs, settings: H264Settings): Promise<H264Encoder> {
    const { lib } = codecs;
    const codec = lib.Codec.findEncoderByName('libx264' as Parameters<typeof lib.Codec.findEncoderByName>[0]);
    if (codec === null) throw new EncoderFault('this build of FFmpeg has no libx264');
    const context = new lib.CodecContext();
    context.allocContext3(codec);
    configure(context, codecs, settings);
    setRate(context, settings, settings.bitRateBps);
    const options = lib.Dictionary.fromObject({
      preset: settings.preset,
      tune: 'zerolatency',
      profile: 'baseline',
      'forced-idr': '1',
      'x264-params': settings.preset === 'ultrafast' ? ULTRAFAST_PARAMETERS : PARAMETERS,
      qmin: String(settings.finestQuantiser ?? 0),
    });
    // Not the synchronous call: with a dictionary it corrupts the heap (node-av 6.1.1).
    checked(await context.open2(codec, options), 'opening libx264');
    options.free();
    return new H264Encoder(codecs, context, settings);
  }

  /** Its own memory: a picture drawn there needs no copy. Not after `close`. */
  get picture(): YuvFrame {
    return this.#picture.planes;
  }

  /** @param rtpTime of the picture, greater than that of the previous one. @throws EncoderFault */
  encode(frame: YuvFrame, rtpTime: number, wantsKeyFrame: boolean): EncodedPicture {
    const { constants } = this.#codecs;
    const { frame: native } = this.#picture;
    this.#picture.fill(frame);
    native.pts = BigInt(rtpTime);
    const isKeyFrameDue = wantsKeyFrame || rtpTime >= this.#keyFrameDueAt;
    native.pictType = isKeyFrameDue ? constants.AV_PICTURE_TYPE_I : constants.AV_PICTURE_TYPE_NONE;
    checked(this.#context.sendFrameSync(native), 'encoding a picture');
    checked(this.#context.receivePacketSync(this.#packet), 'taking an encoded picture');
    const { data, isKeyframe: isKeyFrame } = this.#packet;
    if (isKeyFrame) this.#keyFrameDueAt = rtpTime + this.#keyFrameEvery;
    if (data === null) throw new EncoderFault('an encoded picture is empty');
    // The memory of the packet is released by the next line.
    const nals = nalUnits(new Uint8Array(data)) as Uint8Array<ArrayBuffer>[];
    for (const nal of nals) if (nalType(nal) === NAL.sps) nal.set(this.parameterSets.sps);
    this.#packet.unref();
    return { nals, isKeyFrame };
  }

  /** From the next picture on. The encoder notices changes of its context by itself. */
  setBitRate(bitRateBps: number): void {
    setRate(this.#context, this.#settings, bitRateBps);
  }

  /** From the next picture on; an interval is that between pictures at the given rate. */
  change({ bitRateBps, framesPerS, keyFrameEveryS }: EncoderChange): void {
    this.setBitRate(bitRateBps);
    this.#keyFrameDueAt -= this.#keyFrameEvery;
    this.#keyFrameEvery = keyFrameTicks(keyFrameEveryS, framesPerS);
    this.#keyFrameDueAt += this.#keyFrameEvery;
  }

  close(): void {
    this.#packet.free();
    this.#picture.free();
    this.#context.freeContext();
  }
}

function configure(context: CodecContext, { lib, constants }: NativeCodecs, settings: H264Settings): void {
  const { framesPerS, size } = settings;
  context.width = size.widthPx;
  context.height = size.heightPx;
  context.pixelFormat = constants.AV_PIX_FMT_YUV420P;
  context.timeBase = new lib.Rational(1, RTP_CLOCK_HZ);
  context.framerate = new lib.Rational(framesPerS, 1);
  // One thread: each further one adds a frame of delay, and the machine has other streams to encode.
  context.threadCount = 1;
  context.maxBFrames = 0;
  // Key frames are requested by time; the encoder's own interval, which would add others, is disabled.
  context.gopSize = GROUP_MAX_PICTURES;
  context.colorRange = constants.AVCOL_RANGE_MPEG;
  context.colorSpace = constants.AVCOL_SPC_BT709;
  context.colorPrimaries = constants.AVCOL_PRI_BT709;
  context.colorTrc = constants.AVCOL_TRC_BT709;
  // Parameter sets are available before the first picture.
  context.flags = (context.flags | constants.AV_CODEC_FLAG_GLOBAL_HEADER) as CodecContext['flags'];
}

function setRate(context: CodecContext, { bufferS = BUFFER_S, peakShare = 1 }: H264Settings, bitRateBps: number): void {
  context.bitRate = BigInt(Math.round(bitRateBps));
  context.rcMaxRate = BigInt(Math.round(bitRateBps * peakShare));
  context.rcBufferSize = Math.round(bitRateBps * bufferS);
}

function parameterSets(extraData: Uint8Array | null): ParameterSets {
  const nals = extraData === null ? [] : nalUnits(new Uint8Array(extraData));
  const sps = nals.find((nal) => nalType(nal) === NAL.sps);
  const pps = nals.find((nal) => nalType(nal) === NAL.pps);
  if (sps === undefined || pps === undefined) throw new EncoderFault('the encoder gave no parameter sets');
  // In low-delay mode the encoder declares a fixed rate, which a busy machine does not keep.
  const variable = withVariableRate(sps);
  return { sps: variable.length === sps.length ? variable : sps, pps };
}
