import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { NetworkSettings } from '@kitestring/settings/server-settings.ts';
import { watchOverlap } from './overlap-watch.ts';

function watched(mode: NetworkSettings['mode']) {
  const realTimeClock = new VirtualClock();
  const told: string[] = [];
  const address = { now: '192.168.2.17' };
  const cancel = watchOverlap({
    mode,
    realTimeClock,
    notifications: {
      raise: (name, parameters) => told.push(`${name} ${parameters?.interface} ${parameters?.address}`),
      clear: (name) => told.push(`no ${name}`),
    },
    interfaces: () => ({
      eth0: [{ family: 'IPv4', address: address.now, netmask: '255.255.255.0' } as NetworkInterfaceInfo],
    }),
  });
  return { realTimeClock, told, address, cancel };
}

describe('overlap watch', () => {
  for (const mode of ['NAT (DHCP)', 'NAT (Static)'] as const) {
    it(`in mode ${mode} tells of an overlap at once, and of its end within a minute`, () => {
      const { realTimeClock, told, address, cancel } = watched(mode);
      assert.deepEqual(told, ['NETWORK_OVERLAP eth0 192.168.2.17']);
      address.now = '192.168.7.17';
      realTimeClock.advance(60);
      assert.equal(told.at(-1), 'no NETWORK_OVERLAP');
      cancel();
      realTimeClock.advance(600);
      assert.equal(told.length, 2);
    });
  }

  it('in mode Bridged is silent: there is no address translation', () => {
    assert.deepEqual(watched('Bridged').told, []);
  });
});
