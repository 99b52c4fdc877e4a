import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setAltitude } from '@kitestring/contract/flight/operations.ts';
import { exchange, exchangeBytes, openSocket, type RawRequest, readAnswer } from './support/raw-exchange.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const ALTITUDE = `/api${setAltitude.path}`;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Case {
  readonly name: string;
  readonly request: RawRequest;
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, RegExp>>;
  readonly message?: RegExp;
  /** Sent without a token. */
  readonly anonymous?: boolean;
}

const command = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): RawRequest => ({
  method: 'POST',
  path: ALTITUDE,
  headers,
  body,
});

const CASES: readonly Case[] = [
  { name: 'a path that is not there', request: { path: '/api/v1/flight/status' }, status: 404, code: 'NOT_FOUND' },
  {
    name: 'a path that is not there, without a token',
    request: { path: '/x' },
    anonymous: true,
    status: 404,
    code: 'NOT_FOUND',
  },
  { name: 'a path with a slash too many', request: { path: '/api/v1/flight/state/' }, status: 404, code: 'NOT_FOUND' },
  {
    name: 'a path with a body of no known type',
    request: { method: 'POST', path: '/x', headers: { 'content-type': ';;' }, body: 'x' },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a path that is not encoded right',
    request: { path: '/api/v1/%zz/state' },
    status: 400,
    code: 'MALFORMED_HTTP',
  },
  {
    name: 'a path with a very long part',
    request: { path: `/api/v1/recordings/${'x'.repeat(500)}` },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a wrong method',
    request: { method: 'POST', path: '/api/v1/flight/state' },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /^GET, HEAD$/ },
  },
  {
    name: 'a wrong method on a command, without a token',
    request: { path: ALTITUDE },
    anonymous: true,
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /^POST$/ },
  },
  {
    name: 'a method that HTTP knows and we do not',
    request: { method: 'PROPFIND', path: '/api/v1/flight/state' },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /GET/ },
  },
  {
    name: 'OPTIONS while no page may call',
    request: {
      method: 'OPTIONS',
      path: ALTITUDE,
      headers: { origin: 'https://x', 'access-control-request-method': 'POST' },
    },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'no token',
    request: { path: '/api/v1/flight/state' },
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
    headers: { 'www-authenticate': /^Bearer realm="kitestring"$/ },
  },
  {
    name: 'a token of another kind',
    request: { path: '/api/v1/flight/state', headers: { authorization: 'Basic eDp5' } },
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
  },
  {
    name: 'a wrong token',
    request: { path: '/api/v1/flight/state', headers: { authorization: 'Bearer nonsense' } },
    anonymous: true,
    status: 401,
    code: 'INVALID_TOKEN',
    headers: { 'www-authenticate': /^Bearer realm="kitestring", error="invalid_token", error_description="/ },
  },
  {
    name: 'no token before a wrong body',
    request: command('nonsense'),
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
  },
  {
    name: 'a body over 64 KiB',
    request: command(`{"altitude": ${' '.repeat(65_536)}10}`),
    status: 413,
    code: 'BODY_TOO_LARGE',
  },
  {
    name: 'a body over 64 KiB of the wrong type',
    request: command('x'.repeat(65_537), { 'content-type': 'text/plain' }),
    status: 413,
    code: 'BODY_TOO_LARGE',
  },
  {
    name: 'a body of the wrong type',
    request: command('{"altitude":10}', { 'content-type': 'text/plain' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: /must be application\/json, got text\/plain/,
  },
  {
    name: 'a body without a type',
    request: command('{"altitude":10}', {}),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a type that is none',
    request: command('{"altitude":10}', { 'content-type': ';;;' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'another character set',
    request: command('{"altitude":10}', { 'content-type': 'application/json; charset=utf-16' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a compressed body',
    request: command('{"altitude":10}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a body that is no JSON',
    request: command('{"altitude":10'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /unexpected end of input at position 14/,
  },
  {
    name: 'a key twice',
    request: command('{"altitude":10,"altitude":20}'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /there twice/,
  },
  { name: 'NaN', request: command('{"altitude":NaN}'), status: 400, code: 'MALFORMED_JSON' },
  {
    name: 'a number without end',
    request: command('{"altitude":1e999}'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /too large/,
  },
  {
    name: 'bytes that are not UTF-8',
    request: command(Buffer.from([0x22, 0xff, 0x22])),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /not UTF-8/,
  },
  {
    name: 'deep nesting',
    request: command('['.repeat(60_000)),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /deeper than 32/,
  },
  {
    name: 'more values than any message has',
    request: command(`[${'1,'.repeat(300)}1]`),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /more than 256 values/,
  },
  { name: '__proto__', request: command('{"altitude":10,"__proto__":{}}'), status: 400, code: 'MALFORMED_JSON' },
  {
    name: 'a number as text',
    request: command('{"altitude":"10"}'),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /^altitude must be number, got "10"$/,
  },
  { name: 'a list for an object', request: command('[10]'), status: 400, code: 'INVALID_REQUEST' },
  {
    name: 'a misspelt property',
    request: command('{"altitude":10,"altitud":5}'),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /altitud is not a known property/,
  },
  {
    name: 'no body where one is needed',
    request: command('', JSON_TYPE),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /the body is missing/,
  },
  {
    name: 'a body where none is taken',
    request: { method: 'POST', path: '/api/v1/flight/control/land', headers: JSON_TYPE, body: '{"now":true}' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  { name: 'no Host', request: { path: '/api/health', headers: { host: '' } }, status: 200, code: '' },
  {
    name: 'an expectation that nobody meets',
    request: { path: '/api/health', headers: { expect: 'a miracle' } },
    status: 400,
    code: 'MALFORMED_HTTP',
  },
  {
    name: 'a time that is none',
    request: { path: '/api/v1/notifications/history?from_time=yesterday' },
    status: 400,
    code: 'INVALID_REQUEST',
    message: /from_time/,
  },
  {
    name: 'a date that no calendar has',
    request: { path: '/api/v1/notifications/history?from_time=2026-02-31T00:00:00Z' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    name: 'a query of more parameters than any operation takes',
    request: { path: `/api/v1/flight/state?${'a&'.repeat(32)}a` },
    status: 400,
    code: 'TOO_MANY_PARAMETERS',
    message: /^the query has more than 32 parameters$/,
  },
  {
    name: 'a query of as many as are taken',
    request: { path: `/api/v1/flight/state?${'a&'.repeat(31)}a` },
    status: 200,
    code: '',
  },
  {
    name: 'a form of more parameters than any operation takes',
    request: {
      method: 'POST',
      path: '/api/v1/auth/token/request',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${'a=1&'.repeat(32)}a=1`,
    },
    status: 400,
    code: 'TOO_MANY_PARAMETERS',
    message: /^the form has/,
  },
  {
    name: 'a command in the wrong state',
    request: { method: 'POST', path: '/api/v1/flight/control/land' },
    status: 409,
    code: 'WRONG_FLIGHT_STATE',
    message: /StandBy/,
  },
  {
    name: 'a recording, which takes video, on a station without it',
    request: { method: 'POST', path: '/api/v1/recordings/control/start' },
    status: 502,
    code: 'VIDEO_UNAVAILABLE',
  },
];

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

    for (const { name, request, status, code, headers = {}, message = /./, anonymous = false } of CASES) {
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
