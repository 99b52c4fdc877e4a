import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { MavlinkLink } from '@kitestring/mavlink-link';
import { LossyLink } from '@kitestring/mavlink-link/testing.ts';
import { AircraftInspector } from '../src/settings/aircraft-inspector.ts';
import { type Kind, ScriptedAutopilot } from './support/scripted-autopilot.ts';

const IDS = { system: 255, component: 190 };

const STEP_S = 0.05;

/** The inspector at one end of a line, and an autopilot at the other, in virtual time. */
async function begun(kind: Kind, prepare: (autopilot: ScriptedAutopilot) => void = () => {}) {
  const clock = new VirtualClock();
  const { ends } = new LossyLink({ clock, seed: 1 });
  const inspector = await AircraftInspector.over((options) => MavlinkLink.over(ends[0].open, options), {
    clock,
    ids: IDS,
    ceilingM: 45,
  });
  const far = { clock, far: ends[1], onStep: (_nowUs: number): void => {} };
  const autopilot = await ScriptedAutopilot.begin(far, kind);
  const beats: number[] = [];
  autopilot.link.onMessage(({ name }) => {
    if (name === 'HEARTBEAT') beats.push(clock.nowUs());
  });
  prepare(autopilot);
  const step = async () => {
    clock.advance(STEP_S);
    far.onStep(clock.nowUs());
    await breath();
  };
  const run = async (seconds: number) => {
    for (let left = seconds; left > 1e-9; left -= STEP_S) await step();
  };
  /** Lets time pass until it has resolved. */
  const passing = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    for (let steps = 0; !isDone && steps < 4000; steps += 1) await step();
    return done;
  };
  const silence = () => {
    far.onStep = () => {};
  };
  return { autopilot, inspector, beats, passing, run, silence };
}

const heldBy = ({ settings }: ScriptedAutopilot, name: string) => settings.values.get(name);

describe('the inspector of an aircraft', () => {
  for (const [kind, name] of [
    ['ArduCopter', 'FS_GCS_ENABLE'],
    ['PX4', 'NAV_DLL_ACT'],
  ] as const) {
    it(`reads the settings of ${kind} without a heartbeat, and writes only the unsafe ones`, async () => {
      const { autopilot, beats, inspector, passing } = await begun(kind, ({ settings }) =>
        settings.values.set(name, 1),
      );
      await using _ = inspector;
      const found = await passing(inspector.inspect());
      assert.ok(found.found === 'Aircraft');
      assert.equal(found.name, `${kind}-1`);
      assert.deepEqual(
        found.settings.filter(({ state }) => state !== 'Safe').map(({ rule, value }) => [rule.name, value]),
        [[name, 1]],
      );
      const written = await passing(inspector.write(found.settings));
      const wanted = kind === 'PX4' ? 3 : 5;
      assert.deepEqual(written, [{ name, wanted, outcome: 'Written', value: wanted }]);
      assert.equal(heldBy(autopilot, name), wanted);
      assert.deepEqual([...new Set(autopilot.settings.writes.map(([each]) => each))], [name]);
      assert.deepEqual(beats, [], 'its end would be taken for the loss of the station');
    });
  }

  it('writes nothing while the aircraft is armed, or is not heard any more', async () => {
    const unsafe = ({ settings }: ScriptedAutopilot) => settings.values.set('FS_GCS_ENABLE', 0);
    const { autopilot, inspector, passing, run, silence } = await begun('ArduCopter', unsafe);
    await using _ = inspector;
    const found = await passing(inspector.inspect());
    assert.ok(found.found === 'Aircraft');
    autopilot.isArmed = true;
    await run(2);
    assert.equal(inspector.isArmed, true);
    assert.deepEqual(await passing(inspector.write(found.settings)), []);
    autopilot.isArmed = false;
    await run(2);
    silence();
    await run(5);
    assert.equal(inspector.isArmed, undefined);
    assert.deepEqual(await passing(inspector.write(found.settings)), []);
    assert.deepEqual(autopilot.settings.writes, []);
  });

  it('says which value the autopilot holds where it holds another one', async () => {
    const { inspector, passing } = await begun('ArduCopter', ({ settings }) => {
      settings.values.set('FENCE_ACTION', 0);
      settings.readOnly.add('FENCE_ACTION');
    });
    await using _ = inspector;
    const found = await passing(inspector.inspect());
    assert.ok(found.found === 'Aircraft');
    const written = await passing(inspector.write(found.settings));
    assert.deepEqual(written, [{ name: 'FENCE_ACTION', wanted: 2, outcome: 'Other', value: 0 }]);
    const again = await passing(inspector.readAgain());
    assert.deepEqual(
      again.filter(({ state }) => state !== 'Safe').map(({ rule }) => rule.name),
      ['FENCE_ACTION'],
    );
  });

  it('ends in time where nothing is heard', async () => {
    const { inspector, passing, silence } = await begun('PX4');
    await using _ = inspector;
    silence();
    assert.deepEqual(await passing(inspector.inspect()), { found: 'Nothing', reason: undefined });
  });
});
