import type { AccessUnit } from '../access-unit.ts';
import { associationTable, mapTable, PID } from './program-tables.ts';
import { joined, TsPackets } from './ts-packets.ts';

const STREAM_ID = { video: 0xe0, privateData: 0xbd } as const;
const DELIMITER = 9;
/** An access unit delimiter for pictures of any kind: a transport stream wants one before each. */
const DELIMITER_NAL = Uint8Array.of(DELIMITER, 0xf0);
const START_CODE = Uint8Array.of(0, 0, 0, 1);
/** Times of a program have 33 bits. */
const WRAP = 2 ** 33;
/** A receiver may take so long until a picture is due: 0.1 s. */
const DELAY = 9000;
/** Whoever joins waits this long at most for the tables. */
const TABLES_EVERY = 9000;

/** An MPEG transport stream of H.264 with KLV metadata beside it. Source: ISO/IEC 13818-1, MISB ST 1402. */
export class TsMuxer {
  readonly #association = new TsPackets(PID.tables);
  readonly #map = new TsPackets(PID.program);
  readonly #video = new TsPackets(PID.video);
  readonly #metadata = new TsPackets(PID.metadata);
  #tablesTime: number | undefined;

  /** Packets of a picture, with the tables before it when it is their time. */
  picture({ isKeyFrame, nals, rtpTime }: AccessUnit): Uint8Array {
    const units = [DELIMITER_NAL, ...nals.filter((nal) => ((nal[0] ?? 0) & 0x1f) !== DELIMITER)];
    const data = pes(STREAM_ID.video, rtpTime, joined(units.flatMap((nal) => [START_CODE, nal])));
    const packets = this.#video.of(data, { isRandomAccess: isKeyFrame, clock: rtpTime % WRAP });
    return joined([...this.#tables(rtpTime, isKeyFrame), packets]);
  }

  /** Packets of one local set. It has no time of presentation: asynchronous metadata are as old as they say (MISB ST 1402). */
  metadata(klv: Uint8Array): Uint8Array {
    return this.#metadata.of(pes(STREAM_ID.privateData, undefined, klv), { isRandomAccess: true });
  }

  #tables(time: number, isKeyFrame: boolean): Uint8Array[] {
    if (!isKeyFrame && this.#tablesTime !== undefined && time - this.#tablesTime < TABLES_EVERY) return [];
    this.#tablesTime = time;
    return [this.#association.of(associationTable()), this.#map.of(mapTable())];
  }
}

/** A packet of an elementary stream, with its time if it has one. Without B frames the times of decoding are those of showing. */
function pes(streamId: number, rtpTime: number | undefined, data: Uint8Array): Uint8Array {
  const time = rtpTime === undefined ? [] : timeStamp((rtpTime + DELAY) % WRAP);
  const length = data.length + 3 + time.length;
  // Video may be longer than 16 bits can say: 0 is "until the next one".
  const said = streamId === STREAM_ID.video ? 0 : length;
  const flags = [0x84, time.length > 0 ? 0x80 : 0, time.length];
  return joined([Uint8Array.from([0, 0, 1, streamId, said >> 8, said & 0xff, ...flags, ...time]), data]);
}

/** 33 bits in five bytes with marker bits between them. Source: ISO/IEC 13818-1, 2.4.3.7. */
function timeStamp(time: number): number[] {
  const top = Math.floor(time / 2 ** 30);
  const middle = Math.floor(time / 2 ** 15) % 2 ** 15;
  const low = time % 2 ** 15;
  return [0x21 | (top << 1), middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
}
