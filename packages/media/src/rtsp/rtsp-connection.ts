import type { Socket } from 'node:net';
import { answerRequest } from './answer-request.ts';
import { Authentication, type AuthenticationRules } from './authentication.ts';
import { InterleavedOutlet } from './interleaved-outlet.ts';
import { type ClientMessage, MessageParser, type RtspRequest } from './message-parser.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import { US_PER_MS, US_PER_S } from './ports.ts';
import type { Channels, RtspPeer, RtspServices } from './rtsp-peer.ts';
import { type RtspResponse, writeResponse } from './rtsp-response.ts';
import type { RtspSession } from './rtsp-session.ts';

/** How long a client may take to read the last answer. */
const GOODBYE_US = 2 * US_PER_S;
const STALLED = 'takes nothing of what waits for it';
/** RFC 2326 gives no bound; clients count from 1. */
const CSEQ = /^\d{1,10}$/;

export interface ConnectionParts {
  readonly socket: Socket;
  /** Of the client; kept, for a socket forgets it when it closes. */
  readonly address: string;
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  readonly rules: AuthenticationRules | 'off';
  readonly services: RtspServices;
}

/** One client: reads its messages one after the other, answers each before the next, ends when it misbehaves or rests too long. */
export class RtspConnection implements RtspPeer {
  readonly address: string;
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  readonly authentication: Authentication;
  readonly #socket: Socket;
  readonly #services: RtspServices;
  readonly #parser: MessageParser;
  readonly #sessions = new Set<RtspSession>();
  readonly #reportChannels = new Map<number, (bytes: Buffer) => void>();
  readonly #channels = new Set<number>();
  #isAnswering = false;
  #endingSinceUs: number | undefined;
  /** Since when a message is incomplete; the first one is from the beginning. */
  #insideSinceUs: number | undefined;
  #restingSinceUs: number;
  #flushedBytes = 0;
  #flushedAtUs: number;
  #secondUs = 0;
  #requestsInSecond = 0;

  constructor({ socket, address, localAddress, isEncrypted, rules, services }: ConnectionParts) {
    const { clock, limits, refusedLogins } = services;
    this.address = address;
    this.localAddress = localAddress;
    this.isEncrypted = isEncrypted;
    this.authentication = new Authentication({ rules, address, isEncrypted, clock, refusedLogins, ...limits });
    this.#socket = socket;
    this.#services = services;
    this.#parser = new MessageParser(limits);
    this.#insideSinceUs = clock.nowUs();
    this.#restingSinceUs = clock.nowUs();
    this.#flushedAtUs = clock.nowUs();
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

  openInterleaved(channels: Channels, onReport: (bytes: Buffer) => void): PacketOutlet {
    for (const channel of channels) this.#channels.add(channel);
    this.#reportChannels.set(channels[1], onReport);
    return new InterleavedOutlet(this.#socket, channels, () => {
      for (const channel of channels) this.#channels.delete(channel);
      this.#reportChannels.delete(channels[1]);
    });
  }

  adopt(session: RtspSession): void {
    this.#sessions.add(session);
    // The client may have gone while its request was answered.
    if (this.#socket.destroyed) session.orphan();
  }

  release(session: RtspSession): void {
    this.#sessions.delete(session);
    this.#restingSinceUs = this.#services.clock.nowUs();
    // Nothing tells a client of RTSP 1.0 that the source has ended; it sees its connection close. UDP has its goodbye.
    const isInterleaved = [...session.tracks.values()].some(({ kind }) => kind === 'tcp');
    if (isInterleaved && !this.#isAnswering) this.#end(undefined);
  }

  /** Ends it when a deadline has passed. Asked once a second. @returns whether it took nothing of what waited for it */
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
    const flushed = this.#socket.bytesWritten - this.#socket.writableLength;
    if (flushed !== this.#flushedBytes || this.#socket.writableLength === 0) {
      this.#flushedBytes = flushed;
      this.#flushedAtUs = nowUs;
    }
    return nowUs - this.#flushedAtUs >= this.#services.limits.stallMs * US_PER_MS;
  }

  #read(chunk: Buffer): void {
    if (this.#endingSinceUs !== undefined) return;
    this.#parser.push(chunk);
    if (!this.#isAnswering) this.#takeMessages();
  }

  /** Takes what is complete, up to a request, whose answer takes up the rest. */
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
    // What comes meanwhile waits in the network, not here.
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
      this.#services.log.warn({ err: error, method: request.method }, 'an RTSP request met a bug');
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
    // Who asks without reading the answers fills memory.
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
    // Flows on, so that what the client still sends does not turn the goodbye into a reset.
    this.#socket.resume();
    const done = () => this.#socket.destroy();
    if (bytes === undefined) this.#socket.end(done);
    else this.#socket.end(bytes, done);
  }

  #closed(): void {
    for (const session of [...this.#sessions]) session.orphan();
  }
}
