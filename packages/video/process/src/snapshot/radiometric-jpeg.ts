import type { SnapshotFacts } from './exif.ts';
import type { ThermalMap } from './thermal-map.ts';

/*
 * The layout of FLIR's radiometric JPEG: an FFF file in APP1 segments, with raw values and the constants that make
 * temperatures of them. Source: the tag tables of ExifTool, https://exiftool.org/TagNames/FLIR.html.
 */

const APP1 = 0xe1;
/** `FLIR`, 0, 1, then number of the segment and of the last one. */
const SEGMENT_HEAD_BYTES = 8;
const SEGMENT_BYTES_MAX = 65_533 - SEGMENT_HEAD_BYTES;
const SEGMENTS_MAX = 128;
const FFF_HEAD_BYTES = 64;
const ENTRY_BYTES = 32;
/** Cameras leave entries free. Python's flyr 5.1 counts the head as two entries, and so does not reach the last ones. */
const UNUSED_ENTRIES = 2;
const RECORD = { rawData: 1, cameraInfo: 0x20 } as const;
const RAW_HEAD_BYTES = 32;
const CAMERA_INFO_BYTES = 1024;
/** Says that a record is little-endian. */
const BYTE_ORDER = 2;

const ZERO_C_K = 273.15;
/** Planck's constant for the band of 8 to 14 micrometres: other tools then correct emissivity and air as usual. */
const PLANCK_B = 1428;
const PLANCK_F = 1;
/** Raw value of the hottest pixel. A scene without fire gets the resolution of one up to 150 °C: 5 mK at 15 °C. */
const HOTTEST_RAW = 60_000;
const HOTTEST_LEAST_K = 150 + ZERO_C_K;
const HOTTEST_MOST_K = 1310;
/** Transmission of air as FLIR models it; without effect at a distance of 0. */
const AIR = { alpha1: 0.006569, alpha2: 0.01262, beta1: -0.002276, beta2: -0.00667, x: 1.9 } as const;

/** Adds the temperatures to a JPEG. Its own picture stays. @throws RangeError for a picture of more than 8 MiB of them */
export function radiometricJpeg(jpeg: Uint8Array, map: ThermalMap, facts: SnapshotFacts): Buffer {
  const fff = fffFile(map, facts);
  const count = Math.ceil(fff.length / SEGMENT_BYTES_MAX);
  if (count > SEGMENTS_MAX) throw new RangeError(`the temperatures have ${fff.length} bytes`);
  const segments = Array.from({ length: count }, (_, index) => {
    const content = fff.subarray(index * SEGMENT_BYTES_MAX, (index + 1) * SEGMENT_BYTES_MAX);
    const head = Buffer.from([0xff, APP1, 0, 0, 0x46, 0x4c, 0x49, 0x52, 0, 1, index, count - 1]);
    head.writeUInt16BE(2 + SEGMENT_HEAD_BYTES + content.length, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

function fffFile({ heightPx, temperatureC, widthPx }: ThermalMap, facts: SnapshotFacts): Buffer {
  const pixels = widthPx * heightPx;
  let hottestK = HOTTEST_LEAST_K;
  for (let at = 0; at < pixels; at += 1) hottestK = Math.max(hottestK, temperatureC(at) + ZERO_C_K);
  const planckR1 = Math.fround(HOTTEST_RAW * (Math.exp(PLANCK_B / hottestK) - PLANCK_F));
  const raw = Buffer.alloc(RAW_HEAD_BYTES + 2 * pixels);
  raw.writeUInt16LE(BYTE_ORDER, 0);
  raw.writeUInt16LE(widthPx, 2);
  raw.writeUInt16LE(heightPx, 4);
  for (let at = 0; at < pixels; at += 1) {
    const signal = planckR1 / (Math.exp(PLANCK_B / (temperatureC(at) + ZERO_C_K)) - PLANCK_F);
    raw.writeUInt16LE(Math.round(signal), RAW_HEAD_BYTES + 2 * at);
  }
  return withDirectory([
    { type: RECORD.rawData, subtype: 2, bytes: raw },
    { type: RECORD.cameraInfo, subtype: 1, bytes: cameraInfo(planckR1, facts) },
  ]);
}

/** The temperatures are those of the station: with emissivity 1 and no air between, no tool corrects them again. */
function cameraInfo(planckR1: number, { lens, model, software, timeUs }: SnapshotFacts): Buffer {
  const bytes = Buffer.alloc(CAMERA_INFO_BYTES);
  const floats: readonly (readonly [at: number, value: number])[] = [
    [0x20, 1],
    [0x24, 0],
    ...[0x28, 0x2c, 0x30].map((at) => [at, 20 + ZERO_C_K] as const),
    [0x34, 1],
    [0x3c, 0.5],
    [0x58, planckR1],
    [0x5c, PLANCK_B],
    [0x60, PLANCK_F],
    [0x70, AIR.alpha1],
    [0x74, AIR.alpha2],
    [0x78, AIR.beta1],
    [0x7c, AIR.beta2],
    [0x80, AIR.x],
    // Range of the camera, of what it clips and of what it warns about: that of its counts.
    ...[0x90, 0x98, 0xa0, 0xa8].flatMap((at) => [[at, HOTTEST_MOST_K] as const, [at + 4, 0] as const]),
    [0x1b4, lens?.horizontalFovDeg ?? 0],
    [0x30c, 1],
  ];
  bytes.writeUInt16LE(BYTE_ORDER, 0);
  for (const [at, value] of floats) bytes.writeFloatLE(value, at);
  bytes.write(model.slice(0, 31), 0xd4, 'latin1');
  bytes.write(software.slice(0, 15), 0x114, 'latin1');
  bytes.writeUInt32LE(Math.floor(timeUs / 1e6), 0x384);
  bytes.writeUInt32LE(Math.floor((timeUs % 1e6) / 1e3), 0x388);
  // PlanckO, an integer, stays 0.
  bytes.writeUInt16LE(HOTTEST_RAW, 0x312);
  bytes.writeUInt16LE(HOTTEST_RAW / 2, 0x338);
  bytes.writeUInt16LE(HOTTEST_RAW, 0x33c);
  return bytes;
}

interface FffRecord {
  readonly type: number;
  readonly subtype: number;
  readonly bytes: Buffer;
}

/** Head and directory are big-endian. */
function withDirectory(records: readonly FffRecord[]): Buffer {
  const entries = records.length + UNUSED_ENTRIES;
  const head = Buffer.alloc(FFF_HEAD_BYTES + ENTRY_BYTES * entries);
  head.write('FFF\0Kitestring', 'latin1');
  head.writeUInt32BE(100, 0x14);
  head.writeUInt32BE(FFF_HEAD_BYTES, 0x18);
  head.writeUInt32BE(entries, 0x1c);
  head.writeUInt32BE(records.length + 1, 0x20);
  let offset = head.length;
  records.forEach(({ bytes, subtype, type }, index) => {
    const at = FFF_HEAD_BYTES + ENTRY_BYTES * index;
    head.writeUInt16BE(type, at);
    head.writeUInt16BE(subtype, at + 2);
    head.writeUInt32BE(100, at + 4);
    head.writeUInt32BE(index + 1, at + 8);
    head.writeUInt32BE(offset, at + 12);
    head.writeUInt32BE(bytes.length, at + 16);
    offset += bytes.length;
  });
  return Buffer.concat([head, ...records.map(({ bytes }) => bytes)]);
}
