import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { exchange, exchangeBytes, openSocket, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';
import { ALTITUDE, HTTP_ERROR_CASES } from './support/http-error-cases.ts';

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
      ['a coding that is not known', 'POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
      ['a coding without an end', 'GET /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, gzip\r\n\r\n'],
      ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n'],
      ['two lines of Host', 'GET /api/health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
      ['a Host that is none', 'GET /api/health HTTP/1.1\r\nHost: a b\r\n\r\n'],
      ['a Host with a user', 'GET /api/health HTTP/1.1\r\nHost: x@localhost\r\n\r\n'],
      ['a Host with half an address', 'GET /api/health HTTP/1.1\r\nHost: [::1\r\n\r\n'],
      ['a Host with a word for a port', 'GET /api/health HTTP/1.1\r\nHost: localhost:http\r\n\r\n'],
      ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'],
    ] as const) {
      it(`answers ${name} with 400 in JSON`, async () => {
        const answer = await exchangeBytes(station.port, secure, Buffer.from(text));
        assert.equal(answer.status, 400);
        assert.ok(Date.parse(answer.headers.date ?? '') <= Date.now(), 'RFC 9110 section 6.6.1');
        assert.equal(JSON.parse(answer.body).code, 'MALFORMED_HTTP');
        assert.equal(answer.headers.connection, 'close');
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

    it('answers a command that was carried out with its own status, whatever comes after it', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
      const release = `POST /api/v1/handoff/control/release HTTP/1.1\r\n${head}\r\ncontent-length: 2\r\n\r\n{}`;
      const socket = openSocket(station.port, secure);
      socket.write(`${release}${release}GARBAGE\r\n\r\n`);
      const statuses = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await readAnswer(socket)).status);
      assert.deepEqual(statuses, [204, 204, 400]);
      assert.deepEqual(await socket.toArray(), []);
    });

    it('carries out pipelined commands one after the other, with a body or without one', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\n`;
      const command = (name: string, rest: string) => `POST /api/v1/flight/control/${name} HTTP/1.1\r\n${head}${rest}`;
      const socket = openSocket(station.port, secure);
      socket.write(
        [
          command('take_off', 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
          `GET /api/v1/flight/state HTTP/1.1\r\n${head}\r\n`,
          command('abort', 'content-length: 0\r\n\r\n'),
          `GET /api/v1/flight/state HTTP/1.1\r\n${head}\r\n`,
        ].join(''),
      );
      const answers = [];
      for (let count = 0; count < 4; count += 1) answers.push(await readAnswer(socket));
      assert.deepEqual(
        answers.map(({ body, status }) => (status === 200 ? JSON.parse(body).flight_state : status)),
        [202, 'TakingOff', 202, 'StandBy'],
      );
      socket.destroy();
    });

    it('answers each pipelined request, also of more than one read of the connection', async () => {
      const health = 'GET /api/health HTTP/1.1\r\nhost: x\r\n';
      const own = (await station.client()).token;
      const release = `POST /api/v1/handoff/control/release HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${own}\r\ncontent-length: 2\r\n\r\n{}`;
      const socket = openSocket(station.port, secure);
      socket.write(`${`${health}\r\n${release}`.repeat(3000)}${health}connection: close\r\n\r\n`);
      const text = Buffer.concat(await socket.toArray()).toString('latin1');
      assert.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 3001);
    });

    it('carries nothing out after an answer that closes the connection', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\n`;
      const socket = openSocket(station.port, secure);
      socket.write(`GET /api/health HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
      socket.write(`POST /api/v1/flight/control/take_off HTTP/1.1\r\n${head}\r\n`);
      assert.equal((await readAnswer(socket)).status, 400);
      assert.deepEqual(await socket.toArray(), []);
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await exchange(station.port, secure, { path: '/api/v1/flight/state', headers });
      assert.equal(JSON.parse(body).flight_state, 'StandBy');
    });

    it('opens a WebSocket that is asked for behind another request', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\n`;
      const upgrade = 'upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n';
      const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
      const socket = openSocket(station.port, secure);
      socket.write(
        `POST /api/v1/handoff/control/release HTTP/1.1\r\n${head}content-length: 2\r\n\r\n{}` +
          `GET /api/v1/flight/state/subscribe HTTP/1.1\r\n${head}${upgrade}${key}\r\n`,
      );
      const statuses = [(await readAnswer(socket)).status, (await readAnswer(socket)).status];
      assert.deepEqual(statuses, [204, 101]);
      socket.destroy();
    });

    it('answers a request once, also where its body breaks after the answer or before it', async () => {
      const chunked = 'host: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n';
      for (const [authorization, status] of [
        ['', 401],
        [`authorization: Bearer ${token}\r\n`, 400],
      ] as const) {
        const socket = openSocket(station.port, secure);
        socket.write(`POST ${ALTITUDE} HTTP/1.1\r\n${authorization}${chunked}`);
        assert.equal((await readAnswer(socket)).status, status);
        assert.deepEqual(await socket.toArray(), []);
      }
    });

    it('invites a body with 100 where it is read, and answers at once where the headers decide', async () => {
      const expecting = (headers: string) =>
        `POST ${ALTITUDE} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`;
      const bearer = `authorization: Bearer ${token}\r\n`;
      for (const [headers, status] of [
        ['content-length: 2', 401],
        [`${bearer}content-length: 70000`, 413],
      ] as const) {
        const answer = await exchangeBytes(station.port, secure, Buffer.from(expecting(headers)));
        assert.deepEqual([answer.status, answer.headers.connection], [status, 'close']);
      }
      const socket = openSocket(station.port, secure);
      socket.write(expecting(`${bearer}content-length: 2`));
      assert.equal((await readAnswer(socket)).status, 100);
      socket.write('{}');
      const { headers, status } = await readAnswer(socket);
      assert.deepEqual([status, headers.connection], [400, 'keep-alive']);
      socket.destroy();
    });

    it('takes a Content-Type twice, but not two of them: which one counts would be a guess', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 2`;
      for (const [second, status] of [
        ['application/json', 400],
        ['text/plain', 415],
      ] as const) {
        const types = `content-type: application/json\r\ncontent-type: ${second}`;
        const bytes = Buffer.from(`POST ${ALTITUDE} HTTP/1.1\r\n${head}\r\n${types}\r\n\r\n{}`);
        assert.equal((await exchangeBytes(station.port, secure, bytes)).status, status);
      }
    });

    it('refuses a body that is packed below its chunks', async () => {
      const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ntransfer-encoding: gzip, chunked`;
      const bytes = Buffer.from(`POST ${ALTITUDE} HTTP/1.1\r\n${head}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
      const answer = await exchangeBytes(station.port, secure, bytes);
      assert.equal(answer.status, 415);
      assert.match(JSON.parse(answer.body).message, /must not be encoded, got gzip, chunked/);
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
