import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOTIFICATIONS } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { batteryTone } from './battery-tone.ts';

describe('the colour of a battery', () => {
  const active = (name: keyof typeof NOTIFICATIONS) => {
    const { code, message, severity } = NOTIFICATIONS[name];
    return { code, message, severity, begin_time: '2026-11-24T10:00:00Z' };
  };

  it('is that of what the station says about it, and of no other', () => {
    assert.equal(batteryTone('kite', []), undefined);
    assert.equal(batteryTone('kite', [active('KITE_BATTERY_VOLTAGE')]), 'bad');
    assert.equal(batteryTone('station', [active('KITE_BATTERY_LEVEL_LOW')]), undefined);
    assert.equal(batteryTone('station', [active('GS_BATTERY_LEVEL_LOW')]), 'warn');
    assert.equal(batteryTone('station', [active('GS_BATTERY_VOLTAGE'), active('GS_BATTERY_LEVEL_LOW')]), 'bad');
  });
});
