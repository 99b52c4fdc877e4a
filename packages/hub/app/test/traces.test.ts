import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { readTraceparent } from '@kitestring/base/trace-context.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import type { Answer } from './support/hub-process.ts';
import { ProxiedStation } from './support/proxied-station.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

describe('the trace of a request through a hub', { skip: missingNatsServer() }, () => {
  const proxied = new ProxiedStation();
  const { hub } = proxied;
  const spans: Answer[] = [];
  const resources: Answer[] = [];
  /** Status of the collector's answers. */
  let status = 200;
  let collector: Server;
  before(async () => {
    collector = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
      assert.deepEqual([request.method, request.url], ['POST', '/v1/traces']);
      if (status === 200)
        for (const { resource, scopeSpans } of body.resourceSpans) {
          resources.push(resource);
          spans.push(...scopeSpans.flatMap((scope: Answer) => scope.spans));
        }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    hub.flags.push('--telemetry-otlp-url', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
    hub.flags.push('--log-level', 'debug');
    await proxied.start({ KITESTRING_LOG_LEVEL: 'debug' });
  });
  after(async () => {
    await proxied.stop();
    collector.closeAllConnections();
    collector.close();
  });

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';
  const asked = (path: string, options: object = {}) =>
    hub.ask(`stations/${proxied.sid}/api/v1/${path}`, {
      headers: { traceparent: `00-${traceId}-${parent}-01` },
      ...options,
    });
  const ofTrace = (id: string) => spans.filter((span) => span.traceId === id);

  it('is that of the client, in the answer, in both logs, and in the steps that a collector gets', async () => {
    const { headers, status: answered } = await asked('recordings');
    assert.equal(answered, 200);
    assert.equal(readTraceparent(headers.get('traceresponse') ?? '')?.traceId, traceId);
    await proxied.station.logged(`"traceId":"${traceId}","method":"GET","path":"/api/v1/recordings"`);
    await until('the log of the hub', () => hub.log.some((entry) => entry.traceId === traceId && entry.msg === 'read'));
    const steps = await until('both steps', () => (ofTrace(traceId).length === 2 ? ofTrace(traceId) : undefined));
    const server = steps.find(({ kind }) => kind === 2);
    const client = steps.find(({ kind }) => kind === 3);
    assert.deepEqual(
      [server.parentSpanId, server.name, client.parentSpanId, client.name],
      [parent, 'GET', server.spanId, 'read'],
    );
    assert.ok(BigInt(client.startTimeUnixNano) >= BigInt(server.startTimeUnixNano));
    assert.ok(BigInt(client.endTimeUnixNano) > BigInt(client.startTimeUnixNano));
    const path = server.attributes.find(({ key }: Answer) => key === 'url.path');
    assert.equal(path.value.stringValue, `/fleet/v1/stations/${proxied.sid}/api/v1/recordings`);
    assert.ok(!JSON.stringify(spans).includes(hub.key), 'no key is in a trace');
    assert.deepEqual(resources[0].attributes[0], { key: 'service.name', value: { stringValue: 'kitestring-hub' } });
  });

  it('is made for a client that has none, for commands and refusals too, and recorded for nobody who wants it not', async () => {
    const { secret } = await proxied.newKey('dispatch', 'pilot');
    const options = { method: 'POST', key: secret, headers: {} };
    const { headers } = await untilGiven(() => asked('flight/control/land', options));
    const made = readTraceparent(headers.get('traceresponse') ?? '')?.traceId ?? '';
    await proxied.station.logged(`"traceId":"${made}","method":"POST"`);
    await until('its steps', () => ofTrace(made).some(({ name }) => name === 'flight.control.land'));
    await until('its line', () =>
      hub.log.some(
        (entry) => entry.traceId === made && entry.msg === 'command' && entry.operation === 'flight.control.land',
      ),
    );
    const refused = await asked('recordings', { key: 'wrong', headers: { traceparent: 'garbage' } });
    assert.match(refused.headers.get('traceresponse') ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    const unwanted = traceId.replace('4', '5');
    await asked('recordings', { headers: { traceparent: `00-${unwanted}-${parent}-00` } });
    await until('what comes afterwards', async () => {
      const last = readTraceparent((await asked('recordings', { headers: {} })).headers.get('traceresponse') ?? '');
      return until('its steps', () => ofTrace(last?.traceId ?? '').length > 0);
    });
    assert.deepEqual(ofTrace(unwanted), []);
  });

  it('is in the body of an error of the hub, and in the log beside its code', async () => {
    const { sid: silent } = await TestStation.enrol(hub, 'Engine 9');
    const cases = [
      ['stations/sabcdefghijkl', 404, 'NOT_FOUND', 'a request was refused'],
      [`stations/${silent}/api/v1/flight/state`, 503, 'STATION_OFFLINE', 'a request could not be answered'],
    ] as const;
    for (const [path, expected, code, msg] of cases) {
      const { body, headers, status: answered } = await hub.ask(path);
      assert.deepEqual([answered, body.code], [expected, code]);
      assert.equal(body.trace_id, readTraceparent(headers.get('traceresponse') ?? '')?.traceId);
      const entry = await until('its line', () => hub.log.find(({ traceId: id }) => id === body.trace_id));
      assert.deepEqual([entry.msg, entry.status, entry.code, entry.path], [msg, expected, code, `/fleet/v1/${path}`]);
    }
  });

  it('leaves the errors of the published API as they are, whose trace the header names', async () => {
    const { secret } = await proxied.newKey('screen', 'viewer');
    for (const [path, options, code] of [
      ['recordings/none', { headers: {} }, 'RECORDING_NOT_FOUND'],
      ['flight/control/land', { headers: {}, method: 'POST', key: secret }, 'INSUFFICIENT_SCOPE'],
    ] as const) {
      const { body, headers } = await asked(path, options);
      assert.deepEqual([body.code, Object.keys(body)], [code, ['code', 'message']]);
      const id = readTraceparent(headers.get('traceresponse') ?? '')?.traceId;
      await until('a line of the hub', () => hub.log.some((entry) => entry.traceId === id));
      if (path === 'recordings/none') await proxied.station.logged(`"traceId":"${id}","method":"GET"`);
    }
  });

  it('waits for a collector that does not take it, which holds nothing up', async () => {
    status = 503;
    const { headers, status: answered } = await asked('recordings', { headers: {} });
    assert.equal(answered, 200);
    const id = readTraceparent(headers.get('traceresponse') ?? '')?.traceId ?? '';
    await until('the warning', () =>
      hub.log.some(({ msg }) => msg === 'the collector does not accept traces; they will be sent again'),
    );
    assert.deepEqual(ofTrace(id), []);
    status = 200;
    await until('its steps', () => ofTrace(id).length === 2);
  });
});
