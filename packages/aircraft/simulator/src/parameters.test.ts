import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Choice, Figure } from './parameter-ranges.ts';
import { DEFAULT_PARAMETERS, PARAMETERS, type ParameterOverrides, parametersWith } from './parameters.ts';

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

  it('refuse what is physically impossible, with the range, its source and what was given', () => {
    const limits = 'the limits: Regulation (EU) 2019/945: classes C0 to C4 weigh less than 25 kg';
    assert.throws(
      () => parametersWith({ kite: { massKg: -1.2 } }),
      new RangeError(`parameter kite.massKg must be from 0.1 to 25, got -1.2; ${limits}`),
    );
    assert.throws(() => parametersWith({ tether: { diameterM: 2 } }), /tether\.diameterM must be from 0\.0001 to 0\.1/);
    assert.throws(
      () => parametersWith({ gps: { errorTimeS: Number.POSITIVE_INFINITY } }),
      /gps\.errorTimeS must be from/,
    );
    assert.equal(parametersWith({ kite: { massKg: 0.1 } }).kite.massKg, 0.1);
    assert.equal(parametersWith({ kite: { massKg: 25 } }).kite.massKg, 25);
  });

  it('refuse a way to calculate that there is not, with those that there are', () => {
    const wrong = { tether: { model: 'rigid' } } as unknown as ParameterOverrides;
    const message = 'parameter tether.model must be one of quasi_static, lumped, got rigid';
    assert.throws(() => parametersWith(wrong), new RangeError(message));
    assert.equal(parametersWith({ tether: { model: 'lumped' } }).tether.model, 'lumped');
  });

  it('have a range each with its source, and a default within it', () => {
    const rows = Object.entries(PARAMETERS).flatMap(([group, figures]) =>
      Object.entries(figures).map(([name, row]) => [`${group}.${name}`, row] as const),
    );
    for (const [name, row] of rows) {
      if (typeof row === 'boolean' || row instanceof Choice) continue;
      assert.ok(row instanceof Figure, `${name} has no range`);
      const { value, range } = row;
      const [least, greatest, source] = range;
      assert.ok(Number.isFinite(least) && least < greatest && Number.isFinite(greatest), `${name}: ${range}`);
      assert.ok(value >= least && value <= greatest, `${name} is ${value}, outside ${least} to ${greatest}`);
      assert.ok(source.length > 5, `${name}: where is its range from?`);
    }
    assert.ok(rows.length > 240, `${rows.length} parameters`);
  });

  it('refuse the first value beyond either limit of every range', () => {
    for (const [group, figures] of Object.entries(PARAMETERS)) {
      for (const [name, row] of Object.entries(figures)) {
        if (!(row instanceof Figure)) continue;
        const [least, greatest, source] = row.range;
        for (const value of [least - 1e-9 - Math.abs(least) / 1e6, greatest + 1e-9 + Math.abs(greatest) / 1e6]) {
          const overrides = { [group]: { [name]: value } } as ParameterOverrides;
          assert.throws(
            () => parametersWith(overrides),
            ({ message }: Error) => message.includes(`${group}.${name}`) && message.endsWith(source),
          );
        }
      }
    }
  });
});
