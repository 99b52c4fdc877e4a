/** Tags of DER (ITU-T X.690) that a certificate has. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Instead of the tag of a plain value. */
  implicit: (number: number): number => 0x80 | number,
  /** Around a whole value. */
  explicit: (number: number): number => 0xa0 | number,
} as const;

/** A value: its tag, its length, and its content of these parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const bytes: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  const length = content.length < 0x80 ? [content.length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}
