import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COMPARISONS, type Condition, type Operand } from './condition.ts';
import { conditionText } from './condition-text.ts';
import { FIELD_NAMES, fieldNamed } from './field.ts';
import { parseCondition } from './parse-condition.ts';

const RIGHT: readonly [text: string, same: string][] = [
  ['altitude<=25m', 'altitude <= 25 m'],
  ['altitude <= 25 m and gps_fix', 'altitude <= 25 m and gps_fix'],
  ['gps_fix or not gs_gps_fix and is_rotating', 'gps_fix or (not gs_gps_fix and is_rotating)'],
  ['(gps_fix or gs_gps_fix) and is_rotating', '(gps_fix or gs_gps_fix) and is_rotating'],
  ['flight_state is SafetyDescending', 'flight_state is SafetyDescending'],
  ['flight_state is not Flying', 'not flight_state is Flying'],
  ['flight_state in (Flying, Landing)', 'flight_state in (Flying, Landing)'],
  ['heading is unknown', 'not heading is known'],
  ['altitude is not known', 'not altitude is known'],
  ['altitude within 0.5 m of altitude_target', 'altitude within 0.5 m of altitude_target'],
  ['camera_pan within 2 deg of -90 °', 'camera_pan within 2 deg of -90 deg'],
  ['altitude between 24 m and 25 m and gps_fix', 'altitude between 24 m and 25 m and gps_fix'],
  ['kite_temperature > 85 °C', 'kite_temperature > 85 C'],
  ['time > 7 h', 'time > 25200 s'],
  ['waiting_for_control = 2', 'waiting_for_control = 2'],
  ['truth.climb_rate < -4 m/s', 'truth.climb_rate < -4 m/s'],
  ['thrust < 92 %', 'thrust < 92 %'],
  ['in_control is "M. Rossi"', 'in_control is "M. Rossi"'],
  ['in_control is Chief', 'in_control is Chief'],
  ['notification 30001 is active', 'notification HIGH_WIND is active'],
  ['notification KITE_GPS_BAD is not active', 'not notification KITE_GPS_BAD is active'],
  ['fault "gps goes" is active', 'fault "gps goes" is active'],
  ['5xx', 'answer is 5xx'],
  ['answer is 429', 'answer is 429'],
  ['answer is not CONTROL_TAKEN', 'not answer is CONTROL_TAKEN'],
];

const WRONG: readonly [text: string, offset: number, message: RegExp][] = [
  ['', 0, /^got the end, allowed: a field, notification, fault, answer, not, \($/],
  ['altitud < 25 m', 0, /^altitud is no field; did you mean altitude\?/],
  ['altitude < 25', 13, /^altitude needs a unit, allowed: 25 m$/],
  ['altitude < 25 ft', 14, /^ft is no unit of altitude, allowed: m$/],
  ['altitude < 25 and gps_fix', 14, /^altitude needs a unit, allowed: 25 m$/],
  ['time > 3 m', 9, /^m is no unit of time, allowed: ms, s, min, h$/],
  ['waiting_for_control > 1 m', 24, /^m is no unit of waiting_for_control, allowed: no unit$/],
  ['altitude is 25 m', 12, /^got "25", allowed: known, unknown; a figure is compared: altitude < 1 in m$/],
  ['altitude < wind', 11, /^altitude cannot be compared with wind, allowed: a quantity in m$/],
  ['altitude', 8, /^got the end, allowed after altitude: <= >= != < > =, between, within/],
  ['flight_state is Flyng', 16, /^flight_state is never Flyng; did you mean Flying\? allowed: Unknown, StandBy/],
  ['flight_state < Flying', 13, /^got "<", allowed after flight_state: is, is not, in$/],
  ['flight_state in Flying', 16, /^got "Flying", allowed: \($/],
  ['gps_fix is true', 11, /^got "true", allowed: known, unknown; or only gps_fix, or not gps_fix$/],
  ['gps_fix gs_gps_fix', 8, /^"gs_gps_fix" is too much here, allowed: and, or, the end$/],
  ['gps_fix and', 11, /^got the end, allowed: a field/],
  ['(gps_fix', 8, /^got the end, allowed: \)$/],
  ['notification 99 is active', 13, /^"99" is no notification, allowed: a code of docs/],
  ['notification KITE_GPS_BADD is active', 13, /^"KITE_GPS_BADD" is no notification; did you mean KITE_GPS_BAD\?/],
  ['notification HIGH_WIND', 22, /^got the end, allowed: is$/],
  ['6xx', 0, /^"6xx" is no answer, allowed: 5xx, 4xx, a status such as 409/],
  ['answer is CONTROL_TAKN', 10, /did you mean CONTROL_TAKEN\?$/],
  ['altitude between 5 m and 4 m', 25, /^between needs the smaller figure first, got 5 and 4$/],
  ['altitude within -1 m of 4 m', 16, /^within needs a distance of at least 0, got -1$/],
  ['altitude < 25 m; gps_fix', 15, /^; means nothing here/],
];

describe('parseCondition', () => {
  for (const [text, same] of RIGHT) {
    it(`reads ${text}`, () => {
      const parsed = parseCondition(text);
      assert.ok(parsed.ok, JSON.stringify(parsed));
      assert.equal(conditionText(parsed.condition), same);
    });
  }

  for (const [text, offset, message] of WRONG) {
    it(`refuses ${text === '' ? 'nothing' : text} at ${offset}`, () => {
      const parsed = parseCondition(text);
      assert.ok(!parsed.ok, 'it must be refused');
      assert.match(parsed.message, message);
      assert.equal(parsed.offset, offset);
    });
  }

  it('names the steps of the faults that it refers to, and where', () => {
    const parsed = parseCondition('gps_fix or fault "gps goes" is active');
    assert.deepEqual(parsed.ok && parsed.faults, [{ name: 'gps goes', offset: 17 }]);
  });

  it('reads every condition that can be written, and gives the same again', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        const text = conditionText(condition);
        const parsed = parseCondition(text);
        assert.ok(parsed.ok, `${text}: ${JSON.stringify(parsed)}`);
        assert.equal(conditionText(parsed.condition), text);
      }),
      { seed: 20260301, numRuns: 500 },
    );
  });

  it('answers any text, with a place inside of it when it refuses', () => {
    const words = fc.constantFrom('altitude', 'is', 'not', '<', '25', 'm', '(', ')', 'and', 'in', ',', '5xx', '"x"');
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(words).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseCondition(text);
        assert.ok(parsed.ok || (parsed.offset >= 0 && parsed.offset <= text.length));
      }),
      { seed: 20260301, numRuns: 2000 },
    );
  });

  it('refuses a condition that nests without end instead of running out of stack', () => {
    const parsed = parseCondition('('.repeat(100_000));
    assert.ok(!parsed.ok && parsed.message.includes('at most 2000 characters'));
  });
});

const names = (kind: string) => FIELD_NAMES.filter((name) => fieldNamed(name)?.kind === kind);
const numberName = fc.constantFrom(...names('number'));
const figure = fc.integer({ min: -9999, max: 9999 }).map((tenths) => tenths / 10);
const unit = (name: string) => {
  const field = fieldNamed(name);
  return field?.kind === 'number' ? field.unit : '';
};

const operand = (name: string): fc.Arbitrary<Operand> => {
  const same = names('number').filter((other) => unit(other) === unit(name));
  return fc.oneof(
    figure.map((value) => ({ kind: 'quantity' as const, value, unit: unit(name) })),
    fc.constantFrom(...same).map((field) => ({ kind: 'field' as const, field })),
  );
};

const numberTest: fc.Arbitrary<Condition> = numberName.chain((field) =>
  fc.oneof(
    fc.record({
      kind: fc.constant('compare' as const),
      field: fc.constant(field),
      comparison: fc.constantFrom(...COMPARISONS),
      right: operand(field),
    }),
    fc.tuple(figure, figure).map(
      ([a, b]): Condition => ({
        kind: 'between',
        field,
        low: Math.min(a, b),
        high: Math.max(a, b),
        unit: unit(field),
      }),
    ),
    fc.record({
      kind: fc.constant('near' as const),
      field: fc.constant(field),
      distance: figure.map(Math.abs),
      unit: fc.constant(unit(field)),
      of: operand(field),
    }),
    fc.constant({ kind: 'known' as const, field }),
  ),
);

const stateTest: fc.Arbitrary<Condition> = fc.constantFrom(...names('state')).chain((field) => {
  const definition = fieldNamed(field);
  const values = definition?.kind === 'state' ? definition.values : [];
  return fc.subarray([...values], { minLength: 1 }).map((chosen): Condition => ({ kind: 'is', field, values: chosen }));
});

const single: fc.Arbitrary<Condition> = fc.oneof(
  numberTest,
  stateTest,
  fc.constantFrom(...names('flag')).map((field): Condition => ({ kind: 'flag', field })),
  fc.constantFrom(30001, 20060).map((code): Condition => ({ kind: 'notification', code })),
  fc.constant<Condition>({ kind: 'fault', stepName: 'gps goes' }),
  fc.constantFrom(4, 5).map((hundreds): Condition => ({ kind: 'answer', pattern: { kind: 'class', hundreds } })),
);

const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    single,
    tie('condition').map((part): Condition => ({ kind: 'not', part })),
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, parts]): Condition => ({ kind, parts })),
  ),
}));
