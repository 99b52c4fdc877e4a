import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParameterAnswer } from '@kitestring/mavlink-link';
import { ARDUCOPTER_4_6, ARDUCOPTER_4_7 } from './arducopter-rules.ts';
import { judge, reportOf, settingRules } from './judged-settings.ts';
import { PX4 } from './px4-rules.ts';
import type { SettingRule } from './setting-rule.ts';

const LIMITS = { ceilingM: 45, ourSystem: 255 };
const LINES: readonly (readonly [string, readonly SettingRule[]])[] = [
  ['ArduCopter 4.6', ARDUCOPTER_4_6],
  ['ArduCopter 4.7', ARDUCOPTER_4_7],
  ['PX4', PX4],
];

const known = (value: number): ParameterAnswer => ({ state: 'Known', value, type: 9 });
const answers = (values: Readonly<Record<string, number>>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, known(value)]));
const wantedValues = (rules: readonly SettingRule[]) =>
  Object.fromEntries(rules.map(({ name, wanted }) => [name, wanted(LIMITS, 0)]));
const state = (rules: readonly SettingRule[], name: string, value: number) =>
  judge(rules, answers({ ...wantedValues(rules), [name]: value }), LIMITS).find(({ rule }) => rule.name === name)
    ?.state;

describe('the settings of an autopilot on a tether', () => {
  for (const [line, rules] of LINES) {
    it(`of ${line}: every wanted value is a number, is safe, and no other parameter has its name`, () => {
      for (const { isSafe, name, wanted, wantedText, why } of rules) {
        const value = wanted(LIMITS, 0);
        assert.ok(Number.isFinite(value) && isSafe(value, LIMITS), name);
        assert.match(name, /^[A-Z][A-Z0-9_]{1,15}$/);
        assert.ok(wantedText(LIMITS).length > 0 && !why.endsWith('.'));
      }
      assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length);
      const judged = judge(rules, answers(wantedValues(rules)), LIMITS);
      assert.deepEqual(reportOf(judged), { stationLoss: { state: 'Lands' }, unsafe: [] });
    });

    it(`of ${line}: what is no number is unsafe, wherever it stands`, () => {
      for (const { name } of rules) assert.equal(state(rules, name, Number.NaN), 'Unsafe', name);
    });
  }

  /* The line; a parameter; values that are safe; values that are not. */
  const TABLE: readonly (readonly [readonly SettingRule[], string, readonly number[], readonly number[]])[] = [
    [ARDUCOPTER_4_6, 'FS_GCS_ENABLE', [5], [0, 1, 2, 3, 4, 6, 7]],
    [ARDUCOPTER_4_6, 'FS_GCS_TIMEOUT', [2, 5, 10], [0, 11, 120]],
    [ARDUCOPTER_4_6, 'SYSID_MYGCS', [255], [0, 1, 250, 254]],
    [ARDUCOPTER_4_7, 'MAV_GCS_SYSID', [255], [0, 1, 250, 254]],
    [ARDUCOPTER_4_7, 'MAV_GCS_SYSID_HI', [0, 255], [10, 254]],
    [ARDUCOPTER_4_6, 'ARMING_CHECK', [1], [0, 6, -1]],
    [ARDUCOPTER_4_7, 'ARMING_SKIPCHK', [0], [1, 6, -1]],
    [ARDUCOPTER_4_6, 'FS_THR_ENABLE', [0, 3], [1, 4, 5]],
    [ARDUCOPTER_4_6, 'FENCE_TYPE', [3, 7], [0, 1, 2, 11, 15]],
    [ARDUCOPTER_4_6, 'FENCE_ALT_MAX', [10, 45, 48], [0, 49, 100]],
    [ARDUCOPTER_4_6, 'FENCE_RADIUS', [30, 45], [0, 46, 300]],
    [ARDUCOPTER_4_6, 'RTL_ALT', [0, 1500, 4500], [4501, -1]],
    [ARDUCOPTER_4_7, 'RTL_ALT_M', [0, 15, 45], [46, -1]],
    [PX4, 'NAV_DLL_ACT', [3], [0, 1, 2, 5, 6]],
    [PX4, 'COM_DL_LOSS_T', [5, 10], [11, 300]],
    [PX4, 'COM_FAIL_ACT_T', [0, 5, 10], [25]],
    [PX4, 'COM_DLL_EXCEPT', [0, 1, 4], [2, 3, 6]],
    [PX4, 'COM_LOW_BAT_ACT', [2], [0, 1, 3]],
    [PX4, 'GF_ACTION', [5], [0, 1, 2, 3, 4]],
    [PX4, 'GF_MAX_VER_DIST', [20, 48], [0, 49]],
    [PX4, 'RTL_RETURN_ALT', [0, 30, 45], [60]],
    [PX4, 'COM_FLT_TIME_MAX', [-1], [600]],
  ];
  for (const [rules, name, safe, unsafe] of TABLE) {
    it(`${name}: ${safe.join(', ')} safe, ${unsafe.join(', ')} not`, () => {
      for (const value of safe) assert.equal(state(rules, name, value), 'Safe', String(value));
      for (const value of unsafe) assert.equal(state(rules, name, value), 'Unsafe', String(value));
    });
  }

  it('end in no landing without the station, where one of those for its loss is unsafe, or not there', () => {
    const { FS_GCS_ENABLE: _, ...others } = wantedValues(ARDUCOPTER_4_7);
    const without = judge(
      ARDUCOPTER_4_7,
      new Map([...answers(others), ['FS_GCS_ENABLE', { state: 'Absent' }]]),
      LIMITS,
    );
    const missing = { name: 'FS_GCS_ENABLE', value: undefined, wanted: '5' };
    assert.deepEqual(reportOf(without), { stationLoss: { state: 'FliesOn', settings: [missing] }, unsafe: [missing] });
    const fenceOff = judge(ARDUCOPTER_4_7, answers({ ...wantedValues(ARDUCOPTER_4_7), FENCE_ENABLE: 0 }), LIMITS);
    const fence = { name: 'FENCE_ENABLE', value: 0, wanted: '1' };
    assert.deepEqual(reportOf(fenceOff), { stationLoss: { state: 'Lands' }, unsafe: [fence] });
    assert.deepEqual(reportOf(judge(PX4, new Map(), LIMITS)), { stationLoss: { state: 'NotRead' }, unsafe: [] });
  });

  it('keep the other bits of a mask', () => {
    const rule = ARDUCOPTER_4_6.find(({ name }) => name === 'FENCE_TYPE');
    assert.equal(rule?.wanted(LIMITS, 0b1101), 0b0111);
  });

  it('are those of the version; a build between two versions is judged by the name that it has', () => {
    assert.equal(settingRules('ArduCopter', { major: 4, minor: 6, patch: 3 }), ARDUCOPTER_4_6);
    assert.equal(settingRules('ArduCopter', { major: 4, minor: 7, patch: 0 }), ARDUCOPTER_4_7);
    assert.equal(settingRules('ArduCopter', undefined), ARDUCOPTER_4_7);
    assert.equal(settingRules('Generic', undefined), undefined);
    const old = answers({ ...wantedValues(ARDUCOPTER_4_6), ARMING_CHECK: 0 });
    for (const name of ['MAV_GCS_SYSID', 'MAV_GCS_SYSID_HI', 'ARMING_SKIPCHK', 'RTL_ALT_M']) {
      old.set(name, { state: 'Absent' });
    }
    const { stationLoss, unsafe } = reportOf(judge(ARDUCOPTER_4_7, old, LIMITS));
    assert.deepEqual([stationLoss.state, unsafe.map(({ name }) => name)], ['Lands', ['ARMING_CHECK']]);
  });
});
