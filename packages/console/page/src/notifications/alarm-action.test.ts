import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@kitestring/console-ui/languages.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { loadWords } from '../words/words.ts';
import { alarmAction, demandsLanding } from './alarm-action.ts';

const told = ({ code, severity }: { code: number; severity: Notification['severity'] }): Notification => ({
  code,
  severity,
  message: '',
  begin_time: '2026-03-01T09:30:00.000000+00:00',
});
const { FORCE_SENSOR, HIGH_WIND, KITE_DATA_MISSING, MAIN_POWER_DISCONNECTED, ORDERED_LANDING } = NOTIFICATIONS;
const force = told(FORCE_SENSOR);

describe('the action of an alarm', () => {
  it('is there for every Critical and Fatal notification, in the air and on the ground', () => {
    const alarms = Object.values(NOTIFICATIONS).filter(
      ({ severity }) => severity === 'Critical' || severity === 'Fatal',
    );
    assert.ok(alarms.length > 30);
    for (const state of ['Flying', 'StandBy'] as const) {
      const without = alarms.filter((one) => !alarmAction(told(one), { state, isLostInAir: false, active: [] }));
      assert.deepEqual(
        without.map(({ message }) => message),
        [],
      );
    }
  });

  it('has at most eight words in every language', async () => {
    for (const language of LANGUAGES) {
      const long = Object.values((await loadWords(language)).alarms).filter((text) => text.split(/\s+/).length > 8);
      assert.deepEqual(long, [], language);
    }
  });

  it('is to land where the station does not, until the Kite lands, and on the ground what to check', () => {
    const at = (state: 'Flying' | 'Landing' | 'StandBy', active = [force]) => [
      alarmAction(force, { state, isLostInAir: false, active }),
      demandsLanding({ state, isLostInAir: false, active }),
    ];
    assert.deepEqual(at('Flying'), ['landTetherExit', true]);
    assert.deepEqual(at('Landing'), ['clearArea', false]);
    assert.deepEqual(at('Flying', [force, told(ORDERED_LANDING)]), ['clearArea', false]);
    assert.deepEqual(at('StandBy'), ['checkTetherExit', false]);
  });

  it('leaves a choice where waiting is one, and clears the area where the station lands', () => {
    const flying = { state: 'Flying', isLostInAir: false } as const;
    const wind = told(HIGH_WIND);
    assert.equal(alarmAction(wind, { ...flying, active: [wind] }), 'landOrLow');
    assert.equal(demandsLanding({ ...flying, active: [wind] }), false);
    assert.equal(alarmAction(told(MAIN_POWER_DISCONNECTED), { ...flying, active: [] }), 'clearArea');
  });

  it('of a Kite that is not heard goes by where it was', () => {
    const missing = told(KITE_DATA_MISSING);
    const lost = { state: 'Unknown', active: [missing] } as const;
    assert.equal(alarmAction(missing, { ...lost, isLostInAir: true }), 'clearAreaWatch');
    assert.equal(alarmAction(missing, { ...lost, isLostInAir: false }), 'checkKiteOn');
  });
});
