import type { ReceivedPicture } from '../rtp/depacketiser.ts';
import { type CameraAddress, readCameraAddress } from './camera-address.ts';
import { asCameraFault, CameraFault, shownText } from './camera-fault.ts';
import type { CameraResponse } from './camera-message-parser.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { PictureReceiver } from './picture-receiver.ts';
import { type DescribedVideo, readSessionDescription } from './read-session-description.ts';
import type { CameraReport } from './reception.ts';
import { RtspExchange } from './rtsp-exchange.ts';
import { readSessionHeader, readTransport } from './set-up-answer.ts';
import { UdpReceiver } from './udp-receiver.ts';

const ABSOLUTE = /^rtsps?:\/\//i;

/**
 * URL of `a=control`. RFC 2326 says "as a relative URL", but cameras and players append it: the part after the last
 * slash of the base belongs to the stream's address.
 * @param base `Content-Base`, `Content-Location` or the request URL
 */
function controlUrl(base: string, control: string | undefined): string {
  if (control === undefined || control === '' || control === '*') return base;
  if (ABSOLUTE.test(control)) return control;
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`;
}

/** Whether a text is valid in a request line: one word without control characters. */
const isRequestable = (url: string): boolean => /^[\x21-\x7e]{1,2048}$/.test(url);

interface CameraSessionEvents {
  /** Called before the first picture. */
  readonly onDescribed: (video: DescribedVideo) => void;
  /** @param lost number of incomplete pictures before it */
  readonly onPicture: (picture: ReceivedPicture, lost: number) => void;
  readonly onReport: (report: CameraReport) => void;
  readonly onRestart: () => void;
  /** The session is over. Called once, not after `end`. */
  readonly onFault: (fault: CameraFault) => void;
}

interface CameraSessionOptions extends CameraSessionEvents {
  readonly address: CameraAddress;
  readonly checksCertificate: boolean;
  readonly limits: IngestLimits;
  /** Milliseconds since 1970, monotonic. */
  readonly nowMs: () => number;
}

/** Negotiated transport of the pictures. */
type CameraTransport =
  | { readonly transport: 'tcp'; readonly channels: readonly [rtp: number, rtcp: number] }
  | { readonly transport: 'udp'; readonly udpReceiver: UdpReceiver; readonly reportPort: number | undefined };

/** RFC 3550 section 6.2: the recommended minimum interval. */
const REPORT_EVERY_MS = 5000;
const CHANNELS = [0, 1] as const;

/** One session with a camera from connection to end: OPTIONS, DESCRIBE, SETUP, PLAY, keep-alives, TEARDOWN. */
export class CameraSession {
  readonly #options: CameraSessionOptions;
  readonly #abort = new AbortController();
  #exchange: RtspExchange | undefined;
  #receiver: PictureReceiver | undefined;
  #delivery: CameraTransport | undefined;
  #udpReceiver: UdpReceiver | undefined;
  #timers: NodeJS.Timeout[] = [];
  /** Where the camera has sent us, if it has. */
  #address: CameraAddress;
  #playUrl = '';
  #canGetParameter = false;
  #isAskedAlive = false;

  constructor(options: CameraSessionOptions) {
    this.#options = options;
    this.#address = options.address;
  }

  ignoreMarkers(): void {
    this.#receiver?.ignoreMarkers();
  }

  /** Pictures flow when this resolves. Errors are reported by `onFault`. */
  async start(): Promise<void> {
    try {
      await this.#converse();
    } catch (fault) {
      this.#fail(asCameraFault(fault));
    }
  }

  /** No callbacks after this. */
  end(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#exchange?.end(this.#playUrl);
    this.#udpReceiver?.close();
  }

  /** Follows a camera that sends us on, as load balancers and some recorders do. */
  async #converse(): Promise<void> {
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const next = await this.#converseAt(this.#address);
      if (next === undefined) return;
      this.#exchange?.end('');
      this.#address = next;
    }
    throw new CameraFault('unsuitable', `it sends us on more than ${REDIRECTS_MAX} times`);
  }

  /** @returns the address to which the camera sends us on; undefined when pictures flow */
  async #converseAt(address: CameraAddress): Promise<CameraAddress | undefined> {
    const { checksCertificate, limits } = this.#options;
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
    if (this.#abort.signal.aborted) {
      exchange.end('');
      return undefined;
    }
    await this.#learnMethods(exchange, address.requestUrl);
    const described = await this.#describe(exchange);
    if ('next' in described) return described.next;
    const { base, video } = described;
    this.#options.onDescribed(video);
    this.#receiver = this.#makeReceiver(video);
    const trackUrl = controlUrl(base, video.trackControl);
    this.#playUrl = controlUrl(base, video.sessionControl);
    if (![trackUrl, this.#playUrl].every(isRequestable))
      throw new CameraFault('malformed', 'its description has an address that cannot be asked for');
    const timeoutS = await this.#setUp(exchange, trackUrl);
    await this.#play(exchange, trackUrl);
    this.#keepAlive(exchange, timeoutS);
    return undefined;
  }

  #makeReceiver(video: DescribedVideo): PictureReceiver {
    const { address, nowMs, onPicture, onReport, onRestart } = this.#options;
    return new PictureReceiver({
      payloadType: video.payloadType,
      codec: video.codec,
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

  /** A camera without OPTIONS is usable. */
  async #learnMethods(exchange: RtspExchange, url: string): Promise<void> {
    const { headers, status } = await exchange.ask('OPTIONS', url);
    const methods = (headers.get('public') ?? []).join(',').toUpperCase();
    this.#canGetParameter = status === 200 && methods.includes('GET_PARAMETER');
  }

  async #describe(
    exchange: RtspExchange,
  ): Promise<{ readonly next: CameraAddress } | { readonly base: string; readonly video: DescribedVideo }> {
    const { requestUrl } = this.#address;
    const response = await exchange.ask('DESCRIBE', requestUrl, [['Accept', 'application/sdp']]);
    const next = redirectTarget(this.#address, response);
    if (next !== undefined) return { next };
    assertGranted('DESCRIBE', response);
    const base = ['content-base', 'content-location'].flatMap((name) => response.headers.get(name) ?? [])[0];
    const isBase = base !== undefined && /^rtsps?:\/\//i.test(base) && isRequestable(base);
    return { base: isBase ? base : requestUrl, video: readSessionDescription(response.body.toString('utf8')) };
  }

  /** @returns session timeout of the camera, seconds */
  async #setUp(exchange: RtspExchange, trackUrl: string): Promise<number> {
    const isUdp = this.#options.address.transport === 'udp';
    if (isUdp) this.#udpReceiver = await this.#openReceiver(exchange);
    if (this.#abort.signal.aborted) this.#udpReceiver?.close();
    const ports = this.#udpReceiver?.ports;
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

  #openReceiver(exchange: RtspExchange): Promise<UdpReceiver> {
    return UdpReceiver.open({
      localAddress: exchange.localAddress,
      remoteAddress: exchange.remoteAddress,
      onRtp: (bytes) => this.#receiver?.takeRtp(bytes),
      onRtcp: (bytes) => this.#receiver?.takeRtcp(bytes),
    });
  }

  #agreed({ headers }: CameraResponse): CameraTransport {
    const { channels, isTcp, serverPorts } = readTransport(headers.get('transport')?.[0]);
    const udpReceiver = this.#udpReceiver;
    if (isTcp === (udpReceiver === undefined)) {
      return udpReceiver === undefined
        ? { transport: 'tcp', channels: channels ?? CHANNELS }
        : { transport: 'udp', udpReceiver, reportPort: serverPorts?.[1] };
    }
    throw new CameraFault(
      'malformed',
      `it was asked for ${udpReceiver === undefined ? 'TCP' : 'UDP'} and offers something else`,
    );
  }

  async #play(exchange: RtspExchange, trackUrl: string): Promise<void> {
    const range = [['Range', 'npt=0.000-']] as const;
    const response = await exchange.ask('PLAY', this.#playUrl, range);
    // 459: aggregate operation not allowed. Others do not know the aggregate URL.
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

  /** A camera with pictures may ignore keep-alives; a "session not found" is final. */
  async #sayAlive(exchange: RtspExchange): Promise<void> {
    // One that answers late, or never, would be owed more and more requests.
    if (this.#isAskedAlive) return;
    this.#isAskedAlive = true;
    try {
      const method = this.#canGetParameter ? 'GET_PARAMETER' : 'OPTIONS';
      const { status } = await exchange.ask(method, this.#playUrl);
      if (status === 454) throw new CameraFault('refused', 'it has ended the session (454)');
      if (status !== 200) this.#canGetParameter = false;
    } catch (fault) {
      const { trouble } = asCameraFault(fault);
      if (trouble !== 'silent') this.#fail(asCameraFault(fault));
    } finally {
      this.#isAskedAlive = false;
    }
  }

  #report(exchange: RtspExchange): void {
    const bytes = this.#receiver?.report();
    const delivery = this.#delivery;
    if (bytes === undefined || delivery === undefined) return;
    if (delivery.transport === 'tcp') exchange.send(delivery.channels[1], bytes);
    else if (delivery.reportPort !== undefined) delivery.udpReceiver.sendReport(bytes, delivery.reportPort);
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
    this.#options.onFault(fault);
  }
}

/** The usual number is one. */
const REDIRECTS_MAX = 3;

/**
 * Target of a redirect. Undefined for other responses, and for addresses that only the operator may choose: another
 * protocol, or unencrypted after encrypted. User and password go to the same host only.
 */
function redirectTarget(from: CameraAddress, { headers, status }: CameraResponse): CameraAddress | undefined {
  if (status < 300 || status >= 400) return undefined;
  const to = readCameraAddress(headers.get('location')?.[0] ?? '');
  if ('refusal' in to || (from.isEncrypted && !to.isEncrypted)) return undefined;
  return { ...to, transport: from.transport, login: to.host === from.host ? from.login : undefined };
}

const AGGREGATE_REFUSALS: ReadonlySet<number> = new Set([404, 405, 455, 459]);
/** Some cameras state an hour and drop sessions after a minute. */
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
