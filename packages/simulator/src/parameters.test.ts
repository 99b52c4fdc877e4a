import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS, type ParameterOverrides, parametersWith } from './parameters.ts';

describe('parameters', () => {
  it('keep their defaults but for what is replaced, and the defaults stay as they are', () => {
    const parameters = parametersWith({ kite: { massKg: 2 } });
    assert.equal(parameters.kite.massKg, 2);
    assert.deepEqual({ ...parameters, kite: { ...parameters.kite, massKg: 1.2 } }, DEFAULT_PARAMETERS);
    assert.equal(DEFAULT_PARAMETERS.kite.massKg, 1.2);
  });

  it('refuse a name that does not exist, by its name', () => {
    const misspelt = { kite: { mas: 2 } } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(misspelt), /there is no parameter kite\.mas/);
  });

  it('refuse what is no finite number where there must be one', () => {
    assert.throws(() => parametersWith({ gps: { whiteM: Number.NaN } }), /gps\.whiteM must be of type number, got NaN/);
    const text = { gps: { whiteM: '1' } } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(text), /gps\.whiteM must be of type number/);
    const flat = { gps: 3 } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(flat), /gps must be of type object/);
  });
});
