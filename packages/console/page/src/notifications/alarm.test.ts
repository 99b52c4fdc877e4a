import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALARM_PATTERNS } from '@kitestring/console-ui/alarm-sound.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { type AlarmSituation, acknowledgedWith, alarmOf, unheardFirst } from './alarm.ts';
import { keyOf } from './notification-feed.ts';

const begin_time = '2026-03-01T09:30:00.000000+00:00';
const wind: Notification = { severity: 'Critical', code: 30001, message: 'Wind.', begin_time };
const gps: Notification = { severity: 'Warning', code: 20010, message: 'GPS.', begin_time };
const power: Notification = { severity: 'Critical', code: 10040, message: 'Power.', begin_time };
const tether: Notification = { severity: 'Fatal', code: 30030, message: 'Tether.', begin_time };

const situation = (change: Partial<AlarmSituation>): AlarmSituation => ({
  active: [],
  acknowledged: new Set(),
  isMuted: false,
  isUnlocked: true,
  ...change,
});

describe('the alarm', () => {
  const table: readonly [string, Partial<AlarmSituation>, ReturnType<typeof alarmOf>][] = [
    ['nothing active', {}, { kind: 'silent' }],
    ['a warning', { active: [gps] }, { kind: 'silent' }],
    ['a critical one', { active: [gps, wind] }, { kind: 'sounding', severity: 'Critical' }],
    ['a fatal one beside it', { active: [wind, tether] }, { kind: 'sounding', severity: 'Fatal' }],
    ['muted', { active: [wind], isMuted: true }, { kind: 'muted', severity: 'Critical' }],
    ['a page that nobody has touched', { active: [wind], isUnlocked: false }, { kind: 'locked', severity: 'Critical' }],
    [
      'all acknowledged, even when muted',
      { active: [wind], acknowledged: new Set([keyOf(wind)]), isMuted: true },
      { kind: 'acknowledged', severity: 'Critical' },
    ],
    [
      'the worst acknowledged, another one new',
      { active: [wind, tether], acknowledged: new Set([keyOf(tether)]) },
      { kind: 'sounding', severity: 'Critical' },
    ],
    [
      'the same code again after it was acknowledged',
      { active: [{ ...wind, begin_time: '2026-03-01T09:40:00.000000+00:00' }], acknowledged: new Set([keyOf(wind)]) },
      { kind: 'sounding', severity: 'Critical' },
    ],
  ];
  for (const [what, change, expected] of table) {
    it(`${what}: ${Object.values(expected).join(' ')}`, () => {
      assert.deepEqual(alarmOf(situation(change)), expected);
    });
  }

  it('is silenced for what is on the screen alone; the others come into its place and sound on', () => {
    const active = [tether, wind, power, gps];
    const first = acknowledgedWith(new Set(), active, [tether]);
    assert.deepEqual(alarmOf(situation({ active, acknowledged: first })), { kind: 'sounding', severity: 'Critical' });
    assert.deepEqual(unheardFirst([tether, wind, power], first), [wind, power, tether]);
    const all = acknowledgedWith(first, active, [wind, power]);
    assert.deepEqual(alarmOf(situation({ active, acknowledged: all })).kind, 'acknowledged');
    assert.deepEqual(unheardFirst([tether, wind, power], all), [tether, wind, power]);
    assert.deepEqual([...acknowledgedWith(all, [power], [])], [keyOf(power)], 'what is over is forgotten');
  });

  it('has bursts that are over before the next one, with pulses that do not overlap', () => {
    for (const { everyMs, pulseS, pulsesS } of Object.values(ALARM_PATTERNS)) {
      assert.ok(everyMs !== undefined, 'repeated until it is silenced');
      const ends = [...pulsesS.slice(1), everyMs / 1000];
      for (const [index, startS] of pulsesS.entries()) assert.ok(startS + pulseS <= (ends[index] ?? 0));
    }
  });
});
