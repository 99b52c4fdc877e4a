import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALICE, expectAccepted, outcome, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { AutopilotSettings, StationLoss } from '../src/ports/autopilot-report.ts';

const GCS = { name: 'FS_GCS_ENABLE', value: 0, wanted: '5' };
const FENCE = { name: 'FENCE_ALT_MAX', value: 100, wanted: 'at most 48' };

function settings(scripted: ScriptedStation, stationLoss: StationLoss, unsafe: AutopilotSettings['unsafe'] = []) {
  scripted.aircraft.kite({ settings: { stationLoss, unsafe } });
  scripted.run(0.1);
}

const check = ({ station }: ScriptedStation) => station.readiness().checks.find(({ check }) => check === 'failsafe');

const toldCodes = ({ station }: ScriptedStation) =>
  station.notifications.active().find(({ code }) => code === 20100)?.message;

describe('the settings of an autopilot', () => {
  it('refuse a take-off while the Kite would fly on without the station, and while they are not read', () => {
    const scripted = new ScriptedStation().standBy();
    settings(scripted, { state: 'NotRead' });
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'KITE_FAULT');
    assert.equal(check(scripted)?.message, 'the failsafe settings of the autopilot are not read yet');
    settings(scripted, { state: 'FliesOn', settings: [GCS, { ...GCS, name: 'SYSID_MYGCS', value: undefined }] }, [GCS]);
    assert.equal(outcome(scripted.station.flight.takeOff(ALICE)), 'KITE_FAULT');
    assert.equal(
      check(scripted)?.message,
      'the Kite would not land by itself without the station: FS_GCS_ENABLE is 0, wanted 5; SYSID_MYGCS is not there, wanted 5',
    );
    settings(scripted, { state: 'Lands' });
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('of an unknown autopilot are unknown, which refuses nothing; built-in failsafes are no check', () => {
    const scripted = new ScriptedStation().standBy();
    assert.equal(check(scripted), undefined);
    settings(scripted, { state: 'NotKnown' });
    assert.deepEqual(check(scripted), { check: 'failsafe', state: 'unknown' });
    expectAccepted(scripted.station.flight.takeOff(ALICE));
  });

  it('that are unsafe are one notification, which follows them and ends with them', () => {
    const scripted = new ScriptedStation().standBy();
    settings(scripted, { state: 'Lands' }, [FENCE]);
    assert.equal(
      toldCodes(scripted),
      'Autopilot settings unsafe on a tether: FENCE_ALT_MAX is 100, wanted at most 48.',
    );
    settings(scripted, { state: 'FliesOn', settings: [GCS] }, [GCS, FENCE]);
    assert.match(toldCodes(scripted) ?? '', /FS_GCS_ENABLE is 0, wanted 5; FENCE_ALT_MAX/);
    settings(scripted, { state: 'Lands' }, [FENCE, FENCE, FENCE, FENCE, FENCE, FENCE]);
    assert.match(toldCodes(scripted) ?? '', /48; and 2 more\.$/);
    settings(scripted, { state: 'Lands' });
    assert.equal(toldCodes(scripted), undefined);
  });

  it('end no flight', () => {
    const scripted = new ScriptedStation().flying(20);
    settings(scripted, { state: 'FliesOn', settings: [GCS] }, [GCS]);
    scripted.run(10);
    assert.equal(scripted.station.flight.phase.state, 'Flying');
  });
});
