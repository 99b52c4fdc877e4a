import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { OutboundAddresses } from './outbound-addresses.ts';
import { outboundPost } from './outbound-post.ts';

/** Told by Node when a client has the head of an answer. */
const ANSWERED = 'http.client.response.finish';

describe('a post of a webhook', () => {
  let answer: RequestListener = () => {};
  let asked = 0;
  let server: Server;
  let url = '';
  before(async () => {
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (to: string, allowed = ['127.0.0.1'], deadlineMs = 60_000) =>
    outboundPost({
      url: to,
      headers: {},
      body: '{}',
      addresses: new OutboundAddresses(allowed),
      signal: new AbortController().signal,
      deadlineMs,
    });
  const outcome = async (to = url, allowed?: string[]) => {
    const { delivered, outcome: text } = await post(to, allowed);
    return `${delivered} ${text}`;
  };

  it('is delivered by 2xx only, follows no redirect, and knows a receiver that is gone', async () => {
    answer = (_, response) => response.writeHead(204).end();
    assert.equal(await outcome(), 'true 204');
    answer = (_, response) => response.writeHead(500).end('no');
    assert.equal(await outcome(), 'false 500');
    answer = (_, response) => response.writeHead(307, { Location: url }).end();
    asked = 0;
    assert.equal(await outcome(), 'false 307: redirects are not followed');
    assert.equal(asked, 1);
    answer = (_, response) => response.writeHead(410).end();
    assert.equal((await post(url)).isGone, true);
  });

  it('ends at its deadline, and reads 64 KiB of an answer at most', async (t) => {
    answer = () => {};
    assert.equal((await post(url, undefined, 300)).outcome, 'no answer within 0.3 s');
    // The status has come, the rest never does. Node's types do not know what is mocked here.
    answer = (_, response) => response.writeHead(200).write('x');
    t.mock.timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] });
    const headed = new Promise<unknown>((resolve) => {
      subscribe(ANSWERED, resolve);
      t.after(() => unsubscribe(ANSWERED, resolve));
    });
    const posted = post(url, undefined, 2000);
    await headed;
    t.mock.timers.tick(2000);
    assert.equal((await posted).delivered, true);
    t.mock.timers.reset();
    let sent = 0;
    answer = (request, response) => {
      response.writeHead(200);
      const more = () => {
        sent += 65_536;
        if (!request.socket.destroyed && sent < 2 ** 30) response.write(Buffer.alloc(65_536), more);
      };
      more();
    };
    assert.equal(await outcome(), 'true 200');
    assert.ok(sent < 2 ** 24, `${sent} bytes`);
  });

  it('has failed where the answer is another protocol, or none before the connection is closed', async () => {
    answer = (_, response) => response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end();
    assert.equal(await outcome(), 'false no answer before the connection was closed');
    answer = (request) => request.socket.destroy();
    assert.equal(await outcome(), 'false socket hang up');
  });

  it('goes to public addresses by https only, and to no other that is not allowed', async () => {
    asked = 0;
    const refused = 'is not a public address, and webhooks.allow_networks does not allow it';
    assert.equal(await outcome(url, []), `false 127.0.0.1 ${refused}`);
    assert.equal(await outcome(url.replace('127.0.0.1', '[::ffff:127.0.0.1]'), []), `false ::ffff:7f00:1 ${refused}`);
    assert.equal(await outcome(url.replace('127.0.0.1', '2130706433'), []), `false 127.0.0.1 ${refused}`);
    assert.match(await outcome(url.replace('127.0.0.1', 'localhost'), []), /^false (127\.0\.0\.1|::1) is not a public/);
    assert.equal(await outcome('http://169.254.169.254/latest/meta-data'), `false 169.254.169.254 ${refused}`);
    assert.equal(await outcome('http://8.8.8.8/'), 'false http:// to a public address; use https://');
    for (const wrong of ['ftp://8.8.8.8/', 'https://user:word@8.8.8.8/', 'nonsense']) {
      assert.equal(await outcome(wrong), 'false the address is none of a webhook');
    }
    assert.equal(asked, 0);
  });
});
