import { type AccessUnit, RTP_CLOCK_HZ } from '../access-unit.ts';
import { H264Encoder } from '../encode/h264-encoder.ts';
import type { NativeCodecs } from '../encode/native-codecs.ts';
import { type DecodedPicture, SnapshotDecoder } from '../ingest/snapshot-decoder.ts';
import { withStartCodes } from '../ingest/start-codes.ts';
import { type EncodingStep, stepAt, stepFor } from './encoding-step.ts';
import { PictureScaler } from './picture-scaler.ts';

/** Key frames on request only: each is a burst, and the relay requests them for its viewers. */
const KEY_FRAME_EVERY_S = 30;
/** Time of a key frame on a full link: below the threshold of a delay. */
const BUFFER_S = 0.2;

interface Stage {
  readonly index: number;
  readonly source: EncodingStep;
  readonly step: EncodingStep;
  readonly encoder: H264Encoder;
  readonly scaler: PictureScaler | undefined;
}

/** A stream made smaller: decoded, scaled, and encoded for a bit rate that changes. */
export class RelayEncoder {
  readonly #codecs: NativeCodecs;
  readonly #decoder: SnapshotDecoder;
  readonly #sourceFramesPerS: number;
  #bitRateBps: number;
  #stage: Stage | undefined;
  #wantsKeyFrame = true;
  #dueAt = 0;

  private constructor(codecs: NativeCodecs, decoder: SnapshotDecoder, framesPerS: number, bitRateBps: number) {
    this.#codecs = codecs;
    this.#decoder = decoder;
    this.#sourceFramesPerS = framesPerS;
    this.#bitRateBps = bitRateBps;
  }

  /** @param framesPerS of the stream. @throws EncoderFault */
  static async open(codecs: NativeCodecs, framesPerS: number, bitRateBps: number): Promise<RelayEncoder> {
    return new RelayEncoder(codecs, await SnapshotDecoder.open(codecs), framesPerS, bitRateBps);
  }

  /** Size and rate that are encoded now; undefined before the first picture. */
  get step(): EncodingStep | undefined {
    return this.#stage?.step;
  }

  setBitRate(bitRateBps: number): void {
    this.#bitRateBps = bitRateBps;
  }

  requestKeyFrame(): void {
    this.#wantsKeyFrame = true;
  }

  /**
   * @param unit the first is a key frame; all must come, because each is decoded from the one before
   * @returns undefined for one that is left out
   * @throws EncoderFault
   */
  async take(unit: AccessUnit): Promise<AccessUnit | undefined> {
    const decoded = this.#decoder.next(withStartCodes(unit.nals));
    if (decoded === undefined) return undefined;
    const stage = await this.#stageFor(decoded);
    const period = RTP_CLOCK_HZ / stage.step.framesPerS;
    // The nearest picture is taken.
    if (unit.rtpTime < this.#dueAt - RTP_CLOCK_HZ / this.#sourceFramesPerS / 2) return undefined;
    this.#dueAt = Math.max(this.#dueAt + period, unit.rtpTime + period / 2);
    const picture = stage.scaler?.scale(decoded.frame) ?? decoded.frame;
    stage.encoder.setBitRate(this.#bitRateBps);
    const { isKeyFrame, nals } = stage.encoder.encode(picture, unit.rtpTime, this.#wantsKeyFrame);
    this.#wantsKeyFrame = false;
    return { nals, isKeyFrame, rtpTime: unit.rtpTime, takenUs: unit.takenUs, realTimeMs: unit.realTimeMs };
  }

  close(): void {
    this.#decoder.close();
    this.#closeStage();
  }

  async #stageFor({ coding, frame }: DecodedPicture): Promise<Stage> {
    const size = { widthPx: frame.width, heightPx: frame.height };
    const source = { size, framesPerS: this.#sourceFramesPerS };
    const present = this.#stage;
    const isSame = present?.source.size.widthPx === size.widthPx && present.source.size.heightPx === size.heightPx;
    const index = stepFor(source, this.#bitRateBps, isSame ? present.index : undefined);
    if (isSame && present.index === index) return present;
    this.#closeStage();
    const step = stepAt(source, index);
    const encoder = await H264Encoder.open(this.#codecs, {
      ...step,
      bitRateBps: this.#bitRateBps,
      preset: 'superfast',
      keyFrameEveryS: KEY_FRAME_EVERY_S,
      bufferS: BUFFER_S,
    });
    const isScaled = step.size.widthPx !== size.widthPx || coding.range === 'full';
    const scaler = isScaled ? new PictureScaler(this.#codecs, frame, coding.range, step.size) : undefined;
    this.#stage = { index, source, step, encoder, scaler };
    this.#wantsKeyFrame = true;
    return this.#stage;
  }

  #closeStage(): void {
    this.#stage?.encoder.close();
    this.#stage?.scaler?.close();
    this.#stage = undefined;
  }
}
