import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { missingLivekitServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { missing } from '@kitestring/video-process/test/support';
import { hoverOverTheTown } from './hover.ts';
import { type BenchRow, figure, median, progress } from './result.ts';
import { SoakStation } from './soak/soak-station.ts';
import { SoakViewer } from './soak/viewer.ts';

/** 1280x720, 30 pictures a second. */
const STREAM = 'color';
const WINDOW_S = 15;
const ROUNDS = 3;
/** Compilation, and until a relay over WHIP gets the stream as it is. */
const WARM_UP_S = 12;
/** For the pushes, in per cent of a core beside a stream that is encoded anyway. */
const MOST_PERCENT = 3;
const CLIP_S = 60;
const CLIPS = 5;
const CLIP_MOST_S = 2;

interface PushState {
  readonly state: string;
  readonly reason?: string;
}

/** Processor time of a stream that goes to a relay too, beside a viewer; and how soon a clip of a minute is there. */
export async function* benchPushes(): AsyncGenerator<BenchRow> {
  using folder = new TestFolder();
  await using station = await SoakStation.start(folder.path);
  await hoverOverTheTown(station);
  await station.post('recordings/control/start');
  const recordedMs = performance.now();
  using _viewer = await SoakViewer.watch(await station.address(STREAM));
  for (const [protocol, relay] of Object.entries(RELAYS)) yield await pushRow(station, protocol, relay);
  await after(Math.max(0, (CLIP_S + 2) * 1000 - (performance.now() - recordedMs)));
  await station.post('recordings/control/stop');
  yield await clipRow(station);
}

async function pushRow(station: SoakStation, protocol: string, { absent, start }: Relay): Promise<BenchRow> {
  const name = `push by ${protocol}: processor beside a stream of 1280x720 that is watched`;
  const reason = absent();
  if (reason !== false) return figure(name, Number.NaN, '% of a core', { note: reason });
  const more: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`push by ${protocol}, round ${round + 1} of ${ROUNDS}, ${2 * WINDOW_S + WARM_UP_S} s`);
    const before = await usage(station);
    await using relay = await start();
    await untilLive(station, relay.address);
    await after(WARM_UP_S * 1000);
    more.push((await usage(station)) - before);
    const state = await pushState(station);
    if (state?.state !== 'Live') throw new Error(`push by ${protocol}: ${state?.reason}`);
    await station.own('DELETE', `pushes/${STREAM}`);
  }
  const note = `server and media process; ${more.map((share) => (100 * share).toFixed(2)).join(', ')}`;
  return figure(name, 100 * median(more), '% of a core', { atMost: MOST_PERCENT, note });
}

async function untilLive(station: SoakStation, address: string): Promise<void> {
  await station.own('POST', `pushes/${STREAM}`, { address });
  const endMs = performance.now() + 60_000;
  for (;;) {
    const state = await pushState(station);
    if (state?.state === 'Live') return;
    if (performance.now() > endMs) throw new Error(`the push does not begin: ${state?.reason}`);
    await after(200);
  }
}

async function pushState(station: SoakStation): Promise<PushState | undefined> {
  const { pushes } = (await (await station.own('GET', 'pushes')).json()) as { readonly pushes: readonly PushState[] };
  return pushes[0];
}

/** Share of a core, without the thread that draws and encodes the stream: what it sees changes more than a push costs. */
async function usage({ mediaPid, pid }: SoakStation): Promise<number> {
  const seconds = () => cpuSeconds(pid) + cpuSeconds(mediaPid) - threadSeconds(mediaPid, STREAM);
  const [before, beganMs] = [seconds(), performance.now()];
  await after(WINDOW_S * 1000);
  return ((seconds() - before) * 1000) / (performance.now() - beganMs);
}

/** Processor time of the threads of this name. Source: proc(5), fields 2, 14 and 15 of a thread, hundredths of a second. */
function threadSeconds(pid: number, name: string): number {
  const fields = readdirSync(`/proc/${pid}/task`).map((id) =>
    readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').split(' '),
  );
  return fields
    .filter(([, named]) => named === `(${name})`)
    .reduce((sum, { 13: user, 14: system }) => sum + (Number(user) + Number(system)) / 100, 0);
}

async function clipRow(station: SoakStation): Promise<BenchRow> {
  const [recording] = await station.get<{ recording_id: string }[]>('recordings');
  const body = { clips: [{ recording_id: recording?.recording_id, from_s: 1, to_s: 1 + CLIP_S }] };
  const times: number[] = [];
  let bytes = 0;
  for (let count = 0; count < CLIPS; count += 1) {
    const beganMs = performance.now();
    bytes = (await (await station.own('POST', 'clips', body)).arrayBuffer()).byteLength;
    times.push((performance.now() - beganMs) / 1000);
  }
  const note = `of a recording of 1280x720, ${(bytes / 2 ** 20).toFixed(1)} MiB over HTTP; median of ${CLIPS}`;
  return figure('a clip of one minute, asked for until its last byte', median(times), 's', {
    atMost: CLIP_MOST_S,
    note,
  });
}

interface OpenRelay extends AsyncDisposable {
  readonly address: string;
}

interface Relay {
  readonly absent: () => string | false;
  readonly start: () => Promise<OpenRelay>;
}

/** A relay that throws everything away. @param address where it listens, and how */
async function ffmpegAt(format: string, address: (port: number) => readonly string[]): Promise<OpenRelay> {
  const [told = '', ...listens] = address(await freePort());
  const ffmpeg = spawn('ffmpeg', ['-v', 'quiet', '-f', format, ...listens, '-c', 'copy', '-f', 'null', '-']);
  return { address: told, [Symbol.asyncDispose]: async () => void ffmpeg.kill('SIGKILL') };
}

/** Where each protocol ends; none of them is counted. */
const RELAYS: Readonly<Record<'RTMP' | 'SRT' | 'WHIP', Relay>> = {
  RTMP: {
    absent: () => missing('ffmpeg'),
    start: () =>
      ffmpegAt('flv', (port) => {
        const address = `rtmp://127.0.0.1:${port}/live/k3y`;
        return [address, '-listen', '1', '-i', address];
      }),
  },
  SRT: {
    absent: () => missing('ffmpeg'),
    start: () =>
      ffmpegAt('mpegts', (port) => {
        const address = `srt://127.0.0.1:${port}`;
        return [address, '-i', `${address}?mode=listener&timeout=60000000`];
      }),
  },
  WHIP: {
    absent: missingLivekitServer,
    start: async () => {
      const relay = await TestRelay.start();
      const token = relay.token('bench', { roomJoin: true, room: 'bench', canPublish: true, canSubscribe: false });
      return {
        address: `${relay.url.replace('//', `//:${token}@`)}/whip/v1`,
        [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
      };
    },
  },
};
