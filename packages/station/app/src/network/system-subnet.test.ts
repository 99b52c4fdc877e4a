import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, it } from 'node:test';
import { subnetOverlap } from './system-subnet.ts';

const at = (address: string, netmask: string) => ({ family: 'IPv4', address, netmask }) as NetworkInterfaceInfo;

const CASES: [address: string, netmask: string, overlaps: boolean][] = [
  ['192.168.2.17', '255.255.255.0', true],
  ['192.168.2.129', '255.255.255.128', true],
  ['192.168.0.5', '255.255.0.0', true],
  ['192.168.3.5', '255.255.254.0', true],
  ['192.168.1.5', '255.255.255.0', false],
  ['192.168.4.5', '255.255.254.0', false],
  ['10.0.2.15', '255.0.0.0', false],
  ['127.0.0.1', '255.0.0.0', false],
];

describe('the system’s own subnet', () => {
  for (const [address, netmask, overlaps] of CASES) {
    it(`${address} with mask ${netmask} ${overlaps ? 'overlaps it' : 'does not overlap it'}`, () => {
      const found = subnetOverlap({ lo: [at('127.0.0.1', '255.0.0.0')], eth0: [at(address, netmask)] });
      assert.deepEqual(found, overlaps ? { interface: 'eth0', address } : undefined);
    });
  }

  it('is not about IPv6', () => {
    const info = { family: 'IPv6', address: 'fe80::1', netmask: 'ffff:ffff:ffff:ffff::' } as NetworkInterfaceInfo;
    assert.equal(subnetOverlap({ eth0: [info] }), undefined);
  });
});
