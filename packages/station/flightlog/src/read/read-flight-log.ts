import { Opcode } from '@mcap/core';
import { CHANNEL_NAMES, CHANNELS, type ChannelName, isPacketChannel } from '../channels/channels.ts';
import type { Codec } from '../codec.ts';
import { viewOf } from '../encode/bytes.ts';
import { MESSAGE_HEAD_BYTES, RECORD_HEAD_BYTES } from '../encode/message-records.ts';
import { messageBytes, messageTimeUs, parsedMessage, wholeMessages } from '../mcap/chunk-record.ts';
import { DAMAGED_PIECES, METADATA } from '../mcap/file-head.ts';
import {
  type ByteSource,
  chunkCompression,
  chunkContent,
  hasEnd,
  hasMagic,
  isKnownRecord,
  parsedRecord,
  type RawRecord,
  recordsIn,
  SKIPPED_CHUNK,
  type WantsChunk,
  wholeRecords,
} from '../mcap/read-records.ts';
import type { Tail } from '../mcap/tail.ts';
import { FlightLogFault } from './flight-log-fault.ts';

/** One message of a log. */
export interface LogMessage {
  readonly channel: ChannelName;
  readonly timeUs: number;
  /** Bytes for a channel of packets. */
  readonly value: unknown;
}

export interface ReadOptions {
  readonly codec: Codec;
  /** Reads as much as possible of an unfinished or damaged log: what is damaged is left out. */
  readonly isIncompleteAllowed?: boolean;
  /** Only these channels; all when absent. The others are not parsed, which is most of the work. */
  readonly channels?: readonly ChannelName[];
  /** Only chunks that have messages of this period, microseconds; they may have others too. */
  readonly period?: { readonly fromUs: number; readonly toUs: number };
  /** Files next to a log that is being written. */
  readonly tail?: Tail | undefined;
  readonly onMessage: (message: LogMessage) => void;
}

/** Metadata of a log. */
export interface LogFacts {
  readonly flight: ReadonlyMap<string, string>;
  /** Empty for a log without an end. */
  readonly end: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
  /** Pieces in the middle cannot be read, or were left out when it was recovered. */
  readonly isDamaged: boolean;
}

/** Compressions that the format knows; any other name is damage. */
const FOREIGN_COMPRESSIONS = ['lz4', 'zstd', ''];

const BY_TOPIC: ReadonlyMap<string, ChannelName> = new Map(CHANNEL_NAMES.map((name) => [CHANNELS[name].topic, name]));
const NOTHING: ReadonlyMap<string, string> = new Map();

/** Reads a log in writing order. @throws FlightLogFault */
export async function readFlightLog(source: ByteSource, options: ReadOptions): Promise<LogFacts> {
  if (!(await hasMagic(source))) {
    throw new FlightLogFault('NOT_MCAP', source.size === 0 ? 'it is empty' : 'it is not an MCAP file');
  }
  const reading = new LogReading(options);
  let readTo = 0;
  for await (const record of wholeRecords(source, wantsChunk(options))) {
    // Where a record ends is known although its content is damaged.
    if (!reading.take(record)) reading.stopAt(`it is damaged at byte ${record.offset}`, 'DAMAGED');
    readTo = record.offset + record.bytes.length;
  }
  reading.isWhole &&= await hasMagic(source, readTo);
  if (!reading.isWhole && options.tail !== undefined) reading.takeTail(options.tail);
  if (!reading.isWhole && (await hasEnd(source))) {
    reading.stopAt(`it is damaged at byte ${readTo}`, 'DAMAGED');
  } else if (!reading.isWhole) {
    reading.stopAt(
      `it ends in the middle, after byte ${readTo} of ${source.size}: the station was stopped`,
      'UNFINISHED',
    );
  }
  return reading.facts();
}

function wantsChunk({ period }: ReadOptions): WantsChunk | undefined {
  if (period === undefined) return undefined;
  const [fromNs, toNs] = [BigInt(Math.floor(period.fromUs)) * 1000n, BigInt(Math.ceil(period.toUs)) * 1000n];
  return (firstNs, lastNs) => lastNs >= fromNs && firstNs <= toNs;
}

class LogReading {
  readonly #options: ReadOptions;
  readonly #channels = new Map<number, ChannelName | undefined>();
  readonly #topics: string[] = [];
  readonly #metadata = new Map<string, ReadonlyMap<string, string>>();
  readonly #wanted: ReadonlySet<ChannelName> | undefined;
  #messages = 0;
  #chunks = 0;
  /** The last record and the closing magic are present. */
  isWhole = false;
  #isDamaged = false;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#wanted = options.channels && new Set(options.channels);
  }

  /** @returns false when the record is damaged */
  take(record: RawRecord): boolean {
    if (record.opcode === Opcode.CHUNK || record.opcode === SKIPPED_CHUNK) this.#chunks += 1;
    if (record.opcode === Opcode.CHUNK) return this.#takeChunk(record);
    if (record.opcode === SKIPPED_CHUNK) this.#messages += 1;
    if (record.opcode === Opcode.FOOTER) this.isWhole = true;
    if (record.opcode === Opcode.MESSAGE) return this.#takeMessage(record);
    if (record.opcode !== Opcode.CHANNEL && record.opcode !== Opcode.METADATA)
      return record.opcode === SKIPPED_CHUNK || isKnownRecord(record);
    const parsed = parsedRecord(record);
    if (parsed?.type === 'Channel') this.#takeChannel(parsed.id, parsed.topic);
    if (parsed?.type === 'Metadata') this.#metadata.set(parsed.name, parsed.metadata);
    return parsed !== undefined;
  }

  /** Messages that are in no chunk yet; those of another chunk count are in one by now. */
  takeTail({ chunkCount, records }: Tail): void {
    if (chunkCount !== this.#chunks) return;
    for (const record of recordsIn(wholeMessages(records)))
      this.#isDamaged = !this.#takeMessage(record) || this.#isDamaged;
  }

  /** @throws FlightLogFault unless incomplete logs are allowed */
  stopAt(message: string, code: 'DAMAGED' | 'UNFINISHED'): void {
    this.#checkOwn();
    if (this.#options.isIncompleteAllowed !== true) throw new FlightLogFault(code, message);
    this.#isDamaged ||= code === 'DAMAGED';
  }

  facts(): LogFacts {
    this.#checkOwn();
    if (this.#messages === 0 && this.#isDamaged)
      throw new FlightLogFault('DAMAGED', 'it is damaged, and no message is left in it');
    if (this.#messages === 0) throw new FlightLogFault('NOTHING_IN_IT', 'there is no message in it');
    const end = this.#metadata.get(METADATA.end) ?? NOTHING;
    return {
      flight: this.#metadata.get(METADATA.flight) ?? NOTHING,
      end,
      isComplete: this.isWhole,
      isDamaged: this.#isDamaged || end.has(DAMAGED_PIECES),
    };
  }

  #takeChunk(record: RawRecord): boolean {
    const content = chunkContent(record, this.#options.codec);
    if (content === undefined) {
      const compression = chunkCompression(record) ?? '';
      if (compression !== this.#options.codec.name && FOREIGN_COMPRESSIONS.includes(compression))
        throw otherMcap(`its chunks are compressed with ${compression}`);
      return false;
    }
    let isSound = true;
    // A chunk holds no other chunk.
    for (const inner of recordsIn(content)) isSound = inner.opcode !== Opcode.CHUNK && this.take(inner) && isSound;
    return isSound;
  }

  #takeChannel(id: number, topic: string): void {
    // The summary repeats the channels.
    if (this.#channels.has(id)) return;
    this.#channels.set(id, BY_TOPIC.get(topic));
    this.#topics.push(topic);
  }

  /** @returns false when the message is damaged */
  #takeMessage({ bytes }: RawRecord): boolean {
    if (bytes.length < RECORD_HEAD_BYTES + MESSAGE_HEAD_BYTES) return false;
    const view = viewOf(bytes);
    const channel = this.#channels.get(view.getUint16(RECORD_HEAD_BYTES, true));
    if (channel === undefined) return true;
    this.#messages += 1;
    if (this.#wanted?.has(channel) === false) return true;
    const value = isPacketChannel(channel) ? messageBytes(bytes, 0).slice() : parsedMessage(bytes, 0);
    if (value === undefined) return false;
    this.#options.onMessage({ channel, timeUs: messageTimeUs(bytes, 0), value });
    return true;
  }

  #checkOwn(): void {
    const isOwn = [...this.#channels.values()].includes('telemetry') && this.#metadata.has(METADATA.flight);
    if (isOwn) return;
    const topics = this.#topics.slice(0, 5).join(', ');
    throw otherMcap(
      topics === '' ? 'it has no topics' : `its topics are ${topics}${this.#topics.length > 5 ? ' ...' : ''}`,
    );
  }
}

const otherMcap = (what: string): FlightLogFault =>
  new FlightLogFault('OTHER_MCAP', `it is an MCAP file, but no flight log of Kitestring: ${what}`);
