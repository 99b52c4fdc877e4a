import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ByteWriter, type Decimals } from './byte-writer.ts';

function decimal(value: number, decimals: Decimals): string {
  const out = new ByteWriter();
  out.decimal(value, decimals);
  return new TextDecoder().decode(out.view());
}

describe('a number as digits', () => {
  for (const [value, decimals, text] of [
    [0, 2, '0'],
    [-0, 2, '0'],
    [-0.001, 2, '0'],
    [12, 2, '12'],
    [12.5, 2, '12.5'],
    [12.05, 2, '12.05'],
    [-3.24159, 3, '-3.242'],
    [0.999, 2, '1'],
    [999.995, 1, '1000'],
    [47.3769001, 7, '47.3769001'],
    [1e15, 0, '1000000000000000'],
    [1e22, 2, '1e+22'],
  ] as const) {
    it(`${value} with ${decimals} decimals is ${text}`, () => assert.equal(decimal(value, decimals), text));
  }

  it('is the number itself, rounded, for ten thousand of them', () => {
    for (let index = 0; index < 10_000; index++) {
      const value = (index - 5000) * 0.777_123;
      const decimals = (index % 8) as Decimals;
      const wanted = Math.round(Math.abs(value) * 10 ** decimals) / 10 ** decimals;
      assert.equal(Math.abs(Number(decimal(value, decimals))), wanted, `${value} with ${decimals}`);
    }
  });
});

describe('bytes that grow', () => {
  it('keep everything that was written', () => {
    const out = new ByteWriter();
    const line = 'The wind is over the limit: 13,5 m/s – Böe.\n';
    for (let index = 0; index < 2000; index++) out.text(line);
    assert.equal(new TextDecoder().decode(out.view()), line.repeat(2000));
  });

  it('hold any text as a JSON string', () => {
    for (const text of [
      '',
      'plain',
      'a "quoted" \\ one',
      'Böe, 13 m/s – stark',
      '\n\t\u0000',
      '🪁',
      'x'.repeat(50_000),
    ]) {
      const out = new ByteWriter();
      out.quoted(text);
      assert.equal(JSON.parse(new TextDecoder().decode(out.view())), text);
    }
  });

  it('hold a whole number of 53 bits', () => {
    const out = new ByteWriter();
    out.uint64(0);
    out.setUint64(0, Number.MAX_SAFE_INTEGER);
    assert.equal(new DataView(out.view().slice().buffer).getBigUint64(0, true), BigInt(Number.MAX_SAFE_INTEGER));
  });
});
