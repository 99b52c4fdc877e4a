import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PARAMETER_RANGES } from './parameter-ranges.ts';
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
    assert.throws(() => parametersWith({ gps: { whiteM: Number.NaN } }), /gps\.whiteM must be from 0 to 1000, got NaN/);
    const list = { gps: [1] } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(list), /gps must be of type object, got an object/);
    const nothing = { gps: { whiteM: null } } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(nothing), /gps\.whiteM must be of type number, got null/);
    const text = { gps: { whiteM: '1' } } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(text), /gps\.whiteM must be of type number/);
    const flat = { gps: 3 } as unknown as ParameterOverrides;
    assert.throws(() => parametersWith(flat), /gps must be of type object/);
  });

  it('refuse what is physically impossible, with the range and what was given', () => {
    assert.throws(
      () => parametersWith({ kite: { massKg: -1.2 } }),
      (error) =>
        error instanceof RangeError && error.message === 'parameter kite.massKg must be from 0.1 to 20, got -1.2',
    );
    assert.throws(() => parametersWith({ tether: { diameterM: 2 } }), /tether\.diameterM must be from 0\.0001 to 0\.1/);
    assert.throws(
      () => parametersWith({ gps: { errorTimeS: Number.POSITIVE_INFINITY } }),
      /gps\.errorTimeS must be from/,
    );
    assert.equal(parametersWith({ kite: { massKg: 0.1 } }).kite.massKg, 0.1);
    assert.equal(parametersWith({ kite: { massKg: 20 } }).kite.massKg, 20);
  });

  it('have a range each, and a default within it', () => {
    let count = 0;
    const look = (values: object, ranges: object, path: string): void => {
      assert.deepEqual(
        Object.keys(ranges).filter((name) => !Object.hasOwn(values, name)),
        [],
        path,
      );
      for (const [name, value] of Object.entries(values)) {
        const at = `${path}${name}`;
        const range: unknown = (ranges as Record<string, unknown>)[name];
        if (typeof value === 'boolean') continue;
        assert.ok(range, `${at} has no range`);
        if (typeof value === 'object') {
          look(value, range, `${at}.`);
          continue;
        }
        const [least, greatest] = range as [number, number];
        assert.ok(
          Number.isFinite(least) && least < greatest && Number.isFinite(greatest),
          `${at}: ${least} to ${greatest}`,
        );
        assert.ok(value >= least && value <= greatest, `${at} is ${value}, outside ${least} to ${greatest}`);
        count += 1;
      }
    };
    look(DEFAULT_PARAMETERS, PARAMETER_RANGES, '');
    assert.ok(count > 150, `${count} parameters`);
  });
});
