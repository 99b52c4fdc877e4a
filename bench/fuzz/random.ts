import { UniformStream } from '@kitestring/base/random.ts';

/** Reproducible random numbers, and hostile bytes made from them. */
export class Random extends UniformStream {
  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** The bytes with some changed, removed, doubled, or truncated. */
  spoil(bytes: Buffer): Buffer {
    let spoiled = Buffer.from(bytes);
    for (let turns = 1 + this.below(4); turns > 0; turns -= 1) spoiled = this.#spoilOnce(spoiled);
    return spoiled;
  }

  #spoilOnce(bytes: Buffer): Buffer<ArrayBuffer> {
    const at = this.below(bytes.length + 1);
    const to = Math.min(bytes.length, at + 1 + this.below(16));
    const [before, inside, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    switch (this.below(6)) {
      case 0:
        return Buffer.concat([before, this.bytes(inside.length), after]);
      case 1:
        return Buffer.concat([before, after]);
      case 2:
        return Buffer.concat([before, ...Array<Buffer>(1 + this.below(40)).fill(inside), after]);
      case 3:
        return Buffer.concat([before, this.bytes(this.below(12)), inside, after]);
      case 4:
        return Buffer.concat([before, Buffer.from(this.pick(NASTY)), after]);
      default:
        return Buffer.from(before);
    }
  }
}

const NASTY = [
  '\0',
  '\r\n',
  '\r\n\r\n',
  '%00',
  '%',
  '../',
  '__proto__',
  '"',
  '{',
  '[',
  '&a: *a',
  '\xff\xff\xff\xff',
  '-1',
  '1e999',
  '\u2028',
  '🪁',
] as const;
