import { randomBytes } from 'node:crypto';
import type { PictureCodec } from '../access-unit.ts';
import { Depacketiser, type ReceivedPicture } from '../rtp/depacketiser.ts';
import { type RtpPacket, readRtpPacket } from '../rtp/rtp-packet.ts';
import { type CameraReport, Reception, readCameraReports, writeReceiverReport } from './reception.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

interface PictureReceiverEvents {
  /** @param lost number of incomplete pictures before it */
  readonly onPicture: (picture: ReceivedPicture, lost: number) => void;
  readonly onReport: (report: CameraReport) => void;
  /** Another sender has taken over: resets all state. */
  readonly onRestart: () => void;
  readonly onBye: () => void;
}

interface PictureReceiverOptions extends PictureReceiverEvents {
  readonly payloadType: number;
  readonly codec: PictureCodec;
  readonly transport: 'tcp' | 'udp';
  readonly nowMs: () => number;
}

const NAME = 'kitestring';

/** Reassembles the pictures of one video from RTP and RTCP packets. */
export class PictureReceiver {
  readonly #options: PictureReceiverOptions;
  readonly #ssrc = randomBytes(4).readUInt32BE();
  readonly #depacketiser: Depacketiser;
  #order: ReorderBuffer | undefined;
  #reception: Reception | undefined;
  #droppedBefore = 0;

  constructor(options: PictureReceiverOptions) {
    this.#options = options;
    this.#depacketiser = new Depacketiser(options.codec);
    if (options.transport === 'udp') this.#order = new ReorderBuffer();
  }

  ignoreMarkers(): void {
    this.#depacketiser.ignoreMarkers();
  }

  takeRtp(bytes: Buffer): void {
    const packet = readRtpPacket(bytes);
    // Audio, or keep-alive packets of a camera.
    if (packet === undefined || packet.payloadType !== this.#options.payloadType) return;
    const nowMs = this.#options.nowMs();
    if (this.#reception?.ssrc !== packet.ssrc) this.#begin(packet);
    this.#reception?.add(packet, nowMs);
    if (this.#order === undefined) this.#take(packet);
    else for (const each of this.#order.push(packet, nowMs)) this.#take(each);
  }

  takeRtcp(bytes: Buffer): void {
    const received = readCameraReports(bytes);
    const nowMs = this.#options.nowMs();
    for (const report of received?.reports ?? []) {
      if (report.ssrc !== this.#reception?.ssrc) continue;
      this.#reception.learn(report, nowMs);
      this.#options.onReport(report);
    }
    if (received?.isBye) this.#options.onBye();
  }

  /** Periodic receiver report. */
  report(): Buffer {
    return writeReceiverReport(this.#ssrc, this.#reception?.report(this.#options.nowMs()), NAME);
  }

  #begin(packet: RtpPacket): void {
    const isFirst = this.#reception === undefined;
    this.#reception = new Reception(packet);
    if (isFirst) return;
    this.#depacketiser.restart();
    if (this.#order !== undefined) this.#order = new ReorderBuffer();
    this.#options.onRestart();
  }

  #take(packet: RtpPacket): void {
    for (const picture of this.#depacketiser.push(packet)) {
      const dropped = this.#depacketiser.droppedPictures;
      const lost = dropped - this.#droppedBefore;
      this.#droppedBefore = dropped;
      this.#options.onPicture(picture, lost);
    }
  }
}
