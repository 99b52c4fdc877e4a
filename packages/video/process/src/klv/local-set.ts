/*
 * MISB ST 0601, UAS Datalink Local Set: position, direction and view of an airborne camera, as metadata of its video.
 */

/** Identifies the set. Source: MISB ST 0601, section 6. */
export const UAS_LOCAL_SET_KEY = Uint8Array.of(6, 0x0e, 0x2b, 0x34, 2, 0x0b, 1, 1, 0x0e, 1, 3, 1, 1, 0, 0, 0);

/** Encoding of a number: a range of values mapped to a range of integers. */
interface Scale {
  readonly tag: number;
  readonly bytes: 2 | 4;
  readonly minimum: number;
  readonly maximum: number;
  /** Symmetric about 0; the most negative integer marks a value out of range. */
  readonly isSigned: boolean;
}

const unsigned = (tag: number, bytes: 2 | 4, minimum: number, maximum: number): Scale => ({
  tag,
  bytes,
  minimum,
  maximum,
  isSigned: false,
});
const signed = (tag: number, bytes: 2 | 4, maximum: number): Scale => ({
  tag,
  bytes,
  minimum: -maximum,
  maximum,
  isSigned: true,
});

/** Numbers of the set by our names. Tags, lengths and ranges: MISB ST 0601, section 8. */
const SCALES = {
  /** Heading of the aircraft, from true North. */
  platformHeadingDeg: unsigned(5, 2, 0, 360),
  platformPitchDeg: signed(6, 2, 20),
  platformRollDeg: signed(7, 2, 50),
  sensorLatDeg: signed(13, 4, 90),
  sensorLonDeg: signed(14, 4, 180),
  /** Above mean sea level. */
  sensorAltitudeM: unsigned(15, 2, -900, 19_000),
  horizontalFovDeg: unsigned(16, 2, 0, 180),
  verticalFovDeg: unsigned(17, 2, 0, 180),
  /** From the nose of the aircraft, clockwise seen from above. */
  relativeAzimuthDeg: unsigned(18, 4, 0, 360),
  /** From the plane of the aircraft, negative below it. */
  relativeElevationDeg: signed(19, 4, 180),
  relativeRollDeg: unsigned(20, 4, 0, 360),
  slantRangeM: unsigned(21, 4, 0, 5_000_000),
  targetWidthM: unsigned(22, 2, 0, 10_000),
  frameCentreLatDeg: signed(23, 4, 90),
  frameCentreLonDeg: signed(24, 4, 180),
  frameCentreElevationM: unsigned(25, 2, -900, 19_000),
} as const satisfies Readonly<Record<string, Scale>>;

export type LocalSetNumber = keyof typeof SCALES;

const TEXT_TAGS = { missionId: 3, platformName: 10, sensorName: 11, coordinateSystem: 12 } as const;
const TAG = { checksum: 1, time: 2, version: 65 } as const;
/** Version of the standard. */
const VERSION = 19;
/** Longer texts are truncated; the standard allows 127 bytes. */
const TEXT_MAX_BYTES = 127;

export type LocalSetValues = Partial<Readonly<Record<LocalSetNumber, number>>> &
  Partial<Readonly<Record<keyof typeof TEXT_TAGS, string>>> & {
    /** Microseconds since 1970. */
    readonly timeUs: number;
  };

/** One packet: key, length, time stamp, known values, and the checksum. Unknown values are omitted. */
export function localSet(values: LocalSetValues): Uint8Array {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(Math.round(values.timeUs)));
  const items = [item(TAG.time, time)];
  for (const [name, tag] of Object.entries(TEXT_TAGS)) {
    const text = values[name as keyof typeof TEXT_TAGS];
    if (text !== undefined) items.push(item(tag, new TextEncoder().encode(text).subarray(0, TEXT_MAX_BYTES)));
  }
  for (const name of Object.keys(SCALES) as LocalSetNumber[]) {
    const value = values[name];
    if (value !== undefined && Number.isFinite(value)) items.push(item(SCALES[name].tag, encodedNumber(name, value)));
  }
  items.push(item(TAG.version, Uint8Array.of(VERSION)));
  return withChecksum(items);
}

/** Encodes a number. A value out of range is clamped, or marked as out of range where possible. */
export function encodedNumber(name: LocalSetNumber, value: number): Uint8Array {
  const { bytes, isSigned, maximum, minimum }: Scale = SCALES[name];
  const encoded = new Uint8Array(bytes);
  const view = new DataView(encoded.buffer);
  const steps = 2 ** (bytes * 8) - (isSigned ? 2 : 1);
  const isBeyond = value < minimum || value > maximum;
  const inRange = Math.min(maximum, Math.max(minimum, value));
  const share = (inRange - (isSigned ? 0 : minimum)) / (maximum - minimum);
  const integer = isSigned && isBeyond ? -(2 ** (bytes * 8 - 1)) : Math.round(share * steps);
  if (bytes === 2) view.setInt16(0, integer);
  else view.setInt32(0, integer);
  return encoded;
}

/** Decodes a number; undefined for the out-of-range mark. */
export function decodedNumber(name: LocalSetNumber, encoded: Uint8Array): number | undefined {
  const { bytes, isSigned, maximum, minimum }: Scale = SCALES[name];
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const steps = 2 ** (bytes * 8) - (isSigned ? 2 : 1);
  if (!isSigned) return minimum + ((bytes === 2 ? view.getUint16(0) : view.getUint32(0)) / steps) * (maximum - minimum);
  const integer = bytes === 2 ? view.getInt16(0) : view.getInt32(0);
  return integer === -(2 ** (bytes * 8 - 1)) ? undefined : (integer / steps) * (maximum - minimum);
}

/** All tags used are below 128, all values shorter: one byte each. */
const item = (tag: number, value: Uint8Array): Uint8Array => Uint8Array.of(tag, value.length, ...value);

function withChecksum(items: readonly Uint8Array[]): Uint8Array {
  const length = items.reduce((sum, { length }) => sum + length, 4);
  const head = [...UAS_LOCAL_SET_KEY, ...berLength(length)];
  const packet = Uint8Array.of(...head, ...items.flatMap((bytes) => [...bytes]), TAG.checksum, 2, 0, 0);
  new DataView(packet.buffer).setUint16(packet.length - 2, checksum(packet.subarray(0, -2)));
  return packet;
}

/** Length in the short or the long form of BER. */
const berLength = (length: number): number[] =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];

/** Sum of 16-bit words from the first byte of the key to the length of the checksum itself. Source: ST 0601, tag 1. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const [index, byte] of bytes.entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return sum & 0xffff;
}
