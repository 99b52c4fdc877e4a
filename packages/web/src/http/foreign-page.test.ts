import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { TrustedProxies } from '../limits/trusted-proxies.ts';
import { Cors } from './cors.ts';
import { isForeignPage } from './foreign-page.ts';

const proxies = new TrustedProxies(['10.0.0.1']);
const cors = new Cors(['https://vms.example']);
const isForeign = (headers: Record<string, string>, remoteAddress = '192.0.2.9') => {
  const request = { headers: { host: 'kite.local:3128', ...headers }, socket: { remoteAddress } };
  return isForeignPage(request as unknown as IncomingMessage, cors, proxies);
};

describe('a foreign page', () => {
  it('is what the browser says is of another site or origin', () => {
    assert.ok(isForeign({ 'sec-fetch-site': 'cross-site' }));
    assert.ok(isForeign({ 'sec-fetch-site': 'same-site', origin: 'http://kite.local:8080' }));
    assert.ok(isForeign({ origin: 'http://kite.local:8080' }), 'another port is another origin');
    assert.ok(isForeign({ origin: 'null' }));
  });

  it('is not the page that the station serves, over HTTP, HTTPS or a proxy that is trusted', () => {
    assert.ok(!isForeign({ 'sec-fetch-site': 'same-origin', origin: 'http://kite.local:3128' }));
    assert.ok(!isForeign({ origin: 'https://KITE.local:3128' }));
    const ofProxy = { origin: 'https://ops.example', 'x-forwarded-host': 'ops.example' };
    assert.ok(!isForeign(ofProxy, '10.0.0.1'));
    assert.ok(isForeign(ofProxy), 'anybody can write X-Forwarded-Host');
  });

  it('is neither a program, nor what a person typed, nor a page whose origin is set', () => {
    assert.ok(!isForeign({}));
    assert.ok(!isForeign({ 'sec-fetch-site': 'none' }));
    assert.ok(!isForeign({ 'sec-fetch-site': 'cross-site', origin: 'https://vms.example' }));
  });
});
