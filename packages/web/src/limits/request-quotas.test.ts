import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AddressQuotas } from './address-quotas.ts';
import { RequestQuotas } from './request-quotas.ts';

const LIMITS = { readsPerS: 100, readsBurst: 200, commandsPerS: 20, commandsBurst: 40, pluginFactor: 10 };

describe('RequestQuotas', () => {
  it('gives each session a share of its own, for reads and for commands', () => {
    const quotas = RequestQuotas.ofSessions(LIMITS);
    while (quotas.of('a', 'commands', 0).take(0));
    assert.equal(quotas.of('a', 'commands', 0).header, '"commands";r=0;t=2');
    assert.equal(quotas.of('a', 'reads', 0).header, '"reads";r=200;t=0');
    assert.equal(quotas.of('b', 'commands', 0).header, '"commands";r=40;t=0');
  });

  it('forgets the share of a session that has ended', () => {
    const quotas = RequestQuotas.ofSessions(LIMITS);
    quotas.of('a', 'reads', 0);
    quotas.forget('a');
    assert.equal(quotas.size, 0);
  });

  it('gives all sessions of a plugin together ten times what one has, and forgets a plugin that is gone', () => {
    const quotas = RequestQuotas.ofPlugins(LIMITS);
    assert.equal(quotas.of('p', 'commands', 0).header, '"plugin-commands";r=400;t=0');
    assert.equal(quotas.of('p', 'reads', 0).header, '"plugin-reads";r=2000;t=0');
    quotas.keepOnly((id) => id === 'q');
    assert.equal(quotas.size, 0);
  });

  it('tells what holds and what is left as structured fields', () => {
    const reads = RequestQuotas.ofSessions(LIMITS).of('a', 'reads', 0);
    assert.equal(reads.policy.header, '"reads";q=200;w=2');
    for (let count = 0; count < 101; count += 1) reads.take(0);
    assert.equal(reads.header, '"reads";r=99;t=2');
  });
});

describe('AddressQuotas', () => {
  it('counts an IPv6 host once, whatever address of its /64 it uses', () => {
    const quotas = new AddressQuotas('token-requests', { perS: 1, burst: 30 });
    quotas.of('2001:db8::1', 0).take(0);
    quotas.of('2001:db8::2', 0).take(0);
    assert.equal(quotas.of('2001:db8::3', 0).header, '"token-requests";r=28;t=2');
    assert.equal(quotas.of('10.0.0.1', 0).header, '"token-requests";r=30;t=0');
  });
});
