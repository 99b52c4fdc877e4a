import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { AUTHENTICATION_SCHEMES } from '../../src/rtsp/authentication.ts';
import { digestMatcher } from '../../src/rtsp/digest.ts';
import type { Authorize, MediaLog } from '../../src/rtsp/ports.ts';
import { RealClock } from '../../src/rtsp/real-clock.ts';
import { RtspServer } from '../../src/rtsp/rtsp-server.ts';
import { missing, missingElements, run } from './programs.ts';
import { RecordedSource, recordPictures } from './recorded-source.ts';
import { SILENT } from './scripted-server.ts';

const FRAMES = 60;
const HOST = '127.0.0.1';
const TICKET = 'ticket-of-an-address';

const authorize: Authorize = async ({ credentials }) => {
  const isRight =
    (credentials.kind === 'password' && credentials.password === TICKET) ||
    (credentials.kind === 'ticket' && credentials.ticket === TICKET) ||
    (credentials.kind === 'digest' && digestMatcher(credentials.digest)(TICKET));
  return isRight ? { kind: 'allowed', viewerId: 'ops' } : { kind: 'refused' };
};

/** Why sessions have ended. */
const ends: string[] = [];
const log: MediaLog = {
  ...SILENT,
  info: (fields) => {
    if ('reason' in fields) ends.push(String(fields.reason));
  },
};

let source: RecordedSource;
let open: RtspServer;
/** UDP ports, while none is in use. */
let pairs = 0;
let guarded: RtspServer;

/** Without ffmpeg there are no pictures to send. */
const noFfmpeg = missing('ffmpeg', 'ffprobe');
const noGStreamer = noFfmpeg || missing('gst-launch-1.0') || missingElements('rtspsrc', 'h264parse', 'avdec_h264');

async function start(): Promise<void> {
  if (noFfmpeg) return;
  source = new RecordedSource(await recordPictures());
  const at = { host: HOST, port: 0 };
  const common = {
    directory: source,
    listeners: { rtsp: at, rtsps: { ...at, tls: selfSignedPair() } },
    udpPorts: 'any' as const,
    clock: new RealClock(),
    log,
  };
  const schemes = { clear: AUTHENTICATION_SCHEMES, encrypted: ['basic'] as const };
  open = await RtspServer.start({ ...common, authentication: 'off' });
  pairs = open.stats.udpPairsFree;
  guarded = await RtspServer.start({ ...common, authentication: { realm: 'kitestring', schemes, authorize } });
}

before(start);
after(async () => {
  await open?.[Symbol.asyncDispose]();
  await guarded?.[Symbol.asyncDispose]();
});

const clear = (server: RtspServer, rest = '/zoom', user = '') => `rtsp://${user}${HOST}:${server.ports.rtsp}${rest}`;
const tls = (server: RtspServer, rest = '/zoom', user = '') => `rtsps://${user}${HOST}:${server.ports.rtsps}${rest}`;

const ffmpeg = (url: string, transport: string) =>
  run('ffmpeg', [
    '-v',
    'error',
    '-stats',
    '-xerror',
    '-rtsp_transport',
    transport,
    '-i',
    url,
    '-frames:v',
    `${FRAMES}`,
    '-f',
    'null',
    '-',
  ]);

async function decodesWithFfmpeg(url: string, transport: string): Promise<void> {
  const { code, output } = await ffmpeg(url, transport);
  assert.equal(code, 0, output);
  const frames = [...output.matchAll(/frame=\s*(\d+)/g)].map((match) => Number(match[1]));
  assert.equal(frames.at(-1), FRAMES, output);
}

const gstreamer = (url: string, properties: readonly string[]) => {
  const sink = ['fakesink', 'silent=false', `num-buffers=${FRAMES}`];
  const chain = ['!', 'rtph264depay', '!', 'h264parse', '!', 'avdec_h264', '!', ...sink];
  return run('gst-launch-1.0', ['-v', 'rtspsrc', `location=${url}`, 'latency=0', ...properties, ...chain]);
};

/**
 * At its end rtspsrc sends PAUSE and TEARDOWN from one thread, and the second cuts the first off where that is still being
 * written: its own doing, which it reports as an error of the network and by its exit status (GStreamer 1.22, gstrtspsrc.c).
 */
const CUTS_ITSELF_OFF =
  /ERROR: from element \S+: Could not write to resource\.\nAdditional debug info:\n\S+ (gst_rtspsrc_try_send|gst_rtspsrc_pause) \(\): \S+\nCould not send message\. \(Received end-of-file\)\n/g;

async function decodesWithGStreamer(url: string, ...properties: readonly string[]): Promise<void> {
  await nobodyWatches();
  const left = ends.length;
  const { code, output } = await gstreamer(url, properties);
  assert.equal(output.match(/last-message = chain /g)?.length, FRAMES, output);
  const complaints = output.replaceAll(CUTS_ITSELF_OFF, '');
  assert.deepEqual(complaints.match(/^(ERROR|WARNING).*(\n.*){0,4}/gm), null);
  if (complaints === output) assert.equal(code, 0, output);
  // It was not sent away. (The second of these where it has cut off its TEARDOWN, too.)
  for (const reason of ends.slice(left)) assert.match(reason, /^the (client has left|connection is gone)$/);
}

async function nobodyWatches(): Promise<void> {
  while (source.watching > 0 || open.stats.udpPairsFree < pairs) await new Promise(setImmediate);
}

describe('ffmpeg', { skip: noFfmpeg }, () => {
  for (const transport of ['tcp', 'udp'] as const) {
    it(`decodes the pictures over ${transport.toUpperCase()}, and its ports come back`, async () => {
      await decodesWithFfmpeg(clear(open), transport);
      await nobodyWatches();
    });
  }

  it('decodes them over TLS', () => decodesWithFfmpeg(tls(open), 'tcp'));

  it('finds size, profile and rate in the description', async () => {
    const entries = 'stream=codec_name,profile,width,height,avg_frame_rate';
    const { output } = await run('ffprobe', [
      '-v',
      'error',
      '-rtsp_transport',
      'tcp',
      '-show_entries',
      entries,
      clear(open),
    ]);
    const found = Object.fromEntries(output.split('\n').map((line) => line.trim().split('=')));
    assert.equal(found.codec_name, 'h264');
    assert.equal(found.profile, 'Constrained Baseline');
    assert.deepEqual([found.width, found.height, found.avg_frame_rate], ['320', '240', '50/1']);
  });

  it('gets in by Digest in clear, by Basic over TLS, and by a ticket in the address', async () => {
    await decodesWithFfmpeg(clear(guarded, '/zoom', `any:${TICKET}@`), 'tcp');
    await decodesWithFfmpeg(tls(guarded, '/zoom', `any:${TICKET}@`), 'tcp');
    await decodesWithFfmpeg(clear(guarded, `/zoom?ticket=${TICKET}`), 'udp');
  });

  it('is told 401 and 404', async () => {
    assert.match((await ffmpeg(clear(guarded, '/zoom', 'any:wrong@'), 'tcp')).output, /401 Unauthorized/);
    assert.match((await ffmpeg(clear(guarded), 'tcp')).output, /401 Unauthorized/);
    assert.match((await ffmpeg(clear(open, '/nope'), 'tcp')).output, /404 Not Found/);
  });

  it('is one of three viewers on TCP, UDP and TLS, who all see everything', async () => {
    await Promise.all([
      decodesWithFfmpeg(clear(open), 'tcp'),
      decodesWithFfmpeg(clear(open), 'udp'),
      decodesWithFfmpeg(tls(open), 'tcp'),
    ]);
    await nobodyWatches();
  });

  it('may be killed: nothing of it stays', async () => {
    const client = spawn('ffmpeg', ['-v', 'quiet', '-rtsp_transport', 'tcp', '-i', clear(open), '-f', 'null', '-']);
    while (source.watching === 0) await new Promise(setImmediate);
    client.kill('SIGKILL');
    await nobodyWatches();
  });
});

describe('GStreamer', { skip: noGStreamer }, () => {
  for (const transport of ['tcp', 'udp'] as const) {
    it(`decodes the pictures over ${transport.toUpperCase()}, and its ports come back`, async () => {
      await decodesWithGStreamer(clear(open), `protocols=${transport}`);
      await nobodyWatches();
    });
  }

  it('decodes them over TLS', () => decodesWithGStreamer(tls(open), 'protocols=tcp', 'tls-validation-flags=0'));

  it('is refused UDP over TLS, and plays nothing in clear', async () => {
    const { code } = await gstreamer(tls(open), ['protocols=udp', 'tls-validation-flags=0']);
    assert.notEqual(code, 0);
    await nobodyWatches();
  });

  it('gets in by Digest in clear, by Basic over TLS, and by a ticket in the address', async () => {
    const login = ['user-id=any', `user-pw=${TICKET}`, 'protocols=tcp'];
    await decodesWithGStreamer(clear(guarded), ...login);
    await decodesWithGStreamer(tls(guarded), ...login, 'tls-validation-flags=0');
    await decodesWithGStreamer(clear(guarded, `/zoom?ticket=${TICKET}`), 'protocols=tcp');
  });
});
