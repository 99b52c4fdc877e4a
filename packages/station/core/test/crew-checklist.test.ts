import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const items = ({ station }: ScriptedStation) => station.checklist.value.items;
const made = (scripted: ScriptedStation) => items(scripted).map(({ checked_by }) => checked_by);
const check = (scripted: ScriptedStation, text: string, more: { is_checked?: boolean; name?: string } = {}) =>
  scripted.station.checklist.check(ALICE, { text, is_checked: true, ...more });
const setTexts = ({ station }: ScriptedStation, ...texts: string[]) => station.checklist.setTexts({ texts });

describe('the checklist of the crew', () => {
  it('asks for people, landing area, weather and airspace until texts are set, and again without any', () => {
    const scripted = new ScriptedStation().standBy();
    const topics = () => items(scripted).map(({ topic }) => topic);
    assert.deepEqual(topics(), ['people', 'landing_area', 'weather', 'airspace']);
    assert.equal(code(setTexts(scripted, ' Cones set ', 'Radio checked')), 'ok');
    assert.deepEqual(items(scripted.restarted()), [{ text: 'Cones set' }, { text: 'Radio checked' }]);
    assert.equal(code(setTexts(scripted)), 'ok');
    assert.equal(topics().length, 4);
  });

  it('keeps who has made a check, also over a restart and a change of the other texts, until it is opened again', () => {
    const scripted = new ScriptedStation().standBy();
    setTexts(scripted, 'Cones set', 'Radio checked');
    assert.equal(code(check(scripted, 'Cones set', { name: ' M. Rossi ' })), 'ok');
    assert.equal(code(check(scripted, 'Radio checked')), 'ok');
    setTexts(scripted, 'Radio checked', 'Cones set', 'Lamps on');
    assert.deepEqual(made(scripted.restarted()), ['first', 'M. Rossi', undefined]);
    assert.equal(code(check(scripted, 'Cones set', { is_checked: false })), 'ok');
    assert.deepEqual(made(scripted), ['first', undefined, undefined]);
  });

  it('refuses texts that are empty, too long, twice or of two lines, and a check that is not in the list', () => {
    const scripted = new ScriptedStation().standBy();
    const before = items(scripted);
    for (const texts of [[' '], ['x'.repeat(121)], ['one', ' one'], ['one\ntwo']]) {
      assert.equal(code(setTexts(scripted, ...texts)), 'INVALID_REQUEST', texts.join());
    }
    assert.equal(code(check(scripted, 'Coffee')), 'INVALID_REQUEST');
    assert.equal(code(check(scripted, before[0]?.text ?? '', { name: ' ' })), 'INVALID_REQUEST');
    assert.deepEqual(items(scripted), before);
  });

  it('holds for one flight: it stays as it was in the air, and is open after the landing', () => {
    const scripted = new ScriptedStation({ installation: 'Rooftop Box' }).standBy();
    setTexts(scripted, 'Cones set');
    check(scripted, 'Cones set');
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(1);
    assert.deepEqual(made(scripted), ['first']);
    assert.equal(code(check(scripted, 'Cones set', { is_checked: false })), 'WRONG_FLIGHT_STATE');
    expectAccepted(scripted.station.flight.abort(ALICE));
    scripted.run(30);
    assert.equal(scripted.station.flight.phase.state, 'StandBy');
    assert.deepEqual(items(scripted), [{ text: 'Cones set' }]);
  });

  it('is open where the station restarts in the air, and the Kite lands meanwhile', () => {
    const scripted = new ScriptedStation().standBy();
    setTexts(scripted, 'Cones set');
    check(scripted, 'Cones set');
    scripted.flying();
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    assert.deepEqual(items(scripted.restarted().standBy()), [{ text: 'Cones set' }]);
  });
});
