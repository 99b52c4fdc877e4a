import type { AccessUnit, PictureCodec } from '../access-unit.ts';
import { nalSyntax } from '../encode/nal-syntax.ts';
import { concat } from '../fmp4/box.ts';
import { withStartCodes } from '../ingest/start-codes.ts';
import { associationTable, mapTable, PID } from './program-tables.ts';
import { TsPackets } from './ts-packets.ts';

const STREAM_ID = { video: 0xe0, privateData: 0xbd } as const;
/** Program times have 33 bits. */
const WRAP = 2 ** 33;
/** Decoding delay of a receiver: 0.1 s. */
const DELAY = 9000;
/** Longest interval of the tables: maximum wait of a new receiver. */
const TABLES_EVERY = 9000;

/** MPEG transport stream of H.264 or H.265 with KLV metadata. Source: ISO/IEC 13818-1, MISB ST 1402. */
export class TsMuxer {
  readonly #association = new TsPackets(PID.tables);
  readonly #map = new TsPackets(PID.program);
  readonly #video = new TsPackets(PID.video);
  readonly #metadata = new TsPackets(PID.metadata);
  readonly #hasMetadata: boolean;
  #tablesTime: number | undefined;

  constructor(hasMetadata = true) {
    this.#hasMetadata = hasMetadata;
  }

  /** Packets of a picture, preceded by the tables when due. */
  picture({
    codec = 'H.264',
    isKeyFrame,
    nals,
    rtpTime,
  }: Pick<AccessUnit, 'codec' | 'isKeyFrame' | 'nals' | 'rtpTime'>): Uint8Array {
    const { delimiter, typeOf } = nalSyntax(codec);
    // Required before each picture.
    const units = [delimiter, ...nals.filter((nal) => typeOf(nal) !== typeOf(delimiter))];
    const data = pes(STREAM_ID.video, rtpTime, withStartCodes(units));
    const packets = this.#video.of(data, { isRandomAccess: isKeyFrame, clock: rtpTime % WRAP });
    return concat(...this.#tables(codec, rtpTime, isKeyFrame), packets);
  }

  /** Packets of one local set. It has no presentation time: asynchronous metadata contain their own (MISB ST 1402). */
  metadata(klv: Uint8Array): Uint8Array {
    return this.#metadata.of(pes(STREAM_ID.privateData, undefined, klv), { isRandomAccess: true });
  }

  #tables(codec: PictureCodec, time: number, isKeyFrame: boolean): Uint8Array[] {
    if (!isKeyFrame && this.#tablesTime !== undefined && time - this.#tablesTime < TABLES_EVERY) return [];
    this.#tablesTime = time;
    return [this.#association.of(associationTable()), this.#map.of(mapTable(codec, this.#hasMetadata))];
  }
}

/** A PES packet, with its timestamp if it has one. Without B frames decoding time equals presentation time. */
function pes(streamId: number, rtpTime: number | undefined, data: Uint8Array): Uint8Array {
  const time = rtpTime === undefined ? [] : timeStamp((rtpTime + DELAY) % WRAP);
  const length = data.length + 3 + time.length;
  // Video may exceed the 16-bit length: 0 means "until the next one".
  const said = streamId === STREAM_ID.video ? 0 : length;
  const flags = [0x84, time.length > 0 ? 0x80 : 0, time.length];
  return concat(Uint8Array.from([0, 0, 1, streamId, said >> 8, said & 0xff, ...flags, ...time]), data);
}

/** 33 bits in five bytes with marker bits between them. Source: ISO/IEC 13818-1, 2.4.3.7. */
function timeStamp(time: number): number[] {
  const top = Math.floor(time / 2 ** 30);
  const middle = Math.floor(time / 2 ** 15) % 2 ** 15;
  const low = time % 2 ** 15;
  return [0x21 | (top << 1), middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
}
