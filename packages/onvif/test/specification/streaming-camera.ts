import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { NO_GROUPS } from '@kitestring/lab-testing/own-network.ts';
import { multicastGroup } from '@kitestring/video-process/rtsp';
import {
  directory,
  header,
  RawViewer,
  ScriptedSource,
  StreamDocuments,
  serve,
  sessionOf,
} from '@kitestring/video-process/test/support';
import { rtspTunnel } from '../support/rtsp-tunnel.ts';
import type { CaseCamera } from './case-camera.ts';

/** How the packets of a stream come to a client. */
export type Transport = 'udp' | 'tcp' | 'http' | 'multicast';
export type Track = 'video' | 'jpeg' | 'metadata';
type StreamName = 'zoom' | 'thermal';

const TRACK_ID: Readonly<Record<Track, number>> = { video: 0, metadata: 2, jpeg: 3 };
const FORMAT: Readonly<Record<Track, RegExp>> = {
  video: /H264\/90000/,
  jpeg: /RTP\/AVP 26\r\n(c=.*\r\n)?a=rtpmap:26 JPEG\/90000/,
  metadata: /vnd\.onvif\.metadata\/90000/,
};
const GROUP = '239.255.77.2';

/** Protocol of GetStreamUri. */
const PROTOCOLS: Readonly<Record<'trt' | 'tr2', Readonly<Record<Transport, string>>>> = {
  trt: { udp: 'UDP', tcp: 'RTSP', http: 'HTTP', multicast: 'UDP' },
  tr2: { udp: 'RtspUnicast', tcp: 'RTSP', http: 'RtspOverHttp', multicast: 'RtspMulticast' },
};

interface Watched {
  /** Packets or parts of them, as they come. */
  readonly received: Buffer[];
  readonly viewer: RawViewer;
  readonly session: string;
  readonly path: string;
  /** Ends it as a client does. */
  readonly end: () => Promise<void>;
}

interface SetTrack {
  readonly by: Transport;
  readonly track: Track;
  readonly name: StreamName;
  readonly received: Buffer[];
  readonly viewer: RawViewer;
}

/** The camera with an RTSP server, whose pictures come when a case says so. */
export class StreamingCamera {
  readonly camera: CaseCamera;
  readonly sources = new Map<StreamName, ScriptedSource>();
  readonly #t: TestContext;
  readonly #host: string;
  readonly #service: 'trt' | 'tr2';

  private constructor(camera: CaseCamera, t: TestContext, service: 'trt' | 'tr2', host: string) {
    this.camera = camera;
    this.#t = t;
    this.#host = host;
    this.#service = service;
    for (const name of ['zoom', 'thermal'] as const) this.sources.set(name, new ScriptedSource(name));
  }

  static async start(camera: CaseCamera, t: TestContext, service: 'trt' | 'tr2'): Promise<StreamingCamera> {
    const host = new URL(camera.device.url).hostname.replaceAll(/[[\]]/g, '');
    const made = new StreamingCamera(camera, t, service, host);
    const { station } = camera.device;
    const documents = new StreamDocuments(({ begun, streamIds }) => station.want(streamIds, begun));
    const groups = `${GROUP}:${await freePort()}`;
    const { server } = await serve(t, {
      directory: directory(new Set(made.sources.values())),
      documents,
      listeners: { rtsp: { host, port: 0 } },
      multicast: groups,
      udpPorts: 'any',
    });
    const { changePictures, streams } = station;
    station.group = multicastGroup(groups, 'zoom');
    station.changePictures = (id, change) => {
      const { heightPx, widthPx } = change.encoding ?? made.source(id as StreamName).size;
      made.source(id as StreamName).size = { widthPx, heightPx };
      return changePictures(id, change);
    };
    station.streams = async () =>
      (await streams()).map((stream) => ({
        ...stream,
        group: multicastGroup(groups, stream.stream_id) ?? assert.fail(),
        rtsp_url: `rtsp://127.0.0.1:${server.ports.rtsp}/${stream.stream_id}`,
      }));
    station.requestKeyFrame = (id) => made.source(id as StreamName).requestKeyFrame();
    station.sendToGroups = (all, chosen) => server.setStanding(all, chosen);
    station.onSent = ({ streamId, ...document }) => documents.add(streamId, document);
    return made;
  }

  source(name: StreamName): ScriptedSource {
    return this.sources.get(name) ?? assert.fail(name);
  }

  /** Asks for the address, sets the track up there and plays it. @param lineEnd of base64 in a tunnel */
  async watch(by: Transport, track: Track = 'video', name: StreamName = 'zoom', lineEnd = ''): Promise<Watched> {
    const address = await this.#address(by, name);
    const viewer = await this.#connect(by, address, lineEnd);
    const path = address.pathname + address.search;
    const described = await viewer.ask('DESCRIBE', path, { Accept: 'application/sdp' });
    assert.match(described.body, FORMAT[track]);
    const received: Buffer[] = [];
    const { hasPackets, transport } = await this.#transport({ by, track, name, received, viewer });
    const setUp = await viewer.ask('SETUP', `${address.pathname}/trackID=${TRACK_ID[track]}${address.search}`, {
      Transport: transport,
    });
    assert.equal(setUp.status, 200, header(setUp, 'transport'));
    const session = sessionOf(setUp);
    await this.#play(viewer, path, session, name);
    await (track === 'metadata' ? this.#documents(name, hasPackets) : this.#pictures(name, hasPackets));
    return {
      received,
      viewer,
      session,
      path,
      end: async () => {
        assert.equal((await viewer.ask('TEARDOWN', path, { Session: session })).status, 200);
      },
    };
  }

  /** Plays the track, and ends it. */
  async plays(by: Transport, track: Track = 'video', name: StreamName = 'zoom'): Promise<void> {
    await (await this.watch(by, track, name)).end();
  }

  /** Sends the profile to its group without a session, until packets are there; then no longer. @returns a packet */
  async sends(name: StreamName, track: Track = 'video'): Promise<Buffer> {
    const { address, port } = await this.#groupOf(name, track);
    const socket = await joined(address, port);
    const received = once(socket, 'message') as Promise<[Buffer]>;
    const started = this.source(name).nextViewer();
    await this.camera.ok(`${this.#service}:StartMulticastStreaming <ProfileToken>${name}</ProfileToken>`);
    await started;
    this.source(name).show({ isKeyFrame: true });
    const [packet] = await received;
    await this.camera.ok(`${this.#service}:StopMulticastStreaming <ProfileToken>${name}</ProfileToken>`);
    assert.equal(this.source(name).watching, 0);
    socket.close();
    return packet;
  }

  /** As the configuration shows it. */
  async #groupOf(name: StreamName, track: Track) {
    const [kind, prefix] = track === 'metadata' ? ['Metadata', 'meta'] : ['VideoEncoder', 'vec'];
    const own = `<ConfigurationToken>${prefix}_${name}</ConfigurationToken>`;
    const text = await this.camera.ok(`trt:Get${kind}Configuration ${own}`);
    const [, address = '', port] = /IPv4Address>([\d.]+)<.*?Port>(\d+)</.exec(text) ?? [];
    return { address, port: Number(port) };
  }

  async #address(by: Transport, name: StreamName): Promise<URL> {
    const protocol = PROTOCOLS[this.#service][by];
    const stream = by === 'multicast' ? 'RTP-Multicast' : 'RTP-Unicast';
    const setUp =
      this.#service === 'tr2'
        ? `<Protocol>${protocol}</Protocol>`
        : `<StreamSetup><Stream>${stream}</Stream><Transport><Protocol>${protocol}</Protocol></Transport></StreamSetup>`;
    const text = await this.camera.ok(`${this.#service}:GetStreamUri ${setUp}<ProfileToken>${name}</ProfileToken>`);
    const address = /:Uri>([^<]*)</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(address, by === 'http' ? /^http:/ : /^rtsp:/);
    return new URL(address);
  }

  async #connect(by: Transport, address: URL, lineEnd: string): Promise<RawViewer> {
    const at = { host: this.#host, port: Number(address.port), path: address.pathname + address.search };
    const port = by === 'http' ? await rtspTunnel(this.#t, at, lineEnd) : at.port;
    const viewer = await RawViewer.open(port, { host: by === 'http' ? '127.0.0.1' : this.#host });
    this.#t.after(() => viewer.destroy());
    return viewer;
  }

  async #transport({ by, name, received, track, viewer }: SetTrack) {
    if (by === 'tcp' || by === 'http') {
      const [first, packets] = track === 'metadata' ? ([2, viewer.metadata] as const) : ([0, viewer.packets] as const);
      return {
        transport: `RTP/AVP/TCP;unicast;interleaved=${first}-${first + 1}`,
        hasPackets: () => {
          received.splice(0, received.length, ...packets.map(({ payload }) => Buffer.from(payload)));
          return packets.length > 0;
        },
      };
    }
    const group = await this.#groupOf(name, track);
    const socket = by === 'udp' ? await bound(this.#host) : await joined(group.address, group.port);
    this.#t.after(() => socket.close());
    socket.on('message', (bytes: Buffer) => received.push(bytes));
    const own = socket.address().port;
    return {
      transport:
        by === 'udp'
          ? `RTP/AVP;unicast;client_port=${own}-${own + 1}`
          : `RTP/AVP;multicast;destination=${group.address};port=${own}-${own + 1}`,
      hasPackets: () => received.length > 0,
    };
  }

  async #play(viewer: RawViewer, path: string, session: string, name: StreamName): Promise<void> {
    const source = this.source(name);
    const watched = source.watching > 0 ? Promise.resolve() : source.nextViewer();
    const playing = viewer.ask('PLAY', path, { Session: session });
    await watched;
    source.show({ isKeyFrame: true });
    assert.equal((await playing).status, 200);
  }

  async #pictures(name: StreamName, hasPackets: () => boolean): Promise<void> {
    while (!hasPackets()) {
      this.source(name).show({ isKeyFrame: true });
      await rest();
    }
  }

  async #documents(name: StreamName, hasPackets: () => boolean): Promise<void> {
    while (!hasPackets()) {
      this.camera.device.station.clock.advance(0.25);
      await rest();
      this.source(name).show();
      await rest();
    }
  }
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

async function bound(host: string): Promise<Socket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Rejects where this machine does not let a program join a group. */
async function joined(group: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.bind(port, group);
  await once(socket, 'listening');
  try {
    socket.addMembership(group, '127.0.0.1');
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** @returns why this machine has no groups, false if it has */
export async function whyNoGroups(): Promise<string | false> {
  try {
    (await joined(GROUP, await freePort())).close();
    return false;
  } catch {
    return NO_GROUPS;
  }
}

export async function freePort(): Promise<number> {
  const socket = await bound('127.0.0.1');
  const { port } = socket.address();
  socket.close();
  return port - (port % 2);
}
