import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ByteWriter } from './byte-writer.ts';
import { type JsonSchema, writer } from './rounded-json.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    height_m: { type: 'number', 'x-unit': 'm' },
    share: { type: 'number', 'x-unit': '0 to 1' },
    fine: { type: 'number', 'x-decimals': 6 },
    count: { type: 'integer' },
    name: { type: 'string' },
    is_on: { type: 'boolean' },
    thrusts: { type: 'array', items: { type: 'number', 'x-unit': 'N' } },
    place: { type: 'object', properties: { east_m: { type: 'number', 'x-unit': 'm' } } },
    anything: { type: 'object' },
  },
};

function json(value: unknown): unknown {
  const out = new ByteWriter();
  writer(schema)(out, value);
  return JSON.parse(new TextDecoder().decode(out.view()));
}

describe('JSON by a schema', () => {
  it('rounds each number to what its unit can tell', () => {
    const value = { height_m: 1.23456, share: 0.123456, fine: 0.1234567, count: 3, thrusts: [1.234, -5.678] };
    assert.deepEqual(json(value), { height_m: 1.235, share: 0.1235, fine: 0.123457, count: 3, thrusts: [1.23, -5.68] });
  });

  it('writes texts, flags and objects as they are', () => {
    const value = { name: 'a "quoted" – name', is_on: false, place: { east_m: 2 }, anything: { a: [1, null] } };
    assert.deepEqual(json(value), value);
  });

  it('leaves out what is not known and what is no number', () => {
    const value = { height_m: undefined, share: Number.NaN, place: { east_m: Number.POSITIVE_INFINITY }, is_on: true };
    assert.deepEqual(json(value), { place: {}, is_on: true });
  });

  it('keeps the place of an item of a list that is no number', () => {
    assert.deepEqual(json({ thrusts: [1, Number.NaN, 3] }), { thrusts: [1, null, 3] });
  });

  it('leaves out what the schema does not name', () => {
    assert.deepEqual(json({ height_m: 1, token: 'secret' }), { height_m: 1 });
  });
});
