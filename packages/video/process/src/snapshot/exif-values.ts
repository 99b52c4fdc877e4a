/** One entry of a TIFF directory. */
export interface ExifEntry {
  readonly tag: number;
  readonly value: ExifValue;
}

/** Values of the types that are used here, as bytes in big-endian order. */
interface ExifValue {
  /** TIFF types: 1 byte, 2 text, 3 two bytes, 4 four bytes, 5 fraction, 7 uninterpreted. */
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/** Fractions keep six digits after the point. */
const DENOMINATOR = 1_000_000;
const MOST = 2 ** 32 - 1;

export function ascii(text: string): ExifValue {
  const bytes = Buffer.from(`${text}\0`, 'latin1');
  return { type: 2, count: bytes.length, bytes };
}

export const byteValues = (...values: number[]): ExifValue => ({
  type: 1,
  count: values.length,
  bytes: Buffer.from(values),
});

export function short(value: number): ExifValue {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return { type: 3, count: 1, bytes };
}

export function long(value: number): ExifValue {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return { type: 4, count: 1, bytes };
}

/** Uninterpreted bytes: a version, for example. */
export const opaque = (text: string): ExifValue => ({
  type: 7,
  count: text.length,
  bytes: Buffer.from(text, 'latin1'),
});

/** Fractions of non-negative numbers. */
export function rationals(...values: number[]): ExifValue {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, index) => {
    // A large number needs no decimals, and its numerator must fit.
    const denominator = value * DENOMINATOR <= MOST ? DENOMINATOR : 1;
    bytes.writeUInt32BE(Math.min(MOST, Math.round(value * denominator)), 8 * index);
    bytes.writeUInt32BE(denominator, 8 * index + 4);
  });
  return { type: 5, count: values.length, bytes };
}

/** Degrees, minutes and seconds. */
export function sexagesimal(angleDeg: number): ExifValue {
  // Rounded first, to avoid 60 seconds.
  const totalS = Math.round(Math.abs(angleDeg) * 3600 * 1e4) / 1e4;
  return rationals(Math.floor(totalS / 3600), Math.floor((totalS % 3600) / 60), totalS % 60);
}
