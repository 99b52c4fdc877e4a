import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { TestWebSocket, UpgradeRefusedFault } from '@kitestring/web/test/support/test-web-socket.ts';
import { Launched } from './support/launcher.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

/** Eight hundred checks, in real time: half a minute, and more than five where twenty processes wait for two cores. */
const WHOLE_KIT_MS = 10 * 60_000;

/** Differences that docs/reference/hub-api.md tells, by the checks that notice them. */
const DIFFERENCES = [
  // Times of tokens are those of the hub: this station's own run twenty times as fast.
  'auth.token.request.expiry',
  'auth.tokens.others-are-masked',
  // A token of the hub is signed and kept nowhere: its client is shown no other one.
  'auth.token.request.one-session',
  // States come from the mirror of the hub, and the time of this station is twenty times as fast: 50 ms on the way are a second.
  ...['recordings.state.counts-seconds', 'handoff.lease'],
  // They are about the root of the server, which belongs to the hub.
  'auth.oauth-metadata',
  // This hub has no TLS.
  ...['tls.version-1-2', 'tls.version-1-3', 'tls.both-schemes-on-one-port'],
];
/** Every topic differs: its messages come from the mirror, too, and its cookie is for the paths of the station at the hub. */
const OF_EVERY_TOPIC = /(^|\.)subscribe\.(in-time|cookie)$/;
const isDifference = (id: string): boolean => DIFFERENCES.includes(id) || OF_EVERY_TOPIC.test(id);

/** On a busy machine a command may be carried out after the hub has ceased to wait for its answer: what came of it the state tells. */
function throwUnlessOpen(fault: unknown): void {
  if (!(fault instanceof ApiError && fault.code === 'OUTCOME_UNKNOWN')) throw fault;
}

/** One that the hub has not given, because it had heard no beat in time, is given again. */
const given = (command: () => Promise<unknown>) =>
  until('a command', () =>
    command().then(
      () => true,
      (fault) => {
        if (fault instanceof ApiError && fault.code === 'STATION_NOT_LIVE') return false;
        throwUnlessOpen(fault);
        return true;
      },
    ),
  );

describe('clients of a station that change their base URL to its hub', { skip: missingNatsServer() }, () => {
  const proxied = new ProxiedStation();
  let key = '';
  let token = '';
  before(async () => {
    // All requests with a key of the hub are those of one client of the station.
    await proxied.start({ KITESTRING_VIDEO_ENABLED: 'true', ...WIDE_LIMITS });
    key = (await proxied.newKey('dispatch', 'supervisor')).secret;
    token = (await proxied.requestToken({ client_secret: key })).body.access_token;
  });
  after(() => proxied.stop());

  const rootOf = (place: 'hub' | 'station') =>
    place === 'hub' ? ([proxied.base, token] as const) : ([proxied.station.url, proxied.token] as const);
  const subscribe = (place: 'hub' | 'station', topic: string, protocols: readonly string[] = []) => {
    const [root, access] = rootOf(place);
    const url = `${root.replace('http', 'ws')}/api/v1/${topic}/subscribe`;
    return TestWebSocket.open(url, { headers: { authorization: `Bearer ${access}` }, protocols });
  };
  const post = async (place: 'hub' | 'station', path: string, headers: Record<string, string> = {}) => {
    const [root, access] = rootOf(place);
    const init = { method: 'POST', headers: { authorization: `Bearer ${access}`, ...headers } };
    const response = await fetch(`${root}/api/v1/${path}`, init);
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text).code];
  };
  const clientAt = (url: string, secret: string) =>
    new KitestringClient({ url, key: secret, platform: nodePlatform(), timeoutMs: 180_000 });

  it('subscribe to every topic, with the messages of the station from the first on', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const list = (await (await fetch(`${proxied.base}/api/v1/videostreams`, { headers })).json()) as Answer[];
    const [{ stream_id: stream }] = list as [Answer];
    const topics = ['flight/state', 'camera/state', 'system/state', 'handoff/state', 'recordings/state'];
    topics.push(`videostreams/${stream}/state`);
    for (const topic of topics) {
      const [through, own] = [await subscribe('hub', topic), await subscribe('station', topic)];
      const [first, expected] = [await through.next(), await own.next()];
      assert.deepEqual(Object.keys(first), Object.keys(expected), topic);
      for (const socket of [through, own]) socket.close();
    }
  });

  it('add topics to a WebSocket and remove them, with the refusals of the station', async () => {
    const socket = await subscribe('hub', 'handoff/state');
    await socket.next();
    const headers = { cookie: socket.cookie };
    assert.match(socket.headers['set-cookie']?.[0] ?? '', new RegExp(`Path=/fleet/v1/stations/${proxied.sid}/`));
    assert.deepEqual(await post('hub', 'flight/state/subscribe', headers), [201, undefined]);
    const state = await socket.next<Answer>(({ flight_state }) => flight_state !== undefined);
    assert.equal(state.flight_state, 'StandBy');
    assert.deepEqual(await post('hub', 'flight/state/unsubscribe', headers), [204, undefined]);
    for (const [path, cookie] of [
      ...[
        ['flight/state/subscribe', 'connection=websocket:none'],
        ['flight/nothing/subscribe', socket.cookie],
      ],
      ...[
        ['flight/info/subscribe', socket.cookie],
        ['videostreams/none/state/subscribe', socket.cookie],
      ],
    ] as const) {
      const [through, own] = [await post('hub', path, { cookie }), await post('station', path, { cookie })];
      assert.deepEqual(
        through,
        path.includes('nothing') || path.includes('info') || path.includes('none') ? own : through,
      );
      assert.ok(Number(through[0]) >= 400, path);
    }
    for (const topic of ['flight/nothing', 'flight/info', 'videostreams/none/state']) {
      const refused = async (place: 'hub' | 'station') => {
        const error = await subscribe(place, topic).catch((reason: unknown) => reason);
        assert.ok(error instanceof UpgradeRefusedFault, topic);
        return [error.status, (error.body as Answer).code];
      };
      assert.deepEqual(await refused('hub'), await refused('station'));
    }
    socket.close();
  });

  it('get each notification once, from its begin to its end, with the time of the station', async () => {
    await using station = clientAt(proxied.station.url, TEST_API_KEY);
    const envelope = 'kitestring.topics.v1';
    const [through, own] = [
      await subscribe('hub', 'notifications/state', [envelope]),
      await subscribe('station', 'notifications/state', [envelope]),
    ];
    assert.equal(through.socket.protocol, envelope);
    // A message that a busy machine delays by a second is a second late, not twenty.
    await station.sim.setClock({ speed: 1 });
    await station.sim.setButtons({ safety_land: true });
    const begun = ({ data }: Answer) => data.code === 60020 && data.end_time === undefined;
    const [first, expected] = [await through.next<Answer>(begun), await own.next<Answer>(begun)];
    assert.deepEqual([first.topic, first.data], [expected.topic, expected.data]);
    const apartS = (Date.parse(first.time) - Date.parse(expected.time)) / 1000;
    assert.ok(Math.abs(apartS) < 20, `${apartS} s`);
    await station.sim.setClock({ speed: 20 });
    await station.sim.setButtons({ safety_land: false });
    const ended = ({ data }: Answer) => data.code === 60020 && data.end_time !== undefined;
    assert.deepEqual((await through.next<Answer>(ended)).data, (await own.next<Answer>(ended)).data);
    const told = through.raw.filter((text) => text.includes('60020'));
    assert.equal(told.length, 2);
    for (const socket of [through, own]) socket.close();
  });

  it('fly: our client, and `kitestring fly`, as at the station', async () => {
    await using client = clientAt(proxied.base, key);
    const control = await client.holdControl({ operator_name: 'Dispatch' });
    try {
      const flight = client.topic('flight/state');
      await given(() => client.flight.takeOff({ until: 'Flying' }));
      await flight.until(({ flight_state }) => flight_state === 'Flying', AbortSignal.timeout(180_000));
      await given(() => client.flight.setAltitude({ altitude: 10 }, { until: 'reached' }));
      await flight.until(({ altitude = 0 }) => Math.abs(altitude - 10) < 1, AbortSignal.timeout(180_000));
      // A lease lasts half a second at this speed: a late renewal takes control again.
      const holder = async () => (await client.handoff.getHandoffState()).controlling_client;
      assert.equal((await until('control', holder))?.plugin_name, 'dispatch (hub)');
      await given(() => client.flight.land({ until: 'StandBy' }));
      await flight.until(({ flight_state }) => flight_state === 'StandBy', AbortSignal.timeout(180_000));
    } finally {
      await control.release();
    }
    const flown = await new Launched(['fly', '--url', proxied.base], {
      environment: { KITESTRING_API_KEY: key },
    }).end();
    assert.equal(flown.status, 0, flown.out + flown.err);
    assert.match(flown.out, /Done\./);
  });

  it('fly by the lines of the page with curl, and by the same ones at the station', { skip: whyNoCurl() }, async () => {
    const flown = async (url: string, secret: string) => {
      const outputs = await runExamples('integrator/hub-api.md', { url, key: secret });
      assert.doesNotMatch(outputs.join('\n'), /"code":/, 'one of the lines is refused');
      const [, begun = '', climbed = '', , landed = ''] = outputs;
      assert.match(begun, /^\{"controlling_client":\{[^}]*"operator_name":"Control room"/);
      const { altitude } = JSON.parse(climbed.slice(climbed.lastIndexOf('{'))) as Answer;
      assert.ok(Math.abs(altitude - 10) < 1, `at ${altitude} m`);
      const all = [begun, climbed, landed].join();
      return [...all.matchAll(/"flight_state":"(\w+)"/g)].map(([, state]) => state);
    };
    const phases = ['TakingOff', 'Flying', 'Flying', 'StandBy'];
    assert.deepEqual(await flown(proxied.base, key), phases);
    assert.deepEqual(await flown(proxied.station.url, TEST_API_KEY), phases);
  });

  it('find the published API: every check of the conformance kit, flight included, but for the documented differences', {
    timeout: WHOLE_KIT_MS,
  }, async () => {
    const environment = { KITESTRING_API_KEY: key };
    const flags = ['--allow-control', '--allow-flight', '--kite', 'kite-sim-1'];
    const { out } = await new Launched(['conform', proxied.base, ...flags], { environment }).end();
    const failed = [...out.matchAll(/^\S*✘\S* (\S+)$/gm)].map(([, id]) => id);
    assert.deepEqual(
      failed.filter((id = '') => !isDifference(id)),
      [],
      out,
    );
    const [, passed] = /: (\d+) passed/.exec(out) ?? [];
    assert.ok(Number(passed) > 800, out.slice(-300));
  });

  it('are disconnected when the station is gone, and told so', async () => {
    const socket = await subscribe('hub', 'flight/state');
    await proxied.station.end('SIGKILL');
    const { code, reason } = await socket.closed;
    assert.deepEqual([code, reason], [1013, 'the station is offline']);
    const refused = await subscribe('hub', 'flight/state').catch((error: unknown) => error);
    assert.ok(refused instanceof UpgradeRefusedFault);
    assert.deepEqual([refused.status, (refused.body as Answer).code], [503, 'STATION_OFFLINE']);
  });
});
