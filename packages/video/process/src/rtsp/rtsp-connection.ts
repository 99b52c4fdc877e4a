import type { Socket } from 'node:net';
import { PeerProgress } from '@kitestring/os/send-queues.ts';
import { Authentication, type AuthenticationRules } from './authentication.ts';
import { InterleavedSender } from './interleaved-sender.ts';
import { type ClientMessage, MessageParser, type RtspRequest } from './message-parser.ts';
import { describe } from './methods/describe.ts';
import { optionalSession } from './methods/named-session.ts';
import { parameters } from './methods/parameters.ts';
import { pause, play, tearDown } from './methods/playback.ts';
import { setUp } from './methods/set-up.ts';
import type { PacketSender } from './packet-sender.ts';
import { US_PER_MS, US_PER_S } from './ports.ts';
import type { Channels, RequestContext, RtspMethod, RtspPeer, RtspServices } from './rtsp-peer.ts';
import { type RtspResponse, writeResponse } from './rtsp-response.ts';
import type { RtspSession } from './rtsp-session.ts';

/* A Map, because `constructor` must not match a method. */
const METHODS: ReadonlyMap<string, RtspMethod> = new Map<string, RtspMethod>([
  ['OPTIONS', options],
  ['DESCRIBE', describe],
  ['SETUP', setUp],
  ['PLAY', play],
  ['PAUSE', pause],
  ['TEARDOWN', tearDown],
  ['GET_PARAMETER', parameters],
  ['SET_PARAMETER', parameters],
]);

/** Methods of RFC 2326 that do not apply to a live stream. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['ANNOUNCE', 'RECORD', 'REDIRECT']);

/** Answers a request with a valid sequence number. */
async function answerRequest(context: RequestContext): Promise<RtspResponse> {
  const { method, headers } = context.request;
  const required = headers.get('require');
  if (required !== undefined) return { status: 551, headers: [['Unsupported', required]] };
  const answer = METHODS.get(method);
  if (answer !== undefined) return answer(context);
  return NOT_ALLOWED.has(method) ? { status: 405, headers: [['Allow', methodNames()]] } : { status: 501 };
}

function options(context: RequestContext): RtspResponse {
  const session = optionalSession(context);
  if (session !== undefined && 'status' in session) return session;
  return { status: 200, headers: [['Public', methodNames()]] };
}

const methodNames = () => [...METHODS.keys()].join(', ');

/** Time for a client to read the last response. */
const GOODBYE_US = 2 * US_PER_S;
const STALLED = 'takes nothing of what waits for it';
/** RFC 2326 sets no limit; clients count from 1. */
const CSEQ = /^\d{1,10}$/;

interface RtspConnectionDeps {
  readonly socket: Socket;
  /** Remote address; copied because the socket clears it on close. */
  readonly address: string;
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  /** The only stream of the port; undefined on a port with all of them. */
  readonly streamId: string | undefined;
  readonly rules: AuthenticationRules | 'off';
  readonly services: RtspServices;
}

/** One client connection: processes its messages in sequence, ends on protocol violations and timeouts. */
export class RtspConnection implements RtspPeer {
  readonly address: string;
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  readonly streamId: string | undefined;
  readonly authentication: Authentication;
  readonly #socket: Socket;
  readonly #services: RtspServices;
  readonly #parser: MessageParser;
  readonly #sessions = new Set<RtspSession>();
  readonly #reportChannels = new Map<number, (bytes: Buffer) => void>();
  readonly #channels = new Set<number>();
  #isAnswering = false;
  #endingSinceUs: number | undefined;
  /** Start of the incomplete message; the first one counts from the connection. */
  #insideSinceUs: number | undefined;
  #restingSinceUs: number;
  readonly #progress: PeerProgress;
  #movedAtUs: number;
  #secondUs = 0;
  #requestsInSecond = 0;

  constructor({ socket, address, localAddress, isEncrypted, rules, services, streamId }: RtspConnectionDeps) {
    const { clock, limits, refusedLogins } = services;
    this.address = address;
    this.localAddress = localAddress;
    this.isEncrypted = isEncrypted;
    this.streamId = streamId;
    this.authentication = new Authentication({ rules, address, isEncrypted, clock, refusedLogins, ...limits });
    this.#socket = socket;
    this.#services = services;
    this.#parser = new MessageParser(limits);
    this.#insideSinceUs = clock.nowUs();
    this.#restingSinceUs = clock.nowUs();
    this.#movedAtUs = clock.nowUs();
    this.#progress = new PeerProgress(socket, services.sendQueues);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#closed());
  }

  freeChannels(wanted: Channels | undefined): Channels | undefined {
    if (wanted !== undefined) return wanted.some((channel) => this.#channels.has(channel)) ? undefined : wanted;
    for (let channel = 0; channel < 255; channel += 2) {
      if (!this.#channels.has(channel) && !this.#channels.has(channel + 1)) return [channel, channel + 1];
    }
    return undefined;
  }

  openInterleaved(channels: Channels, onReport: (bytes: Buffer) => void): PacketSender {
    for (const channel of channels) this.#channels.add(channel);
    this.#reportChannels.set(channels[1], onReport);
    return new InterleavedSender(this.#socket, channels, () => {
      for (const channel of channels) this.#channels.delete(channel);
      this.#reportChannels.delete(channels[1]);
    });
  }

  adopt(session: RtspSession): void {
    this.#sessions.add(session);
    // The client may have disconnected meanwhile.
    if (this.#socket.destroyed) session.orphan();
  }

  release(session: RtspSession): void {
    this.#sessions.delete(session);
    this.#restingSinceUs = this.#services.clock.nowUs();
    // RTSP 1.0 has no message for the end of a source; the client sees its connection close. UDP has RTCP BYE.
    const isInterleaved = [...session.tracks.values()].some(({ kind }) => kind === 'tcp');
    if (isInterleaved && !this.#isAnswering) this.#end(undefined);
  }

  /**
   * Ends the connection after a deadline. Called once a second. @returns `stalled` when it read nothing of its backlog
   */
  check(): 'stalled' | undefined {
    const late = this.#overdue();
    if (late === undefined) return undefined;
    this.#services.log.debug({ address: this.address, reason: late }, 'RTSP connection dropped');
    this.destroy();
    return late === STALLED ? 'stalled' : undefined;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #overdue(): string | undefined {
    const { clock, limits } = this.#services;
    const nowUs = clock.nowUs();
    const passed = (sinceUs: number, ms: number) => nowUs - sinceUs >= ms * US_PER_MS;
    if (this.#endingSinceUs !== undefined)
      return passed(this.#endingSinceUs, GOODBYE_US / US_PER_MS) ? 'goodbye' : undefined;
    if (this.#isStalled(nowUs)) return STALLED;
    if (this.#isAnswering) return undefined;
    if (this.#insideSinceUs !== undefined && passed(this.#insideSinceUs, limits.requestMs)) return 'unfinished request';
    return this.#sessions.size === 0 && passed(this.#restingSinceUs, limits.idleMs) ? 'idle' : undefined;
  }

  #isStalled(nowUs: number): boolean {
    if (this.#socket.writableLength === 0 || this.#progress.hasTaken()) this.#movedAtUs = nowUs;
    return nowUs - this.#movedAtUs >= this.#services.limits.stallMs * US_PER_MS;
  }

  #read(chunk: Buffer): void {
    if (this.#endingSinceUs !== undefined) return;
    this.#parser.push(chunk);
    if (!this.#isAnswering) this.#takeMessages();
  }

  /** Processes complete messages, up to a request, whose response resumes it. */
  #takeMessages(): void {
    while (!this.#isAnswering && this.#endingSinceUs === undefined) {
      const message = this.#parser.next();
      if (message === undefined) break;
      this.#restingSinceUs = this.#services.clock.nowUs();
      this.#insideSinceUs = undefined;
      this.#take(message);
    }
    if (this.#parser.isInside) this.#insideSinceUs ??= this.#services.clock.nowUs();
  }

  #take(message: ClientMessage): void {
    if (message.kind === 'malformed') this.#refuse(message.status, message.reason);
    else if (message.kind === 'request') this.#request(message.request);
    else if (this.#channels.has(message.channel)) this.#reportChannels.get(message.channel)?.(message.payload);
    else this.#refuse(400, 'a packet on a channel that is not set up');
  }

  #refuse(status: RtspResponse['status'], reason: string, cseq?: string): void {
    this.#services.log.debug({ address: this.address, reason }, 'RTSP connection refused');
    this.#end(writeResponse({ status, closes: true }, cseq));
  }

  #request(request: RtspRequest): void {
    const cseq = request.headers.get('cseq');
    if (cseq === undefined || !CSEQ.test(cseq)) this.#refuse(400, 'CSeq is missing or no number');
    else if (!this.#isWithinRate()) this.#refuse(503, 'too many requests', cseq);
    else void this.#respond(request, cseq);
  }

  async #respond(request: RtspRequest, cseq: string): Promise<void> {
    this.#isAnswering = true;
    // Meanwhile data wait in the network, not here.
    this.#socket.pause();
    const response = await this.#responseTo(request);
    this.#isAnswering = false;
    if (this.#socket.destroyed || this.#endingSinceUs !== undefined) return;
    this.#answer(response, cseq);
  }

  async #responseTo(request: RtspRequest): Promise<RtspResponse> {
    try {
      return await answerRequest({ request, peer: this, services: this.#services });
    } catch (error) {
      this.#services.log.warn({ err: error, method: request.method }, 'an RTSP request failed because of a bug');
      return { status: 500, closes: true };
    }
  }

  #isWithinRate(): boolean {
    const nowUs = this.#services.clock.nowUs();
    if (nowUs - this.#secondUs >= US_PER_S) {
      this.#secondUs = nowUs;
      this.#requestsInSecond = 0;
    }
    this.#requestsInSecond += 1;
    return this.#requestsInSecond <= this.#services.limits.requestsPerS;
  }

  #answer(response: RtspResponse, cseq: string): void {
    const bytes = writeResponse(response, cseq);
    this.#restingSinceUs = this.#services.clock.nowUs();
    // Requests without reading the responses would fill memory.
    if (this.#socket.writableLength > 2 * this.#services.limits.backlogBytes) this.destroy();
    else if (response.closes) this.#end(bytes);
    else {
      this.#socket.write(bytes);
      response.onSent?.();
      this.#socket.resume();
      this.#takeMessages();
    }
  }

  #end(bytes: Buffer | undefined): void {
    if (this.#endingSinceUs !== undefined || this.#socket.destroyed) return;
    this.#endingSinceUs = this.#services.clock.nowUs();
    // Keeps reading, so that further data of the client do not turn the close into a reset.
    this.#socket.resume();
    const done = () => this.#socket.destroy();
    if (bytes === undefined) this.#socket.end(done);
    else this.#socket.end(bytes, done);
  }

  #closed(): void {
    for (const session of [...this.#sessions]) session.orphan();
  }
}
