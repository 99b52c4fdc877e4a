import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { PushTarget } from '@kitestring/video-process/push';
import { type PushEvents, type RelayReason, relayReason } from './push-attempt.ts';
import { KEY_BYTES, SrtEncryption } from './srt-encryption.ts';
import {
  conclusion,
  controlPacket,
  controlType,
  dataPacket,
  induction,
  markRepeated,
  readAck,
  readHandshake,
  readNak,
  SRT_CONTROL,
  SrtFault,
} from './srt-packets.ts';

/*
 *   induction ──▶ conclusion ──▶ live
 */
type Phase = 'induction' | 'conclusion' | 'live' | 'ended';

const TICK_MS = 250;
const SILENT_MS = 5000;
/** An idle connection is kept alive so often. */
const KEEP_ALIVE_MS = 1000;
const LATENCY_MS = 200;
/** Packets are sent again for so long beyond the latency; later the relay has dropped them. */
const KEPT_BEYOND_MS = 1000;
/** Unacknowledged packets beyond which pictures are skipped: 10 MB. */
const UNACKNOWLEDGED_MAX = 8000;
const SEQUENCES = 2 ** 31;
const MESSAGES = 2 ** 26;

interface SentPacket {
  readonly packet: Buffer;
  readonly atMs: number;
}

/** A connection to a relay over SRT, as its caller, in live mode. */
export class SrtSession {
  readonly #target: PushTarget;
  readonly #events: PushEvents;
  readonly #socket: Socket;
  readonly #ticking: NodeJS.Timeout;
  readonly #beganMs = performance.now();
  readonly #greeting = { sequence: randomInt(1, SEQUENCES), ownId: randomInt(1, SEQUENCES) };
  readonly #latencyMs: number;
  readonly #streamId: string;
  readonly #encryption: SrtEncryption | undefined;
  readonly #sent = new Map<number, SentPacket>();
  #phase: Phase = 'induction';
  #hello: Buffer;
  #peerId = 0;
  #sequence = this.#greeting.sequence;
  #message = 1;
  #heardMs = this.#beganMs;
  #spokeMs = this.#beganMs;
  #dataMs = this.#beganMs;

  constructor(target: PushTarget, events: PushEvents) {
    this.#target = target;
    this.#events = events;
    const { searchParams } = new URL(target.url);
    this.#latencyMs = Number(searchParams.get('latency') ?? LATENCY_MS);
    this.#streamId = searchParams.get('streamid') ?? '';
    this.#encryption = parseEncryption(searchParams);
    this.#hello = induction(this.#greeting);
    this.#socket = createSocket(target.host.includes(':') ? 'udp6' : 'udp4');
    this.#socket.on('error', ({ message }) => this.#end('unreachable', message));
    this.#socket.on('message', (packet) => this.#take(packet));
    this.#socket.connect(target.port, target.host, (fault?: Error) => {
      if (fault === undefined || fault === null) this.#send(this.#hello);
      else this.#end('unreachable', fault.message);
    });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Whether the relay acknowledges what it gets. */
  get isBehind(): boolean {
    return this.#sent.size > UNACKNOWLEDGED_MAX;
  }

  /** @param content at most 1,316 bytes */
  send(content: Uint8Array): void {
    if (this.#phase !== 'live') return;
    const encryption = this.#encryption;
    if (encryption?.isUsedUp === true) {
      this.#end('new_key');
      return;
    }
    const packet = dataPacket({
      sequence: this.#sequence,
      message: this.#message,
      ...this.#now(),
      isEncrypted: encryption !== undefined,
      content: encryption?.encrypt(this.#sequence, content) ?? content,
    });
    this.#dataMs = performance.now();
    this.#sent.set(this.#sequence, { packet, atMs: this.#dataMs });
    this.#sequence = (this.#sequence + 1) % SEQUENCES;
    this.#message = (this.#message % (MESSAGES - 1)) + 1;
    this.#send(packet);
  }

  stop(): void {
    if (this.#phase === 'live') this.#send(controlPacket(SRT_CONTROL.shutdown, this.#now()));
    this.#close();
  }

  #now() {
    return { timeUs: Math.round((performance.now() - this.#beganMs) * 1000), peerId: this.#peerId };
  }

  #send(packet: Buffer): void {
    this.#spokeMs = performance.now();
    try {
      this.#socket.send(packet, () => {});
    } catch {
      // Not connected, or closed; the deadline tells.
    }
  }

  #tick(): void {
    const nowMs = performance.now();
    if (nowMs - this.#heardMs > SILENT_MS) this.#end(this.#phase === 'live' ? 'silent' : 'no_answer');
    else if (this.#phase !== 'live') this.#send(this.#hello);
    else if (nowMs - this.#spokeMs > KEEP_ALIVE_MS) this.#send(controlPacket(SRT_CONTROL.keepAlive, this.#now()));
    for (const [sequence, { atMs }] of this.#sent) {
      if (nowMs - atMs < this.#latencyMs + KEPT_BEYOND_MS) break;
      this.#sent.delete(sequence);
    }
    // A relay asks only for packets before one that it has: the last ones are repeated unasked.
    if (nowMs - this.#dataMs > TICK_MS) for (const sequence of this.#sent.keys()) this.#repeat(sequence, sequence);
  }

  #take(packet: Buffer): void {
    this.#heardMs = performance.now();
    const type = controlType(packet);
    if (type === SRT_CONTROL.handshake && this.#phase !== 'live') this.#greet(packet);
    else if (this.#phase !== 'live') return;
    else if (type === SRT_CONTROL.ack) this.#acknowledged(packet);
    else if (type === SRT_CONTROL.nak) for (const [first, last] of readNak(packet)) this.#repeat(first, last);
    else if (type === SRT_CONTROL.shutdown) this.#end('closed');
  }

  #greet(packet: Buffer): void {
    try {
      const answer = readHandshake(packet);
      if (answer.kind === 'conclusion' && this.#phase === 'conclusion') {
        if (this.#encryption !== undefined && !answer.hasKey) throw new SrtFault('wrong_passphrase');
        this.#peerId = answer.peerId;
        this.#phase = 'live';
        this.#events.onLive();
      } else if (answer.kind === 'induction' && this.#phase === 'induction') {
        this.#phase = 'conclusion';
        const wishes = { latencyMs: this.#latencyMs, streamId: this.#streamId, encryption: this.#encryption };
        this.#hello = conclusion(this.#greeting, answer.cookie, wishes);
        this.#send(this.#hello);
      }
    } catch (fault) {
      if (!(fault instanceof SrtFault)) throw fault;
      this.#end(fault.reason, fault.detail);
    }
  }

  #acknowledged(packet: Buffer): void {
    const ack = readAck(packet);
    if (ack === undefined) return;
    for (const sequence of this.#sent.keys()) {
      if (!isBefore(sequence, ack.next)) break;
      this.#sent.delete(sequence);
    }
    if (ack.number !== 0) this.#send(controlPacket(SRT_CONTROL.ackAck, this.#now(), ack.number));
  }

  #repeat(first: number, last: number): void {
    for (let sequence = first, left = this.#sent.size; left > 0; left -= 1) {
      const sent = this.#sent.get(sequence);
      if (sent !== undefined) {
        markRepeated(sent.packet);
        this.#send(sent.packet);
      }
      if (sequence === last) return;
      sequence = (sequence + 1) % SEQUENCES;
    }
  }

  #end(reason: RelayReason, detail?: string): void {
    if (this.#phase === 'ended') return;
    this.#close();
    this.#events.onEnd(relayReason(reason, this.#target, detail));
  }

  #close(): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    clearInterval(this.#ticking);
    this.#sent.clear();
    // The last packet is sent first.
    setImmediate(() => this.#socket.close());
  }
}

/** Undefined without a passphrase in the address. */
function parseEncryption(parameters: URLSearchParams): SrtEncryption | undefined {
  const passphrase = parameters.get('passphrase');
  const wanted = Number(parameters.get('pbkeylen') ?? KEY_BYTES[0]);
  const keyBytes = KEY_BYTES.find((bytes) => bytes === wanted) ?? KEY_BYTES[0];
  return passphrase === null ? undefined : new SrtEncryption(passphrase, keyBytes);
}

/** Numbers begin again at 0 after the last one. */
const isBefore = (sequence: number, next: number): boolean => {
  const distance = (next - sequence + SEQUENCES) % SEQUENCES;
  return distance > 0 && distance < SEQUENCES / 2;
};
