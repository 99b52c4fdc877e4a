/** Pictures over WebRTC: one offer, one answer (WHEP), and the DELETE at its end. */
import { type Link, type LinkEnd, refusedBy } from './link.ts';
import type { PictureClock } from './picture-clock.ts';
import type { Trace } from './player-trace.ts';
import type { StationAccess } from './station-access.ts';

/** Polling interval of received data, for which there is no event. */
const LOOK_EVERY_MS = 500;
/** A short network outage recovers by itself. */
const LOST_AFTER_MS = 2000;

export const canWebRtc = (): boolean => typeof RTCPeerConnection === 'function';

export class WhepLink implements Link {
  readonly path = 'webrtc';
  readonly #access: StationAccess;
  readonly #clock: PictureClock;
  readonly #video: HTMLVideoElement;
  readonly #trace: Trace;
  readonly #connection = new RTCPeerConnection();
  readonly #end = Promise.withResolvers<LinkEnd>();
  readonly #looking: number;
  readonly answered: Promise<void>;
  #session: URL | undefined;
  #hasEnded = false;
  #lostTimer = 0;
  #framesReceived = 0;
  lastArrivalMs = performance.now();

  constructor(video: HTMLVideoElement, access: StationAccess, clock: PictureClock, trace: Trace) {
    this.#video = video;
    this.#trace = trace;
    this.#access = access;
    this.#clock = clock;
    this.#connection.addEventListener('track', ({ receiver, track }) => this.#show(receiver, track));
    this.#connection.addEventListener('connectionstatechange', () => this.#follow());
    this.#connection.addEventListener('iceconnectionstatechange', () => {
      trace(`webrtc: ICE ${this.#connection.iceConnectionState}`);
    });
    this.#looking = window.setInterval(() => void this.#look(), LOOK_EVERY_MS);
    this.answered = this.#open();
  }

  get ended(): Promise<LinkEnd> {
    return this.#end.promise;
  }

  /** A picture has arrived completely, shown or not. */
  get hasPictures(): boolean {
    return this.#framesReceived > 0;
  }

  takenMs = ({ rtpTimestamp }: VideoFrameCallbackMetadata): number | undefined =>
    rtpTimestamp === undefined ? undefined : this.#clock.takenMs(rtpTimestamp);

  stop(): void {
    this.#finish({ kind: 'closed' });
  }

  async #open(): Promise<void> {
    try {
      this.#connection.addTransceiver('video', { direction: 'recvonly' });
      await this.#unlessEnded(this.#connection.setLocalDescription());
      if (this.#hasEnded) return;
      const end = await this.#ask(this.#connection.localDescription?.sdp ?? '');
      if (end !== undefined) this.#finish(end);
    } catch {
      this.#finish(this.#session === undefined ? { kind: 'unreachable' } : { kind: 'failed' });
    }
  }

  async #ask(offer: string): Promise<LinkEnd | undefined> {
    const url = this.#access.url('whep');
    const headers = { 'content-type': 'application/sdp' };
    this.#trace('webrtc: offer sent');
    const response = await this.#access.fetch(url, { method: 'POST', headers, body: offer });
    this.#trace(`webrtc: offer answered ${response.status}`);
    if (response.status !== 201) return refusedBy(response);
    this.#session = new URL(response.headers.get('location') ?? '', url);
    const sdp = await response.text();
    // Stopped in the meantime: without this DELETE the station would keep the session.
    if (this.#hasEnded) this.#sayGoodbye();
    else await this.#unlessEnded(this.#connection.setRemoteDescription({ type: 'answer', sdp }));
    return undefined;
  }

  /** A step that is under way when the connection is closed never settles: WebRTC 1.0, 4.4.1.5. */
  async #unlessEnded(step: Promise<void>): Promise<void> {
    await Promise.race([step, this.#end.promise]);
  }

  #show(receiver: RTCRtpReceiver, track: MediaStreamTrack): void {
    // No jitter buffer: pictures are shown on arrival.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
    this.#video.srcObject = new MediaStream([track]);
    this.#video.play().catch(() => {});
  }

  #follow(): void {
    const { connectionState: state } = this.#connection;
    this.#trace(`webrtc: connection ${state}`);
    window.clearTimeout(this.#lostTimer);
    if (state === 'failed' || state === 'closed') this.#finish({ kind: 'failed' });
    else if (state === 'disconnected') {
      this.#lostTimer = window.setTimeout(() => this.#finish({ kind: 'closed' }), LOST_AFTER_MS);
    }
  }

  async #look(): Promise<void> {
    for (const report of (await this.#connection.getStats()).values()) {
      if (report.type !== 'inbound-rtp' || report.framesReceived === this.#framesReceived) continue;
      this.#framesReceived = report.framesReceived;
      this.lastArrivalMs = performance.now();
    }
  }

  #finish(end: LinkEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    window.clearInterval(this.#looking);
    window.clearTimeout(this.#lostTimer);
    this.#connection.close();
    this.#video.srcObject = null;
    this.#sayGoodbye();
    this.#end.resolve(end);
  }

  /** Also while the page is unloaded: otherwise the station continues to send for some seconds. */
  #sayGoodbye(): void {
    if (this.#session === undefined) return;
    this.#access.fetch(this.#session, { method: 'DELETE', keepalive: true }).catch(() => {});
  }
}
