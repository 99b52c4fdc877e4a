import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandAction } from '../scenario.ts';
import { ControlLeases } from './control-leases.ts';

const command = (operation: string, client = 'rossi', renews = true): CommandAction => ({
  kind: 'command',
  client,
  operation,
  body: { operator_name: client },
  parameters: {},
  renews,
  expected: {},
});

describe('ControlLeases', () => {
  it('asks again before the lease ends, again and again', () => {
    const leases = new ControlLeases();
    leases.accepted(command('handoff.control.request'), 1);
    assert.equal(leases.nextS, 5);
    assert.deepEqual(leases.takeDue(4.9), []);
    assert.equal(leases.takeDue(5).length, 1);
    assert.equal(leases.nextS, 9);
  });

  it('never overrides again: who took control by force keeps it by asking', () => {
    const leases = new ControlLeases();
    leases.accepted(command('handoff.control.override'), 0);
    assert.deepEqual(
      leases.takeDue(4).map(({ operation }) => operation),
      ['handoff.control.request'],
    );
  });

  it('ends with the release, and never begins where it is not wanted', () => {
    const leases = new ControlLeases();
    leases.accepted(command('handoff.control.request', 'rossi', false), 0);
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
    leases.accepted(command('handoff.control.request', 'weber'), 0);
    leases.accepted(command('handoff.control.release', 'weber'), 1);
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
  });
});
