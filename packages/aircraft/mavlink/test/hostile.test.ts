import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import {
  definitionNamed,
  encode,
  type FieldsToSend,
  type MessageField,
  type MessageName,
} from '@kitestring/mavlink-codec/codec.ts';
import { Line } from './support/line.ts';
import { ScriptedAutopilot } from './support/scripted-autopilot.ts';

const HEARTBEAT = { type: 2, autopilot: 3, base_mode: 1, custom_mode: 0, system_status: 4, mavlink_version: 3 };

/** Heartbeats of a further sender, once a second, counted from 100 on. */
function anotherSends(trial: Line, system: number, component: number): () => void {
  const step = trial.onStep;
  let [steps, sequence] = [0, 100];
  trial.onStep = (nowUs) => {
    step(nowUs);
    steps += 1;
    if (steps % 4 !== 0) return;
    sequence = (sequence + 1) % 256;
    trial.far.send(encode('HEARTBEAT', HEARTBEAT, { system, component, sequence }), 'Order');
  };
  return () => {
    trial.onStep = step;
  };
}

async function begun() {
  const trial = await Line.begin();
  const autopilot = await ScriptedAutopilot.begin(trial, 'ArduCopter');
  await trial.run(5);
  return { trial, autopilot, aircraft: trial.aircraft };
}

describe('on a hostile link', () => {
  it('a second vehicle stops all orders, until it has gone', async () => {
    const { aircraft, autopilot, trial } = await begun();
    await using _ = trial;
    const end = anotherSends(trial, 2, 1);
    await trial.run(2);
    aircraft.takeOff(3);
    await trial.run(3);
    assert.equal(autopilot.isArmed, false);
    end();
    await trial.run(12);
    aircraft.takeOff(3);
    assert.ok((await trial.until(() => autopilot.altitudeM > 2, 15)) !== undefined);
  });

  it('two sources of one id get no order: each would take it as its own', async () => {
    const { aircraft, autopilot, trial } = await begun();
    await using _ = trial;
    anotherSends(trial, 1, 1);
    await trial.run(5);
    aircraft.takeOff(3);
    await trial.run(3);
    assert.equal(autopilot.isArmed, false);
    assert.ok(
      trial.texts.some((text) => text.startsWith('two autopilots, or two sources of one id, are on the link (1/1')),
      `${trial.texts}`,
    );
  });

  it('a vehicle with the system id of the station gets no order, and is told which', async () => {
    const trial = await Line.begin();
    await using _ = trial;
    anotherSends(trial, 255, 1);
    await trial.run(3);
    trial.aircraft.takeOff(3);
    await trial.run(3);
    assert.deepEqual(trial.texts, ['the vehicle has the system id 255 of this station: give it another one']);
    assert.equal(trial.kite, undefined);
  });

  it('a flapping one delays orders, and loses none that the station repeats', async () => {
    const { aircraft, autopilot, trial } = await begun();
    await using _ = trial;
    aircraft.takeOff(3);
    assert.ok((await trial.until(() => autopilot.altitudeM > 2.8, 10)) !== undefined);
    for (let second = 0; second < 60; second += 1) {
      trial.line.isCut = second % 5 < 2;
      aircraft.setAltitude(8);
      await trial.run(1);
    }
    assert.ok(Math.abs(autopilot.altitudeM - 8) < 0.2, `${autopilot.altitudeM} m`);
    assert.equal(trial.kite?.isFlownElsewhere, false);
    for (let second = 0; second < 30; second += 1) {
      trial.line.isCut = second % 5 < 2;
      aircraft.land('normal');
      await trial.run(1);
    }
    assert.equal(autopilot.isArmed, false);
  });

  for (const seed of [1, 2]) {
    it(`telemetry beyond every range gives no value that is none (seed ${seed})`, async () => {
      const trial = await Line.begin();
      await using _ = trial;
      const random = new UniformStream(seed);
      let sequence = 0;
      const send = <N extends MessageName>(name: N, fields: FieldsToSend[N]) => {
        sequence = (sequence + 1) % 256;
        trial.far.send(encode(name, fields, { system: 1, component: 1, sequence }), 'Telemetry');
      };
      for (let round = 0; round < 100; round += 1) {
        send('HEARTBEAT', HEARTBEAT);
        for (const name of TOLD) send(name, extreme(name, random));
        await trial.run(0.1);
      }
      const { length } = trial.samples.filter(({ kite }) => kite !== undefined);
      assert.ok(length > 50, `${length} samples`);
      for (const sample of trial.samples) assertPlausible(sample);
    });
  }
});

const TOLD = [
  ...['GLOBAL_POSITION_INT', 'ATTITUDE', 'GPS_RAW_INT', 'SYS_STATUS', 'BATTERY_STATUS', 'HOME_POSITION'],
  ...['EXTENDED_SYS_STATE', 'GIMBAL_DEVICE_ATTITUDE_STATUS', 'WINCH_STATUS', 'WIND'],
] as readonly MessageName[];

/** Limits of each field, and NaN and infinity of the floats. */
function extreme<N extends MessageName>(name: N, random: UniformStream): FieldsToSend[N] {
  const one = ({ kind, size }: MessageField): number | bigint => {
    const pick = Math.floor(random.uniform() * 5);
    if (kind === FLOAT || kind === DOUBLE) return [Number.NaN, Infinity, -Infinity, 3e38, 0.5][pick] as number;
    const bits = BigInt(8 * size);
    const [least, most] = SIGNED.includes(kind)
      ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
      : [0n, (1n << bits) - 1n];
    const value = [least, most, 0n, most / 2n, least / 2n][pick] as bigint;
    return size === 8 ? value : Number(value);
  };
  const entries = definitionNamed(name).fields.map((field) => [
    field.name,
    field.length === 0 ? one(field) : Array.from({ length: field.length }, () => one(field)),
  ]);
  return Object.fromEntries(entries) as FieldsToSend[N];
}

/** Kinds of fields, as the codec numbers them. */
const [FLOAT, DOUBLE, SIGNED] = [7, 10, [2, 4, 6, 9] as readonly number[]];

/** Least and most of what clients are told. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  altitudeM: [-10_000, 10_000],
  driftM: [0, 10_000],
  headingDeg: [0, 360],
  airframeTiltDeg: [0, 180],
  latDeg: [-90, 90],
  lonDeg: [-180, 180],
  batteryPercent: [0, 100],
  lengthM: [0, 10_000],
  tiltDeg: [-90, 90],
  rollDeg: [-180, 180],
  windFromDeg: [0, 360],
};

function assertPlausible(value: unknown, name = 'sample'): void {
  if (typeof value === 'number') {
    const [least, most] = RANGES[name] ?? [-Infinity, Infinity];
    assert.ok(Number.isFinite(value) && value >= least && value <= most, `${name} is ${value}`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [inner, each] of Object.entries(value)) assertPlausible(each, inner);
}
