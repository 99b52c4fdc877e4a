import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_AUTOPILOT, MAV_PARAM_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { type ParameterEncoding, Parameters, parameterEncoding } from '../src/protocol/parameters.ts';
import type { LossyLinkOptions } from '../src/testing/lossy-link.ts';
import { AUTOPILOT, LINES, LineTrial } from './support/line-trial.ts';
import { ScriptedParameters } from './support/scripted-parameters.ts';

const { INT32, INT8, REAL32 } = MAV_PARAM_TYPE;
const VALUES = {
  NAV_DLL_ACT: { value: -3, type: INT32 },
  COM_DL_LOSS_T: { value: 10, type: INT32 },
  MPC_TKO_SPEED: { value: Math.fround(1.2), type: REAL32 },
  FENCE_ENABLE: { value: 0, type: INT8 },
};

async function trialOf(encoding: ParameterEncoding, line?: Omit<LossyLinkOptions, 'clock'>) {
  const trial = await LineTrial.begin(line);
  const held = new ScriptedParameters(trial.vehicle, encoding, VALUES);
  return { trial, held, parameters: new Parameters(trial.station, AUTOPILOT, encoding) };
}

describe('parameters of an autopilot', () => {
  for (const encoding of ['Bytes', 'Numbers'] as const) {
    it(`are read by name, and no others, as ${encoding}`, async () => {
      const { held, parameters, trial } = await trialOf(encoding);
      await using _ = trial;
      const { answers } = await trial.settled(parameters.read(['NAV_DLL_ACT', 'MPC_TKO_SPEED', 'NOT_THERE']), 15);
      assert.deepEqual(Object.fromEntries(answers), {
        NAV_DLL_ACT: { state: 'Known', value: -3, type: INT32 },
        MPC_TKO_SPEED: { state: 'Known', value: Math.fround(1.2), type: REAL32 },
        NOT_THERE: { state: 'Absent' },
      });
      assert.ok(!held.asked.includes('COM_DL_LOSS_T'));
    });

    it(`are written and read back as ${encoding}`, async () => {
      const { held, parameters, trial } = await trialOf(encoding);
      await using _ = trial;
      assert.deepEqual(await trial.settled(parameters.set('NAV_DLL_ACT', -7), 5), { outcome: 'Done', value: -7 });
      assert.equal(held.values.get('NAV_DLL_ACT')?.value, -7);
      const speed = await trial.settled(parameters.set('MPC_TKO_SPEED', 0.7), 5);
      assert.deepEqual(speed, { outcome: 'Done', value: Math.fround(0.7) });
      assert.equal(held.writes, 2);
    });
  }

  it('are not written where the value is there already, does not fit, or has no place', async () => {
    const { held, parameters, trial } = await trialOf('Numbers');
    await using _ = trial;
    const set = (name: string, value: number) => trial.settled(parameters.set(name, value), 15);
    assert.deepEqual(await set('COM_DL_LOSS_T', 10), { outcome: 'Done', value: 10 });
    assert.deepEqual(await set('COM_DL_LOSS_T', 2.5), { outcome: 'DoesNotFit', value: 10 });
    assert.deepEqual(await set('FENCE_ENABLE', 200), { outcome: 'DoesNotFit', value: 0 });
    assert.deepEqual(await set('MPC_TKO_SPEED', Number.NaN), { outcome: 'DoesNotFit', value: Math.fround(1.2) });
    assert.deepEqual(await set('NOT_THERE', 1), { outcome: 'Silent' });
    assert.equal(held.writes, 0);
  });

  it('tell what the autopilot holds when it clamps or keeps its value', async () => {
    const { held, parameters, trial } = await trialOf('Bytes');
    await using _ = trial;
    held.accept = (name, value) => (name === 'NAV_DLL_ACT' ? Math.min(value, 6) : undefined);
    assert.deepEqual(await trial.settled(parameters.set('NAV_DLL_ACT', 9), 8), { outcome: 'Refused', value: 6 });
    assert.deepEqual(await trial.settled(parameters.set('COM_DL_LOSS_T', 5), 8), { outcome: 'Refused', value: 10 });
  });

  it('are not read again while the hash of all of them is the same', async () => {
    const { held, parameters, trial } = await trialOf('Bytes');
    await using _ = trial;
    const first = await trial.settled(parameters.read(['NAV_DLL_ACT']), 5);
    held.asked.length = 0;
    const second = await trial.settled(parameters.read(['NAV_DLL_ACT', 'COM_DL_LOSS_T'], first.cache), 5);
    assert.deepEqual(held.asked, ['_HASH_CHECK', 'COM_DL_LOSS_T']);
    assert.equal(second.answers.size, 2);
    held.asked.length = 0;
    held.values.set('NAV_DLL_ACT', { value: 5, type: INT32 });
    const third = await trial.settled(parameters.read(['NAV_DLL_ACT'], second.cache), 5);
    assert.deepEqual(third.answers.get('NAV_DLL_ACT'), { state: 'Known', value: 5, type: INT32 });
  });

  it('travel as bytes for PX4 and whoever says so', () => {
    assert.equal(parameterEncoding({ autopilot: MAV_AUTOPILOT.PX4 }), 'Bytes');
    assert.equal(parameterEncoding({ autopilot: MAV_AUTOPILOT.ARDUPILOTMEGA }), 'Numbers');
    assert.equal(parameterEncoding({ autopilot: MAV_AUTOPILOT.GENERIC }, 16n), 'Bytes');
  });

  for (const { name, ...line } of LINES) {
    it(`are never told wrong, nor written wrong, on ${name}`, async () => {
      const { held, parameters, trial } = await trialOf('Bytes', line);
      await using _ = trial;
      const { answers } = await trial.settled(parameters.read(Object.keys(VALUES)), 30);
      for (const [each, answer] of answers) {
        if (answer.state === 'Known') assert.equal(answer.value, VALUES[each as keyof typeof VALUES].value);
      }
      assert.ok([...answers.values()].filter(({ state }) => state === 'Known').length >= 3);
      for (const value of [1, 2, 3]) {
        const { outcome } = await trial.settled(parameters.set('NAV_DLL_ACT', value), 30);
        assert.ok(outcome !== 'Refused' && outcome !== 'DoesNotFit', outcome);
        if (outcome === 'Done') assert.equal(held.values.get('NAV_DLL_ACT')?.value, value);
      }
    });
  }
});
