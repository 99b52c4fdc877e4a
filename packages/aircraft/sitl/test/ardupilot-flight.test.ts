import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ArduPilotPort } from '../src/ardupilot/ardupilot-port.ts';
import { ArduPilotPeer, type JsonState } from './support/ardupilot-peer.ts';
import { AttitudeController } from './support/attitude-controller.ts';
import { WatchedRun } from './support/tethered-run.ts';

const MASS_KG = 1.2;
const G = 9.80665;
const MAX_THRUST_N = 6 * 6.003;
const SQUARE_SHARE = 0.65;
const GUST_S = 30;
const CUT_S = 40;

const near = (actual: number, expected: number, within: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual}, expected ${expected} within ${within}`);

describe('a flight on our tether by the JSON interface of ArduPilot, over a socket', () => {
  const watched = new WatchedRun({
    timeline: [
      {
        atS: GUST_S,
        action: {
          kind: 'fault',
          name: 'gust',
          request: { type: 'wind_gust', parameters: { peak_mps: 8, rise_s: 1, hold_s: 2, fall_s: 1, from_deg: 270 } },
        },
      },
      { atS: CUT_S, action: { kind: 'fault', name: 'cut', request: { type: 'tether_cut', parameters: { at_m: 10 } } } },
    ],
  });
  const { run } = watched;
  let port: ArduPilotPort;
  let peer: ArduPilotPeer;
  before(async () => {
    port = await ArduPilotPort.listen({
      host: '127.0.0.1',
      port: 0,
      run,
      squareShare: SQUARE_SHARE,
      onEvent: () => {},
      nowMs: () => 0,
    });
    const controller = new AttitudeController(MASS_KG, MAX_THRUST_N);
    peer = await ArduPilotPeer.open(port.port, { controller, squareShare: SQUARE_SHARE, rateHz: 200 });
  });
  after(async () => {
    await peer[Symbol.asyncDispose]();
    await port[Symbol.asyncDispose]();
  });

  it('stands with its nose to the north until its motors turn', async () => {
    const { imu, position, quaternion, timestamp } = await peer.fly(1);
    near(timestamp, 1, 1e-9, 'time');
    near(imu.accel_body[2], -G, 0.01, 'accelerometer');
    near(Math.hypot(...position), 0, 1e-3, 'place');
    near(quaternion[0], 1, 1e-6, 'attitude');
    assert.deepEqual(watched.names, []);
  });

  it('climbs to 20 m and hovers there, the winch following by its tension', async () => {
    peer.controller.target = { northM: 0, eastM: 0, heightM: 20, headingRad: 0 };
    let tightestN = 0;
    await peer.fly(26, () => {
      tightestN = Math.max(tightestN, run.airframe.winching.tether.kiteTensionN);
    });
    const reading = run.reading;
    near(reading.heightM, 20, 0.2, 'height');
    near(Math.hypot(reading.eastM, reading.northM), 0, 0.3, 'drift');
    near(reading.paidOutM, 20, 0.3, 'tether');
    near(reading.tensionN, 6, 1, 'tension');
    assert.ok(tightestN < 20, `up to ${tightestN} N in the climb`);
    assert.deepEqual(watched.names, ['LiftedOff']);
  });

  it('needs the thrust that carries weight and tether, and its power by momentum theory', () => {
    const { batteryA, batteryPercent, kiteV, currentA, powerW, supplyV, tensionN, thrustN } = run.reading;
    near(thrustN, MASS_KG * G + tensionN, 0.3, 'thrust');
    const { airDensity, radiusM, efficiency } = {
      airDensity: run.airframe.air.densityKgPerM3,
      ...run.airframe.parameters.rotor,
    };
    const perRotorN = thrustN / 4;
    const inducedMps = Math.sqrt(perRotorN / (2 * airDensity * Math.PI * radiusM ** 2));
    near(powerW / ((thrustN * inducedMps) / efficiency + 25 + 5), 1, 0.03, 'power');
    near(kiteV * currentA, powerW, 0.02 * powerW, 'power through the tether');
    near(supplyV, 112, 0, 'supply');
    assert.ok(batteryA <= 0 && batteryPercent > 99);
  });

  it('leans into a gust, and comes back', async () => {
    let leant = 0;
    let away = 0;
    await peer.fly(CUT_S - GUST_S + 3 - 1, () => {
      leant = Math.max(leant, run.reading.tiltDeg);
      away = Math.max(away, run.reading.eastM);
    });
    assert.deepEqual(watched.names.slice(1), ['FaultBegan', 'FaultEnded']);
    assert.ok(leant > 8 && leant < 40, `leant ${leant} degrees`);
    assert.ok(away > 0.2 && away < 5, `blown ${away} m away`);
    near(run.reading.eastM, 0, 0.5, 'place');
  });

  it('flies on its battery after the tether is cut, and carries what is left of it', async () => {
    const before = run.reading.thrustN;
    await peer.fly(8);
    const { batteryA, batteryPercent, currentA, heightM, isCut, isPowered, tensionN, thrustN } = run.reading;
    assert.deepEqual(watched.names.slice(3), ['FaultBegan', 'TetherParted', 'BatteryFeeds']);
    near(heightM, 20, 0.5, 'height');
    assert.ok(isCut && isPowered && currentA === 0);
    // Ten metres of 6.5 grams hang below it.
    near(tensionN, 10 * 0.0065 * G, 0.1, 'tension');
    assert.ok(thrustN < before - 4, `${before} N, then ${thrustN} N`);
    assert.ok(batteryA > 8 && batteryPercent < 99, `${batteryA} A, ${batteryPercent} %`);
    near((peer.state as JsonState).battery.current, batteryA, 1e-9, 'current on the wire');
  });
});
