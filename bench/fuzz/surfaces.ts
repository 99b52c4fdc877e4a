import { connect, type Socket } from 'node:net';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { scenarioTemplate } from '@kitestring/lab-scenario/file/scenario-template.ts';
import type { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { CHANNEL_IDS } from '@kitestring/station-flightlog/channels';
import { joined, MessageRecords } from '@kitestring/station-flightlog/encode';
import { fileHead, McapAssembler } from '@kitestring/station-flightlog/mcap';
import { FlightLogFault, readFlightLog } from '@kitestring/station-flightlog/read';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { fromMedia, toMedia } from '@kitestring/video-process/process';
import { MessageParser, RTSP_LIMITS, readDigest } from '@kitestring/video-process/rtsp';
import { receiveHostileLines } from '../../packages/aircraft/ground/test/support/hostile-lines.ts';
import { receiveHostile } from '../../packages/mavlink/codec/test/support/hostile-input.ts';
import type { Random } from './random.ts';

/** Processes one hostile input. @throws Error for a forbidden outcome */
type Surface = (random: Random) => void | Promise<void>;

/** A status that blames the station; other statuses of 500 and above report an unavailable part. */
const OWN_FAULT = /^HTTP\/1\.1 (500|501|504)/;
const GIVE_UP_MS = 10_000;

export function surfacesOf(station: StationProcess, token: string): Readonly<Record<string, Surface>> {
  return {
    HTTP: http(station, token),
    WebSocket: webSocket(station, token),
    RTSP: rtsp,
    IPC: ipc,
    YAML: yaml,
    MCAP: mcap,
    MAVLink: (random) => void receiveHostile(random),
    Ground: receiveHostileLines,
  };
}

// ---- on the wire

const http = (station: StationProcess, token: string): Surface => {
  const auth = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const json = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const requests = [
    `GET /api/v1/notifications/history?from_time=2026-01-01T00:00:00Z&x=1 HTTP/1.1\r\n${auth}Range: bytes=0-1,5-6\r\n\r\n`,
    json('/api/v1/flight/control/altitude', '{"altitude":10.5}'),
    json('/api/v1/handoff/control/request', '{"operator_name":"a","regulatory_mode":"x"}'),
    json('/api/v1/camera/control/rotate_by_angle', '{"pan":10,"tilt":-5}'),
    json('/admin/v1/plugins', '{"name":"a","scopes":["read"]}'),
    json('/sim/v1/wind', '{"speed_mps":3}'),
    `POST /api/v1/auth/token/request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 15\r\n\r\nclient_secret=a`,
    `POST /api/v1/flight/control/land HTTP/1.1\r\n${auth}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ].map((text) => Buffer.from(text));
  return async (random) => void (await exchanged(station, random.spoil(random.pick(requests))));
};

const webSocket = (station: StationProcess, token: string): Surface => {
  const head = Buffer.from(
    `GET /api/v1/handoff/state/subscribe HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  const frames = Buffer.from(
    '818500000000c3a96c6c6f898300000000616263010200000000c3a90080000000008882000000 0003e8'.replace(' ', ''),
    'hex',
  );
  return async (random) => {
    const opening = random.below(8) === 0 ? random.spoil(head) : head;
    await exchanged(station, Buffer.concat([opening, random.spoil(frames)]));
  };
};

/** Sends the input, half-closes, and reads to the end. */
function exchanged(station: StationProcess, bytes: Buffer): Promise<void> {
  const { port } = new URL(station.url);
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  const socket: Socket = connect({ port: Number(port), host: '127.0.0.1' });
  let heard = '';
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
  socket.on('data', (chunk) => {
    if (heard.length < 20) heard += chunk.toString('latin1');
    if (OWN_FAULT.test(heard)) reject(new Error(heard.slice(0, 300)));
    // The first response is sufficient.
    socket.end();
  });
  socket.on('error', () => {});
  socket.once('close', () => resolve());
  socket.write(bytes);
  socket.end();
  return promise;
}

// ---- what reads bytes

const RTSP_REQUEST = Buffer.from(
  'SETUP rtsp://127.0.0.1:8554/zoom?ticket=a RTSP/1.0\r\nCSeq: 1\r\nTransport: RTP/AVP/TCP;interleaved=0-1\r\nAuthorization: Digest username="a", realm="b", nonce="c", uri="d", response="e"\r\nContent-Length: 3\r\n\r\nabc$\0\0\x02ab',
  'latin1',
);

const rtsp: Surface = (random) => {
  const parser = new MessageParser(RTSP_LIMITS);
  const bytes = random.spoil(RTSP_REQUEST);
  const cut = random.below(bytes.length + 1);
  for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
    parser.push(part);
    for (let message = parser.next(); message !== undefined; message = parser.next()) {
      if (message.kind === 'request') readDigest(message.request.headers.get('authorization') ?? '', 'SETUP');
    }
  }
};

const KINDS = [
  'ready',
  'unavailable',
  'log',
  'trouble',
  'picture',
  'camera',
  'demand',
  'snapshot',
  'pictureFailed',
  'browser',
  'recorder',
  'pong',
  'mayWatch',
  'outputs',
  'scene',
  'record',
  'tls',
  'stop',
];
const FIELDS = [
  'ports',
  'reason',
  'line',
  'streamId',
  'state',
  'streamIds',
  'id',
  'jpeg',
  'report',
  'sources',
  'outputs',
  'memory',
  'question',
  'order',
  'scene',
];

const ipc: Surface = (random) => {
  const message: Record<string, unknown> = { kind: random.pick(KINDS) };
  for (let fields = random.below(6); fields > 0; fields -= 1) message[random.pick(FIELDS)] = anything(random, 3);
  fromMedia(message);
  toMedia(message);
  fromMedia(anything(random, 2));
};

function anything(random: Random, depth: number): unknown {
  const scalars = [
    null,
    undefined,
    true,
    '',
    'zoom',
    -1,
    0,
    Number.NaN,
    2 ** 53,
    1e308,
    10n,
    new Uint8Array(3),
    new Map(),
    new Date(0),
  ];
  if (depth === 0 || random.below(3) > 0) return random.pick<unknown>(scalars);
  const parts = Array.from({ length: random.below(4) }, () => anything(random, depth - 1));
  return random.below(2) === 0
    ? parts
    : Object.fromEntries(parts.map((part) => [random.pick([...KINDS, ...FIELDS, '__proto__']), part]));
}

const SCENARIO = Buffer.from(scenarioTemplate('a'));

const yaml: Surface = (random) => void readScenario('f.yaml', random.spoil(SCENARIO).toString('utf8'));

const LOG = makeLog();
async function makeLog(): Promise<Buffer> {
  const assembler = new McapAssembler(ZSTD);
  const head = fileHead(assembler, { seed: '7' });
  const records = new MessageRecords();
  for (let index = 0; index < 8; index += 1) {
    records.begin(CHANNEL_IDS.commands, index * 100_000);
    records.out.text(JSON.stringify({ index }));
    records.end();
  }
  return Buffer.from(joined([head, await assembler.chunk(records.take())]));
}

const mcap: Surface = async (random) => {
  const bytes = random.spoil(await LOG);
  const source = {
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  try {
    await readFlightLog(source, { codec: ZSTD, isIncompleteAllowed: true, onMessage: () => {} });
  } catch (fault) {
    if (!(fault instanceof FlightLogFault)) throw fault;
  }
};
