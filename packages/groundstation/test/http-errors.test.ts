import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exchange, exchangeBytes, openSocket, readAnswer } from '@kitestring/server/test/support/raw-exchange.ts';
import { ALTITUDE, HTTP_ERROR_CASES } from './support/http-error-cases.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

for (const secure of [false, true]) {
  describe(`Errors over ${secure ? 'HTTPS' : 'HTTP'}`, () => {
    let station: TestStation;
    let token: string | undefined;
    before(async () => {
      station = await startTestStation();
      token = (await station.client()).token;
      station.advance(2);
    });
    after(() => station[Symbol.asyncDispose]());

    for (const { name, request, status, code, headers = {}, message = /./, anonymous = false } of HTTP_ERROR_CASES) {
      it(`${name}: ${status} ${code}`, async () => {
        const authorization = anonymous ? {} : { authorization: `Bearer ${token}` };
        const answer = await exchange(station.port, secure, {
          ...request,
          headers: { ...authorization, ...request.headers },
        });
        assert.equal(answer.status, status, answer.body);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers['kitestring-aircraft'], 'simulated');
        assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
        for (const banned of ['server', 'x-powered-by']) assert.equal(answer.headers[banned], undefined);
        for (const [header, pattern] of Object.entries(headers)) assert.match(answer.headers[header] ?? '', pattern);
        if (status < 400) return;
        const error = JSON.parse(answer.body) as { code: string; message: string };
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.doesNotMatch(answer.body, /node_modules|\.ts:|FST_/);
      });
    }

    it('misses a scope: 403 with the scope that is needed', async () => {
      const reader = await station.client('read');
      const headers = { authorization: `Bearer ${reader.token}` };
      const answer = await exchange(station.port, secure, {
        method: 'POST',
        path: ALTITUDE,
        headers,
        body: 'nonsense',
      });
      assert.equal(answer.status, 403);
      assert.equal(JSON.parse(answer.body).code, 'INSUFFICIENT_SCOPE');
      assert.match(answer.headers['www-authenticate'] ?? '', /error="insufficient_scope".*scope="control"/);
    });

    it('answers HEAD where GET works, with the same headers and no body', async () => {
      const headers = { authorization: `Bearer ${token}` };
      const path = '/api/v1/system/info';
      const get = await exchange(station.port, secure, { path, headers });
      const head = await exchange(station.port, secure, { method: 'HEAD', path, headers });
      assert.equal(head.status, 200);
      assert.equal(head.headers['content-length'], get.headers['content-length']);
      assert.equal(head.body, '');
    });

    it('answers headers over 16 KiB with 431', async () => {
      const answer = await exchange(station.port, secure, { headers: { 'x-long': 'x'.repeat(17_000) } });
      assert.equal(answer.status, 431);
      assert.equal(JSON.parse(answer.body).code, 'HEADERS_TOO_LARGE');
      assert.equal(answer.headers.connection, 'close');
    });

    for (const [name, text] of [
      ['no HTTP at all', 'hello\r\n\r\n'],
      ['a wrong version', 'GET / HTTP/9.9\r\n\r\n'],
      ['a header with a space in its name', 'GET / HTTP/1.1\r\nho st: x\r\n\r\n'],
      ['two different lengths', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
      [
        'a length and chunks, as smugglers send',
        'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n'],
      ['two lines of Host', 'GET /api/health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
      ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'],
    ] as const) {
      it(`answers ${name} with 400 in JSON`, async () => {
        const answer = await exchangeBytes(station.port, secure, Buffer.from(text));
        assert.equal(answer.status, 400);
        assert.equal(JSON.parse(answer.body).code, 'MALFORMED_HTTP');
      });
    }

    it('reads a body in chunks, and refuses one that has no end at 64 KiB', async () => {
      const socket = openSocket(station.port, secure);
      const headers = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked`;
      socket.write(`POST ${ALTITUDE} HTTP/1.1\r\n${headers}\r\n\r\n`);
      for (let count = 0; count < 17; count += 1) socket.write(`1000\r\n${' '.repeat(0x1000)}\r\n`);
      const answer = await readAnswer(socket);
      assert.equal(answer.status, 413);
      socket.destroy();
    });

    it('refuses a body in more chunks than any client sends, and ends the connection', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: chunked`;
      const body = `${'1\r\n \r\n'.repeat(1001)}0\r\n\r\n`;
      const bytes = Buffer.from(`POST ${ALTITUDE} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      const answer = await exchangeBytes(station.port, secure, bytes);
      assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, 'BODY_TOO_FRAGMENTED']);
      assert.equal(answer.headers.connection, 'close');
    });

    it('keeps a connection usable after an error', async () => {
      const socket = openSocket(station.port, secure);
      const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
      socket.write(`POST ${ALTITUDE} HTTP/1.1\r\n${head}\r\ncontent-length: 3\r\n\r\n{"a`);
      assert.equal((await readAnswer(socket)).status, 400);
      const large = 'x'.repeat(100_000);
      socket.write(`POST ${ALTITUDE} HTTP/1.1\r\n${head}\r\ncontent-length: ${large.length}\r\n\r\n${large}`);
      assert.equal((await readAnswer(socket)).status, 413);
      socket.write(`GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n`);
      assert.equal((await readAnswer(socket)).status, 200);
      socket.destroy();
    });
  });
}
