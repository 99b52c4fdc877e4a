import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import WebSocket from 'ws';
import { blockOf, missingProxy, NAME, PROXIES, ReverseProxy } from './support/reverse-proxy.ts';

/** Requests to the name of the station, at the port of its proxy. */
class Visitor {
  readonly #options;

  constructor(port: number, name: string) {
    this.#options = { host: '127.0.0.1', port, servername: name, rejectUnauthorized: false, headers: { host: name } };
  }

  async ask(path: string, { body, ...headers }: { body?: object; authorization?: string } = {}) {
    const asked = request({
      ...this.#options,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#options.headers, 'content-type': 'application/json', ...headers },
    });
    asked.end(body && JSON.stringify(body));
    const [response] = await once(asked, 'response');
    return { status: response.statusCode as number, text: await text(response) };
  }

  subscribe(path: string, authorization: string): WebSocket {
    const { headers, host, port, ...tls } = this.#options;
    return new WebSocket(`wss://${host}:${port}${path}`, { ...tls, headers: { ...headers, authorization } });
  }
}

describe('the configuration of the page for a reverse proxy', () => {
  for (const kind of PROXIES)
    it(`brings page, sign-in and live topics through ${kind.program}`, {
      skip: missingProxy(kind.program),
    }, async () => {
      using folder = new TestFolder();
      const settings = folder.file('kitestring.yaml', blockOf('yaml', 'network.trusted_proxies'));
      await using station = await StationProcess.start({ flags: ['--config', settings] });
      await using proxy = await ReverseProxy.start(kind, folder, station.url);
      const visitor = new Visitor(proxy.port, NAME);
      assert.deepEqual(await visitor.ask('/docs/manual/').then(({ status }) => status), 200);
      const signIn = await visitor.ask('/api/v1/auth/token/request', { body: { client_secret: TEST_API_KEY } });
      assert.equal(signIn.status, 200, signIn.text);
      const authorization = `Bearer ${JSON.parse(signIn.text).access_token}`;
      const topic = visitor.subscribe('/api/v1/flight/state/subscribe', authorization);
      const [message] = await once(topic, 'message');
      assert.equal(JSON.parse(String(message)).flight_state, 'StandBy');
      topic.terminate();
      assert.notEqual(
        (await new Visitor(proxy.port, 'other.example').ask('/').catch(() => ({ status: 0 }))).status,
        200,
      );
    });
});
