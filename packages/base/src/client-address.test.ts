import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressBytes, addressGroup } from './client-address.ts';

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

describe('addressBytes', () => {
  const cases = [
    ['10.0.0.255', '0a0000ff'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:DB8:1:2::9', '20010db8000100020000000000000009'],
    ['fe80::a1b2%eth0', 'fe80000000000000000000000000a1b2'],
    ['::ffff:10.0.0.7', '00000000000000000000ffff0a000007'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ] as const;
  for (const [address, bytes] of cases) {
    it(`of ${address}`, () => assert.equal(Buffer.from(addressBytes(address)).toString('hex'), bytes));
  }
});
