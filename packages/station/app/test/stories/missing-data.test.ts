import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownStation } from '../support/flown-station.ts';

describe('data of the Kite that are missing', () => {
  it('for 4 s: Unknown, then flying on where it is', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'kite_data_missing', duration: 4 });
    flown.advance(30);
    assert.deepEqual(flown.story.states, ['Flying', 'Unknown', 'Flying'], flown.story.lines.join('\n'));
    assert.deepEqual(flown.activeCodes, []);
    assert.ok(Math.abs(((await flown.flight()).altitude ?? 0) - 20) < 0.7);
  });

  it('for 8 s: the Kite lands by itself meanwhile, and the station sees it through', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'kite_data_missing', duration: 8 });
    flown.advance(10);
    assert.deepEqual(flown.activeCodes, [30040]);
    flown.advance(60);
    assert.deepEqual(
      flown.story.states,
      ['Flying', 'Unknown', 'SafetyLanding', 'StandBy'],
      flown.story.lines.join('\n'),
    );
    assert.deepEqual(flown.activeCodes, []);
    assert.equal(await flown.command('flight/control/take_off'), '202');
  });

  it('until it has landed: StandBy, a reset, and the next flight', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'kite_data_missing', duration: 90 });
    flown.advance(95);
    assert.deepEqual(flown.story.states, ['Flying', 'Unknown', 'StandBy'], flown.story.lines.join('\n'));
    assert.match(await flown.command('flight/control/take_off'), /409 RESETTING_AFTER_SAFETY_LANDING/);
    flown.advance(20);
    assert.equal(await flown.command('flight/control/take_off'), '202');
    flown.advance(25);
    assert.equal((await flown.flight()).flight_state, 'Flying');
  });

  it('now and then, by a bad link: the flight goes on, and nothing flickers', async () => {
    await using flown = await FlownStation.at(20);
    flown.fault({ type: 'link_degraded', duration: 60 });
    flown.advance(90);
    // Told once, for as long as it lasts.
    assert.deepEqual(flown.story.lines, ['2.13 +20021{delay: 0.1, lost: 21}', '61.78 -20021']);
  });
});
