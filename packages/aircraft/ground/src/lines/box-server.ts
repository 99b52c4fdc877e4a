import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { type MavlinkAddress, type MavlinkTransport, openTransport } from '@kitestring/mavlink-link';
import type { GroundCapabilities, GroundOrder, GroundOutcome, GroundReading } from '@kitestring/station-core/ports';
import { type BoxLine, boxLineText } from './box-lines.ts';
import type { OpenTransport } from './line-equipment.ts';
import { LineSplitter } from './line-splitter.ts';
import { readStationLine, type StationLine } from './station-lines.ts';
import { BEAT_US, LINE_MAX_BYTES } from './wire.ts';

const STATE_EVERY_US = 200_000;
const LINES = { perS: 100, burst: 200 };
/** Answers that are given again to an order that was sent again. */
const ANSWERS_MAX = 16;
/** A station that is silent for so long is gone: the winch stops. */
const SILENT_US = 3 * BEAT_US;

/** Ground equipment as its own electronics see it. */
export interface BoxElectronics {
  readonly name: string;
  readonly capabilities: GroundCapabilities;
  /** Undefined while nothing is measured yet. */
  reading(): GroundReading | undefined;
  order(order: GroundOrder): GroundOutcome;
  /** No station is heard any more. */
  stationLost(): void;
}

interface Peer {
  readonly splitter: LineSplitter;
  readonly bucket: TokenBucket;
  readonly answers: Map<number, GroundOutcome>;
  heardUs: number;
}

/** The other side of the protocol: answers greetings and orders of stations, and tells the state of a box. */
export class BoxServer implements AsyncDisposable {
  readonly #box: BoxElectronics;
  readonly #clock: Clock;
  readonly #peers = new Map<string, Peer>();
  #transport: MavlinkTransport | undefined;
  #cancel: Cancel = () => {};

  private constructor(box: BoxElectronics, clock: Clock) {
    this.#box = box;
    this.#clock = clock;
  }

  /** @throws TransportFault when the port cannot be had */
  static open(address: MavlinkAddress, box: BoxElectronics, clock: Clock): Promise<BoxServer> {
    return BoxServer.over((events) => openTransport(address, clock, events), box, clock);
  }

  static async over(open: OpenTransport, box: BoxElectronics, clock: Clock): Promise<BoxServer> {
    const server = new BoxServer(box, clock);
    server.#transport = await open({
      onBytes: (bytes, peer) => server.#take(bytes, peer),
      onPeerLeft: (peer) => server.#forget(peer),
    });
    server.#cancel = every(clock, STATE_EVERY_US, () => server.#step());
    return server;
  }

  /** The port, also one that the system has chosen. */
  get port(): number | undefined {
    const state = this.#transport?.state;
    return state?.state === 'Open' ? state.boundTo : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel();
    await this.#transport?.[Symbol.asyncDispose]();
  }

  #step(): void {
    const nowUs = this.#clock.nowUs();
    for (const [name, { heardUs }] of this.#peers) if (nowUs - heardUs >= SILENT_US) this.#forget(name);
    const reading = this.#peers.size === 0 ? undefined : this.#box.reading();
    if (reading === undefined) return;
    for (const name of this.#peers.keys()) this.#send(name, { kind: 'state', reading });
  }

  #forget(name: string): void {
    if (this.#peers.delete(name) && this.#peers.size === 0) this.#box.stationLost();
  }

  #take(bytes: Uint8Array, name: string): boolean {
    const nowUs = this.#clock.nowUs();
    const peer = this.#peers.get(name) ?? {
      splitter: new LineSplitter(LINE_MAX_BYTES),
      bucket: new TokenBucket(LINES, nowUs),
      answers: new Map<number, GroundOutcome>(),
      heardUs: nowUs,
    };
    this.#peers.set(name, peer);
    for (const text of peer.splitter.take(bytes)) {
      const line = text === undefined || !peer.bucket.take(nowUs) ? undefined : readStationLine(text).line;
      if (line === undefined) continue;
      peer.heardUs = nowUs;
      this.#answer(line, name, peer);
    }
    return true;
  }

  #answer(line: StationLine, name: string, peer: Peer): void {
    const { capabilities, name: called } = this.#box;
    if (line.kind === 'hello') this.#send(name, { kind: 'hello', version: 1, name: called, capabilities });
    if (line.kind !== 'order') return;
    const outcome = peer.answers.get(line.id) ?? this.#box.order(line.order);
    peer.answers.set(line.id, outcome);
    for (const id of peer.answers.keys()) if (peer.answers.size > ANSWERS_MAX) peer.answers.delete(id);
    this.#send(name, ack(line.id, outcome));
  }

  #send(name: string, line: BoxLine): void {
    const sendClass = line.kind === 'state' ? 'Telemetry' : 'Order';
    this.#transport?.send(new TextEncoder().encode(`${boxLineText(line)}\n`), sendClass, name);
  }
}

const ack = (id: number, outcome: GroundOutcome): BoxLine => ({
  kind: 'ack',
  id,
  isAccepted: outcome.outcome === 'Accepted',
  reason: outcome.outcome === 'Refused' ? outcome.reason : 'there is no such part',
});
