import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TrustedProxies } from '../limits/trusted-proxies.ts';
import { KnownHosts } from './known-hosts.ts';

const request = (host: string | undefined, remoteAddress = '192.0.2.9') =>
  ({ headers: host === undefined ? {} : { host }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('known hosts', () => {
  const { cert } = selfSignedPair('kite.example.org');
  const hosts = new KnownHosts({
    names: ['Ops.example.net'],
    certificate: () => cert,
    proxies: new TrustedProxies(['10.0.0.1']),
  });

  it('are addresses, names without a domain, and those of the local network', () => {
    for (const host of ['127.0.0.1:3128', '10.0.0.5', '[::1]:3128', '[2001:db8::1]', 'localhost:1', 'kitestring']) {
      assert.ok(hosts.has(request(host)), host);
    }
    assert.ok(hosts.has(request('kitestring.local:3128')));
  });

  it('are the names of the certificate and those of the setting, in capitals or not', () => {
    for (const host of ['kite.example.org', 'KITE.example.org:443', 'ops.example.net', 'ops.example.net.:3128']) {
      assert.ok(hosts.has(request(host)), host);
    }
  });

  it('are no others, however often they ask', () => {
    for (const host of ['evil.example', 'kite.example.org.evil.example', '127.0.0.1.evil.example', 'evil.example']) {
      assert.ok(!hosts.has(request(host)), host);
    }
  });

  it('are what a trusted proxy says, for its own requests only', () => {
    assert.ok(hosts.has(request('public.example', '10.0.0.1')));
    assert.ok(!hosts.has(request('public.example')));
  });

  it('are all where the setting says so; a request without any is judged elsewhere', () => {
    const any = new KnownHosts({ names: ['*'], certificate: () => cert, proxies: new TrustedProxies([]) });
    assert.ok(any.has(request('evil.example')));
    assert.ok(hosts.has(request(undefined)));
  });
});
