import { once } from 'node:events';
import { createServer as createSink } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { UploadPace } from '@kitestring/hub-link/transport/upload-pace.ts';
import { sendPart } from '@kitestring/hub-link/uploads';
import { ChaosRelay, GOOD_PATH } from '@kitestring/lab-testing/chaos-relay.ts';
import { SharedLine } from '@kitestring/lab-testing/shared-line.ts';
import { type BenchRow, figure, percentile } from './result.ts';

const LATENCY_MS = 50;
const BEAT_BYTES = 300;
const BEAT_EVERY_MS = 100;
const SETTLING_S = 10;
const MEASURED_S = 20;
const SHARE_PERCENT = 70;
const PART = new Uint8Array(1024 ** 2);
const LINES_KBPS = [100, 1000, 10_000];

interface Measured {
  readonly beatsMs: readonly number[];
  readonly kbps: number;
}

type Sending = 'nothing' | 'unpaced' | 'paced';

/** Delay of a beat over an uplink with a long buffer: alone, beside a paced upload, and beside an unpaced one. */
export async function benchHubUploads(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kbps of LINES_KBPS) {
    const ways = (['nothing', 'unpaced', 'paced'] as const).map((sending) => measured(kbps, sending));
    const [bare, unpaced, paced] = (await Promise.all(ways)) as [Measured, Measured, Measured];
    const name = `uplink of ${kbps} kbit/s, ${2 * LATENCY_MS} ms`;
    const p95 = (beats: readonly number[]) => percentile(beats, 95);
    const note = `p95 ${p95(paced.beatsMs).toFixed(0)} ms`;
    rows.push(
      figure(`${name}: a beat beside an upload, median`, percentile(paced.beatsMs, 50), 'ms', {
        atMost: percentile(bare.beatsMs, 50) + 100,
        note,
      }),
      figure('the same on the bare line', percentile(bare.beatsMs, 50), 'ms'),
      figure('the same beside an upload without a pace', percentile(unpaced.beatsMs, 50), 'ms'),
      figure(`${name}: share that uploads take`, (100 * paced.kbps) / kbps, '%'),
    );
  }
  return rows;
}

/** A beat, and a question for its answer as a ping, on one connection; parts of an upload on others. */
async function measured(kbps: number, sending: Sending): Promise<Measured> {
  await using ended = new AsyncDisposableStack();
  const line = new SharedLine(kbps);
  const [link, store] = await Promise.all([broker(ended), sink(ended)]);
  const relays = await Promise.all(
    [link.port, store].map((port) => ChaosRelay.start(port, 1, Number.POSITIVE_INFINITY)),
  );
  for (const relay of relays) {
    ended.use(relay);
    relay.uplink = line;
    relay.conditions = { ...GOOD_PATH, latencyMs: LATENCY_MS };
  }
  const [toBroker, toStore] = relays as [ChaosRelay, ChaosRelay];
  const socket = connect(toBroker.port, '127.0.0.1');
  await once(socket, 'connect');
  const stop = new AbortController();
  const uploading = upload(sending, { socket, port: toStore.port, signal: stop.signal });
  await wait(SETTLING_S * 1000);
  link.beatsMs.length = 0;
  const before = toStore.carriedBytes;
  const beating = setInterval(() => socket.write(message('beat', BEAT_BYTES)), BEAT_EVERY_MS);
  await wait(MEASURED_S * 1000);
  clearInterval(beating);
  const sentKbps = ((toStore.carriedBytes - before) * 8) / 1000 / MEASURED_S;
  // Beats in transit have waited at least this long.
  const waitMs = line.waitMs + LATENCY_MS;
  stop.abort();
  await uploading;
  socket.destroy();
  return { beatsMs: link.beatsMs.length > 0 ? [...link.beatsMs] : [waitMs], kbps: sentKbps };
}

interface UploadPlace {
  readonly socket: Socket;
  readonly port: number;
  readonly signal: AbortSignal;
}

async function upload(sending: Sending, { port, signal, socket }: UploadPlace): Promise<void> {
  if (sending === 'nothing') return;
  const clock = new RealTimeClock(() => {});
  const pace = new UploadPace({
    clock,
    mostKbps: 100_000,
    sharePercent: SHARE_PERCENT,
    isVideoLive: () => false,
    roundTrip: async () => {
      socket.write(message('ping', 64));
      await once(socket, 'data', { signal });
    },
  });
  const send: Parameters<typeof sendPart>[0]['send'] =
    sending === 'paced'
      ? (body, write, until) => pace.send(body, write, 100_000, until)
      : async (body, write) => write(body);
  const part = { url: `http://127.0.0.1:${port}/`, headers: {}, body: PART, ca: undefined, send, signal };
  while (!signal.aborted) await sendPart(part).catch(() => {});
  clock.stop();
}

/** One line of text, filled up to this length. */
const message = (kind: 'beat' | 'ping', bytes: number): string =>
  `${`${kind} ${performance.now()}`.padEnd(bytes - 1)}
`;

/** Answers pings, and records the age of beats. */
async function broker(ended: AsyncDisposableStack) {
  const beatsMs: number[] = [];
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const [kind, sentMs] of lines.map((each) => each.split(' '))) {
        if (kind === 'ping') socket.write('pong\n');
        else beatsMs.push(performance.now() - Number(sentMs));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.defer(() => void server.close());
  return { beatsMs, port: (server.address() as AddressInfo).port };
}

async function sink(ended: AsyncDisposableStack): Promise<number> {
  const server = createSink((request, response) => void request.resume().once('end', () => response.end()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
