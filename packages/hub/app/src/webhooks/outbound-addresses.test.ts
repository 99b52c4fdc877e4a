import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutboundAddresses } from './outbound-addresses.ts';

describe('addresses to which the hub may send', () => {
  const addresses = new OutboundAddresses(['10.1.0.0/16', 'fd00:1::/32']);
  const verdicts: readonly (readonly [string, string])[] = [
    ...['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '172.32.0.1', '100.128.0.1'].map(
      (one) => [one, 'public'] as const,
    ),
    ...['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::7'].map((one) => [one, 'allowed'] as const),
    ...['127.0.0.1', '10.2.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'].map(
      (one) => [one, 'refused'] as const,
    ),
    ...[
      '::1',
      '::',
      'fe80::1',
      'fd00:2::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '64:ff9b::a00:1',
    ].map((one) => [one, 'refused'] as const),
    ...['2002:7f00:1::', '2001:0:a00:1::', '2001:db8::1', '224.0.0.1', '255.255.255.255', '198.18.0.1'].map(
      (one) => [one, 'refused'] as const,
    ),
  ];
  for (const [address, verdict] of verdicts) {
    it(`${address} is ${verdict}`, () => assert.equal(addresses.judge(address), verdict));
  }
});
