/* Boxes of ISO/IEC 14496-12: 4 bytes of length, 4 letters, contents. Numbers are big-endian. */

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return concat(u32(length), letters(type), ...parts);
}

/** A box that begins with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  box(type, u32(version * 0x100_0000 + flags), ...parts);

export const letters = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const u8 = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const u16 = (...values: readonly number[]): Uint8Array =>
  numbers(values, 2, (view, at, value) => view.setUint16(at, value));
export const u32 = (...values: readonly number[]): Uint8Array => u32s(values);
export const u64 = (...values: readonly number[]): Uint8Array => u64s(values);

/** The numbers of a list, which may be longer than a call may have arguments: a day of fragments is. */
export const u32s = (values: readonly number[]): Uint8Array =>
  numbers(values, 4, (view, at, value) => view.setUint32(at, value));
export const u64s = (values: readonly number[]): Uint8Array =>
  numbers(values, 8, (view, at, value) => view.setBigUint64(at, BigInt(value)));

type WriteNumber = (view: DataView, at: number, value: number) => void;

function numbers(values: readonly number[], bytesEach: number, write: WriteNumber): Uint8Array {
  const bytes = new Uint8Array(values.length * bytesEach);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) write(view, index * bytesEach, value);
  return bytes;
}
