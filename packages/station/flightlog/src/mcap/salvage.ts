import { Opcode } from '@mcap/core';
import type { Codec } from '../codec.ts';
import { messagePlaces, wholeMessages } from './chunk-record.ts';
import { DAMAGED_PIECES, METADATA } from './file-head.ts';
import { McapAssembler } from './mcap-assembler.ts';
import { type ByteSource, chunkContent, hasMagic, parsedRecord, type RawRecord, wholeRecords } from './read-records.ts';
import type { Tail } from './tail.ts';

/**
 * Repairs an unfinished log: everything that can be read, then the content of the tail. Yields the new file piece by
 * piece; nothing when there is no message to save.
 */
export async function* salvage(
  source: ByteSource,
  tail: Tail | undefined,
  codec: Codec,
): AsyncGenerator<Uint8Array, { readonly messages: number }> {
  if (!(await hasMagic(source))) return { messages: 0 };
  const assembler = new McapAssembler(codec);
  const channels = new Set<number>();
  // Held back until there is a message: a file without messages is not written.
  let held: Uint8Array[] = [assembler.start()];
  let messages = 0;
  let damaged = 0;
  let chunks = 0;
  /** Chunks up to the last one that can be read. */
  let saved = 0;
  for await (const record of wholeRecords(source)) {
    // The rest is rewritten, or not written yet.
    if (record.opcode === Opcode.DATA_END || record.opcode === 0) break;
    if (record.opcode === Opcode.CHUNK) chunks += 1;
    const piece = await rewritten(record, assembler, channels, codec);
    if (piece === undefined) {
      damaged += 1;
      continue;
    }
    if (record.opcode === Opcode.CHUNK) saved = chunks;
    messages += piece.messages;
    held.push(piece.bytes);
    if (messages === 0) continue;
    yield* held;
    held = [];
  }
  const last =
    tail !== undefined && tail.chunkCount >= saved ? knownMessages(wholeMessages(tail.records), channels) : EMPTY;
  messages += messagePlaces(last).length;
  if (messages === 0) return { messages };
  yield* held;
  if (last.length > 0) yield await assembler.chunk(last);
  const end = new Map([['reason', 'recovered after the station was killed']]);
  if (damaged > 0) end.set(DAMAGED_PIECES, String(damaged));
  yield assembler.metadata(METADATA.end, end);
  yield assembler.end();
  return { messages };
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly messages: number;
}

const EMPTY = new Uint8Array(0);
const NOTHING: Piece = { bytes: EMPTY, messages: 0 };

/** Undefined when it is damaged. */
async function rewritten(
  record: RawRecord,
  assembler: McapAssembler,
  channels: Set<number>,
  codec: Codec,
): Promise<Piece | undefined> {
  if (record.opcode === Opcode.CHUNK) {
    const content = chunkContent(record, codec);
    if (content === undefined || content.length === 0) return undefined;
    return { bytes: await assembler.chunk(content), messages: messagePlaces(content).length };
  }
  const parsed = parsedRecord(record);
  switch (parsed?.type) {
    case undefined:
      return undefined;
    case 'Schema':
      return { bytes: assembler.schema(parsed), messages: 0 };
    case 'Channel':
      channels.add(parsed.id);
      return { bytes: assembler.channel(parsed), messages: 0 };
    case 'Metadata':
      return { bytes: assembler.metadata(parsed.name, parsed.metadata), messages: 0 };
    default:
      return NOTHING;
  }
}

/** Empty when a message belongs to no channel of the file: the tail is of another log. */
function knownMessages(records: Uint8Array, channels: ReadonlySet<number>): Uint8Array {
  return messagePlaces(records).every(({ channelId }) => channels.has(channelId)) ? records : EMPTY;
}
