import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import {
  decode,
  encode,
  encodeBytewiseParam,
  type FieldsToSend,
  type Message,
  type MessageName,
  type Packet,
  Splitter,
  type StatusText,
  StatusTexts,
} from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_STATE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkAddress } from '../address.ts';
import type { MavlinkTransport, SendClass, TransportEvents, TransportState } from '../transport/mavlink-transport.ts';
import { openTransport } from '../transport/open-transport.ts';
import { ClockOffsets } from './clock-offsets.ts';
import { ComponentWatch, type LinkEvent, type MavlinkIds } from './component-watch.ts';
import type { LinkSigning } from './link-signing.ts';
import { RateMeter } from './rate-meter.ts';
import { RepeatFilter } from './repeat-filter.ts';

/** Ground stations and vehicles expect one a second. */
const HEARTBEAT_US = 1_000_000;
/** Often enough to follow a clock, rare enough for a slow radio. */
const TIMESYNC_US = 10_000_000;
const STREAM_PEERS_MAX = 32;

export interface MavlinkLinkOptions {
  readonly ids: MavlinkIds;
  readonly clock: Clock;
  /** Our heartbeat; by default that of a ground station. */
  readonly heartbeat?: () => FieldsToSend['HEARTBEAT'];
  /** Sends nothing by itself: no heartbeat, and no answer about the time. */
  readonly isPassive?: boolean;
  /** Asks for the clocks of components. A ground station does. */
  readonly asksForTime?: boolean;
  readonly signing?: Pick<LinkSigning, 'signer' | 'signatureCheck'> | undefined;
  readonly onBug?: OnBug;
}

/** How a message is sent; each has a default. */
export interface SendOptions {
  /** Our component that sends it. */
  readonly from?: number;
  /** `Order` by default. */
  readonly sendClass?: SendClass;
  /** Where the link is signed, this message is not. */
  readonly isUnsigned?: boolean;
  /** The other end; absent: the one through which the target was heard, or all of them. */
  readonly peer?: string;
}

/** Packets that the link has taken, thrown away, or could not read. */
export interface LinkCounts {
  readonly received: number;
  readonly sent: number;
  /** Ids that the dialect does not have; passed on as packets. */
  readonly unknown: number;
  readonly badChecksums: number;
  readonly garbageBytes: number;
  readonly refusedSignatures: number;
  /** Telemetry that a slow line has lost. */
  readonly dropped: number;
}

const GROUND_STATION: FieldsToSend['HEARTBEAT'] = {
  type: MAV_TYPE.GCS,
  autopilot: MAV_AUTOPILOT.INVALID,
  base_mode: 0,
  custom_mode: 0,
  system_status: MAV_STATE.ACTIVE,
  mavlink_version: 3,
};

type Header = Parameters<typeof encode>[2];

/** Messages over a transport: who is there, what comes how often, and our own heartbeat. */
export class MavlinkLink implements AsyncDisposable {
  readonly ids: MavlinkIds;
  readonly clock: Clock;
  readonly watch: ComponentWatch;
  readonly rates = new RateMeter();
  readonly clockOffsets = new ClockOffsets();
  readonly #options: MavlinkLinkOptions;
  readonly #onMessage: Listeners<[message: Message, peer: string]>;
  readonly #onPacket: Listeners<[packet: Uint8Array, direction: 'In' | 'Out']>;
  readonly #onEvent: Listeners<[event: LinkEvent]>;
  readonly #onText: Listeners<[text: StatusText]>;
  readonly #onState: Listeners<[state: TransportState]>;
  readonly #texts: StatusTexts;
  /** One for all datagrams, and one for each stream. */
  readonly #splitters = new Map<string, Splitter>();
  readonly #sequences = new Map<number, number>();
  readonly #repeats = new RepeatFilter();
  readonly #gone = { badChecksums: 0, garbageBytes: 0, unknown: 0 };
  #transport: MavlinkTransport | undefined;
  #peer = '';
  #received = 0;
  #sent = 0;
  #refused = 0;
  #beatUs = Number.NEGATIVE_INFINITY;
  #timesyncUs = Number.NEGATIVE_INFINITY;
  #lastBeat: Uint8Array = new Uint8Array();

  private constructor(options: MavlinkLinkOptions) {
    const { clock, ids, onBug } = options;
    this.#options = options;
    this.ids = ids;
    this.clock = clock;
    this.watch = new ComponentWatch(ids);
    this.#onMessage = new Listeners('sample', onBug);
    this.#onPacket = new Listeners('sample', onBug);
    this.#onEvent = new Listeners('sample', onBug);
    this.#onText = new Listeners('notification', onBug);
    this.#onState = new Listeners('notification', onBug);
    this.#texts = new StatusTexts({ clock, onText: (text) => this.#onText.tell(text) });
  }

  /** @throws TransportFault one line with the remedy */
  static open(address: MavlinkAddress, options: MavlinkLinkOptions): Promise<MavlinkLink> {
    return MavlinkLink.over((events) => openTransport(address, options.clock, events), options);
  }

  /** A link over another transport. */
  static async over(
    open: (events: TransportEvents) => Promise<MavlinkTransport> | MavlinkTransport,
    options: MavlinkLinkOptions,
  ): Promise<MavlinkLink> {
    const link = new MavlinkLink(options);
    link.#transport = await open({
      onBytes: (bytes, peer) => link.#receive(bytes, peer),
      onPeerLeft: (peer) => link.#forget(peer),
      onState: (state) => link.#onState.tell(state),
    });
    return link;
  }

  get transportState(): TransportState {
    return this.#transport?.state ?? { state: 'Closed' };
  }

  /** Our address as this end sees it, to be named to it; undefined on a serial line. */
  localAddressOf(peer: string): string | undefined {
    return this.#transport?.localAddressOf?.(peer);
  }

  get counts(): LinkCounts {
    const sum = { ...this.#gone };
    for (const { counts } of this.#splitters.values()) add(sum, counts);
    const { dropped = 0 } = this.#transport ?? {};
    return { ...sum, received: this.#received, sent: this.#sent, refusedSignatures: this.#refused, dropped };
  }

  onMessage(listener: (message: Message, peer: string) => void): Cancel {
    return this.#onMessage.add(listener);
  }

  /** Every packet as on the wire, also those with an unknown id. */
  onPacket(listener: (packet: Uint8Array, direction: 'In' | 'Out') => void): Cancel {
    return this.#onPacket.add(listener);
  }

  onEvent(listener: (event: LinkEvent) => void): Cancel {
    return this.#onEvent.add(listener);
  }

  /** Texts, whole. */
  onText(listener: (text: StatusText) => void): Cancel {
    return this.#onText.add(listener);
  }

  /** The transport has opened, gone down, or has other ends. */
  onTransportState(listener: (state: TransportState) => void): Cancel {
    return this.#onState.add(listener);
  }

  /** @throws TypeError or RangeError for a field that is missing, or a value that does not fit: a bug of the caller */
  send<N extends MessageName>(name: N, fields: FieldsToSend[N], options: SendOptions = {}): void {
    const signer = options.isUnsigned === true ? undefined : this.#signer;
    this.#sendBytes(encode(name, fields, this.#header(options.from), signer), fields, options);
  }

  /** A parameter byte by byte, for autopilots that have them so. */
  sendBytewise<N extends 'PARAM_SET' | 'PARAM_VALUE'>(
    name: N,
    fields: FieldsToSend[N],
    options: SendOptions = {},
  ): void {
    const packet = encodeBytewiseParam(name, fields, this.#header(options.from), this.#signer);
    this.#sendBytes(packet, fields, options);
  }

  /**
   * Called by the control loop a few times a second: sends our heartbeat, and notices who is lost. A loop that hangs sends none, so
   * that the autopilot's failsafe acts.
   */
  step(): void {
    const nowUs = this.clock.nowUs();
    if (this.#options.isPassive !== true && nowUs - this.#beatUs >= HEARTBEAT_US) {
      // The next one a second after this one was due, so that a loop of any rate sends one a second.
      this.#beatUs = nowUs - this.#beatUs < 2 * HEARTBEAT_US ? this.#beatUs + HEARTBEAT_US : nowUs;
      this.#lastBeat = encode('HEARTBEAT', this.#heartbeat(), this.#header(), this.#signer);
      this.#sendBytes(this.#lastBeat, {}, {});
    }
    if (this.#options.asksForTime === true && nowUs - this.#timesyncUs >= TIMESYNC_US) this.#askForTime(nowUs);
    for (const event of this.watch.lostAt(nowUs)) this.#onEvent.tell(event);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#texts[Symbol.dispose]();
    for (const splitter of this.#splitters.values()) splitter[Symbol.dispose]();
    await this.#transport?.[Symbol.asyncDispose]();
  }

  get #signer(): LinkSigning['signer'] | undefined {
    return this.#options.signing?.signer;
  }

  #heartbeat(): FieldsToSend['HEARTBEAT'] {
    return this.#options.heartbeat?.() ?? GROUND_STATION;
  }

  #askForTime(nowUs: number): void {
    this.#timesyncUs = nowUs;
    this.send('TIMESYNC', { tc1: 0n, ts1: this.clockOffsets.ask(BigInt(nowUs) * 1000n) });
  }

  #header(component = this.ids.component): Header {
    const sequence = this.#sequences.get(component) ?? 0;
    this.#sequences.set(component, (sequence + 1) % 256);
    return { system: this.ids.system, component, sequence };
  }

  #sendBytes(packet: Uint8Array, fields: object, { peer, sendClass = 'Order' }: SendOptions): void {
    this.#sent += 1;
    this.#onPacket.tell(packet, 'Out');
    this.#transport?.send(packet, sendClass, peer ?? this.#peerOf(fields));
  }

  /** The end through which the target was heard. Two sources of its ids, or none: all ends. */
  #peerOf(fields: { readonly target_system?: number; readonly target_component?: number }): string | undefined {
    const { target_component: component = 0, target_system: system = 0 } = fields;
    const target = this.watch.find({ system, component });
    return target === undefined || target.isShared || target.state === 'Lost' ? undefined : target.peer;
  }

  #receive(bytes: Uint8Array, peer: string): boolean {
    const before = this.#received;
    this.#peer = peer;
    if (this.#transport?.framing !== 'Stream') this.#splitterOf('').pushDatagram(bytes);
    else this.#splitterOf(peer).push(bytes);
    return this.#received > before;
  }

  #splitterOf(stream: string): Splitter {
    const known = this.#splitters.get(stream);
    if (known !== undefined) return known;
    const [oldest = ''] = this.#splitters.keys();
    if (this.#splitters.size >= STREAM_PEERS_MAX) this.#forget(oldest);
    const splitter = new Splitter({ clock: this.clock, onPacket: (packet) => this.#take(packet, stream) });
    this.#splitters.set(stream, splitter);
    return splitter;
  }

  #forget(peer: string): void {
    const splitter = this.#splitters.get(peer);
    if (splitter === undefined) return;
    add(this.#gone, splitter.counts);
    splitter[Symbol.dispose]();
    this.#splitters.delete(peer);
  }

  /** @param stream the end whose stream it is; empty for a datagram */
  #take(packet: Packet, stream: string): void {
    if (this.#options.signing?.signatureCheck.accepts(packet) === false) {
      this.#refused += 1;
      return;
    }
    const nowUs = this.clock.nowUs();
    // A router has sent our own packet back, or one packet on two ways.
    if (isEqual(packet.bytes, this.#lastBeat) || this.#repeats.isRepeat(packet, nowUs)) return;
    this.#received += 1;
    const peer = stream === '' ? this.#peer : stream;
    this.#onPacket.tell(packet.bytes, 'In');
    this.rates.take(packet.system, packet.component, packet.id, nowUs);
    const message = decode(packet);
    if (message === undefined) return;
    for (const event of this.watch.take(message, peer, nowUs)) this.#onEvent.tell(event);
    if (message.name === 'TIMESYNC') this.#takeTimesync(message, peer, nowUs);
    if (message.name === 'STATUSTEXT') this.#texts.push(message);
    this.#onMessage.tell(message, peer);
  }

  /** Answers a request, which has no time of the answerer yet; anything else is an answer, ours or another asker's. */
  #takeTimesync({ component, fields, system }: Message<'TIMESYNC'>, peer: string, nowUs: number): void {
    const nowNs = BigInt(nowUs) * 1000n;
    if (fields.tc1 !== 0n) {
      this.clockOffsets.take(system * 256 + component, fields.tc1, fields.ts1, nowNs);
      return;
    }
    if (this.#options.isPassive === true) return;
    const answer = { tc1: nowNs, ts1: fields.ts1, target_system: system, target_component: component };
    this.send('TIMESYNC', answer, { peer });
  }
}

function add(
  sum: { badChecksums: number; garbageBytes: number; unknown: number },
  counts: { readonly badChecksums: number; readonly garbageBytes: number; readonly unknown: number },
): void {
  sum.badChecksums += counts.badChecksums;
  sum.garbageBytes += counts.garbageBytes;
  sum.unknown += counts.unknown;
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
