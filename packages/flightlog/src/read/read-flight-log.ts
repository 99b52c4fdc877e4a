import { Opcode } from '@mcap/core';
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '../channels/channels.ts';
import type { Codec } from '../codec.ts';
import { MESSAGE_HEAD_BYTES, RECORD_HEAD_BYTES } from '../encode/message-records.ts';
import { METADATA } from '../mcap/file-head.ts';
import {
  type ByteSource,
  chunkContent,
  compressionOf,
  hasMagic,
  parsedRecord,
  type RawRecord,
  recordsIn,
  wholeRecords,
} from '../mcap/read-records.ts';
import { FlightLogFault } from './flight-log-fault.ts';

/** One message of a log. */
export interface LogMessage {
  readonly channel: ChannelName;
  readonly timeUs: number;
  readonly value: unknown;
}

export interface ReadOptions {
  readonly codec: Codec;
  /** Take what can be read of a log that has no end, or is damaged. */
  readonly isIncompleteAllowed?: boolean;
  readonly onMessage: (message: LogMessage) => void;
}

/** What a log says about itself. */
export interface LogFacts {
  readonly flight: ReadonlyMap<string, string>;
  /** Empty when the log has no end. */
  readonly end: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

const BY_TOPIC: ReadonlyMap<string, ChannelName> = new Map(CHANNEL_NAMES.map((name) => [CHANNELS[name].topic, name]));
const NOTHING: ReadonlyMap<string, string> = new Map();

/** Reads a log in the order in which it was written. @throws FlightLogFault */
export async function readFlightLog(source: ByteSource, options: ReadOptions): Promise<LogFacts> {
  if (!(await hasMagic(source))) {
    throw new FlightLogFault('NOT_MCAP', source.size === 0 ? 'it is empty' : 'it is no MCAP file');
  }
  const reading = new Reading(options);
  let readTo = 0;
  for await (const record of wholeRecords(source)) {
    if (!reading.take(record)) {
      reading.stopAt(`it is damaged at byte ${record.offset}`, 'DAMAGED');
      return reading.facts();
    }
    readTo = record.offset + record.bytes.length;
  }
  reading.isWhole &&= await hasMagic(source, readTo);
  if (!reading.isWhole) {
    reading.stopAt(
      `it ends in the middle, after byte ${readTo} of ${source.size}: the station was stopped`,
      'UNFINISHED',
    );
  }
  return reading.facts();
}

class Reading {
  readonly #options: ReadOptions;
  readonly #channels = new Map<number, ChannelName | undefined>();
  readonly #topics: string[] = [];
  readonly #metadata = new Map<string, ReadonlyMap<string, string>>();
  #messages = 0;
  /** Its last record was there, and what a file ends with after it. */
  isWhole = false;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** @returns false when the record is damaged */
  take(record: RawRecord): boolean {
    if (record.opcode === Opcode.CHUNK) return this.#takeChunk(record);
    if (record.opcode === Opcode.FOOTER) this.isWhole = true;
    if (record.opcode === Opcode.MESSAGE) this.#takeMessage(record);
    if (record.opcode !== Opcode.CHANNEL && record.opcode !== Opcode.METADATA) return true;
    const parsed = parsedRecord(record);
    if (parsed?.type === 'Channel') this.#takeChannel(parsed.id, parsed.topic);
    if (parsed?.type === 'Metadata') this.#metadata.set(parsed.name, parsed.metadata);
    return parsed !== undefined;
  }

  /** @throws FlightLogFault unless what was read up to here is wanted all the same */
  stopAt(message: string, code: 'DAMAGED' | 'UNFINISHED'): void {
    this.#checkOwn();
    if (this.#options.isIncompleteAllowed !== true) throw new FlightLogFault(code, message);
  }

  facts(): LogFacts {
    this.#checkOwn();
    if (this.#messages === 0) throw new FlightLogFault('NOTHING_IN_IT', 'there is no message in it');
    const flight = this.#metadata.get(METADATA.flight) ?? NOTHING;
    return { flight, end: this.#metadata.get(METADATA.end) ?? NOTHING, isComplete: this.isWhole };
  }

  #takeChunk(record: RawRecord): boolean {
    const content = chunkContent(record, this.#options.codec);
    if (content === undefined) {
      const compression = compressionOf(record) ?? '';
      if (compression !== this.#options.codec.name) throw otherMcap(`its chunks are compressed with ${compression}`);
      return false;
    }
    for (const inner of recordsIn(content)) if (!this.take(inner)) return false;
    return true;
  }

  #takeChannel(id: number, topic: string): void {
    // The same channels stand in the summary again.
    if (this.#channels.has(id)) return;
    this.#channels.set(id, BY_TOPIC.get(topic));
    this.#topics.push(topic);
  }

  #takeMessage({ bytes }: RawRecord): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const channel = this.#channels.get(view.getUint16(RECORD_HEAD_BYTES, true));
    if (channel === undefined) return;
    const timeUs = Number(view.getBigUint64(RECORD_HEAD_BYTES + 6, true) / 1000n);
    this.#messages += 1;
    this.#options.onMessage({ channel, timeUs, value: parsedJson(bytes, timeUs) });
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

const decoder = new TextDecoder();

function parsedJson(bytes: Uint8Array, timeUs: number): unknown {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(RECORD_HEAD_BYTES + MESSAGE_HEAD_BYTES)));
  } catch {
    throw new FlightLogFault('DAMAGED', `a message at ${timeUs} us is no JSON`);
  }
}
