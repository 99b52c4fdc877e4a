import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { PIN_NAME_MAX, PINS_MAX } from '@kitestring/station-contract/station/pin.ts';

const HYDRANT = {
  name: 'Hydrant',
  kind: 'water',
  latitude: 46.4997905,
  longitude: 11.350561,
  error_radius_m: 7,
} as const;

describe('pins', () => {
  it('are kept with name, place, error, time and who set them, over a restart', () => {
    const scripted = new ScriptedStation().standBy();
    const added = scripted.station.pins.add(ALICE, HYDRANT);
    assert.ok(added.ok);
    const { created_time: time, pin_id: id, ...rest } = added.value;
    assert.deepEqual(rest, { ...HYDRANT, created_by: 'first' });
    assert.match(time, /^\d{4}-.*\+00:00$/);
    assert.deepEqual(scripted.restarted().station.pins.list(), [added.value]);
    assert.ok(id.length > 0);
  });

  it('are of another kind when none is given', () => {
    const { kind: _kind, ...unsorted } = HYDRANT;
    const added = new ScriptedStation().station.pins.add(ALICE, unsorted);
    assert.equal(added.ok && added.value.kind, 'other');
  });

  it('are gone when deleted, and deleting twice says so', () => {
    const { pins } = new ScriptedStation().station;
    const added = pins.add(ALICE, HYDRANT);
    assert.ok(added.ok);
    expectAccepted(pins.delete(added.value.pin_id));
    assert.deepEqual(pins.list(), []);
    assert.equal(outcome(pins.delete(added.value.pin_id)), 'PIN_NOT_FOUND');
  });

  it(`are at most ${PINS_MAX}: of 10,000 the others are refused with the limit named, and none is dropped`, () => {
    const { pins } = new ScriptedStation().station;
    const refused: string[] = [];
    for (let count = 0; count < 10_000; count += 1) {
      const added = pins.add(ALICE, { ...HYDRANT, name: `pin ${count}` });
      if (!added.ok) refused.push(`${added.refusal.code}: ${added.refusal.message}`);
    }
    assert.equal(refused.length, 10_000 - PINS_MAX);
    assert.deepEqual([...new Set(refused)], ['TOO_MANY_PINS: at most 500 pins; delete pins that are no longer needed']);
    assert.deepEqual([pins.list()[0]?.name, pins.list().at(-1)?.name], ['pin 0', 'pin 499']);
    expectAccepted(pins.delete(pins.list()[0]?.pin_id ?? ''));
    expectAccepted(pins.add(ALICE, HYDRANT));
  });

  it('have names that are plain text: trimmed, one line, of limited length, markup as it is', () => {
    const { pins } = new ScriptedStation().station;
    const named = (name: string) => {
      const added = pins.add(ALICE, { ...HYDRANT, name });
      return added.ok ? added.value.name : added.refusal.message;
    };
    assert.equal(named('  <script>alert(1)</script> '), '<script>alert(1)</script>');
    assert.equal(named('   '), 'name must have 1 to 100 characters, got 0');
    assert.equal(named('x'.repeat(PIN_NAME_MAX + 1)), 'name must have 1 to 100 characters, got 101');
    assert.equal(
      named('a\nb'),
      'name must have no control characters, such as line breaks and marks of the direction of text',
    );
  });

  it('are not there when the store could not keep them, and still there when it could not forget them', () => {
    const scripted = new ScriptedStation();
    const { pins } = scripted.station;
    const kept = pins.add(ALICE, HYDRANT);
    assert.ok(kept.ok);
    scripted.store.fault = new Error('disk full');
    assert.throws(() => pins.add(ALICE, HYDRANT), /disk full/);
    assert.throws(() => pins.delete(kept.value.pin_id), /disk full/);
    assert.deepEqual(pins.list(), [kept.value]);
  });
});
