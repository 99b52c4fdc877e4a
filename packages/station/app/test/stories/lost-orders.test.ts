import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownStation } from '../support/flown-station.ts';

/** Everything is lost from now on, and for less time than it takes until the Kite's data are missed. */
const losePackets = (flown: FlownStation) =>
  flown.fault({ type: 'link_degraded', duration: 1.5, parameters: { latency_ms: 0, loss_percent: 100 } });

/** From the order to take off until the Kite is told: its lids are opened and it is checked. */
const ORDER_TO_CLIMB_S = 11;

it('an abort before the slow link has told of the start is a landing, and closes no lids over the Kite', async () => {
  await using flown = await FlownStation.at(0);
  flown.fault({ type: 'link_degraded', parameters: { latency_ms: 1000, loss_percent: 0 } });
  assert.equal(await flown.command('flight/control/take_off'), '202');
  flown.advance(ORDER_TO_CLIMB_S + 1.5);
  assert.equal(await flown.command('flight/control/abort'), '202');
  flown.advance(60);
  assert.deepEqual(flown.story.states, ['StandBy', 'TakingOff', 'Landing', 'StandBy'], flown.story.lines.join('\n'));
  assert.deepEqual(flown.activeCodes, [20021]);
});

describe('an order that the link has lost', () => {
  it('is given again: a landing', async () => {
    await using flown = await FlownStation.at(10);
    losePackets(flown);
    assert.equal(await flown.command('flight/control/land'), '202');
    flown.advance(60);
    assert.deepEqual(flown.story.states, ['Flying', 'Landing', 'StandBy'], flown.story.lines.join('\n'));
  });

  it('is given again: a climb', async () => {
    await using flown = await FlownStation.at(10);
    losePackets(flown);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 15 }), '202');
    flown.advance(20);
    const { altitude = 0 } = await flown.flight();
    assert.ok(Math.abs(altitude - 15) < 0.5, `at ${altitude} m`);
  });

  it('is given again: an abort, right after the order to climb', async () => {
    await using flown = await FlownStation.at(10);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 30 }), '202');
    losePackets(flown);
    assert.equal(await flown.command('flight/control/abort'), '202');
    flown.advance(30);
    const { altitude = 0, altitude_target = 0 } = await flown.flight();
    assert.ok(altitude < 13, `at ${altitude} m`);
    assert.ok(Math.abs(altitude - altitude_target) < 0.5, `at ${altitude} m, shown as wanted ${altitude_target} m`);
  });

  it('is given again: a take-off', async () => {
    await using flown = await FlownStation.at(0);
    assert.equal(await flown.command('flight/control/take_off'), '202');
    // So that the lids are open, and the checks end while everything is lost.
    flown.advance(ORDER_TO_CLIMB_S - 0.5);
    losePackets(flown);
    flown.advance(20);
    assert.equal((await flown.flight()).flight_state, 'Flying', flown.story.lines.join('\n'));
    assert.deepEqual(flown.activeCodes, []);
  });

  it('is given again: where the camera is to look', async () => {
    await using flown = await FlownStation.at(10);
    losePackets(flown);
    const aim = { pan_ned: 90, tilt_ned: 30 };
    assert.equal(await flown.command('camera/control/rotate_to_angle', aim), '202');
    flown.advance(20);
    const { body } = await flown.client.get('camera/state');
    const { pan_ned, tilt_ned } = body as { pan_ned: number; tilt_ned: number };
    assert.ok(Math.abs(pan_ned - 90) < 1 && Math.abs(tilt_ned - 30) < 1, `pan ${pan_ned}, tilt ${tilt_ned}`);
  });

  it('is given again, however many are lost: a whole flight while every second packet is', async () => {
    await using flown = await FlownStation.at(0);
    flown.fault({ type: 'link_degraded', parameters: { latency_ms: 100, loss_percent: 50 } });
    assert.equal(await flown.command('flight/control/take_off'), '202');
    flown.advance(30);
    assert.equal(await flown.command('flight/control/altitude', { altitude: 12 }), '202');
    flown.advance(30);
    assert.equal(await flown.command('flight/control/land'), '202');
    flown.advance(40);
    const states = ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy'];
    assert.deepEqual(flown.story.states, states, flown.story.lines.join('\n'));
  });
});
