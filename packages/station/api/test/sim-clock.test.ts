import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { SimulationClockState } from '@kitestring/station-contract/sim/controls.ts';
import type { TestClient } from './support/test-client.ts';

describe('The clock of a simulated station', () => {
  let station: TestStation;
  let client: TestClient;
  before(async () => {
    station = await startTestStation({ start: { drive: true } });
    client = await station.client();
    await clock({ paused: true });
  });
  after(() => station[Symbol.asyncDispose]());

  const nowUs = () => station.station.clock.nowUs();
  async function clock(change: object): Promise<SimulationClockState> {
    const { status, body } = await client.post('/sim/v1/clock', change);
    assert.equal(status, 200, JSON.stringify(body));
    return body as SimulationClockState;
  }
  const advance = (seconds: number) => client.post('/sim/v1/clock/advance', { seconds });
  const state = async () => (await client.get('/sim/v1/clock')).body as SimulationClockState;

  it('stands still while it is paused', async () => {
    const before = nowUs();
    const paused = await state();
    assert.equal(paused.paused, true);
    for (let turn = 0; turn < 20; turn += 1) await client.get('flight/state');
    assert.equal(nowUs(), before);
    assert.equal((await state()).time, paused.time);
  });

  it('is ten minutes on when the answer to an advance of ten minutes comes, and so is the state', async () => {
    const before = nowUs();
    const { status, body } = await advance(600);
    assert.equal(status, 200);
    assert.equal(nowUs() - before, 600e6);
    const { time } = body as SimulationClockState;
    assert.equal(time, (await state()).time);
    const { to_time } = (await client.get('notifications/state')).body as { to_time: string };
    assert.equal(to_time, time);
  });

  it('goes in whole steps, upwards', async () => {
    const before = nowUs();
    await advance(0.001);
    assert.equal(nowUs() - before, 2500);
  });

  it('adds up what is asked for at the same time, and answers each when its part is over', async () => {
    const before = nowUs();
    const answered: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (seconds) => {
        await advance(seconds);
        answered.push(seconds);
      }),
    );
    assert.equal(nowUs() - before, 6e6);
    assert.equal(answered.length, 3);
  });

  it('goes on when whoever asked has left', async () => {
    const before = nowUs();
    const leaving = request(`${station.url}/sim/v1/clock/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    });
    leaving.on('error', () => {});
    leaving.end('{"seconds":120}');
    while ((await state()).advancing === 0 && nowUs() === before) await new Promise(setImmediate);
    leaving.destroy();
    assert.equal((await advance(1)).status, 200);
    assert.equal(nowUs() - before, 121e6);
    assert.equal((await state()).advancing, 0);
  });

  it('lets the API answer while it advances', async () => {
    const jump = advance(600);
    while ((await state()).advancing === 0) await new Promise(setImmediate);
    const leftS: number[] = [];
    for (let left = (await state()).advancing; left > 0; left = (await state()).advancing) {
      assert.equal((await client.get('flight/state')).status, 200);
      leftS.push(left);
    }
    await jump;
    // An answer comes after a few slices of 5 ms, in which a machine of any speed passes no great part of ten minutes.
    assert.ok(leftS.length > 10, `${leftS.length} answers`);
  });

  it('lets time pass at another speed', async () => {
    assert.equal((await clock({ speed: 100, paused: false })).speed, 100);
    const fromUs = nowUs();
    const startMs = performance.now();
    while (nowUs() - fromUs < 10e6) {
      assert.ok(performance.now() - startMs < 180_000, 'time does not pass');
      await new Promise(setImmediate);
    }
    const stopped = await clock({ speed: 1, paused: true });
    assert.deepEqual([stopped.speed, stopped.paused], [1, true]);
  });

  it('gives tokens the life in real time that the speed leaves them', async () => {
    await clock({ speed: 10 });
    const { body } = await station
      .stranger()
      .post('auth/token/request', { client_secret: 'kite_key-of-the-server-tests-only' });
    assert.equal((body as { expires_in: number }).expires_in, 8640);
    await clock({ speed: 1 });
  });

  for (const [path, body, message] of [
    ['clock/advance', { seconds: 0 }, 'seconds must be > 0, got 0'],
    ['clock/advance', { seconds: -5 }, 'seconds must be > 0, got -5'],
    ['clock/advance', { seconds: 86_401 }, 'seconds must be <= 86400, got 86401'],
    ['clock/advance', { seconds: '60' }, 'seconds must be a number, got "60"'],
    ['clock/advance', {}, 'seconds is missing'],
    ['clock', { speed: 0 }, 'speed must be >= 0.01, got 0'],
    ['clock', { speed: 1001 }, 'speed must be <= 1000, got 1001'],
    ['clock', { paused: 'yes' }, 'paused must be a boolean, got "yes"'],
    ['clock', {}, 'the body must name at least one property'],
    ['clock', { pause: true }, 'pause is not a known property'],
  ] as const) {
    it(`refuses ${JSON.stringify(body)} at ${path}`, async () => {
      const before = await state();
      const answer = await client.post(`/sim/v1/${path}`, body);
      assert.equal(answer.status, 400);
      assert.equal((answer.body as { message: string }).message, message);
      assert.deepEqual(await state(), before);
    });
  }
});

describe('A simulation that has stopped by a fault of its own', () => {
  it('refuses everything with the diagnosis, which its clock shows, too', async () => {
    await using station = await startTestStation({ start: { drive: true } });
    const client = await station.client();
    await client.post('/sim/v1/clock', { paused: true });
    station.running.world.aircraft.simulation.step = () => {
      throw new Error('broken on purpose');
    };
    const first = await client.post('/sim/v1/clock/advance', { seconds: 60 });
    const changes: readonly (readonly [string, string, unknown])[] = [
      ['GET', 'truth', undefined],
      ['GET', 'tether', undefined],
      ['POST', 'clock/advance', { seconds: 1 }],
      ['POST', 'clock', { speed: 2 }],
      ['POST', 'faults', { type: 'gps_loss' }],
      ['DELETE', 'faults', undefined],
      ['DELETE', 'faults/1', undefined],
      ['POST', 'wind', { speed_mps: 1 }],
      ['POST', 'payload', { online: false }],
      ['POST', 'buttons', { safety_land: true }],
      ['POST', 'reboot', {}],
    ];
    const answers = [first];
    for (const [method, path, body] of changes) {
      const value =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      answers.push(await client.send(`/sim/v1/${path}`, { method, ...value }));
    }
    for (const { status, body } of answers) {
      const { code, message } = body as { code: string; message: string };
      assert.deepEqual([status, code], [503, 'SIMULATION_STOPPED']);
      assert.match(message, /^the simulation has stopped: .*broken on purpose/);
    }
    const { status, body } = await client.get('/sim/v1/clock');
    assert.equal(status, 200);
    assert.match((body as SimulationClockState).fault ?? '', /broken on purpose/);
    assert.equal((await client.get('/sim/v1/faults')).status, 200);
  });
});
