import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { readEventStream } from '@kitestring/hub-app/test/support/read-event-stream.ts';
import { TestS3 } from '@kitestring/hub-app/test/support/test-s3.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { missingVersityGateway } from '@kitestring/lab-testing/programs.ts';
import { cpuSeconds, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { WebSocket } from 'ws';
import { secondsSince } from './hub/process-figures.ts';
import { downloadRate, makeRecording, RECORDING, RECORDING_PATH, SIZE_MIB } from './recording-download.bench.ts';
import { type BenchRow, figure, median, percentile } from './result.ts';

const READS = 1000;
const SNAPSHOTS = 60;
const DOWNLOADS = 3;
const COMMANDS = 200;
const SETTINGS = {
  KITESTRING_HUB_UPLOAD_KBPS: '10000000',
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
};
const SUBSCRIBED_S = 20;
/** States change twenty times a second of station time, and are sent ten times a second at most. */
const SUBSCRIBED_SPEED = 0.4;
const UPLOAD_MS = 300_000;
/** The hub limits the requests of each key: so many together stay below it. */
const KEYS = 12;

type Times = readonly number[];

/** Reads of a station through its hub, beside the same ones at the station. */
export async function benchHubProxy(): Promise<BenchRow[]> {
  const proxied = new ProxiedStation();
  const hasStore = missingVersityGateway() === false;
  await using store = hasStore ? await TestS3.start() : undefined;
  if (store !== undefined) {
    const { accessKeyId, secretAccessKey } = store.credentials;
    const place = ['--s3-endpoint', store.endpoint, '--s3-bucket', store.bucket];
    proxied.hub.flags.push(...place, '--s3-access-key-id', accessKeyId);
    // Inherited by the hub: there is no flag for a secret.
    process.env.KITESTRING_HUB_S3_SECRET_ACCESS_KEY = secretAccessKey;
  }
  try {
    makeRecording(proxied.folder.path);
    await proxied.start({ ...WIDE_LIMITS, ...SETTINGS });
    const keys: string[] = [];
    for (let index = 0; index < KEYS; index += 1) keys.push((await proxied.newKey(`bench ${index}`, 'pilot')).secret);
    const hub = (path: string, count: number) => timesMs(`${proxied.base}${path}`, keys, count);
    const station = (path: string, count: number) => timesMs(`${proxied.station.url}${path}`, [proxied.token], count);
    // Each key signs in at the station with its first read.
    await hub('/api/v1/flight/info', KEYS);
    const snapshot = '/api/v1/videostreams/zoom/snapshot';
    const [own, through] = [await station('/api/v1/flight/info', READS), await hub('/api/v1/flight/info', READS)];
    const mirrored = await hub('/api/v1/flight/state', READS);
    const headers = { authorization: `Bearer ${proxied.token}` };
    await until('the camera', async () => (await fetch(`${proxied.station.url}${snapshot}`, { headers })).ok);
    const [ownPicture, picture] = [await station(snapshot, SNAPSHOTS), await hub(snapshot, SNAPSHOTS)];
    const zoom = '/api/v1/videostreams/zoom/control/zoom';
    const [ownCommands, commands] = [
      await timesMs(`${proxied.station.url}${zoom}`, [proxied.token], COMMANDS, zoomTo),
      await timesMs(`${proxied.base}${zoom}`, keys, COMMANDS, zoomTo),
    ];
    const subscribed = await subscribedMs(proxied, keys[0] ?? '');
    const rates: number[] = [];
    for (let round = 0; round < DOWNLOADS; round += 1) {
      rates.push(await downloadRate(`${proxied.base}${RECORDING_PATH}`, { authorization: `Bearer ${keys[0]}` }));
    }
    return [
      ...added('read that the station answers', own, through, [
        [50, 5],
        [99, 20],
      ]),
      figure('state from the mirror, p50', percentile(mirrored, 50), 'ms', { atMost: 5 }),
      figure('state from the mirror, p99', percentile(mirrored, 99), 'ms', { atMost: 20 }),
      ...added('snapshot of 1920x1080', ownPicture, picture, [[50, 30]]),
      ...added('command', ownCommands, commands, [
        [50, 5],
        [99, 20],
      ]),
      figure('state of one station to its subscriber, added p50', percentile(subscribed, 50), 'ms', {
        atMost: 5,
        note: `${subscribed.length} states in ${SUBSCRIBED_S} s`,
      }),
      figure('state of one station to its subscriber, added p99', percentile(subscribed, 99), 'ms', { atMost: 20 }),
      figure('recording through NATS', median(rates), 'MiB/s', { atLeast: 20, note: `${SIZE_MIB} MiB, one client` }),
      {
        name: 'recording to S3, ordered until verified and stored',
        unit: 'MiB/s',
        ...(hasStore ? await uploadRate(proxied, keys[0]) : { value: Number.NaN, note: missingVersityGateway() || '' }),
        limit: { kind: 'at least', value: 40 },
      },
    ];
  } finally {
    await proxied.stop();
  }
}

/** @param limits percentile and its limit, milliseconds */
function added(name: string, own: Times, through: Times, limits: readonly (readonly [number, number])[]): BenchRow[] {
  return limits.map(([percent, atMost]) => {
    const [direct, hub] = [percentile(own, percent), percentile(through, percent)];
    const note = `${hub.toFixed(1)} ms, at the station ${direct.toFixed(1)} ms`;
    return figure(`${name}, added p${percent}`, hub - direct, 'ms', { atMost, note });
  });
}

/** @param key of an operator: an administrator's orders no recordings */
async function uploadRate({ hub, sid, station }: ProxiedStation, key: string | undefined) {
  let isStored = false;
  // Reported by an event: polling would take more processor time than the upload.
  const events = await readEventStream(hub, {
    query: '?after=0&kind=recording.stored',
    onEvent: () => {
      isStored = true;
    },
  });
  const beganMs = performance.now();
  const cpuS = () => [station.cpuS, cpuSeconds(hub.pid)] as const;
  const [stationS, hubS] = cpuS();
  const { body, status } = await hub.ask('uploads', { body: { sid, recording: RECORDING, kbps: 10_000_000 }, key });
  if (status !== 201) throw new Error(`the upload was not ordered: ${status} ${JSON.stringify(body)}`);
  await until('the recording in S3', () => isStored, UPLOAD_MS);
  events.close();
  const [stationEndS, hubEndS] = cpuS();
  const note = `${SIZE_MIB} MiB; processor: station ${(stationEndS - stationS).toFixed(1)} s, hub ${(hubEndS - hubS).toFixed(1)} s`;
  return { value: SIZE_MIB / secondsSince(beganMs), note };
}

/**
 * Delay that the hub adds to each state in flight, from subscriptions at both. Station time is slow, so that states
 * change less often than they are sent, and both subscriptions see the same ones.
 */
async function subscribedMs(proxied: ProxiedStation, key: string): Promise<Times> {
  const { base, station, token } = proxied;
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(station.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  await ask('/api/v1/flight/control/take_off');
  await ask('/sim/v1/clock', { speed: SUBSCRIBED_SPEED });
  const direct = states(station.url, token);
  const relayed = states(base, key);
  const [own, through] = [direct.arrivedMs, relayed.arrivedMs];
  // The first state is that of the opening of each connection.
  await until('the first states', async () => own.size > 0 && through.size > 0);
  own.clear();
  through.clear();
  await new Promise((resolve) => setTimeout(resolve, SUBSCRIBED_S * 1000));
  direct.end();
  relayed.end();
  await ask('/sim/v1/clock', { speed: proxied.simSpeed });
  const addedMs = [...own]
    .flatMap(([state, atMs]) => (through.get(state) ?? Number.NaN) - atMs)
    .filter(Number.isFinite);
  // The last states are still in transit.
  if (addedMs.length < own.size * 0.9 || own.size < SUBSCRIBED_S)
    throw new Error(`the hub has sent ${addedMs.length} of the ${own.size} states of its station`);
  return addedMs;
}

/** Subscribes to the flight state and records arrival times. */
function states(url: string, secret: string) {
  const arrivedMs = new Map<string, number>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/flight/state/subscribe`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  // An unchanged state is repeated.
  socket.on('message', (data) => arrivedMs.set(String(data), arrivedMs.get(String(data)) ?? performance.now()));
  return {
    arrivedMs,
    end: () => socket.terminate(),
  };
}

const zoomTo = (index: number): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ zoom_level: 1 + (index % 2) }),
});

/** Times of requests one after another, each with the next key. */
async function timesMs(
  url: string,
  keys: readonly string[],
  count: number,
  request: (index: number) => RequestInit = () => ({}),
): Promise<Times> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const beganMs = performance.now();
    const headers = { authorization: `Bearer ${keys[index % keys.length]}`, 'content-type': 'application/json' };
    const response = await fetch(url, { ...request(index), headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - beganMs);
  }
  return times;
}
