import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { RefusedLogins } from './refused-logins.ts';

describe('an IPv6 host over RTSP, whatever address of its /64 it uses,', () => {
  it('has the refusals of one address', () => {
    const clock = new VirtualClock();
    const refused = new RefusedLogins(clock, 3);
    for (const end of [1, 2, 3]) refused.add(`2001:db8::${end}`);
    assert.deepEqual([refused.waitS('2001:db8::9'), refused.waitS('2001:db8:0:1::1')], [60, 0]);
    clock.advance(60);
    assert.equal(refused.waitS('2001:db8::9'), 0);
  });
});
