import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REFUSAL_SHOWN_MS, ShownRefusal } from './shown-refusal.ts';

describe('a refusal', () => {
  it('is gone after 8 s, counted from the last one', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const refusal = new ShownRefusal();
    refusal.say('the Kite is not flying', 'StandBy');
    mock.timers.tick(REFUSAL_SHOWN_MS - 1);
    refusal.say('the lids are moving', 'StandBy');
    mock.timers.tick(REFUSAL_SHOWN_MS - 1);
    assert.equal(refusal.snapshot(), 'the lids are moving');
    mock.timers.tick(1);
    assert.equal(refusal.snapshot(), undefined);
  });

  it('is gone when the station’s state is another, and not before', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const refusal = new ShownRefusal();
    refusal.look('Flying');
    refusal.say('not possible in StandBy', 'StandBy');
    refusal.look('StandBy');
    assert.equal(refusal.snapshot(), 'not possible in StandBy');
    refusal.look('TakingOff');
    assert.equal(refusal.snapshot(), undefined);
  });

  it('of a command that did not arrive stays until the next try, whatever the state is', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const refusal = new ShownRefusal();
    refusal.sayUnsent('Station unreachable. Command not sent.');
    refusal.look('Landing');
    mock.timers.tick(2 * REFUSAL_SHOWN_MS);
    assert.equal(refusal.snapshot(), 'Station unreachable. Command not sent.');
    refusal.say('not possible in StandBy', 'StandBy');
    refusal.look('Flying');
    assert.equal(refusal.snapshot(), undefined);
  });

  it('of what was typed stays until the next try', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const refusal = new ShownRefusal();
    refusal.say('not possible in StandBy', 'StandBy');
    refusal.say('12 to 128 characters', undefined);
    refusal.look(undefined);
    mock.timers.tick(2 * REFUSAL_SHOWN_MS);
    assert.equal(refusal.snapshot(), '12 to 128 characters');
    refusal.forget();
    assert.equal(refusal.snapshot(), undefined);
  });
});
