import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LiveFixture } from './support/live-fixture.ts';

const TITLE = 'title: A test\ndescription: Of the runner.\n';

/** Hovers for hours unless it is stopped: for longer than a slow machine takes for a test. */
const LONG = `${TITLE}
initial: { airborne_at_m: 5, wind: { speed_mps: 7 }, weather: { visibility_m: 250, solar_hour: 23 }, sea: { sea_state: 2 }, camera_model: Camera 2nd Generation IR Plus }
timeline:
  - name: gps goes
    at: 1 s
    fault: gps_loss
  - wait: 12 h
expect:
  - never: truth.crashed
`;

const isRunning = ({ status, percent }: { status: string; percent: number }) => status === 'running' && percent >= 50;

describe('A scenario on a running station', () => {
  it('is flown, watched, judged, and leaves the world as it was', async () => {
    await using live = await LiveFixture.start();
    const { client } = live;
    const world = async () => [await client.sim.getWind(), (await client.camera.getCameraInfo()).model];
    const before = await world();
    await client.sim.setClock({ paused: true });
    const begun = await client.sim.runScenario({ name: 'gust' });
    assert.deepEqual(
      [begun.status, begun.name, begun.title, begun.started_by, begun.percent, begun.steps],
      ['preparing', 'gust', 'One strong gust', 'first', 0, 2],
    );
    assert.equal(begun.expectations.length, 7);
    const during = await live.advanceUntil(isRunning);
    assert.deepEqual(during.step, { number: 2, line: 13, label: 'wait' });
    await client.sim.setClock({ paused: false });
    const over = await live.over();
    assert.equal(over.status, 'passed', JSON.stringify(over));
    assert.deepEqual([over.percent, over.elapsed_s, over.step], [100, 75, undefined]);
    assert.deepEqual(new Set(over.expectations.map(({ status }) => status)), new Set(['met']));
    assert.deepEqual(await world(), before);
    assert.equal((await client.handoff.getHandoffState()).controlling_client, null);
    assert.equal((await client.flight.getFlightState()).flight_state, 'Flying', 'the Kite stays where it is');
    const { sessions } = await client.admin.listSessions();
    assert.deepEqual(
      sessions.map(({ name }) => name),
      ['test'],
    );
  });

  it('says of what does not come true what happened in its place', async () => {
    await using live = await LiveFixture.start();
    const text = `${TITLE}timeline:\n  - wait: 2 s\nexpect:\n  - always: altitude > 5 m\n    why: somebody said so\n  - never: truth.crashed\n`;
    const { status, expectations } = await live.fly({ text });
    assert.equal(status, 'failed');
    const [wrong, right] = expectations;
    assert.deepEqual(
      [wrong?.line, wrong?.text, wrong?.why, wrong?.status, wrong?.happened, wrong?.at_s],
      [6, 'always altitude > 5 m', 'somebody said so', 'failed', 'altitude 0 m', 0.1],
    );
    assert.equal(wrong?.telemetry?.length, 2);
    assert.equal(right?.status, 'met');
  });

  it('is broken off at a step that is not possible, and judges nothing after it', async () => {
    await using live = await LiveFixture.start();
    const text = `${TITLE}timeline:\n  - at: 1 s\n    do: land\n  - wait: 1 h\nexpect:\n  - at_end: flight_state is Landing\n`;
    const { status, broken_off, expectations, percent } = await live.fly({ text });
    assert.equal(status, 'failed');
    assert.equal(broken_off?.line, 4);
    assert.match(broken_off.happened, /^409 WRONG_FLIGHT_STATE/);
    assert.equal(expectations[0]?.status, 'not_judged');
    assert.equal(percent, 0);
  });

  it('has steps at the same time at the same time, however fast time passes', async () => {
    await using live = await LiveFixture.start({ KITESTRING_SIM_SPEED: '1000' });
    const steps = Array.from({ length: 10 }, () => '  - at: 2 s\n    wind: { speed_mps: 5 }\n').join('');
    const { status, broken_off } = await live.fly({
      text: `${TITLE}timeline:\n${steps}expect:\n  - never: truth.crashed\n`,
    });
    assert.deepEqual([status, broken_off], ['passed', undefined]);
  });

  it('meets the faults between station and clients that it sets, and removes them', async () => {
    await using live = await LiveFixture.start();
    const run = await live.fly({ name: 'network-fails' });
    assert.equal(run.status, 'passed', JSON.stringify(run));
    const text = `${TITLE}timeline:\n  - wire_fault: latency\nexpect:\n  - never: 5xx\n`;
    assert.equal((await live.fly({ text })).status, 'passed');
    const { faults } = await live.client.sim.listWireFaults();
    assert.equal(faults.length, 5);
    assert.deepEqual(
      faults.filter(({ status }) => status === 'active'),
      [],
    );
  });

  it('goes on over a restart of the Ground Station', async () => {
    await using live = await LiveFixture.start();
    const { status, expectations } = await live.fly({ name: 'reboot' });
    assert.equal(status, 'passed', JSON.stringify(expectations));
  });

  it('that says itself who is in control gets it all to itself', async () => {
    await using live = await LiveFixture.start();
    const { status, expectations } = await live.fly({ name: 'two-operators' });
    assert.equal(status, 'passed', JSON.stringify(expectations));
  });

  it('sets the soft maximum back that it has lowered', async () => {
    await using live = await LiveFixture.start();
    const text = `${TITLE}timeline:\n  - at: 1 s\n    do: { soft_max_m: 20 }\nexpect:\n  - never: 5xx\n`;
    assert.equal((await live.fly({ text })).status, 'passed');
    assert.equal((await live.client.flight.getFlightInfo()).altitude_soft_max, 45);
  });

  it('stands still while the clock is paused, and goes on with each jump', async () => {
    await using live = await LiveFixture.start();
    const { sim } = live.client;
    await sim.setClock({ paused: true });
    const text = `${TITLE}timeline:\n  - wait: 60 s\nexpect:\n  - never: truth.crashed\n`;
    await sim.runScenario({ text });
    await sim.advanceClock({ seconds: 10 });
    const { status, elapsed_s } = await live.until((run) => run.status === 'running');
    assert.equal(status, 'running');
    await sim.advanceClock({ seconds: 20 });
    assert.ok((await live.state()).elapsed_s > elapsed_s);
    await sim.advanceClock({ seconds: 60 });
    assert.equal((await live.over()).status, 'passed');
    assert.equal((await sim.getClock()).paused, true);
  });
});

describe('A run of a scenario ends', () => {
  it('when it is stopped: the world is set back, control is free, the Kite stays', async () => {
    await using live = await LiveFixture.start();
    const { client } = live;
    const wind = await client.sim.getWind();
    const base = await client.sim.getBase();
    const weather = await client.sim.getWeather();
    await client.sim.runScenario({ text: LONG });
    await live.until(isRunning);
    const { controlling_client: pilot } = await client.handoff.getHandoffState();
    assert.equal((await client.sim.getBase()).sea_state, 2);
    assert.equal((await client.sim.getWeather()).visibility_m, 250);
    assert.equal(pilot?.operator_name, 'Scenario A test');
    assert.equal((await client.camera.getCameraInfo()).model, 'Camera 2nd Generation IR Plus');
    assert.match(
      await live.outcome(client.sim.runScenario({ name: 'gust' })),
      /^409 SCENARIO_RUNNING: .*"A test" is running/,
    );
    const stopped = await client.sim.stopScenario();
    assert.deepEqual([stopped.status, stopped.reason], ['stopped', 'it was stopped by first']);
    assert.equal(stopped.expectations[0]?.status, 'not_judged');
    assert.deepEqual(await client.sim.getWind(), wind);
    assert.deepEqual(await client.sim.getBase(), base);
    const { solar_hour, visibility_m } = await client.sim.getWeather();
    assert.equal(visibility_m, weather.visibility_m);
    assert.ok(Math.abs(solar_hour - weather.solar_hour) < 0.2, `${solar_hour}, was ${weather.solar_hour}`);
    assert.equal((await client.sim.listFaults()).faults.at(-1)?.status, 'cleared');
    assert.equal((await client.handoff.getHandoffState()).controlling_client, null);
    assert.equal((await client.flight.getFlightState()).flight_state, 'Flying');
    assert.match(await live.outcome(client.sim.stopScenario()), /^409 SCENARIO_NOT_RUNNING/);
  });

  it('at once while the clock is paused', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.setClock({ paused: true });
    await live.client.sim.runScenario({ text: LONG });
    assert.equal((await live.client.sim.stopScenario()).status, 'stopped');
  });

  it('when somebody else takes control', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.runScenario({ text: LONG });
    await live.until(isRunning);
    // So that no lease of control ends meanwhile.
    await live.client.sim.setClock({ paused: true });
    await live.client.handoff.overrideControl({ operator_name: 'M. Rossi' });
    await live.client.sim.advanceClock({ seconds: 1 });
    const { status, reason } = await live.over();
    assert.deepEqual([status, reason], ['stopped', 'M. Rossi (first) has taken control']);
    const { controlling_client } = await live.client.handoff.getHandoffState();
    assert.equal(controlling_client?.operator_name, 'M. Rossi');
  });

  it('when the session of one of its clients is ended', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.runScenario({ text: LONG });
    await live.until(isRunning);
    const { sessions } = await live.client.admin.listSessions();
    const pilot = sessions.find(({ name }) => name === 'scenario: operator');
    await live.client.admin.revokeSession({ id: pilot?.id ?? '' });
    const { status, reason } = await live.over();
    assert.deepEqual([status, reason], ['stopped', 'the session of one of its clients was ended']);
  });

  it('with the station, which does not wait for its timeline', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.runScenario({ text: LONG });
    await live.until(isRunning);
    await live.running.stop();
    assert.equal(live.running.world.aircraft.simulation.wind.base.speedMps, 4, 'the wind was set back');
  });

  it('with an error when the simulation stops', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.runScenario({ text: LONG });
    await live.until(isRunning);
    live.running.world.aircraft.simulation.step = () => {
      throw new Error('a bug');
    };
    const { status, reason } = await live.over();
    assert.equal(status, 'error');
    assert.match(reason ?? '', /a bug/);
  });
});

describe('A scenario is refused', () => {
  it('when there is none of the name, with the nearest one', async () => {
    await using live = await LiveFixture.start();
    const run = (request: object) => live.outcome(live.client.sim.runScenario(request));
    assert.equal(
      await run({ name: 'gusst' }),
      '404 SCENARIO_NOT_FOUND: there is no scenario gusst; did you mean gust?',
    );
    for (const name of ['', '../gust', '__proto__', 'gust.yaml', 'x'.repeat(100)]) {
      assert.match(await run({ name }), /^404 SCENARIO_NOT_FOUND/);
    }
    assert.match(await run({ name: 'x'.repeat(101) }), /^400 INVALID_REQUEST/);
    assert.match(await run({ name: 'gust', text: LONG }), /^400 INVALID_REQUEST: .*not both/);
    assert.match(await run({}), /^400 INVALID_REQUEST/);
    assert.match(await run({ text: 'x'.repeat(48_001) }), /^400 INVALID_REQUEST/);
  });

  const texts: readonly (readonly [string, RegExp])[] = [
    ['', /text is no scenario: line 1/],
    ['a: [', /not valid YAML/],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, /not valid YAML|line 1/],
    [`a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`, /unknown key/],
    [LONG.replace('wait: 12 h', 'wait: 10 parsecs'), /line 9, column 11: .*parsecs/],
    [LONG.replace('truth.crashed', 'truth.cursed'), /line 11.*did you mean truth.crashed/],
    ['\u0000', /line 1/],
    [
      LONG.replace('wait: 12 h', `{ repeat: 900, steps: [${Array(10).fill('{ wait: 1 s }')}] }`),
      /too long for a station that flies: \d+ kB with the repeated steps, allowed: 64 kB/,
    ],
  ];
  for (const [text, message] of texts) {
    it(`when its text is ${JSON.stringify(text.slice(0, 30))}, with the place of each mistake`, async () => {
      await using live = await LiveFixture.start();
      const outcome = await live.outcome(live.client.sim.runScenario({ text }));
      assert.match(outcome, /^400 INVALID_REQUEST/);
      assert.match(outcome, message);
      assert.ok(outcome.length < 1000, outcome);
    });
  }

  it('when the station has other settings, or would be reset, which the list says before', async () => {
    await using live = await LiveFixture.start();
    const { scenarios } = await live.client.sim.listScenarios();
    const unfit = scenarios.filter((one) => one.unfit !== undefined).map(({ name }) => name);
    assert.deepEqual(unfit.sort(), ['lids-without-a-box', 'one-moment-three-endings', 'remote-id', 'tether-twist']);
    assert.equal(
      await live.outcome(live.client.sim.runScenario({ name: 'one-moment-three-endings' })),
      '409 SCENARIO_NOT_POSSIBLE: it resets the station, which others use too: run it with kitestring scenario run',
    );
    assert.equal(
      await live.outcome(live.client.sim.runScenario({ name: 'lids-without-a-box' })),
      '409 SCENARIO_NOT_POSSIBLE: it needs system.installation Tray Mount, the station has Rooftop Box',
    );
  });

  it('and not on the station that has them', async () => {
    await using live = await LiveFixture.start({ KITESTRING_SYSTEM_INSTALLATION: 'Tray Mount' });
    assert.equal((await live.fly({ name: 'lids-without-a-box' })).status, 'passed');
  });

  it('while the Kite flies, a fault is there, or the soft maximum is lowered', async () => {
    await using live = await LiveFixture.start();
    const { flight, sim } = live.client;
    await sim.setClock({ paused: true });
    const run = () => live.outcome(sim.runScenario({ name: 'gust' }));
    const { id } = await sim.injectFault({ type: 'gps_loss' });
    assert.match(await run(), /^409 SCENARIO_NOT_POSSIBLE: faults are active or scheduled, clear them first: gps_loss/);
    await sim.clearFault({ id });
    await flight.setAltitudeSoftMax({ altitude: 20 });
    assert.match(await run(), /^409 SCENARIO_NOT_POSSIBLE: altitude_soft_max is 20 m/);
    await flight.setAltitudeSoftMax({ altitude: 45 });
    await sim.advanceClock({ seconds: 10 });
    await flight.takeOff();
    assert.match(await run(), /^409 SCENARIO_NOT_POSSIBLE: the scenario begins in StandBy, the Kite is in TakingOff/);
  });

  it('while somebody else is in control, and the caller’s own control is given up', async () => {
    await using live = await LiveFixture.start();
    await live.client.sim.setClock({ paused: true });
    const rossi = live.clientWith(['read', 'control'], 'desk 2');
    await rossi.handoff.requestControl({ operator_name: 'M. Rossi' });
    assert.match(
      await live.outcome(live.client.sim.runScenario({ name: 'gust' })),
      /^403 CONTROL_TAKEN: M\. Rossi \(first\) is in control/,
    );
    await rossi.handoff.releaseControl();
    await live.client.handoff.requestControl({ operator_name: 'Chief' });
    assert.equal(await live.outcome(live.client.sim.runScenario({ name: 'gust' })), 'ok');
    assert.equal((await live.client.handoff.getHandoffState()).controlling_client, null);
    await rossi.close();
  });

  it('when it would do more than the caller’s token allows', async () => {
    await using live = await LiveFixture.start();
    const reader = live.clientWith(['read', 'experimental']);
    assert.equal(
      await live.outcome(reader.sim.runScenario({ name: 'gust' })),
      '403 INSUFFICIENT_SCOPE: the scenario’s client operator needs the scope control, the token has read, experimental',
    );
    const pilot = live.clientWith(['read', 'control', 'experimental']);
    assert.match(
      await live.outcome(pilot.sim.runScenario({ name: 'two-operators' })),
      /chief needs the scope can_override/,
    );
    assert.equal(await live.outcome(pilot.sim.runScenario({ name: 'kite-detection' })), 'ok');
    assert.equal((await live.over()).status, 'passed', 'with experimental in place of internal');
    await Promise.all([reader.close(), pilot.close()]);
  });
});
