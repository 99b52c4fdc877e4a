import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { ipNetwork } from './ip-network.ts';
import { TrustedProxies } from './trusted-proxies.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('TrustedProxies', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '::1', '2001:db8:1::/48']);
  const cases: readonly (readonly [string, string, string | undefined, string])[] = [
    ['nobody’s word but a proxy’s', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
    ['the address that a proxy names', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a proxy on an IPv6 socket', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'the last one that is no proxy, for the client may write the first ones',
      '10.1.2.3',
      '127.0.0.1, 198.51.100.1, 10.9.9.9',
      '198.51.100.1',
    ],
    ['an address with a port', '::1', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 address in brackets with a port', '2001:db8:1::5', '[2001:db8:2::7]:4711', '2001:db8:2::7'],
    ['the proxy itself when it names nobody', '10.1.2.3', undefined, '10.1.2.3'],
    ['the proxy itself when it names what is no address', '10.1.2.3', 'unknown', '10.1.2.3'],
  ];
  for (const [what, from, forwarded, expected] of cases) {
    it(`take ${what}`, () => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      assert.equal(proxies.address(request(from, headers)), expected);
    });
  }

  it('believe a host from a proxy only', () => {
    const headers = { host: '127.0.0.1:3128', 'x-forwarded-host': 'kite.example.org' };
    assert.equal(proxies.host(request('10.1.2.3', headers)), 'kite.example.org');
    assert.equal(proxies.host(request('192.0.2.9', headers)), '127.0.0.1:3128');
  });

  it('name the origin that a client asks, which is HTTPS where only the proxy speaks it', () => {
    const origin = (from: string, forwarded: Record<string, string>) =>
      proxies.origin(request(from, { host: 'kite.example.org', ...forwarded }));
    assert.equal(origin('10.1.2.3', { 'x-forwarded-proto': 'https' }), 'https://kite.example.org');
    assert.equal(origin('10.1.2.3', { 'x-forwarded-proto': 'http, HTTPS' }), 'https://kite.example.org');
    assert.equal(origin('10.1.2.3', { 'x-forwarded-proto': 'javascript' }), 'http://kite.example.org');
    assert.equal(origin('10.1.2.3', {}), 'http://kite.example.org');
    assert.equal(origin('192.0.2.9', { 'x-forwarded-proto': 'https' }), 'http://kite.example.org');
    const encrypted = { ...request('192.0.2.9', { host: 'kite.example.org' }), socket: { encrypted: true } };
    assert.equal(proxies.origin(encrypted as never), 'https://kite.example.org');
  });

  it('are addresses or networks', () => {
    assert.equal(ipNetwork('10.0.0.0/8')?.bits, 8);
    assert.equal(ipNetwork('::1')?.family, 'ipv6');
    for (const wrong of ['10.0.0.0/33', 'proxy.example.org', '10.0.0/8', ''])
      assert.equal(ipNetwork(wrong), undefined, wrong);
  });
});
