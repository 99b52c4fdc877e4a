import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import { StreamTickets } from './stream-tickets.ts';

describe('tickets for streams', () => {
  it('let their session in, until they are too old', () => {
    const clock = new VirtualClock();
    const tickets = new StreamTickets(clock, 100);
    const ticket = tickets.of('alice');
    assert.match(ticket, /^[A-Za-z0-9_-]{27}$/);
    clock.advance(99);
    assert.equal(tickets.sessionOf(ticket), 'alice');
    clock.advance(1);
    assert.equal(tickets.sessionOf(ticket), undefined);
    assert.equal(tickets.sessionOf(''), undefined);
  });

  it('are the same for half of their time, and then another one while the first still holds', () => {
    const clock = new VirtualClock();
    const tickets = new StreamTickets(clock, 100);
    const first = tickets.of('alice');
    clock.advance(49);
    assert.equal(tickets.of('alice'), first);
    clock.advance(2);
    const second = tickets.of('alice');
    assert.notEqual(second, first);
    assert.deepEqual([tickets.sessionOf(first), tickets.sessionOf(second)], ['alice', 'alice']);
    assert.notEqual(tickets.of('bob'), second);
  });

  it('end with their session', () => {
    const tickets = new StreamTickets(new VirtualClock(), 100);
    const [alice, bob] = [tickets.of('alice'), tickets.of('bob')];
    tickets.endSession('alice');
    assert.deepEqual([tickets.sessionOf(alice), tickets.sessionOf(bob)], [undefined, 'bob']);
    assert.deepEqual(
      [...tickets.current()].map(({ sessionId }) => sessionId),
      ['bob'],
    );
  });
});
