import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

type Bring = (scripted: ScriptedStation, celsius: number) => unknown;

const KITE: Bring = ({ aircraft }, temperatureC) => aircraft.kite({ temperatureC });
const SPOOL: Bring = ({ aircraft }, spoolTemperatureC) => aircraft.groundStation({ spoolTemperatureC });

/* Hot part; fault; its warning and its limit; the notifications of both. */
const PARTS: readonly (readonly [string, Bring, number, number, number, number])[] = [
  ['the Kite', KITE, 85, 100, 20051, 20050],
  ['the spool of the tether', SPOOL, 70, 85, 10061, 10062],
];

describe('heat', () => {
  for (const [part, bring, warnC, landC, warnCode, landCode] of PARTS) {
    it(`${part} at ${warnC} °C: a warning until it is 5 degrees cooler, and the flight goes on`, () => {
      const scripted = new ScriptedStation().flying(20).record();
      for (const celsius of [warnC - 0.1, warnC, warnC - 4.9, warnC - 5.1, warnC - 0.1]) {
        bring(scripted, celsius);
        scripted.run(1);
      }
      assert.deepEqual(scripted.story, [
        `1.05 +${warnCode}{temperature: ${warnC}}`,
        `2.05 ~${warnCode}{temperature: ${warnC - 4.9}}`,
        `3.05 -${warnCode}`,
      ]);
    });

    it(`${part} at ${landC} °C: a safety landing, and no take-off before it has cooled down`, () => {
      const scripted = new ScriptedStation().flying(20);
      scripted.aircraft.execute();
      scripted.record();
      bring(scripted, warnC);
      scripted.run(1);
      bring(scripted, landC + 1);
      scripted.run(60);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'TEMPERATURE_OUT_OF_RANGE');
      bring(scripted, landC - 6);
      scripted.run(1);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'TEMPERATURE_OUT_OF_RANGE');
      bring(scripted, 40);
      scripted.run(1);
      assert.deepEqual(scripted.story, [
        `0.05 +${warnCode}{temperature: ${warnC}}`,
        `1.05 SafetyLanding +30040{reason: ${part} is too hot} -${warnCode} +${landCode}{temperature: ${landC + 1}}`,
        '14.4 StandBy -30040',
        `61.05 +${warnCode}{temperature: ${landC - 6}} -${landCode}`,
        `62.05 -${warnCode}`,
      ]);
      assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'accepted');
    });
  }

  it('that nothing measures is no reason for anything', () => {
    const scripted = new ScriptedStation().flying(20);
    SPOOL(scripted, 90);
    scripted.aircraft.groundStationWithout('spoolTemperatureC');
    scripted.record().run(10);
    assert.deepEqual(scripted.story, []);
  });
});
