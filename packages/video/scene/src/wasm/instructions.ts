/*
 * WebAssembly as functions: each returns the bytes of its instruction after those of its operands, so that code reads
 * like an expression. Source of all codes: WebAssembly Core Specification 2.0, chapters 5.4 (binary format of
 * instructions) and 4.4 (semantics).
 */

/** Bytes of instructions, as a tree; flattened once at the end: see `encode`. */
export type Code = readonly (number | Code)[];

export function encode(code: Code, into: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') into.push(part);
    else encode(part, into);
  }
  return into;
}

/** LEB128, unsigned. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7f ? 0x80 : 0;
    bytes.push((rest & 0x7f) | more);
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}

/** LEB128, signed, of 32 bits. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0; ; rest >>= 7) {
    const isLast = rest >= -64 && rest < 64;
    bytes.push((rest & 0x7f) | (isLast ? 0 : 0x80));
    if (isLast) return bytes;
  }
}

const unary =
  (...code: number[]) =>
  (a: Code): Code => [a, ...code];
const binary =
  (...code: number[]) =>
  (a: Code, b: Code): Code => [a, b, ...code];
const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
/** Alignment is a hint only: 0 is any. */
const at = (offset: number): number[] => [0, ...unsigned(offset)];
const load =
  (...code: number[]) =>
  (address: Code, offset = 0): Code => [address, ...code, ...at(offset)];
const store =
  (...code: number[]) =>
  (address: Code, value: Code, offset = 0): Code => [address, value, ...code, ...at(offset)];
/** Loads or stores one lane. */
const lane =
  (code: number) =>
  (address: Code, offset: number, vector: Code, index: number): Code => [
    address,
    vector,
    ...simd(code),
    ...at(offset),
    index,
  ];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: load(0x28),
  signedLoad16: load(0x2e),
  store: store(0x36),
  eqz: unary(0x45),
  lt: binary(0x48),
  gt: binary(0x4a),
  le: binary(0x4c),
  ge: binary(0x4e),
  clz: unary(0x67),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  xor: binary(0x73),
  shl: binary(0x74),
  shr: binary(0x75),
  /** Towards zero, modulo 2^32: as `| 0` does. */
  fromF64: unary(0xfc, 0x06, 0xa7),
} as const;

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  load: load(0x2b),
  lt: binary(0x63),
  abs: unary(0x99),
  ceil: unary(0x9b),
  sqrt: unary(0x9f),
  add: binary(0xa0),
  sub: binary(0xa1),
  mul: binary(0xa2),
  div: binary(0xa3),
  min: binary(0xa4),
  max: binary(0xa5),
  fromI32: unary(0xb7),
} as const;

export const v128 = {
  const: (bytes: readonly number[]): Code => [...simd(0x0c), ...bytes],
  load: load(...simd(0x00)),
  /** Eight bytes as numbers of 16 bits. */
  loadEightBytes: load(...simd(0x02)),
  load32: load(...simd(0x5c)),
  load64: load(...simd(0x5d)),
  store: store(...simd(0x0b)),
  load8Lane: lane(0x54),
  load16Lane: lane(0x55),
  store32Lane: lane(0x5a),
  store64Lane: lane(0x5b),
  and: binary(...simd(0x4e)),
  or: binary(...simd(0x50)),
  xor: binary(...simd(0x51)),
  /** Bits of `a` where `mask` is set, else of `b`. */
  select: (a: Code, b: Code, mask: Code): Code => [a, b, mask, ...simd(0x52)],
  any: unary(...simd(0x53)),
  /** Bytes by number: 0 to 15 are those of `a`, 16 to 31 those of `b`. */
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [a, b, ...simd(0x0d), ...lanes],
} as const;

export const i8x16 = {
  /** Bytes of `a` by number; 0 for a number above 15. */
  swizzle: binary(...simd(0x0e)),
  narrowSigned: binary(...simd(0x65)),
  narrowUnsigned: binary(...simd(0x66)),
  min: binary(...simd(0x77)),
  max: binary(...simd(0x79)),
} as const;

export const i16x8 = {
  ne: binary(...simd(0x2e)),
  gt: binary(...simd(0x31)),
  splat: unary(...simd(0x10)),
  add: binary(...simd(0x8e)),
  sub: binary(...simd(0x91)),
  mul: binary(...simd(0x95)),
  shl: binary(...simd(0x8b)),
  shru: binary(...simd(0x8d)),
  shr: binary(...simd(0x8c)),
  narrowSigned: binary(...simd(0x85)),
  narrowUnsigned: binary(...simd(0x86)),
  lane: (vector: Code, lane: number): Code => [vector, ...simd(0x19), lane],
  min: binary(...simd(0x96)),
  max: binary(...simd(0x98)),
  fromLowBytes: unary(...simd(0x89)),
  fromHighBytes: unary(...simd(0x8a)),
  fromLowSignedBytes: unary(...simd(0x87)),
  /** Sums of neighbours of sixteen bytes. */
  addPairsOfBytes: unary(...simd(0x7d)),
} as const;

export const i32x4 = {
  splat: unary(...simd(0x11)),
  lane: (vector: Code, lane: number): Code => [vector, ...simd(0x1b), lane],
  ne: binary(...simd(0x38)),
  gt: binary(...simd(0x3b)),
  add: binary(...simd(0xae)),
  sub: binary(...simd(0xb1)),
  mul: binary(...simd(0xb5)),
  shl: binary(...simd(0xab)),
  shr: binary(...simd(0xac)),
  fromLow: unary(...simd(0xa9)),
  fromHigh: unary(...simd(0xaa)),
  fromLowSigned: unary(...simd(0xa7)),
  fromHighSigned: unary(...simd(0xa8)),
} as const;

const VOID = 0x40;
/** Infinite loop around `body`, left with `leave`. */
export const forever = (...body: Code[]): Code => [0x02, VOID, 0x03, VOID, ...body, 0x0c, 0, 0x0b, 0x0b];
/** Leaves the `forever` whose body this stands in. */
export const leaveIf = (condition: Code): Code => [condition, 0x0d, 1];
export const when = (condition: Code, body: readonly Code[], otherwise: readonly Code[] = []): Code => [
  condition,
  0x04,
  VOID,
  ...body,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  0x0b,
];
/** One of two i32 values; both are calculated. */
export const choose = (a: Code, b: Code, condition: Code): Code => [a, b, condition, 0x1b];
