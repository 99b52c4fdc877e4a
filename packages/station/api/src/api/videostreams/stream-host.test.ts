import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { streamHost } from './stream-host.ts';

const hostOf = (host: string | undefined, localAddress = '192.168.2.1') =>
  streamHost({ headers: { host }, socket: { localAddress } } as unknown as IncomingMessage);

describe('the host of a stream’s address', () => {
  it('is the one by which the client came, without its port', () => {
    assert.equal(hostOf('kite.local:3128'), 'kite.local');
    assert.equal(hostOf('10.0.0.5'), '10.0.0.5');
    assert.equal(hostOf('[fe80::1]:3128'), '[fe80::1]');
  });

  it('is the end of the connection where that is missing or no host', () => {
    for (const host of [undefined, '', 'a b', 'x/../y', 'user@host:1', 'host:port', '[::1', `${'a'.repeat(300)}`]) {
      assert.equal(hostOf(host), '192.168.2.1', String(host));
    }
    assert.equal(hostOf(undefined, '::ffff:10.0.0.5'), '10.0.0.5');
    assert.equal(hostOf(undefined, '::1'), '[::1]');
  });
});
