import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownStation } from '../support/flown-station.ts';

const wind = (speed_mps: number, turbulence = 'moderate') =>
  ({ type: 'wind_change', parameters: { speed_mps, turbulence, ramp_s: 10 } }) as const;

describe('wind at 40 m', () => {
  it('a gust that passes: warned of, and normal again after a minute', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault({ type: 'wind_gust', parameters: { peak_mps: 8, hold_s: 8 } });
    flown.advance(200);
    assert.ok(flown.story.begun.includes(30001), flown.story.lines.join('\n'));
    assert.ok(!flown.story.states.includes('SafetyLanding'), flown.story.lines.join('\n'));
    assert.equal((await flown.flight()).flight_state, 'Flying');
    assert.deepEqual(flown.activeCodes, []);
  });

  it('that is too much at 40 m: down to where it can be borne; a higher altitude is refused; calm lifts the ceiling', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault({ type: 'wind_gust', parameters: { peak_mps: 10, rise_s: 4, hold_s: 8, fall_s: 6 } });
    flown.advance(40);
    assert.deepEqual(flown.story.states, ['Flying', 'SafetyDescending', 'Flying'], flown.story.lines.join('\n'));
    const { altitude_target = 0 } = await flown.flight();
    assert.ok(altitude_target <= 35 && altitude_target >= 10, `${altitude_target} m`);
    assert.match(
      await flown.command('flight/control/altitude', { altitude: 44 }),
      /^400 ALTITUDE_ABOVE_WIND_MAX: altitude must not be higher than \d+ m while the wind is over its limit, got 44 m/,
    );
    flown.advance(120);
    assert.ok(!flown.activeCodes.includes(30001), flown.story.lines.join('\n'));
    assert.equal((await flown.flight()).altitude_target, altitude_target, 'the Kite does not climb by itself');
    assert.equal(await flown.command('flight/control/altitude', { altitude: 44 }), '202');
  });

  it('that comes to stay: warned, sent down once or more, and landed by the station', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault(wind(14));
    flown.advance(150);
    const { story } = flown;
    assert.deepEqual(story.states.slice(0, 2), ['Flying', 'SafetyDescending'], story.lines.join('\n'));
    assert.deepEqual(story.states.slice(-2), ['Landing', 'StandBy'], story.lines.join('\n'));
    assert.ok(!story.states.includes('SafetyLanding'), story.lines.join('\n'));
    assert.ok(story.secondsTo('level: warning only') < story.secondsTo('level: descent to a safe altitude'));
    assert.ok(story.secondsTo('level: descent to a safe altitude') + 15 <= story.secondsTo('level: landing'));
    assert.ok(story.begun.includes(30042), story.lines.join('\n'));
    assert.match(await flown.command('flight/control/take_off'), /409 WIND_TOO_STRONG/);
    flown.aircraft.faults.clearAll();
    flown.advance(60);
    assert.deepEqual(flown.activeCodes, [], story.lines.join('\n'));
    assert.equal(await flown.command('flight/control/take_off'), '202');
  });

  it('that nothing can bear: a safety landing', async () => {
    await using flown = await FlownStation.at(40);
    flown.fault(wind(22));
    flown.advance(90);
    assert.ok(flown.story.states.includes('SafetyLanding'), flown.story.lines.join('\n'));
    assert.ok(flown.story.secondsTo('SafetyLanding') < 40);
    assert.ok(flown.aircraft.truth().is_on_ground);
  });

  it('of 7 m/s with light turbulence is weather to work in: half an hour without a reaction', async () => {
    await using flown = await FlownStation.at(30, { simulation: { windSpeedMps: 7, turbulence: 'light' } });
    flown.advance(1800);
    assert.deepEqual(flown.story.states, ['Flying'], flown.story.lines.join('\n'));
  });
});
