import type { ReceivedPicture } from '../rtp/h264-depacketiser.ts';
import type { CameraAddress } from './camera-address.ts';
import { asCameraFault, CameraFault, shownText } from './camera-fault.ts';
import type { CameraResponse } from './camera-message-parser.ts';
import { controlUrl, isRequestable } from './control-url.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { PictureReceiver } from './picture-receiver.ts';
import { type DescribedVideo, readSessionDescription } from './read-session-description.ts';
import type { CameraReport } from './reception.ts';
import { RtspExchange } from './rtsp-exchange.ts';
import { readSessionHeader, readTransport } from './set-up-answer.ts';
import { UdpInlet } from './udp-inlet.ts';

export interface CameraSessionEvents {
  /** Before the first picture. */
  readonly onDescribed: (video: DescribedVideo) => void;
  /** @param lost pictures before it of which a part is missing */
  readonly onPicture: (picture: ReceivedPicture, lost: number) => void;
  readonly onReport: (report: CameraReport) => void;
  readonly onRestart: () => void;
  /** It is over. Said once, not after `end`. */
  readonly onFault: (fault: CameraFault) => void;
}

export interface CameraSessionParts extends CameraSessionEvents {
  readonly address: CameraAddress;
  readonly checksCertificate: boolean;
  readonly limits: IngestLimits;
  /** Milliseconds since 1970, never going back. */
  readonly nowMs: () => number;
}

/** How it was agreed that pictures come. */
type Delivery =
  | { readonly transport: 'tcp'; readonly channels: readonly [rtp: number, rtcp: number] }
  | { readonly transport: 'udp'; readonly inlet: UdpInlet; readonly reportPort: number | undefined };

/** RFC 3550 section 6.2: the smallest interval that is recommended. */
const REPORT_EVERY_MS = 5000;
const CHANNELS = [0, 1] as const;

/** One conversation with a camera, from the connection to its end: OPTIONS, DESCRIBE, SETUP, PLAY, signs of life, TEARDOWN. */
export class CameraSession {
  readonly #parts: CameraSessionParts;
  readonly #abort = new AbortController();
  #exchange: RtspExchange | undefined;
  #receiver: PictureReceiver | undefined;
  #delivery: Delivery | undefined;
  #inlet: UdpInlet | undefined;
  #timers: NodeJS.Timeout[] = [];
  #playUrl = '';
  #canGetParameter = false;

  constructor(parts: CameraSessionParts) {
    this.#parts = parts;
  }

  ignoreMarkers(): void {
    this.#receiver?.ignoreMarkers();
  }

  /** Pictures come when this is done. What goes wrong is told by `onFault`. */
  async start(): Promise<void> {
    try {
      await this.#converse();
    } catch (fault) {
      this.#fail(asCameraFault(fault));
    }
  }

  /** Nothing more is told. */
  end(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#exchange?.end(this.#playUrl);
    this.#inlet?.close();
  }

  async #converse(): Promise<void> {
    const { address, checksCertificate, limits } = this.#parts;
    const exchange = await RtspExchange.open(
      {
        address,
        checksCertificate,
        limits,
        onInterleaved: (channel, payload) => this.#interleaved(channel, payload),
        onFault: (fault) => this.#fail(fault),
      },
      this.#abort.signal,
    );
    this.#exchange = exchange;
    if (this.#abort.signal.aborted) return exchange.end('');
    await this.#learnMethods(exchange, address.requestUrl);
    const { base, video } = await this.#describe(exchange);
    this.#parts.onDescribed(video);
    this.#receiver = this.#makeReceiver(video);
    const trackUrl = controlUrl(base, video.trackControl);
    this.#playUrl = controlUrl(base, video.sessionControl);
    if (![trackUrl, this.#playUrl].every(isRequestable))
      throw new CameraFault('malformed', 'its description has an address that cannot be asked for');
    const timeoutS = await this.#setUp(exchange, trackUrl);
    await this.#play(exchange, trackUrl);
    this.#keepAlive(exchange, timeoutS);
  }

  #makeReceiver(video: DescribedVideo): PictureReceiver {
    const { address, nowMs, onPicture, onReport, onRestart } = this.#parts;
    return new PictureReceiver({
      payloadType: video.payloadType,
      transport: address.transport,
      nowMs,
      onPicture: (picture, lost) => {
        if (!this.#abort.signal.aborted) onPicture(picture, lost);
      },
      onReport,
      onRestart,
      onBye: () => this.#fail(new CameraFault('refused', 'it has ended the stream (RTCP BYE)')),
    });
  }

  /** A camera that does not know this is a camera all the same. */
  async #learnMethods(exchange: RtspExchange, url: string): Promise<void> {
    const { headers, status } = await exchange.ask('OPTIONS', url);
    const methods = (headers.get('public') ?? []).join(',').toUpperCase();
    this.#canGetParameter = status === 200 && methods.includes('GET_PARAMETER');
  }

  async #describe(exchange: RtspExchange): Promise<{ base: string; video: DescribedVideo }> {
    const { requestUrl } = this.#parts.address;
    const response = await exchange.ask('DESCRIBE', requestUrl, [['Accept', 'application/sdp']]);
    assertGranted('DESCRIBE', response);
    const base = ['content-base', 'content-location'].flatMap((name) => response.headers.get(name) ?? [])[0];
    const isBase = base !== undefined && /^rtsps?:\/\//i.test(base) && isRequestable(base);
    return { base: isBase ? base : requestUrl, video: readSessionDescription(response.body.toString('utf8')) };
  }

  /** @returns after how many seconds without a sign of life the camera ends the session */
  async #setUp(exchange: RtspExchange, trackUrl: string): Promise<number> {
    const isUdp = this.#parts.address.transport === 'udp';
    if (isUdp) this.#inlet = await this.#openInlet(exchange);
    if (this.#abort.signal.aborted) this.#inlet?.close();
    const ports = this.#inlet?.ports;
    const wanted =
      ports === undefined
        ? `RTP/AVP/TCP;unicast;interleaved=${CHANNELS.join('-')}`
        : `RTP/AVP;unicast;client_port=${ports.join('-')}`;
    const response = await exchange.ask('SETUP', trackUrl, [['Transport', wanted]]);
    if (response.status === 461)
      throw new CameraFault(
        'unsuitable',
        `it sends nothing over ${isUdp ? 'UDP' : 'TCP'}: ${isUdp ? 'write rtsp://' : 'write rtspu://'}`,
      );
    assertGranted('SETUP', response);
    const { id, timeoutS } = readSessionHeader(response.headers.get('session')?.[0]);
    exchange.setSession(id);
    this.#delivery = this.#agreed(response);
    if (this.#delivery.transport === 'tcp') exchange.expect(this.#delivery.channels);
    return timeoutS;
  }

  #openInlet(exchange: RtspExchange): Promise<UdpInlet> {
    return UdpInlet.open({
      localAddress: exchange.localAddress,
      remoteAddress: exchange.remoteAddress,
      onRtp: (bytes) => this.#receiver?.takeRtp(bytes),
      onRtcp: (bytes) => this.#receiver?.takeRtcp(bytes),
    });
  }

  #agreed({ headers }: CameraResponse): Delivery {
    const { channels, isTcp, serverPorts } = readTransport(headers.get('transport')?.[0]);
    const inlet = this.#inlet;
    if (isTcp === (inlet === undefined)) {
      return inlet === undefined
        ? { transport: 'tcp', channels: channels ?? CHANNELS }
        : { transport: 'udp', inlet, reportPort: serverPorts?.[1] };
    }
    throw new CameraFault(
      'malformed',
      `it was asked for ${inlet === undefined ? 'TCP' : 'UDP'} and offers something else`,
    );
  }

  async #play(exchange: RtspExchange, trackUrl: string): Promise<void> {
    const range = [['Range', 'npt=0.000-']] as const;
    const response = await exchange.ask('PLAY', this.#playUrl, range);
    // 459: aggregate operation not allowed. Others do not know the address of the whole.
    if (AGGREGATE_REFUSALS.has(response.status) && trackUrl !== this.#playUrl) {
      this.#playUrl = trackUrl;
      assertGranted('PLAY', await exchange.ask('PLAY', trackUrl, range));
    } else assertGranted('PLAY', response);
  }

  #keepAlive(exchange: RtspExchange, timeoutS: number): void {
    if (this.#abort.signal.aborted) return;
    const everyMs = Math.min(ALIVE_MOST_S, Math.max(ALIVE_LEAST_S, timeoutS / 2)) * 1000;
    this.#timers = [
      setInterval(() => void this.#sayAlive(exchange), everyMs).unref(),
      setInterval(() => this.#report(exchange), REPORT_EVERY_MS).unref(),
    ];
  }

  /** A camera that sends pictures may leave this unanswered; one that says the session is over means it. */
  async #sayAlive(exchange: RtspExchange): Promise<void> {
    try {
      const method = this.#canGetParameter ? 'GET_PARAMETER' : 'OPTIONS';
      const { status } = await exchange.ask(method, this.#playUrl);
      if (status === 454) throw new CameraFault('refused', 'it has ended the session (454)');
      if (status !== 200) this.#canGetParameter = false;
    } catch (fault) {
      const { trouble } = asCameraFault(fault);
      if (trouble !== 'silent') this.#fail(asCameraFault(fault));
    }
  }

  #report(exchange: RtspExchange): void {
    const bytes = this.#receiver?.report();
    const delivery = this.#delivery;
    if (bytes === undefined || delivery === undefined) return;
    if (delivery.transport === 'tcp') exchange.send(delivery.channels[1], bytes);
    else if (delivery.reportPort !== undefined) delivery.inlet.sendReport(bytes, delivery.reportPort);
  }

  #interleaved(channel: number, payload: Buffer): void {
    if (this.#delivery?.transport !== 'tcp') return;
    const [rtp, rtcp] = this.#delivery.channels;
    if (channel === rtp) this.#receiver?.takeRtp(payload);
    else if (channel === rtcp) this.#receiver?.takeRtcp(payload);
  }

  #fail(fault: CameraFault): void {
    if (this.#abort.signal.aborted) return;
    this.end();
    this.#parts.onFault(fault);
  }
}

const AGGREGATE_REFUSALS: ReadonlySet<number> = new Set([404, 405, 455, 459]);
/** Some cameras name an hour and forget sessions in a minute. */
const ALIVE_MOST_S = 25;
const ALIVE_LEAST_S = 2;

function assertGranted(method: string, { headers, reason, status }: CameraResponse): void {
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) {
    const to = shownText(headers.get('location')?.[0] ?? 'nowhere', 200);
    throw new CameraFault('unsuitable', `it sends us on to ${to}: put that address into the settings`);
  }
  throw new CameraFault('refused', `it answers ${method} with ${status} ${shownText(reason)}`);
}
