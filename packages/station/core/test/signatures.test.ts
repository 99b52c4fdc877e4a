import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, BOB, expectAccepted, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import { SIGNATURES_MAX } from '@kitestring/station-contract/station/signature.ts';

const code = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
const ready = () => new ScriptedStation({ installation: 'Rooftop Box' }).standBy();
const sign = ({ station }: ScriptedStation, name: string, revision = station.readiness().revision, caller = ALICE) =>
  station.signatures.sign(caller, { name, revision });
const names = ({ station }: ScriptedStation) => station.signatures.list().map(({ name }) => name);

describe('a signature under the readiness list', () => {
  it('has the name, the time and the list with its figures', () => {
    const scripted = ready();
    assert.equal(code(sign(scripted, ' M. Rossi ')), 'ok');
    const [signature] = scripted.station.signatures.list();
    const { checks, revision } = scripted.station.readiness();
    assert.deepEqual(
      [signature?.name, signature?.plugin_name, signature?.ready, signature?.revision],
      ['M. Rossi', 'first', true, revision],
    );
    assert.deepEqual(signature?.checks, checks);
    assert.ok(signature?.checks.some(({ value }) => value !== undefined));
  });

  it('of two people under the same list are both kept, in order, and survive a restart', () => {
    const scripted = ready();
    const { revision } = scripted.station.readiness();
    assert.equal(code(sign(scripted, 'M. Rossi', revision)), 'ok');
    assert.equal(code(sign(scripted, 'B. Keller', revision, BOB)), 'ok');
    assert.deepEqual(names(scripted.restarted()), ['M. Rossi', 'B. Keller']);
  });

  it('is refused when a check has changed its state since the list was looked at, and taken after another look', () => {
    const scripted = ready();
    const { revision } = scripted.station.readiness();
    scripted.aircraft.kite({ batteryPercent: 20 });
    scripted.run(0.1);
    const refused = sign(scripted, 'M. Rossi', revision);
    assert.equal(code(refused), 'READINESS_CHANGED');
    assert.deepEqual(names(scripted), []);
    assert.equal(code(sign(scripted, 'M. Rossi')), 'ok');
    assert.equal(scripted.station.signatures.list()[0]?.ready, false);
  });

  it('is taken when only a figure has moved', () => {
    const scripted = ready();
    const { revision } = scripted.station.readiness();
    scripted.aircraft.kite({ batteryPercent: 98 });
    scripted.run(0.1);
    assert.equal(code(sign(scripted, 'M. Rossi', revision)), 'ok');
  });

  it('is refused in the air', () => {
    assert.equal(code(sign(new ScriptedStation().flying(), 'M. Rossi')), 'WRONG_FLIGHT_STATE');
  });

  it('holds for one flight: it is there in the air, and gone after the landing', () => {
    const scripted = ready();
    sign(scripted, 'M. Rossi');
    expectAccepted(scripted.station.flight.takeOff(ALICE));
    scripted.run(1);
    assert.deepEqual(names(scripted), ['M. Rossi']);
    expectAccepted(scripted.station.flight.abort(ALICE));
    scripted.run(30);
    assert.equal(scripted.station.flight.phase.state, 'StandBy');
    assert.deepEqual(names(scripted), []);
  });

  it('is not one under the next list where the station restarts in the air, and the Kite lands meanwhile', () => {
    const scripted = new ScriptedStation().standBy();
    sign(scripted, 'M. Rossi');
    scripted.flying();
    assert.deepEqual(names(scripted), ['M. Rossi']);
    scripted.aircraft.kite({ landedState: 'OnGround', altitudeM: 0 });
    assert.deepEqual(names(scripted.restarted().standBy()), []);
  });

  for (const name of ['', ' ', 'x'.repeat(101), 'two\nlines']) {
    it(`is refused for the name ${JSON.stringify(name.slice(0, 12))}`, () => {
      assert.equal(code(sign(ready(), name)), 'INVALID_REQUEST');
    });
  }

  it(`is one of ${SIGNATURES_MAX} at most, and scripts in a name are a name`, () => {
    const scripted = ready();
    for (let index = 0; index < SIGNATURES_MAX; index += 1) sign(scripted, `<script>${index}</script>`);
    assert.equal(code(sign(scripted, 'one more')), 'TOO_MANY_SIGNATURES');
    assert.equal(names(scripted)[0], '<script>0</script>');
  });
});
