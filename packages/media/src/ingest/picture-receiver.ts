import { randomBytes } from 'node:crypto';
import { H264Depacketiser, type ReceivedPicture } from '../rtp/h264-depacketiser.ts';
import { type RtpPacket, readRtpPacket } from '../rtp/rtp-packet.ts';
import { type CameraReport, Reception, readCameraReports, writeReceiverReport } from './reception.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

export interface PictureReceiverEvents {
  /** @param lost pictures before it of which a part is missing */
  readonly onPicture: (picture: ReceivedPicture, lost: number) => void;
  readonly onReport: (report: CameraReport) => void;
  /** Another sender has taken over: nothing of before holds. */
  readonly onRestart: () => void;
  readonly onBye: () => void;
}

export interface PictureReceiverParts extends PictureReceiverEvents {
  readonly payloadType: number;
  readonly transport: 'tcp' | 'udp';
  readonly nowMs: () => number;
}

const NAME = 'kitestring';

/** Takes the RTP and RTCP packets of one video and gives its pictures. */
export class PictureReceiver {
  readonly #parts: PictureReceiverParts;
  readonly #ssrc = randomBytes(4).readUInt32BE();
  readonly #depacketiser = new H264Depacketiser();
  #order: ReorderBuffer | undefined;
  #reception: Reception | undefined;
  #droppedBefore = 0;

  constructor(parts: PictureReceiverParts) {
    this.#parts = parts;
    if (parts.transport === 'udp') this.#order = new ReorderBuffer();
  }

  ignoreMarkers(): void {
    this.#depacketiser.ignoreMarkers();
  }

  takeRtp(bytes: Buffer): void {
    const packet = readRtpPacket(bytes);
    // Sound, or what a camera sends to keep a way open.
    if (packet === undefined || packet.payloadType !== this.#parts.payloadType) return;
    const nowMs = this.#parts.nowMs();
    if (this.#reception?.ssrc !== packet.ssrc) this.#begin(packet);
    this.#reception?.add(packet, nowMs);
    if (this.#order === undefined) this.#take(packet);
    else for (const each of this.#order.push(packet, nowMs)) this.#take(each);
  }

  takeRtcp(bytes: Buffer): void {
    const received = readCameraReports(bytes);
    const nowMs = this.#parts.nowMs();
    for (const report of received?.reports ?? []) {
      if (report.ssrc !== this.#reception?.ssrc) continue;
      this.#reception.learn(report, nowMs);
      this.#parts.onReport(report);
    }
    if (received?.isBye) this.#parts.onBye();
  }

  /** What a receiver has to say every few seconds. */
  report(): Buffer {
    return writeReceiverReport(this.#ssrc, this.#reception?.report(this.#parts.nowMs()), NAME);
  }

  #begin(packet: RtpPacket): void {
    const isFirst = this.#reception === undefined;
    this.#reception = new Reception(packet);
    if (isFirst) return;
    this.#depacketiser.restart();
    if (this.#order !== undefined) this.#order = new ReorderBuffer();
    this.#parts.onRestart();
  }

  #take(packet: RtpPacket): void {
    for (const picture of this.#depacketiser.push(packet)) {
      const dropped = this.#depacketiser.droppedPictures;
      const lost = dropped - this.#droppedBefore;
      this.#droppedBefore = dropped;
      this.#parts.onPicture(picture, lost);
    }
  }
}
