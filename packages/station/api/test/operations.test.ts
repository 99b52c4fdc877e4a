import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { fullPath, grantsOf, isJson, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import { Compile } from 'typebox/compile';

/** A path with something in the place of each parameter. */
const concrete = (operation: Operation) =>
  fullPath(operation)
    .replace('{category}', 'flight')
    .replace('{endpoint}', 'state')
    .replaceAll(/\{\w+\}/g, 'zoom');

/** Restarts the station that the others ask. */
const RESTARTING = 'sim.reboot';
const OPERATIONS_ASKED: readonly Operation[] = [
  ...OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...STATION_OPERATIONS,
  ...VIDEO_OPERATIONS,
  ...SIM_OPERATIONS.filter(({ id }) => id !== RESTARTING),
];

describe('Every operation of the contract', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation({
      limits: { commandsBurst: 1000, tokenRequestsBurst: 1000, unauthenticatedBurst: 1000 },
    });
    station.advance(2);
  });
  after(() => station[Symbol.asyncDispose]());

  for (const operation of OPERATIONS_ASKED) {
    const { access, id, method, errors } = operation;

    it(`${id} has a handler`, async () => {
      const { status, body } = await (await station.client()).send(concrete(operation), { method });
      const code = (body as { code?: string } | undefined)?.code;
      assert.ok(code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED', `${status} ${code}`);
    });

    it(`${id} asks for what the contract says`, async () => {
      const { status } = await station.stranger().send(concrete(operation), { method });
      assert.equal(status === 401, access !== 'open');
      const scopes = grantsOf(access)?.flat() ?? [];
      if (scopes.length === 0) return;
      const other = await station.client(scopes.includes('read') ? 'experimental' : 'read');
      assert.equal((await other.send(concrete(operation), { method })).status, 403);
    });

    if (method === 'GET' && isJson(operation.replies[200] ?? { kind: 'nothing' })) {
      it(`${id} answers what its schema says`, async () => {
        // A session of its own: with so many operations the oldest is ended.
        const { status, body } = await (await station.client()).get(concrete(operation));
        if (status !== 200) {
          assert.ok(errors.includes((body as { code: never }).code), `${status} ${JSON.stringify(body)}`);
          return;
        }
        const validator = Compile(operation.replies[200] as never);
        assert.deepEqual([...validator.Errors(body)], []);
      });
    }
  }
});

describe('Beside the API', () => {
  let station: TestStation;
  before(async () => {
    station = await startTestStation();
  });
  after(() => station[Symbol.asyncDispose]());

  for (const [path, type] of [
    ['/openapi.json', /^application\/json/],
    ['/openapi-3.0.json', /^application\/json/],
    ['/asyncapi.json', /^application\/json/],
    ['/docs', /^text\/html/],
    ['/docs/errors', /^text\/html/],
    ['/docs/manual/', /^text\/html/],
    ['/docs/manual/hub/deploy.html', /^text\/html/],
    ['/docs/manual/search-data.js', /^text\/javascript/],
    ['/docs/manual/pictures/scene-day.webp', /^image\/webp/],
    ['/docs/video', /^text\/html/],
    ['/video/v1/openapi.json', /^application\/json/],
    ['/docs/admin', /^text\/html/],
    ['/admin/v1/openapi.json', /^application\/json/],
    ['/docs/simulator', /^text\/html/],
    ['/docs/faults', /^text\/html/],
    ['/licences', /^text\/html/],
    ['/licences/third-party-notices.txt', /^text\/plain/],
    ['/licences/sbom.cdx.json', /^application\/vnd\.cyclonedx\+json/],
    ['/sim/v1/openapi.json', /^application\/json/],
    ['/docs/swagger-ui.css', /^text\/css/],
    ['/metrics', /^text\/plain/],
    ['/healthz', /^text\/plain/],
    ['/readyz', /^text\/plain/],
    ['/.well-known/oauth-authorization-server', /^application\/json/],
  ] as const) {
    it(`${path} is there for everybody`, async () => {
      const { status, headers } = await station.stranger().get(path);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', type);
      assert.equal(headers.get('kitestring-aircraft'), 'simulated');
    });
  }

  it('/.well-known/security.txt says to whom holes are reported, where a contact is set', async () => {
    const path = '/.well-known/security.txt';
    assert.equal((await station.stranger().get(path)).status, 404);
    await using told = await startTestStation({ securityContact: 'mailto:security@example.org' });
    const { status, headers, body } = await told.stranger().get(path);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
    const [, expires = ''] =
      /^Contact: mailto:security@example\.org\nExpires: (.+)\nPreferred-Languages: en, de\n$/.exec(String(body)) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days < 91, expires);
  });

  it('the manual is sent compressed, and not again to a browser that has it', async () => {
    const page = `http://127.0.0.1:${station.port}/docs/manual/reference/klv.html`;
    const { headers } = await fetch(page);
    assert.equal(headers.get('content-encoding'), 'gzip');
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const again = await fetch(page, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
    const plain = await fetch(page, { headers: { 'accept-encoding': 'gzip;q=0' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const name of ['none.html', '..%2fpackage.json', 'hub/..%2f..%2fREADME.md']) {
      assert.equal((await fetch(`${page}/../${name}`)).status, 404, name);
    }
    for (const [path, now] of [
      ['', '/index.html'],
      ['/klv.html', '/reference/klv.html'],
      ['/hub/api.html', '/integrator/hub-api.html'],
    ]) {
      const { status, headers: moved } = await station.stranger().get(`/docs/manual${path}`);
      assert.deepEqual([status, moved.get('location')], [302, `/docs/manual${now}`]);
    }
  });

  it('/ leads to the docs', async () => {
    const { status, headers } = await station.stranger().get('/');
    assert.deepEqual([status, headers.get('location')], [302, '/docs']);
  });

  it('/metrics counts requests by operation and status', async () => {
    const client = await station.client();
    await client.get('flight/state');
    await client.get('flight/state');
    await station.stranger().get('flight/state');
    const { body } = await station.stranger().get('/metrics');
    assert.match(String(body), /kitestring_http_requests_total\{operation="flight.state",status="200"\} 2/);
    assert.match(String(body), /kitestring_http_requests_total\{operation="flight.state",status="401"\} 1/);
    assert.match(String(body), /kitestring_websockets 0/);
  });

  it('/metrics names each counter of ours, and nothing else, with _total', async () => {
    const { body } = await station.stranger().get('/metrics');
    const types = [...String(body).matchAll(/^# TYPE (kitestring_\S+) (\S+)$/gm)];
    assert.ok(types.length > 5);
    for (const [line, name = '', type] of types) assert.equal(type === 'counter', name.endsWith('_total'), line);
  });

  it('health is 500 with a JSON string when the simulation has stopped by a fault', async () => {
    await using broken = await startTestStation();
    const { aircraft, clock } = broken.running.world;
    aircraft.simulation.step = () => {
      throw new Error('broken on purpose');
    };
    assert.throws(() => clock.advance(1));
    for (const path of ['/api/health', '/api/v1/health']) {
      const { status, body } = await broken.stranger().get(path);
      assert.deepEqual([status, body], [500, 'Service Unavailable']);
    }
    assert.equal((await broken.stranger().get('/readyz')).status, 503);
    assert.ok(broken.log.some(({ message }) => message === 'the simulation has stopped'));
  });

  it('a bug is answered with a number that leads to the log, and nothing of the bug', async () => {
    await using buggy = await startTestStation();
    const client = await buggy.client();
    buggy.station.flight.info = () => {
      throw new Error('secret of the house');
    };
    const { status, body } = await client.get('flight/info');
    const { code, message } = body as { code: string; message: string };
    assert.deepEqual([status, code], [500, 'INTERNAL_ERROR']);
    assert.doesNotMatch(message, /secret/);
    const line = buggy.log.find(({ level }) => level === 'error');
    assert.ok(message.includes(String(line?.fields.requestId)));
  });
});

describe('CORS', () => {
  it('lets the pages of listed origins call, and no others', async () => {
    await using station = await startTestStation({ corsOrigins: ['https://desk.example:8443'] });
    const client = await station.client();
    const preflight = (origin: string) =>
      client.send('flight/control/altitude', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
    const allowed = await preflight('https://desk.example:8443');
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://desk.example:8443');
    assert.equal(allowed.headers.get('access-control-allow-methods'), 'POST');
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    const partly = /(?=.*\bRange\b)(?=.*\bIf-Range\b)(?=.*\bIf-None-Match\b)/;
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', partly, 'a download in parts');
    const exposed = (await client.get('flight/state', { origin: 'https://desk.example:8443' })).headers;
    for (const name of ['Content-Range', 'ETag', 'Content-Disposition'])
      assert.ok(exposed.get('access-control-expose-headers')?.split(', ').includes(name), name);
    const other = await preflight('https://evil.example');
    assert.equal(other.status, 405);
    assert.equal(other.headers.get('access-control-allow-origin'), null);
    for (const path of ['flight/state', 'system/info', 'nowhere']) {
      const { headers } = await client.get(path, { origin: 'https://desk.example:8443' });
      assert.equal(headers.get('access-control-allow-origin'), 'https://desk.example:8443');
      assert.equal(headers.get('vary'), 'Origin');
    }
    assert.equal((await client.get('flight/state')).headers.get('vary'), 'Origin');
  });

  it('says nothing by default', async () => {
    await using station = await startTestStation();
    const { headers } = await station.stranger().get('/api/health', { origin: 'https://desk.example' });
    assert.deepEqual([headers.get('vary'), headers.get('access-control-allow-origin')], [null, null]);
  });
});
