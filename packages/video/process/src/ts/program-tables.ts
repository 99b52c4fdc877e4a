import type { PictureCodec } from '../access-unit.ts';
import { crc32 } from './crc32.ts';

export const PID = { tables: 0, program: 0x1000, video: 0x100, metadata: 0x101 } as const;

const PROGRAM = 1;
const STREAM_TYPE = { 'H.264': 0x1b, 'H.265': 0x24, privateData: 0x06 } as const;
/** Registration descriptor: SMPTE KLV data. Source: MISB ST 1402. */
const KLV_DESCRIPTOR = [0x05, 4, 0x4b, 0x4c, 0x56, 0x41];

/** Program association table with one program. */
export const associationTable = (): Uint8Array =>
  table(0, PROGRAM, [0, PROGRAM, 0xe0 | (PID.program >> 8), PID.program & 0xff]);

/** Program map table: video, which carries the clock reference, and metadata if any. */
export const mapTable = (codec: PictureCodec, hasMetadata: boolean): Uint8Array =>
  table(2, PROGRAM, [
    0xe0 | (PID.video >> 8),
    PID.video & 0xff,
    0xf0,
    0,
    ...stream(STREAM_TYPE[codec], PID.video, []),
    ...(hasMetadata ? stream(STREAM_TYPE.privateData, PID.metadata, KLV_DESCRIPTOR) : []),
  ]);

const stream = (type: number, pid: number, descriptors: readonly number[]): number[] => [
  type,
  0xe0 | (pid >> 8),
  pid & 0xff,
  0xf0,
  descriptors.length,
  ...descriptors,
];

/** A section with its pointer before it and its checksum after it. Source: ISO/IEC 13818-1, 2.4.4. */
function table(id: number, subject: number, content: readonly number[]): Uint8Array {
  const length = content.length + 9;
  const section = [id, 0xb0 | (length >> 8), length & 0xff, subject >> 8, subject & 0xff, 0xc1, 0, 0, ...content];
  const bytes = Uint8Array.of(0, ...section, 0, 0, 0, 0);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(Uint8Array.from(section)));
  return bytes;
}
