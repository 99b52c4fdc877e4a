import { type Channel, type ChunkIndex, McapRecordBuilder, type MetadataIndex, Opcode, type Schema } from '@mcap/core';
import type { Codec } from '../codec.ts';
import { joined } from '../encode/bytes.ts';
import { encodeChunk } from './chunk-record.ts';

/** Names the writer in the file's header. */
const LIBRARY = 'kitestring';

/**
 * Assembles an MCAP file piece by piece; each call returns the bytes to write next. It replaces the writer of
 * @mcap/core, which compresses on the calling thread. Invariant: `position` is the sum of all pieces.
 */
export class McapAssembler {
  readonly #codec: Codec;
  readonly #records = new McapRecordBuilder();
  readonly #schemas: Schema[] = [];
  readonly #channels: Channel[] = [];
  readonly #chunks: ChunkIndex[] = [];
  readonly #metadata: MetadataIndex[] = [];
  readonly #counts = new Map<number, bigint>();
  #position = 0;
  #dataCrc = 0;

  constructor(codec: Codec) {
    this.#codec = codec;
  }

  /** Size of the file so far, bytes. */
  get position(): number {
    return this.#position;
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  start(): Uint8Array {
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: '', library: LIBRARY });
    return this.#data(this.#taken());
  }

  schema(schema: Schema): Uint8Array {
    this.#schemas.push(schema);
    this.#records.writeSchema(schema);
    return this.#data(this.#taken());
  }

  channel(channel: Channel): Uint8Array {
    this.#channels.push(channel);
    this.#records.writeChannel(channel);
    return this.#data(this.#taken());
  }

  metadata(name: string, entries: ReadonlyMap<string, string>): Uint8Array {
    const length = this.#records.writeMetadata({ name, metadata: new Map(entries) });
    this.#metadata.push({ name, offset: BigInt(this.#position), length });
    return this.#data(this.#taken());
  }

  /** @param records message records in order of time, at least one */
  async chunk(records: Uint8Array): Promise<Uint8Array> {
    const chunk = await encodeChunk(records, this.#codec);
    const start = BigInt(this.#position);
    const offsets = [...chunk.indexOffsets].map(([id, offset]) => [id, start + BigInt(offset)] as const);
    this.#chunks.push({
      messageStartTime: chunk.startNs,
      messageEndTime: chunk.endNs,
      chunkStartOffset: start,
      chunkLength: BigInt(chunk.chunkBytes),
      messageIndexOffsets: new Map(offsets),
      messageIndexLength: BigInt(chunk.bytes.length - chunk.chunkBytes),
      compression: this.#codec.name,
      compressedSize: BigInt(chunk.compressedBytes),
      uncompressedSize: BigInt(chunk.rawBytes),
    });
    for (const [id, count] of chunk.messageCounts) this.#counts.set(id, (this.#counts.get(id) ?? 0n) + BigInt(count));
    return this.#data(chunk.bytes);
  }

  /** The end of the data, the summary and the footer. */
  end(): Uint8Array {
    this.#records.writeDataEnd({ dataSectionCrc: this.#dataCrc });
    const dataEnd = this.#taken();
    const summaryStart = BigInt(this.#position + dataEnd.length);
    const groups = this.#writeSummary(summaryStart);
    const summaryOffsetStart = summaryStart + BigInt(this.#records.length);
    for (const group of groups) this.#records.writeSummaryOffset(group);
    const summary = this.#taken();
    const footer = { summaryStart, summaryOffsetStart, summaryCrc: 0 };
    this.#records.writeFooter(footer);
    // The CRC covers the summary and the footer up to the CRC itself.
    const footerStart = this.#taken().subarray(0, -4);
    const summaryCrc = this.#codec.crc32(footerStart, this.#codec.crc32(summary));
    this.#records.writeFooter({ ...footer, summaryCrc });
    this.#records.writeMagic();
    return joined([dataEnd, summary, this.#taken()]);
  }

  #writeSummary(summaryStart: bigint) {
    const records = this.#records;
    const groups = [
      { opcode: Opcode.SCHEMA, write: () => this.#schemas.forEach((it) => void records.writeSchema(it)) },
      { opcode: Opcode.CHANNEL, write: () => this.#channels.forEach((it) => void records.writeChannel(it)) },
      { opcode: Opcode.STATISTICS, write: () => this.#writeStatistics() },
      {
        opcode: Opcode.METADATA_INDEX,
        write: () => this.#metadata.forEach((it) => void records.writeMetadataIndex(it)),
      },
      { opcode: Opcode.CHUNK_INDEX, write: () => this.#chunks.forEach((it) => void records.writeChunkIndex(it)) },
    ];
    return groups.flatMap(({ opcode, write }) => {
      const start = records.length;
      write();
      const length = BigInt(records.length - start);
      if (length === 0n) return [];
      return [{ groupOpcode: opcode, groupStart: summaryStart + BigInt(start), groupLength: length }];
    });
  }

  #writeStatistics(): void {
    this.#records.writeStatistics({
      messageCount: [...this.#counts.values()].reduce((sum, count) => sum + count, 0n),
      schemaCount: this.#schemas.length,
      channelCount: this.#channels.length,
      attachmentCount: 0,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunks.length,
      messageStartTime: this.#chunks[0]?.messageStartTime ?? 0n,
      messageEndTime: this.#chunks.at(-1)?.messageEndTime ?? 0n,
      channelMessageCounts: this.#counts,
    });
  }

  #taken(): Uint8Array {
    const bytes = this.#records.buffer;
    this.#records.reset();
    return bytes;
  }

  #data(bytes: Uint8Array): Uint8Array {
    this.#position += bytes.length;
    this.#dataCrc = this.#codec.crc32(bytes, this.#dataCrc);
    return bytes;
  }
}
