import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LiveScenarios } from '@kitestring/lab-scenario/live/live-scenarios.ts';
import { COST_MAX_MS, CostMeter } from '@kitestring/lab-testing/cost-meter.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';

const STATE = '/api/v1/flight/state';
const SUBSCRIBE = `${STATE}/subscribe`;
const ALTITUDE = '/api/v1/flight/control/altitude';
/** Room for a request line and headers, less what every request has. */
const HEAD_BYTES = 15_700;
const BODY_BYTES = 65_400;
const HEAD_END = '\r\n\r\n';
const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** As often as it fits. */
const fill = (part: string, bytes = HEAD_BYTES) => part.repeat(Math.floor(bytes / part.length));
const list = (count: number, part: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);

type Step = { readonly bytes: Uint8Array; readonly awaits: string };
type Conversation = (token: string) => readonly Step[];

const get =
  (path: string, headers = ''): Conversation =>
  (token) => [
    step(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.replace('TOKEN', `Authorization: Bearer ${token}`)}`),
  ];
const asCaller = (path: string, headers = '') => get(path, `TOKEN\r\n${headers}`);

const post =
  (path: string, body: string, type = 'application/json', headers = ''): Conversation =>
  (token) => [
    step(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n`,
      body,
    ),
  ];
const command = (body: string) => post(ALTITUDE, body);

const chunked =
  (count: number): Conversation =>
  (token) => [
    step(
      `POST ${ALTITUDE} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`,
      `${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`,
    ),
  ];

const step = (head: string, body = ''): Step => ({ bytes: Buffer.from(`${head}\r\n${body}`), awaits: HEAD_END });

/** A WebSocket on which these frames come, and then a goodbye that is answered when they have been read. */
const webSocket =
  (frames: Buffer, answer = '\x88'): Conversation =>
  (token) => [
    ...asCaller(SUBSCRIBE, UPGRADE)(token),
    { bytes: Buffer.concat([frames, frame(0x88, Buffer.alloc(0))]), awaits: answer },
  ];

/** As clients send them, with a mask that changes nothing. */
function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? [first, 0x80 | length] : [first, 0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

const CASES: Readonly<Record<string, Readonly<Record<string, Conversation>>>> = {
  'request line': {
    'equal names without end': get(`${STATE}?${fill('a&')}`),
    'equal signs': get(`${STATE}?${fill('=')}`),
    'as many parameters as are taken, all encoded': get(`${STATE}?${list(32, () => `n=${fill('%25', 480)}`, '&')}`),
    'a time that is none': asCaller(`/api/v1/notifications/history?from_time=${fill('1')}`),
    'a path of slashes': get(fill('/')),
    'an encoded path': get(`/${fill('%25')}`),
    'a path that is encoded wrongly': get(`/${fill('%')}`),
    'a host before the path': get(`http://${fill('a')}`),
  },
  'set of headers': {
    'small ones': get(STATE, fill('a:b\r\n', 11_000)),
    'a bearer of equal signs': get(STATE, `Authorization: bearer a${fill('=')} !\r\n`),
    'a bearer of spaces': get(STATE, `Authorization: bearer${fill(' ')}!\r\n`),
    'a Basic password': post('/api/v1/auth/token/request', '', 'a/b', `Authorization: Basic ${fill('a', 14_000)}\r\n`),
    'subprotocols without end': asCaller(
      SUBSCRIBE,
      `${UPGRADE}Sec-WebSocket-Protocol: ${list(2000, (index) => `p${index}`)}\r\n`,
    ),
    'extensions without end': asCaller(
      SUBSCRIBE,
      `${UPGRADE}Sec-WebSocket-Extensions: ${fill('a;b;c=1,', 14_000)}a\r\n`,
    ),
    'a media type of parameters': post(ALTITUDE, '{}', `application/json${fill(';a=b', 14_000)}`),
    'an expectation': get(STATE, `Expect: ${fill('a')}\r\n`),
  },
  cookie: {
    'names without end': post(SUBSCRIBE, '', 'a/b', `Cookie: ${fill('; connection=websocket:', 14_000)}\r\n`),
    spaces: post(SUBSCRIBE, '', 'a/b', `Cookie: ;${fill(' ', 14_000)}x\r\n`),
    'values of spaces': post(SUBSCRIBE, '', 'a/b', `Cookie: ${fill(`; connection=${' '.repeat(200)}`, 14_000)}x\r\n`),
  },
  body: {
    'nested without end': command('['.repeat(BODY_BYTES)),
    'of unknown keys': command(`{${list(5000, (index) => `"k${index}":1`)}}`),
    'of as many unknown keys as are read': command(`{${list(250, (index) => `"key${index}":${fill('1', 240)}`)}}`),
    'of a long list': command(`[${list(BODY_BYTES / 2, () => '1')}]`),
    'of a long list where a short one is wanted': post(
      '/admin/v1/plugins',
      `{"name":"x","scopes":[${list(250, () => '"read"')}]}`,
    ),
    'of a long text': command(`{"altitude":"${fill('\\u0041', BODY_BYTES - 20)}"}`),
    'of a long number': command(`{"altitude":0.${fill('9', BODY_BYTES - 20)}}`),
    'of white space': post('/api/v1/flight/control/land', fill(' ', BODY_BYTES)),
    'that chooses a fault, with unknown keys': post(
      '/sim/v1/faults',
      `{"type":"gps_loss",${list(250, (index) => `"k${index}":1`)}}`,
    ),
    'of a form with as many parameters as are taken': post(
      '/api/v1/auth/token/request',
      list(32, (index) => `k${index}=${fill('%41', 2000)}`, '&'),
      'application/x-www-form-urlencoded',
    ),
    'of a form of parameters': post(
      '/api/v1/auth/token/request',
      fill('a=%41&', BODY_BYTES),
      'application/x-www-form-urlencoded',
    ),
    'of as many scopes as fit': post(
      '/api/v1/auth/token/request',
      `{"client_secret":"${TEST_KEY}","scope":"${fill('x ', 60_000)}"}`,
    ),
    'in as many chunks as are read': chunked(990),
  },
  scenario: {
    '11,000 keys': post('/sim/v1/scenarios/run', scenarioBody(list(11_000, (index) => `${index.toString(36)}:`, '\n'))),
    'nested without end': post('/sim/v1/scenarios/run', scenarioBody('['.repeat(47_900))),
    'steps without end': post(
      '/sim/v1/scenarios/run',
      scenarioBody(`title: t\ndescription: d\ntimeline:\n${'  - { at: 1 s }\n'.repeat(2500)}expect:\n  - never: 5xx\n`),
    ),
    'steps that are repeated': post(
      '/sim/v1/scenarios/run',
      scenarioBody(
        `title: t\ndescription: d\ntimeline:\n  - { repeat: 1000, steps: [${Array(10).fill('{ wait: 1 s }')}] }\nexpect:\n  - never: 5xx\n`,
      ),
    ),
    'that ships, the first one': post('/sim/v1/scenarios/run', '{"name":"no such scenario"}'),
  },
  'WebSocket message': {
    'of the most bytes': webSocket(frame(0x81, Buffer.alloc(65_535, 'a'))),
    'of the most bytes, none of them UTF-8': webSocket(frame(0x81, Buffer.alloc(65_535, 0xff))),
    'in fragments of nothing': webSocket(
      Buffer.concat([frame(0x01, Buffer.alloc(0)), ...Array.from({ length: 900 }, () => frame(0, Buffer.alloc(0)))]),
    ),
    'after message, more than are taken': webSocket(
      Buffer.concat(Array.from({ length: 2000 }, () => frame(0x82, Buffer.from('a')))),
    ),
    'of pings, more than are taken': webSocket(
      Buffer.concat(Array.from({ length: 2000 }, () => frame(0x89, Buffer.alloc(0)))),
    ),
  },
};

function scenarioBody(text: string): string {
  return JSON.stringify({ text: text.slice(0, 48_000) });
}

describe(`No request takes more than ${COST_MAX_MS} ms of the processor:`, () => {
  let station: TestStation;
  let token: string;
  let meter: CostMeter;
  before(async () => {
    const many = 1_000_000;
    station = await startTestStation({
      limits: {
        readsPerS: many,
        readsBurst: many,
        commandsPerS: many,
        commandsBurst: many,
        websocketsPerSession: 1000,
        tokenRequestsPerMin: many,
        tokenRequestsBurst: many,
        wrongKeysPerMin: many,
        unauthenticatedPerS: many,
        unauthenticatedBurst: many,
      },
      start: {
        makeScenarioRunner: (host) => new LiveScenarios({ host, settings: {} as never, log: console }),
      },
    });
    station.advance(1);
    token = (await station.client()).token ?? '';
    meter = new CostMeter();
  });
  after(async () => {
    await meter[Symbol.asyncDispose]();
    await station[Symbol.asyncDispose]();
  });

  for (const [kind, cases] of Object.entries(CASES)) {
    for (const [name, conversation] of Object.entries(cases)) {
      it(`${kind}: ${name}`, async (t) => {
        const { heard, ms } = await meter.of(station.port, conversation(token), kind === 'scenario' ? 1 : 4);
        t.diagnostic(`${ms.toFixed(2)} ms`);
        assert.ok(ms <= COST_MAX_MS, `${ms.toFixed(1)} ms`);
        assert.doesNotMatch(heard, /^HTTP\/1\.1 500/);
      });
    }
  }
});
