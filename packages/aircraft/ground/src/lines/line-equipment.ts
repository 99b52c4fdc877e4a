import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import {
  addressText,
  type MavlinkAddress,
  type MavlinkTransport,
  openTransport,
  type TransportEvents,
  type TransportState,
} from '@kitestring/mavlink-link';
import {
  type GroundCapabilities,
  type GroundEquipment,
  type GroundLink,
  type GroundNote,
  type GroundOrder,
  type GroundOutcome,
  type GroundReading,
  NO_GROUND_CAPABILITIES,
} from '@kitestring/station-core/ports';
import { type BoxLine, readBoxLine } from './box-lines.ts';
import { LineSplitter } from './line-splitter.ts';
import { PendingOrders } from './pending-orders.ts';
import { type StationLine, stationLineText } from './station-lines.ts';
import { BEAT_US, LINE_MAX_BYTES, STATE_VALID_US, VERSION } from './wire.ts';

export type OpenTransport = (events: TransportEvents) => Promise<MavlinkTransport> | MavlinkTransport;

type Hello = Extract<BoxLine, { kind: 'hello' }>;

const STEP_US = 100_000;
/** A box that is there is heard by then. */
const HEARD_WITHIN_US = 5_000_000;
/** A box that was lost counts as heard again after so long without a gap: one that flaps is told once. */
const STEADY_US = 3_000_000;
const GAP_US = 1_000_000;
/** More than any box has to say; further lines of that second are dropped unread. */
const LINES = { perS: 100, burst: 200 };
/** So many unusable lines in a row are no noise of the line. */
const STRANGE_LINES = 20;
/** Fields of one box that are told as wrong. */
const WRONG_FIELDS_MAX = 16;

interface LineEquipmentOptions {
  readonly clock: Clock;
  readonly onBug?: OnBug;
}

/** Ground equipment that speaks lines of JSON over TCP or a serial port; docs/reference/ground-protocol.md has the protocol. */
export class LineEquipment implements GroundEquipment, AsyncDisposable {
  readonly #clock: Clock;
  readonly #notes: Listeners<[GroundNote]>;
  readonly #splitter = new LineSplitter(LINE_MAX_BYTES);
  readonly #bucket: TokenBucket;
  readonly #orders: PendingOrders;
  readonly #toldFields = new Set<string>();
  readonly #where: string;
  readonly #openedUs: number;
  #transport: MavlinkTransport | undefined;
  #cancel: Cancel = () => {};
  #link: GroundLink = 'NotHeard';
  /** The greeting in this connection. */
  #greeted: Hello | undefined;
  #known: Hello | undefined;
  #reading: GroundReading | undefined;
  #readingUs = 0;
  #steadyUs = 0;
  #beatUs = 0;
  #strangeLines = 0;
  #isStrangeTold = false;
  #versionTold: number | undefined;

  private constructor(where: string, { clock, onBug }: LineEquipmentOptions) {
    this.#clock = clock;
    this.#notes = new Listeners('notification', onBug);
    this.#where = where;
    this.#openedUs = clock.nowUs();
    this.#bucket = new TokenBucket(LINES, this.#openedUs);
    this.#orders = new PendingOrders((id, order) => this.#send({ kind: 'order', id, order }));
  }

  /** A serial port is open when the promise resolves; TCP connects by itself. @throws TransportFault one line with the remedy */
  static open(address: MavlinkAddress, options: LineEquipmentOptions): Promise<LineEquipment> {
    return LineEquipment.over(addressText(address), (events) => openTransport(address, options.clock, events), options);
  }

  /** Equipment at the end of another transport. @param where name of that for people */
  static async over(where: string, open: OpenTransport, options: LineEquipmentOptions): Promise<LineEquipment> {
    const equipment = new LineEquipment(where, options);
    equipment.#transport = await open({
      onBytes: (bytes) => equipment.#take(bytes),
      onPeerLeft: () => equipment.#disconnected(),
      onState: (state) => equipment.#connected(state),
    });
    equipment.#cancel = every(options.clock, STEP_US, () => equipment.#step());
    return equipment;
  }

  get name(): string | undefined {
    return this.#known?.name;
  }

  get link(): GroundLink {
    return this.#link;
  }

  get capabilities(): GroundCapabilities {
    return this.#known?.capabilities ?? NO_GROUND_CAPABILITIES;
  }

  get reading(): GroundReading | undefined {
    return this.#link === 'Heard' ? this.#reading : undefined;
  }

  onNote(listener: (note: GroundNote) => void): Cancel {
    return this.#notes.add(listener);
  }

  order(order: GroundOrder): Promise<GroundOutcome> {
    if (!isFitted(order, this.capabilities)) return Promise.resolve({ outcome: 'NotFitted' });
    if (this.#link !== 'Heard') return Promise.resolve({ outcome: 'Silent' });
    return this.#orders.begin(order, this.#clock.nowUs());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel();
    this.#orders.abandon();
    await this.#transport?.[Symbol.asyncDispose]();
  }

  get #called(): string {
    return this.#known?.name || `ground equipment (${this.#where})`;
  }

  #step(): void {
    const nowUs = this.#clock.nowUs();
    this.#judgeLink(nowUs);
    this.#orders.step(nowUs);
    if (nowUs - this.#beatUs >= BEAT_US) this.#beat(nowUs);
  }

  #judgeLink(nowUs: number): void {
    const isFresh = this.#reading !== undefined && nowUs - this.#readingUs <= STATE_VALID_US;
    if (this.#link === 'Heard' && !isFresh) {
      this.#lose(`${this.#called}: nothing heard for ${STATE_VALID_US / 1e6} s`);
    } else if (this.#link === 'NotHeard' && nowUs - this.#openedUs >= HEARD_WITHIN_US) {
      const { state, ...rest } = this.#transport?.state ?? { state: 'Closed' as const };
      const why = state === 'Down' && 'reason' in rest ? `: ${rest.reason}` : '';
      this.#lose(`${this.#called}: not heard${why}`);
    } else if (this.#link === 'Lost' && isFresh && this.#readingUs - this.#steadyUs >= STEADY_US) {
      this.#link = 'Heard';
      this.#tell('info', `${this.#called}: heard`);
    }
  }

  #lose(text: string): void {
    this.#link = 'Lost';
    this.#orders.abandon();
    this.#tell('error', text);
  }

  #beat(nowUs: number): void {
    this.#beatUs = nowUs;
    this.#send(this.#greeted === undefined ? { kind: 'hello', version: VERSION } : { kind: 'beat' });
  }

  #connected({ state }: TransportState): void {
    // The first greeting waits for no step: the transport opens before it.
    if (state === 'Open' && this.#transport !== undefined) this.#beat(this.#clock.nowUs());
  }

  #disconnected(): void {
    this.#splitter.clear();
    this.#greeted = undefined;
    this.#strangeLines = 0;
    this.#orders.abandon();
  }

  #send(line: StationLine): void {
    this.#transport?.send(new TextEncoder().encode(`${stationLineText(line)}\n`), 'Order');
  }

  #take(bytes: Uint8Array): boolean {
    const nowUs = this.#clock.nowUs();
    for (const text of this.#splitter.take(bytes)) {
      if (!this.#bucket.take(nowUs)) continue;
      const { line, wrong } = text === undefined ? { line: undefined, wrong: [] } : readBoxLine(text);
      for (const each of wrong) this.#tellWrong(each);
      if (line === undefined) this.#countStrange();
      else this.#takeLine(line, nowUs);
    }
    return true;
  }

  #takeLine(line: BoxLine, nowUs: number): void {
    this.#strangeLines = 0;
    if (line.kind === 'hello') this.#greet(line);
    else if (this.#greeted === undefined) return;
    else if (line.kind === 'ack') this.#orders.answer(line);
    else this.#takeReading(line.reading, nowUs);
  }

  #greet(hello: Hello): void {
    if (hello.version !== VERSION) {
      if (this.#versionTold !== hello.version) {
        this.#tell('error', `${this.#called} speaks version ${hello.version} of the protocol; this station ${VERSION}`);
      }
      this.#versionTold = hello.version;
      return;
    }
    this.#greeted = hello;
    this.#known = hello;
  }

  #takeReading(reading: GroundReading, nowUs: number): void {
    if (nowUs - this.#readingUs > GAP_US) this.#steadyUs = nowUs;
    this.#reading = reading;
    this.#readingUs = nowUs;
    if (this.#link !== 'NotHeard') return;
    this.#link = 'Heard';
    this.#tell('info', `${this.#called}: heard`);
  }

  #countStrange(): void {
    this.#strangeLines += 1;
    if (this.#strangeLines < STRANGE_LINES || this.#isStrangeTold) return;
    this.#isStrangeTold = true;
    this.#tell('error', `${this.#where}: its lines are none of this protocol; is the baud rate right?`);
  }

  #tellWrong(field: string): void {
    if (this.#toldFields.has(field) || this.#toldFields.size >= WRONG_FIELDS_MAX) return;
    this.#toldFields.add(field);
    this.#tell('warn', `${this.#called}: ${field}: it counts as absent`);
  }

  #tell(severity: GroundNote['severity'], text: string): void {
    this.#notes.tell({ severity, text });
  }
}

/** Whether the equipment has the part that an order is for, and its winch takes orders of this kind. */
function isFitted(order: GroundOrder, { lids, line, tetherPower }: GroundCapabilities): boolean {
  switch (order.kind) {
    case 'tetherPower':
      return tetherPower?.isSwitched === true;
    case 'lids':
      return lids;
    default:
      return line?.orders.includes(order.kind) === true;
  }
}
