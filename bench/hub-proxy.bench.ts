import { ProxiedStation } from '@kitestring/hub/test/support/proxied-station.ts';
import { WIDE_LIMITS } from '@kitestring/testing/station-process.ts';
import { downloadRate, makeRecording, RECORDING_PATH } from './recording-download.bench.ts';
import { type BenchRow, median, percentile } from './result.ts';

const READS = 1000;
const SNAPSHOTS = 60;
const DOWNLOADS = 3;
/** The hub limits the requests of each key: so many together stay below it. */
const KEYS = 12;

type Times = readonly number[];

/** Reads of a station through its hub, beside the same ones at the station. */
export async function benchHubProxy(): Promise<BenchRow[]> {
  const proxied = new ProxiedStation();
  try {
    makeRecording(proxied.folder.path);
    await proxied.start({ ...WIDE_LIMITS, KITESTRING_VIDEO_ENABLED: 'true' });
    const keys: string[] = [];
    for (let index = 0; index < KEYS; index += 1) keys.push((await proxied.newKey(`bench ${index}`, 'viewer')).secret);
    const hub = (path: string, count: number) => timesMs(`${proxied.base}${path}`, keys, count);
    const station = (path: string, count: number) => timesMs(`${proxied.station.url}${path}`, [proxied.token], count);
    // Each key signs in at the station with its first read.
    await hub('/api/v1/flight/info', KEYS);
    const snapshot = '/api/v1/videostreams/zoom/snapshot';
    const [own, through] = [await station('/api/v1/flight/info', READS), await hub('/api/v1/flight/info', READS)];
    const mirrored = await hub('/api/v1/flight/state', READS);
    const [ownPicture, picture] = [await station(snapshot, SNAPSHOTS), await hub(snapshot, SNAPSHOTS)];
    const rates: number[] = [];
    for (let round = 0; round < DOWNLOADS; round += 1) {
      rates.push(await downloadRate(`${proxied.base}${RECORDING_PATH}`, { authorization: `Bearer ${keys[0]}` }));
    }
    return [
      ...added('read that the station answers', own, through, [
        [50, 5],
        [99, 20],
      ]),
      atMost('state from the mirror, p50', percentile(mirrored, 50), 5),
      atMost('state from the mirror, p99', percentile(mirrored, 99), 20),
      ...added('snapshot of 1920x1080', ownPicture, picture, [[50, 30]]),
      {
        ...{ name: 'recording through NATS', value: median(rates), unit: 'MiB/s' },
        ...{ limit: { kind: 'at least', value: 20 }, note: '256 MiB, one client' },
      },
    ];
  } finally {
    await proxied.stop();
  }
}

const atMost = (name: string, value: number, limit: number): BenchRow => ({
  ...{ name, value, unit: 'ms', limit: { kind: 'at most', value: limit } },
});

/** @param limits percentile and its limit, milliseconds */
function added(name: string, own: Times, through: Times, limits: readonly (readonly [number, number])[]): BenchRow[] {
  return limits.map(([percent, limit]) => {
    const [direct, hub] = [percentile(own, percent), percentile(through, percent)];
    const note = `${hub.toFixed(1)} ms, at the station ${direct.toFixed(1)} ms`;
    return { ...atMost(`${name}, added p${percent}`, hub - direct, limit), note };
  });
}

/** Times of requests one after another, each with the next key. */
async function timesMs(url: string, keys: readonly string[], count: number): Promise<Times> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const beganMs = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${keys[index % keys.length]}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - beganMs);
  }
  return times;
}
