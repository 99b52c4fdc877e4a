import { setTimeout as wait } from 'node:timers/promises';
import { RTCPeerConnection, RTCRtpCodecParameters, type RtpPacket } from 'werift';

const DEADLINE_MS = 180_000;
const SILENT_MS = 1000;

const H264 = new RTCRtpCodecParameters({
  mimeType: 'video/H264',
  clockRate: 90_000,
  payloadType: 102,
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
});

/** A viewer over WebRTC without a browser: it counts what arrives. */
export class WhepViewer implements AsyncDisposable {
  /** Packets that arrived. */
  packets = 0;
  bytes = 0;
  /** Whole pictures: packets with the marker. */
  pictures = 0;
  /** When the first picture had arrived, by `performance.now()`. */
  firstPictureMs: number | undefined;
  /** When the newest picture had arrived, by `performance.now()`. */
  newestMs = 0;
  /** Time of the newest picture, 90 kHz. */
  newestRtpTime = 0;
  readonly #connection: RTCPeerConnection;

  constructor({ useTcp = false }: { readonly useTcp?: boolean } = {}) {
    this.#connection = new RTCPeerConnection({ iceServers: [], iceUseTcp: useTcp, codecs: { video: [H264] } });
    const transceiver = this.#connection.addTransceiver('video', { direction: 'recvonly' });
    transceiver.onTrack.subscribe((track) => track.onReceiveRtp.subscribe((packet) => this.#take(packet)));
  }

  get state(): string {
    return this.#connection.connectionState;
  }

  /** With all its candidates. */
  async offer(): Promise<string> {
    await this.#connection.setLocalDescription(await this.#connection.createOffer());
    return this.#connection.localDescription?.sdp ?? '';
  }

  async accept(sdp: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp });
  }

  /** Waits for further pictures. @throws when they do not come */
  async until(pictures: number): Promise<void> {
    const goal = this.pictures + pictures;
    const giveUpMs = performance.now() + DEADLINE_MS;
    while (this.pictures < goal) {
      if (performance.now() > giveUpMs) {
        throw new Error(`${this.pictures} of ${goal} pictures have arrived, ${this.packets} packets (${this.state})`);
      }
      await wait(20);
    }
  }

  /** Waits until no picture has come for a second. @throws when they go on */
  async untilSilent(): Promise<void> {
    const giveUpMs = performance.now() + DEADLINE_MS;
    while (performance.now() - this.newestMs < SILENT_MS) {
      if (performance.now() > giveUpMs) throw new Error('pictures go on');
      await wait(20);
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #take({ header, payload }: RtpPacket): void {
    this.packets += 1;
    this.bytes += payload.length;
    if (!header.marker) return;
    this.newestRtpTime = header.timestamp;
    this.newestMs = performance.now();
    this.pictures += 1;
    this.firstPictureMs ??= performance.now();
  }
}
