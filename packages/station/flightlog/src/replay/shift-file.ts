import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { Opcode } from '@mcap/core';
import { wholeMessages } from '../mcap/chunk-record.ts';
import { METADATA } from '../mcap/file-head.ts';
import {
  type ByteSource,
  chunkContent,
  hasEnd,
  hasMagic,
  isKnownRecord,
  parsedRecord,
  type RawRecord,
  wholeRecords,
} from '../mcap/read-records.ts';
import type { Tail } from '../mcap/tail.ts';
import { openTail } from '../read/open-log.ts';
import { partialName } from '../write/log-file.ts';
import { ZSTD } from '../zstd-codec.ts';
import { ReplayFault } from './replay-fault.ts';
import type { Shift } from './shift.ts';
import { ShiftIndex } from './shift-index.ts';

/** Where a chunk is: in the file, or in memory, for messages that were in no chunk yet. */
type ChunkPlace = { readonly offset: number; readonly length: number } | { readonly content: Uint8Array };

/**
 * Opens a recording of `kitestring record` and reads its index. What can be read of a damaged or unfinished one is used.
 * The file stays open: contents are read when they are played.
 * @throws ReplayFault
 */
export async function openShift(path: string): Promise<Shift & Disposable> {
  const file = openFile(path);
  try {
    const reading = new ShiftReading(openSource(file));
    await reading.read(await openTail(path));
    return { ...reading.result(), [Symbol.dispose]: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** One that is still being recorded, or was left by a kill, has its final name with an ending. */
function openFile(path: string): number {
  const found = [path, partialName(path)].find(existsSync) ?? path;
  try {
    return openSync(found, 'r');
  } catch (error) {
    throw new ReplayFault('UNREADABLE', (error as Error).message, { cause: error });
  }
}

function openSource(file: number): ByteSource & { readNow(offset: number, length: number): Uint8Array } {
  const stat = fstatSync(file);
  if (!stat.isFile()) throw new ReplayFault('UNREADABLE', 'it is no file');
  const readNow = (offset: number, length: number) => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  };
  return { size: stat.size, readNow, read: async (offset, length) => readNow(offset, length) };
}

/** Contents that are held: that which is played, and those before it, in which the states of rare topics are. */
const CONTENTS_HELD = 4;

const damagedText = (count: number): string =>
  count === 1 ? '1 damaged piece was left out' : `${count} damaged pieces were left out`;

class ShiftReading {
  readonly #source: ReturnType<typeof openSource>;
  readonly #index = new ShiftIndex();
  readonly #places: ChunkPlace[] = [];
  readonly #metadata = new Map<string, ReadonlyMap<string, string>>();
  readonly #losses: string[] = [];
  readonly #held = new Map<number, Uint8Array>();
  #damagedChunks = 0;
  /** As the file says at its end. */
  #chunkCount = 0;

  constructor(source: ReturnType<typeof openSource>) {
    this.#source = source;
  }

  async read(tail: Tail | undefined): Promise<void> {
    const { size } = this.#source;
    if (!(await hasMagic(this.#source))) {
      throw new ReplayFault('NOT_MCAP', size === 0 ? 'it is empty' : 'it is not an MCAP file');
    }
    let readTo = 0;
    let isWhole = false;
    for await (const record of wholeRecords(this.#source)) {
      readTo = record.offset + record.bytes.length;
      isWhole ||= record.opcode === Opcode.FOOTER;
      this.#take(record);
    }
    isWhole &&= await hasMagic(this.#source, readTo);
    if (isWhole) {
      // One whose kind is damaged was taken for something else.
      this.#damagedChunks = Math.max(this.#damagedChunks, this.#chunkCount - this.#places.length);
      return;
    }
    if (await hasEnd(this.#source)) {
      this.#losses.push(`it is damaged at byte ${readTo} of ${this.#source.size}: what follows was left out`);
      return;
    }
    const isContinued = this.#takeTail(tail);
    if (!isContinued) this.#losses.push(`it ends in the middle, after byte ${readTo} of ${size}`);
  }

  result(): Shift {
    const facts = this.#metadata.get(METADATA.flight) ?? new Map<string, string>();
    this.#check(facts);
    const found = this.#index.result();
    const { lost } = this.#index;
    if (this.#damagedChunks > 0) this.#losses.unshift(damagedText(this.#damagedChunks));
    if (found.first.size === 0 && this.#losses.some((loss) => /damaged/.test(loss)))
      throw new ReplayFault('DAMAGED', `no state of a station is left in it: ${this.#losses.join('; ')}`);
    if (found.first.size === 0) throw new ReplayFault('NOTHING_IN_IT', 'no state of a station is in it');
    if (lost > 0) this.#losses.push(`${lost} messages could not be used`);
    return {
      ...found,
      stationName: facts.get('gs_name') ?? 'Ground Station',
      softwareVersion: facts.get('software_version') ?? 'unknown',
      apiVersion: facts.get('api_version') ?? '',
      channels: this.#index.channels,
      loss: this.#losses.length === 0 ? undefined : this.#losses.join('; '),
      contentOf: (chunk) => this.#content(chunk),
    };
  }

  #take(record: RawRecord): void {
    if (record.opcode === Opcode.CHUNK) {
      const content = chunkContent(record, ZSTD);
      if (content === undefined) this.#damagedChunks += 1;
      else this.#addChunk(content, { offset: record.offset, length: record.bytes.length });
    }
    if (!isKnownRecord(record)) this.#damagedChunks += 1;
    if (![Opcode.CHANNEL, Opcode.METADATA, Opcode.STATISTICS].includes(record.opcode)) return;
    const parsed = parsedRecord(record);
    if (parsed?.type === 'Statistics') this.#chunkCount = parsed.chunkCount;
    if (parsed?.type === 'Channel') this.#index.addChannel(parsed.id, parsed.topic);
    if (parsed?.type === 'Metadata') this.#metadata.set(parsed.name, parsed.metadata);
  }

  /** @returns false where it is that of another moment of the file */
  #takeTail(tail: Tail | undefined): boolean {
    if (tail === undefined || tail.chunkCount !== this.#places.length + this.#damagedChunks) return false;
    const content = wholeMessages(tail.records);
    if (content.length > 0) this.#addChunk(content, { content });
    return true;
  }

  #addChunk(content: Uint8Array, place: ChunkPlace): void {
    this.#places.push(place);
    this.#index.addChunk(content);
  }

  #check(facts: ReadonlyMap<string, string>): void {
    if (facts.get('kind') === 'shift') return;
    const { topics } = this.#index;
    if (facts.size > 0 && topics.includes('/telemetry')) {
      throw new ReplayFault(
        'OTHER_MCAP',
        'it is the log of a flight, not a recording of `kitestring record`: `kitestring report` reads it',
      );
    }
    const named = topics.length === 0 ? 'it has no topics' : `its topics are ${topics.slice(0, 5).join(', ')}`;
    throw new ReplayFault('OTHER_MCAP', `it is an MCAP file, but no recording of \`kitestring record\`: ${named}`);
  }

  #content(chunk: number): Uint8Array | undefined {
    const place = this.#places[chunk];
    if (place === undefined) return undefined;
    if ('content' in place) return place.content;
    const content = this.#held.get(chunk) ?? this.#readChunk(place.offset, place.length);
    this.#held.delete(chunk);
    if (content !== undefined) this.#held.set(chunk, content);
    const [oldest] = this.#held.keys();
    if (this.#held.size > CONTENTS_HELD && oldest !== undefined) this.#held.delete(oldest);
    return content;
  }

  #readChunk(offset: number, length: number): Uint8Array | undefined {
    const bytes = this.#source.readNow(offset, length);
    return chunkContent({ opcode: bytes[0] ?? 0, bytes, offset }, ZSTD);
  }
}
