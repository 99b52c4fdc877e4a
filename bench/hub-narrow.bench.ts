import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { GOOD_PATH } from '@kitestring/lab-testing/chaos-relay.ts';
import { NarrowUplink } from '@kitestring/lab-testing/narrow-uplink.ts';
import { TestRelay } from '@kitestring/lab-testing/programs.ts';
import { SharedLine } from '@kitestring/lab-testing/shared-line.ts';
import { WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { WhepViewer } from '@kitestring/video-process/test/support/webrtc.ts';
import { type BenchRow, figure, percentile } from './result.ts';

const LINE_KBPS = 1000;
const LATENCY_MS = 50;
const COMMANDS = 60;
const EVERY_MS = 500;
const STREAM = 'zoom';
const STATION = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
  KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
  ...WIDE_LIMITS,
};

/** Commands and the start of video where both share an uplink of 1 Mbit/s and 100 ms, without loss and with 20 %. */
export async function benchHubNarrow(): Promise<BenchRow[]> {
  await using cleanup = new AsyncDisposableStack();
  const relay = cleanup.use(await TestRelay.start());
  const line = new SharedLine(LINE_KBPS);
  const video = cleanup.use(await NarrowUplink.start(relay.url, line));
  const place = new ProxiedStation();
  place.simSpeed = 1;
  const secretFile = place.folder.file('relay-secret');
  writeFileSync(secretFile, `${relay.secret}\n`, { mode: 0o600 });
  place.hub.flags.push('--relay-urls', new URL(video.url).origin, '--relay-key', relay.key);
  place.hub.flags.push('--relay-secret-file', secretFile);
  cleanup.defer(() => place.stop());
  await place.start(STATION, true);
  const link = place.uplink;
  if (link === undefined) throw new Error('the station has no uplink of its own');
  link.uplink = line;
  const key = (await place.newKey('bench', 'pilot')).secret as string;
  const rows: BenchRow[] = [];
  for (const lossShare of [0, 0.2]) {
    link.conditions = { ...GOOD_PATH, latencyMs: LATENCY_MS, lossShare };
    Object.assign(video, { latencyMs: LATENCY_MS, lossShare });
    rows.push(...(await measured(place, line, key, lossShare)));
  }
  return rows;
}

async function measured(place: ProxiedStation, line: SharedLine, key: string, lossShare: number): Promise<BenchRow[]> {
  const name = `uplink of ${LINE_KBPS} kbit/s, ${2 * LATENCY_MS} ms${lossShare > 0 ? `, ${100 * lossShare} % loss` : ''}`;
  const alone = await give(place, key);
  const beganMs = performance.now();
  const viewer = new WhepViewer();
  const whep = `${place.base}/video/v1/${STREAM}/whep`;
  const response = await fetch(whep, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
    body: await viewer.offer(),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const answeredMs = performance.now() - beganMs;
  await viewer.accept(await response.text());
  await until('the first picture', () => viewer.firstPictureMs !== undefined);
  const firstMs = (viewer.firstPictureMs ?? Number.NaN) - beganMs;
  const before = { bytes: line.bytes, atMs: performance.now(), pictures: viewer.pictures };
  const beside = await give(place, key);
  const seconds = (performance.now() - before.atMs) / 1000;
  const kbps = ((line.bytes - before.bytes) * 8) / 1000 / seconds;
  const perS = (viewer.pictures - before.pictures) / seconds;
  await viewer[Symbol.asyncDispose]();
  await fetch(new URL(response.headers.get('location') ?? '', place.hub.url), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  await until('the end of the stream', async () => {
    const { video = [] } = (await place.hub.ask(`stations/${place.sid}`)).body;
    return video.length === 0;
  });
  const told = (outcomes: Outcomes) =>
    `${outcomes.answeredMs.length} of ${COMMANDS} answered, ${outcomes.refused} refused in time, ${outcomes.unknown} unknown, ${outcomes.late} late`;
  const row = (what: string, outcomes: Outcomes, percent: number): BenchRow =>
    figure(`${name}: ${what}`, percentile(outcomes.answeredMs, percent), 'ms', { note: told(outcomes) });
  return [
    row('a command without video, median', alone, 50),
    row('a command without video, 99 of 100', alone, 99),
    row('a command beside video, median', beside, 50),
    row('a command beside video, 99 of 100', beside, 99),
    figure(`${name}: commands carried out late`, alone.late + beside.late, '', { atMost: 0 }),
    figure(`${name}: first picture`, firstMs, 'ms', { note: `answer of the hub after ${answeredMs.toFixed(0)} ms` }),
    figure(`${name}: the line carries`, kbps, 'kbit/s', { note: `${perS.toFixed(1)} pictures/s` }),
  ];
}

interface Outcomes {
  readonly answeredMs: readonly number[];
  readonly refused: number;
  readonly unknown: number;
  /** Begun after the deadline that the hub has shown. */
  readonly late: number;
}

/** Commands that the station answers at once in every state. */
async function give(place: ProxiedStation, key: string): Promise<Outcomes> {
  const answeredMs: number[] = [];
  const ids: string[] = [];
  let [refused, unknown] = [0, 0];
  const one = async () => {
    const id = randomUUID();
    ids.push(id);
    const beganMs = performance.now();
    const { body, status } = await place.hub.ask(`stations/${place.sid}/api/v1/flight/control/land`, {
      method: 'POST',
      key,
      headers: { 'Idempotency-Key': id },
    });
    const code = (body as Answer)?.code;
    if (code === 'OUTCOME_UNKNOWN') unknown += 1;
    else if (status >= 500) refused += 1;
    else answeredMs.push(performance.now() - beganMs);
  };
  const given: Promise<void>[] = [];
  for (let count = 0; count < COMMANDS; count += 1) {
    given.push(one());
    await wait(EVERY_MS);
  }
  await Promise.all(given);
  return { answeredMs, refused, unknown, late: await lateOnes(place, ids) };
}

/** By the journal of the station, which has the same clock here. */
async function lateOnes(place: ProxiedStation, ids: readonly string[]): Promise<number> {
  const { events } = (await place.hub.ask(`events?sid=${place.sid}&kind=command&limit=1000`)).body;
  const begunMs = new Map<string, number>(events.map(({ clock, data }: Answer) => [data.id, Date.parse(clock)]));
  const lateness = ids.map(async (id) => {
    const { deadline } = (await place.hub.ask(`commands/${id}`)).body;
    return (begunMs.get(id) ?? 0) > Date.parse(deadline);
  });
  return (await Promise.all(lateness)).filter(Boolean).length;
}
