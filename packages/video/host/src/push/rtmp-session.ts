import { randomFillSync } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { PushTarget } from '@kitestring/video-process/push';
import { type AmfValue, amfBytes, readAmf } from './amf0.ts';
import { type PushEvents, type RelayReason, relayReason } from './push-attempt.ts';
import { ChunkReader, chunks, RTMP, RtmpFault, type RtmpMessage, SET_CHUNK_SIZE } from './rtmp-chunks.ts';

/*
 *   handshake ──▶ connecting ──▶ creating ──▶ publishing ──▶ live
 * Source: Adobe's RTMP specification 1.0, sections 5.2 and 7.2.
 */
type Phase = 'handshake' | 'connecting' | 'creating' | 'publishing' | 'live' | 'ended';

const VERSION = 3;
const HANDSHAKE_BYTES = 1536;
/** A relay that is silent before it takes the stream, or takes nothing more of it. */
const SILENT_MS = 10_000;
const CHUNK_STREAM = { control: 2, command: 3, media: 4 } as const;
/** Numbers of the commands that are answered. */
const CALL = { connect: 1, createStream: 4 } as const;
const PING = { request: 6, response: 7 } as const;

/** A connection to a relay that publishes one stream. */
export class RtmpSession {
  readonly #target: PushTarget;
  readonly #events: PushEvents;
  readonly #socket: Socket;
  readonly #reader = new ChunkReader();
  #phase: Phase = 'handshake';
  #handshake: Buffer = Buffer.alloc(0);
  #streamId = 0;
  #received = 0;
  #acknowledged = 0;
  #windowBytes = Number.POSITIVE_INFINITY;

  constructor(target: PushTarget, checksCertificate: boolean, events: PushEvents) {
    this.#target = target;
    this.#events = events;
    const { host, isEncrypted, port } = target;
    const servername = /[:]|^[\d.]+$/.test(host) ? '' : host;
    this.#socket = isEncrypted
      ? connectTls({ host, port, servername, rejectUnauthorized: checksCertificate })
      : connect({ host, port });
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(SILENT_MS, () => this.#end(this.#isLive ? 'too_slow' : 'no_answer'));
    this.#socket.once(isEncrypted ? 'secureConnect' : 'connect', () => this.#greet());
    this.#socket.on('data', (data: Buffer) => this.#take(data));
    // After a semicolon Node advises its own user.
    this.#socket.on('error', ({ message }) => this.#end('unreachable', message.split(';')[0]));
    this.#socket.on('close', () => this.#end('closed'));
  }

  get #isLive(): boolean {
    return this.#phase === 'live';
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** @param parts of a video tag */
  video(timeMs: number, parts: readonly Uint8Array[]): Buffer {
    return this.#message(RTMP.video, CHUNK_STREAM.media, parts, timeMs);
  }

  send(bytes: Buffer): void {
    if (this.#phase !== 'ended') this.#socket.write(bytes);
  }

  /** Size and rate, which some relays show. */
  describe(fields: Readonly<Record<string, number>>): void {
    const data = amfBytes('@setDataFrame', 'onMetaData', { ...fields, videocodecid: 7 });
    this.send(this.#message(RTMP.dataAmf0, CHUNK_STREAM.media, [data]));
  }

  /** Tells the relay the end. */
  stop(): void {
    if (this.#isLive) this.#command('deleteStream', 0, null, this.#streamId);
    this.#phase = 'ended';
    // Unsent pictures are old; a relay that takes nothing must not hold them.
    if (this.unsentBytes > HANDSHAKE_BYTES) this.#socket.destroy();
    else this.#socket.end(() => this.#socket.destroy());
  }

  #greet(): void {
    const greeting = Buffer.alloc(1 + HANDSHAKE_BYTES);
    greeting[0] = VERSION;
    randomFillSync(greeting, 9);
    this.#socket.write(greeting);
  }

  #take(data: Buffer): void {
    if (this.#phase === 'ended') return;
    this.#received += data.length;
    try {
      const rest = this.#phase === 'handshake' ? this.#shakeHands(data) : data;
      for (const message of this.#reader.push(rest)) this.#receive(message);
      this.#acknowledge();
    } catch (fault) {
      if (!(fault instanceof RtmpFault || fault instanceof RangeError)) throw fault;
      this.#end('not_rtmp', fault.message);
    }
  }

  /** @returns what came after the handshake */
  #shakeHands(data: Buffer): Buffer {
    this.#handshake = Buffer.concat([this.#handshake, data]);
    if (this.#handshake[0] !== VERSION) throw new RtmpFault(`version ${this.#handshake[0]}`);
    const whole = 1 + 2 * HANDSHAKE_BYTES;
    if (this.#handshake.length < whole) return Buffer.alloc(0);
    this.#socket.write(this.#handshake.subarray(1, 1 + HANDSHAKE_BYTES));
    this.#phase = 'connecting';
    this.#socket.write(SET_CHUNK_SIZE);
    const { app, root } = names(this.#target);
    this.#command('connect', CALL.connect, { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible)', tcUrl: root });
    return this.#handshake.subarray(whole);
  }

  #receive({ payload, type }: RtmpMessage): void {
    if (type === RTMP.windowSize) this.#windowBytes = payload.readUInt32BE();
    else if (type === RTMP.userControl && payload.readUInt16BE() === PING.request) this.#pong(payload);
    else if (type === RTMP.commandAmf0) this.#answered(readAmf(payload));
  }

  #answered([name, call, , value]: readonly AmfValue[]): void {
    if (name === '_result' && call === CALL.connect && this.#phase === 'connecting') this.#createStream();
    else if (name === '_result' && call === CALL.createStream && typeof value === 'number') this.#publish(value);
    else if (name === '_error' && (call === CALL.connect || call === CALL.createStream)) this.#refused(value);
    else if (name === 'onStatus') this.#status(value);
  }

  #createStream(): void {
    const { key } = names(this.#target);
    this.#phase = 'creating';
    // Not part of the specification; some relays wait for them, others refuse them, which is no matter.
    this.#command('releaseStream', 2, null, key);
    this.#command('FCPublish', 3, null, key);
    this.#command('createStream', CALL.createStream, null);
  }

  #publish(streamId: number): void {
    if (this.#phase !== 'creating') return;
    this.#phase = 'publishing';
    this.#streamId = streamId;
    this.#command('publish', 5, null, names(this.#target).key, 'live');
  }

  #status(value: AmfValue | undefined): void {
    const { code, level } = fields(value);
    if (level === 'error') this.#refused(value);
    else if (code === 'NetStream.Publish.Start' && this.#phase === 'publishing') {
      this.#phase = 'live';
      this.#events.onLive();
    } else if (code === 'NetStream.Unpublish.Success') this.#end('ended');
  }

  #refused(value: AmfValue | undefined): void {
    const { code, description } = fields(value);
    const told = [code, description].filter((text) => typeof text === 'string' && text !== '').join(': ');
    this.#end('refused', this.#withoutKey(told || 'without a reason'));
  }

  /** Some relays repeat the key in what they say. */
  #withoutKey(text: string): string {
    return text.replaceAll(names(this.#target).key, '***').replaceAll(/\s+/g, ' ').slice(0, 200);
  }

  #pong(payload: Buffer): void {
    const answer = Buffer.from(payload.subarray(0, 6));
    answer.writeUInt16BE(PING.response);
    this.send(this.#message(RTMP.userControl, CHUNK_STREAM.control, [answer]));
  }

  #acknowledge(): void {
    if (this.#received - this.#acknowledged < this.#windowBytes) return;
    this.#acknowledged = this.#received;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#received % 2 ** 32);
    this.send(this.#message(RTMP.acknowledgement, CHUNK_STREAM.control, [count]));
  }

  #command(name: string, call: number, ...values: readonly AmfValue[]): void {
    this.send(this.#message(RTMP.commandAmf0, CHUNK_STREAM.command, [amfBytes(name, call, ...values)]));
  }

  #message(type: number, chunkStream: number, parts: readonly Uint8Array[], timeMs = 0): Buffer {
    const streamId = chunkStream === CHUNK_STREAM.control ? 0 : this.#streamId;
    return chunks({ chunkStream, type, streamId, timeMs, parts });
  }

  #end(reason: RelayReason, detail?: string): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#socket.destroy();
    this.#events.onEnd(relayReason(reason, this.#target, detail));
  }
}

/** Application and key of the stream. The key, which ends the address, has the parameters. */
function names({ url }: PushTarget): { readonly app: string; readonly key: string; readonly root: string } {
  const { host, pathname, protocol, search } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  const app = parts.slice(0, -1).join('/');
  return { app, key: `${parts.at(-1)}${search}`, root: `${protocol}//${host}/${app}` };
}

const fields = (value: AmfValue | undefined): { readonly [name: string]: AmfValue } =>
  typeof value === 'object' && value !== null ? value : {};
