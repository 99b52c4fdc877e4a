import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressGroup } from './client-address.ts';

describe('addressGroup', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    ['10.0.0.7', '10.0.0.7'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ];
  for (const [address, group] of cases) {
    it(`puts ${address} into ${group}`, () => assert.equal(addressGroup(address), group));
  }
});
