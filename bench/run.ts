import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { missingPostgres } from '@kitestring/hub-app/test/support/test-postgres.ts';
import { missingChromium } from '@kitestring/lab-testing/browser.ts';
import { missingLivekitServer, missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { missing } from '@kitestring/video-process/test/support';
import { bundleInTurn } from '../packages/cli/src/bundle/bundle-in-turn.ts';
import { held } from '../packages/cli/src/libraries/run-bundler.ts';
import { type Figures, saveFigures } from './figures.ts';
import { type BenchRow, meets } from './result.ts';

/*
 * `npm run bench [-- NAME... [--save]]`: runs the benchmarks one after another, prints each figure, writes bench/results/latest.json. `video` is that one
 * alone, `hub` all of `hub-...`, because none is called so. `--save` also puts the figures into bench/figures.json and docs/reference/performance.md.
 */
const BENCHES: Readonly<Record<string, () => Promise<Iterable<BenchRow> | AsyncIterable<BenchRow>>>> = {
  simulator: async () => (await import('./simulator.bench.ts')).benchSimulator(),
  scene: async () => (await import('./scene.bench.ts')).benchScene(),
  video: async () => (await import('./video.bench.ts')).benchVideo(),
  pushes: async () => (await import('./pushes.bench.ts')).benchPushes(),
  'video-cost': async () => (await import('./video-cost.bench.ts')).benchVideoCost(),
  startup: async () => (await import('./startup.bench.ts')).benchStartup(),
  'flight-state': async () => (await import('./flight-state.bench.ts')).benchFlightState(),
  client: async () => (await import('./client.bench.ts')).benchClient(),
  audit: async () => (await import('./audit.bench.ts')).benchAudit(),
  snapshots: async () => (await import('./snapshots.bench.ts')).benchSnapshots(),
  scenario: async () => (await import('./scenario.bench.ts')).benchScenario(),
  fleet: async () => (await import('./fleet.bench.ts')).benchFleet(),
  subscribers: async () => (await import('./subscribers.bench.ts')).benchSubscribers(),
  handshakes: async () => (await import('./handshakes.bench.ts')).benchHandshakes(),
  'media-kills': async () => (await import('./media-kills.bench.ts')).benchMediaKills(),
  console: async () => (await import('./console.bench.ts')).benchConsole(),
  'video-latency': async () => (await import('./video-latency.bench.ts')).benchVideoLatency(),
  'hub-video': async () => (await import('./hub-video.bench.ts')).benchHubVideo(),
  'narrow-uplink': async () => (await import('./narrow-uplink.bench.ts')).benchNarrowUplink(),
  'hub-desk': async () => (missingNatsServer() ? [] : (await import('./hub-desk.bench.ts')).benchHubDesk()),
  'hub-fleet': async () => (missingNatsServer() ? [] : (await import('./hub-fleet.bench.ts')).benchHubFleet()),
  'hub-wall': async () =>
    missingNatsServer() || missingLivekitServer() || missing('ffmpeg') || (await missingChromium())
      ? []
      : (await import('./hub-wall.bench.ts')).benchHubWall(),
  'hub-narrow': async () =>
    missingNatsServer() || missingLivekitServer() ? [] : (await import('./hub-narrow.bench.ts')).benchHubNarrow(),
  'hub-uploads': async () => (await import('./hub-uploads.bench.ts')).benchHubUploads(),
  'hub-nodes': async () =>
    missingNatsServer() || missingPostgres() ? [] : (await import('./hub-nodes.bench.ts')).benchHubNodes(),
  onvif: async () => (await import('./onvif.bench.ts')).benchOnvif(),
  mavlink: async () => (await import('./mavlink.bench.ts')).benchMavlink(),
  tether: async () => (await import('./tether.bench.ts')).benchTether(),
  'recording-download': async () => (await import('./recording-download.bench.ts')).benchRecordingDownload(),
  'hub-proxy': async () => (missingNatsServer() ? [] : (await import('./hub-proxy.bench.ts')).benchHubProxy()),
};

/** Programs that some figures need. @returns why they are missing; false if available */
interface Need {
  readonly benches: readonly string[];
  readonly figures: string;
  readonly missing: () => string | false | Promise<string | false>;
}

const missingOfFfmpeg = (program: string) => () => {
  const reason = missing(program);
  return reason && `${reason}; apt-get install ffmpeg`;
};

const NEEDS: readonly Need[] = [
  { benches: ['video-latency'], figures: 'glass to glass over RTSP', missing: missingOfFfmpeg('ffmpeg') },
  { benches: ['media-kills'], figures: 'how many killed recordings play', missing: missingOfFfmpeg('ffprobe') },
  { benches: ['video-latency'], figures: 'glass to glass in a browser', missing: missingChromium },
  { benches: ['pushes'], figures: 'a push by RTMP or SRT', missing: missingOfFfmpeg('ffmpeg') },
  { benches: ['pushes'], figures: 'a push by WHIP', missing: missingLivekitServer },
  { benches: ['console'], figures: 'the console', missing: missingChromium },
  { benches: ['hub-wall'], figures: 'the wall of a hub', missing: missingChromium },
  { benches: ['hub-wall'], figures: 'the wall of a hub', missing: missingOfFfmpeg('ffmpeg') },
  {
    benches: ['hub-video', 'hub-narrow', 'hub-wall', 'narrow-uplink'],
    figures: 'video through a hub',
    missing: missingLivekitServer,
  },
  { benches: ['hub-nodes'], figures: 'the death of a nats-server', missing: missingPostgres },
  { benches: ['hub-desk', 'hub-fleet', 'hub-nodes', 'hub-proxy'], figures: 'the hub', missing: missingNatsServer },
];

/** Width of almost all names. */
const NAME_WIDTH = 64;

const SAVE = '--save';
const wanted = process.argv.slice(2).filter((argument) => argument !== SAVE);
const isNamed = (name: string, by: string): boolean => (by in BENCHES ? name === by : name.startsWith(`${by}-`));
const unknown = wanted.filter((by) => !Object.keys(BENCHES).some((name) => isNamed(name, by)));
if (unknown.length > 0) {
  console.error(`unknown benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((by) => isNamed(name, by));

// Printed first, because a whole run takes half an hour.
for (const { benches, figures, missing } of NEEDS) {
  const reason = benches.some(isWanted) && (await missing());
  if (reason) process.stderr.write(`not measured: ${figures} (${reason})\n`);
}

// A station that starts from its sources would bundle itself ten seconds later, during the measurement.
await held(bundleInTurn(() => process.stderr.write('another process builds the program; waiting for it\n')));
const measured: Record<string, Figures[string]> = {};
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memoryGib: Math.round(totalmem() / 2 ** 30) };
for (const [name, bench] of Object.entries(BENCHES)) {
  if (!isWanted(name)) continue;
  process.stderr.write(`${name} ...\n`);
  const rows: BenchRow[] = [];
  measured[name] = { at: new Date().toISOString(), node: process.version, machine, rows };
  for await (const row of await bench()) {
    rows.push(row);
    print(row);
  }
}
save(Object.values(measured).flatMap(({ rows }) => rows));
if (process.argv.includes(SAVE)) {
  saveFigures(measured);
  console.log('saved to bench/figures.json and docs/reference/performance.md');
}

function print(row: BenchRow): void {
  const isMeasured = !Number.isNaN(row.value);
  const value = (isMeasured ? formatNumber(row.value) : 'not measured').padStart(12);
  const limit = row.limit === undefined ? '' : `${row.limit.kind} ${formatNumber(row.limit.value)}`;
  const verdict =
    row.limit === undefined || !isMeasured ? ' ' : meets(row) ? styleText('green', '✓') : styleText('red', '✗');
  console.log(
    `${verdict} ${row.name.padEnd(NAME_WIDTH)} ${value} ${row.unit.padEnd(12)} ${limit.padEnd(16)} ${row.note ?? ''}`,
  );
}

function save(all: readonly BenchRow[]): void {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const results = all.map((row) => ({ ...row, ok: meets(row) }));
  const content = { at: new Date().toISOString(), node: process.version, machine, results };
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(content, undefined, 2)}\n`);
  console.log('\nwritten to bench/results/latest.json');
}

function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
