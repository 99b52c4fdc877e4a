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

const LEASE_S = 20;
const GRANTED = 201;
const QUEUED = 202;
const NO_ANSWER = 0;

describe('ControlLeases', () => {
  it('asks again before the lease ends, again and again', () => {
    const leases = new ControlLeases(LEASE_S);
    leases.accepted(command('handoff.control.request'), GRANTED, 1);
    assert.equal(leases.nextS, 8);
    assert.deepEqual(leases.takeDue(7.9), []);
    assert.equal(leases.takeDue(8).length, 1);
    assert.equal(leases.nextS, 15);
  });

  it('never overrides again: who took control by force keeps it by asking', () => {
    const leases = new ControlLeases(LEASE_S);
    leases.accepted(command('handoff.control.override'), GRANTED, 0);
    assert.deepEqual(
      leases.takeDue(7).map(({ operation }) => operation),
      ['handoff.control.request'],
    );
  });

  it('ends with the release, and never begins where it is not wanted', () => {
    const leases = new ControlLeases(LEASE_S);
    leases.accepted(command('handoff.control.request', 'rossi', false), GRANTED, 0);
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
    leases.accepted(command('handoff.control.request', 'weber'), GRANTED, 0);
    leases.accepted(command('handoff.control.release', 'weber'), 204, 1);
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
  });

  it('goes on where a renewal has no answer: it may be lost on the way', () => {
    const leases = new ControlLeases(LEASE_S);
    const request = command('handoff.control.request');
    leases.accepted(request, GRANTED, 0);
    assert.equal(leases.takeDue(7).length, 1);
    assert.equal(leases.accepted(request, NO_ANSWER, 7), undefined);
    assert.equal(leases.takeDue(14).length, 1);
    assert.deepEqual(leases.takeDue(LEASE_S), [], 'the lease counts from the last answer');
  });

  it('never takes back what was not renewed in time, as after a restart', () => {
    const leases = new ControlLeases(LEASE_S);
    leases.accepted(command('handoff.control.request'), GRANTED, 0);
    assert.deepEqual(leases.takeDue(LEASE_S), []);
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
  });

  it('keeps a place in the queue by asking, but not one that control was lost for', () => {
    const leases = new ControlLeases(LEASE_S);
    const request = command('handoff.control.request');
    assert.equal(leases.accepted(request, QUEUED, 0), undefined);
    assert.equal(leases.takeDue(30).length, 1);
    assert.equal(leases.accepted(request, GRANTED, 30), undefined);
    assert.equal(leases.accepted(request, QUEUED, 37)?.operation, 'handoff.control.release');
    assert.equal(leases.nextS, Number.POSITIVE_INFINITY);
  });
});
