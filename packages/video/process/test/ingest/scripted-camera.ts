import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { packetise } from '../../src/rtp/packetiser.ts';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../../src/rtp/rtp-packet.ts';
import { CLIP, CLIP_SETS } from '../support/clip.ts';

interface CameraRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A camera's answer to a method, as text with `CSEQ` as a placeholder for the number; undefined means no answer. */
export type Answers = Readonly<Record<string, (request: CameraRequest) => string | undefined>>;

/** How a camera speaks, where it is not as most do. */
interface Dialect {
  readonly answers?: Answers;
  /** Packets after the answer to PLAY; absent: the clip. */
  readonly packets?: readonly Buffer[];
}

const PAYLOAD_TYPE = 96;
export const SSRC = 0x1234_5678;
const PACKET_BYTES = 1400;

const base64 = (set: Uint8Array): string => Buffer.from(set).toString('base64');
const SPROP = `${base64(CLIP_SETS.sps)},${base64(CLIP_SETS.pps)}`;

export const VIDEO = [
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${SPROP}`,
  'a=control:track1',
];

export const sdp = (...lines: readonly string[]): string =>
  `${['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=camera', 't=0 0', ...lines].join('\r\n')}\r\n`;

export const response = (status: string, headers: readonly string[] = [], body = ''): string =>
  `${[`RTSP/1.0 ${status}`, 'CSeq: CSEQ', ...headers, ...(body === '' ? [] : [`Content-Length: ${body.length}`])].join('\r\n')}\r\n\r\n${body}`;

export const described = (text: string, headers: readonly string[] = []): string =>
  response('200 OK', ['Content-Type: application/sdp', ...headers], text);

/** One RTP packet between the messages. */
export function interleaved(
  payload: Uint8Array,
  channel: number,
  header: { sequence: number; timestamp: number; marker: boolean },
): Buffer {
  const packet = Buffer.alloc(4 + RTP_HEADER_BYTES + payload.length);
  packet.set([0x24, channel]);
  packet.writeUInt16BE(RTP_HEADER_BYTES + payload.length, 2);
  writeRtpHeader(packet, 4, { payloadType: PAYLOAD_TYPE, ssrc: SSRC, ...header, sequence: header.sequence & 0xffff });
  packet.set(payload, 4 + RTP_HEADER_BYTES);
  return packet;
}

/** How pictures are put into packets. */
interface Packing {
  readonly channel?: number;
  /** Which packets have the marker; the last of a picture by default. */
  readonly marks?: 'last' | 'none' | 'sets' | 'every';
  /** Without the parameter sets. */
  readonly isWithoutSets?: boolean;
  /** Bytes written before each packet. */
  readonly before?: (index: number) => Buffer;
  readonly first?: { readonly sequence: number; readonly timestamp: number };
}

/** The whole film, or other pictures, as a camera sends them. */
export function packed(pictures: readonly (readonly Uint8Array[])[] = CLIP, packing: Packing = {}): Buffer[] {
  const { before, channel = 0, first = { sequence: 65_500, timestamp: 2 ** 32 - 60_000 }, marks = 'last' } = packing;
  let { sequence } = first;
  return pictures.flatMap((picture, at) => {
    const timestamp = (first.timestamp + at * 3000) % 2 ** 32;
    const nals = packing.isWithoutSets ? picture.filter((nal) => ![7, 8].includes((nal[0] ?? 0) & 0x1f)) : picture;
    const groups = groupNals(nals, marks);
    return groups.flatMap((group) => {
      const payloads = packetise(group, PACKET_BYTES);
      return payloads.map(({ body, prefix }, index) => {
        const marker = marks !== 'none' && index === payloads.length - 1;
        const packet = interleaved(Buffer.concat([prefix, body]), channel, { sequence: sequence++, timestamp, marker });
        return before === undefined ? packet : Buffer.concat([before(index), packet]);
      });
    });
  });
}

/** Groups that end with a marker of their own. */
function groupNals(nals: readonly Uint8Array[], marks: Packing['marks']): (readonly Uint8Array[])[] {
  if (marks === 'every') return nals.map((nal) => [nal]);
  if (marks !== 'sets') return [nals];
  const isSet = (nal: Uint8Array) => [7, 8].includes((nal[0] ?? 0) & 0x1f);
  return [...nals.filter(isSet).map((nal) => [nal]), nals.filter((nal) => !isSet(nal))];
}

/** A camera that says what a test tells it, and remembers what it was asked. */
export class ScriptedCamera implements AsyncDisposable {
  readonly requests: CameraRequest[] = [];
  /** Received data other than requests: reports. */
  readonly reports: Buffer[] = [];
  readonly #server: Server;
  readonly #dialect: Dialect;
  readonly #sockets = new Set<Socket>();
  #wake = () => {};
  #port = 0;

  private constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(dialect: Dialect = {}): Promise<ScriptedCamera> {
    const camera = new ScriptedCamera(dialect);
    camera.#server.listen(0, '127.0.0.1');
    await once(camera.#server, 'listening');
    camera.#port = (camera.#server.address() as AddressInfo).port;
    return camera;
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.#port}/main`;
  }

  get asked(): string[] {
    return this.requests.map(({ method }) => method);
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => this.#wake());
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let end = this.#messageEnd(bytes); end > 0; end = this.#messageEnd(bytes)) {
        this.#take(socket, bytes.subarray(0, end));
        bytes = bytes.subarray(end);
      }
      this.#wake();
    });
  }

  /** 0 while nothing whole is there. */
  #messageEnd(bytes: Buffer): number {
    if (bytes[0] !== 0x24) return bytes.indexOf('\r\n\r\n') < 0 ? 0 : bytes.indexOf('\r\n\r\n') + 4;
    const end = bytes.length < 4 ? 0 : 4 + bytes.readUInt16BE(2);
    return end <= bytes.length ? end : 0;
  }

  #take(socket: Socket, bytes: Buffer): void {
    if (bytes[0] === 0x24) {
      this.reports.push(Buffer.from(bytes.subarray(4)));
      return;
    }
    const [first = '', ...lines] = bytes.toString('latin1').trimEnd().split('\r\n');
    const headers = new Map(
      lines.map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
      ),
    );
    const [method = '', url = ''] = first.split(' ');
    const request = { method, url, headers };
    this.requests.push(request);
    const answer = (this.#dialect.answers?.[method] ?? STANDARD[method])?.(request);
    if (answer === undefined) return;
    socket.write(answer.replace('CSEQ', headers.get('cseq') ?? ''), 'latin1');
    if (method === 'PLAY' && answer.startsWith('RTSP/1.0 200')) this.#play(socket);
  }

  #play(socket: Socket): void {
    for (const packet of this.#dialect.packets ?? packed()) socket.write(packet);
  }
}

const STANDARD: Answers = {
  OPTIONS: () => response('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, TEARDOWN, PLAY, GET_PARAMETER']),
  DESCRIBE: () => described(sdp(...VIDEO)),
  SETUP: () => response('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 12345678;timeout=60']),
  PLAY: () => response('200 OK', ['Session: 12345678']),
  GET_PARAMETER: () => response('200 OK', ['Session: 12345678']),
  TEARDOWN: () => response('200 OK'),
};
