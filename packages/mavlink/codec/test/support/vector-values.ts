import { UniformStream } from '@kitestring/base/random.ts';
import { definitionNamed, type MessageField, type MessageName } from '../../src/codec.ts';
import { KIND } from '../../src/definition.ts';

/** Values of the fields of a message: random ones, or the limits of each type. build/pymavlink-vectors.py draws the same ones. */
export function vectorValues(name: MessageName, isExtreme: boolean): Readonly<Record<string, unknown>> {
  const definition = definitionNamed(name);
  const words = new Words(definition.id * 2 + Number(isExtreme));
  const fields = definition.fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(fields.map((field) => [field.name, fieldValue(field, words, isExtreme)]));
}

class Words extends UniformStream {
  /** 32 random bits. */
  word(): number {
    return this.below(2 ** 32);
  }
}

function fieldValue(field: MessageField, words: Words, isExtreme: boolean): unknown {
  const { kind, length } = field;
  if (kind === KIND.char) return isExtreme ? extremeText(length, words) : randomText(length, words);
  const draw = () => (isExtreme ? extremeValue(kind, words) : randomValue(kind, words));
  return length === 0 ? draw() : Array.from({ length }, draw);
}

const randomText = (length: number, words: Words) =>
  String.fromCharCode(...Array.from({ length: words.word() % (length + 1) }, () => 32 + (words.word() % 95)));

const extremeText = (length: number, words: Words) =>
  ['', 'x'.repeat(length), 'é'.repeat(Math.floor(length / 2))][words.word() % 3];

const INTEGERS: Readonly<Record<number, readonly [bits: number, isSigned: boolean]>> = {
  [KIND.u8]: [8, false],
  [KIND.i8]: [8, true],
  [KIND.u16]: [16, false],
  [KIND.i16]: [16, true],
  [KIND.u32]: [32, false],
  [KIND.i32]: [32, true],
};

function randomValue(kind: number, words: Words): number | bigint {
  if (kind === KIND.u64 || kind === KIND.i64) {
    const bits = (BigInt(words.word()) << 32n) | BigInt(words.word());
    return kind === KIND.i64 ? BigInt.asIntN(64, bits) : bits;
  }
  const word = words.word();
  const [bits, isSigned] = INTEGERS[kind] ?? [];
  if (bits !== undefined) return isSigned ? (word | 0) >> (32 - bits) : word >>> (32 - bits);
  const value = (word | 0) / 1024;
  return kind === KIND.f32 ? Math.fround(value) : value;
}

function extremeValue(kind: number, words: Words): number | bigint | undefined {
  const word = words.word();
  if (kind === KIND.u64) return [0n, 2n ** 64n - 1n, 0n][word % 3];
  if (kind === KIND.i64) return [-(2n ** 63n), 2n ** 63n - 1n, 0n][word % 3];
  const [bits, isSigned] = INTEGERS[kind] ?? [];
  if (bits !== undefined)
    return (isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1, 0] : [0, 2 ** bits - 1, 0])[word % 3];
  const ends =
    kind === KIND.f32 ? [Math.fround(3.4028234663852886e38), Math.fround(1e-45)] : [Number.MAX_VALUE, 5e-324];
  return [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, ...ends][word % 7];
}
