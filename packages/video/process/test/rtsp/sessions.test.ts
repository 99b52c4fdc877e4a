import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { NO_VERSION_6 } from '@kitestring/lab-testing/own-network.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import type { ParameterSets } from '../../src/access-unit.ts';
import { readRtcp } from '../../src/rtp/rtcp.ts';
import { readRtpPacket } from '../../src/rtp/rtp-packet.ts';
import { freeUdpRange } from './free-udp-range.ts';
import { header, RawViewer, sessionOf } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';
import { ScriptedSource } from './scripted-source.ts';

/** An empty receiver report, as it goes over interleaved channel 1. */
const REPORT = Buffer.from('80c9000100000001', 'hex');
const INTERLEAVED_REPORT = Buffer.concat([Buffer.from([0x24, 1, 0, REPORT.length]), REPORT]);

async function udpPort(t: { after(callback: () => void): void }): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { socket, port: socket.address().port };
}

describe('an RTSP session', () => {
  it('is described, set up and played, and says exactly with which packet it begins', async (t) => {
    const { source, viewer } = await serve(t);
    const client = await viewer();
    assert.match(header(await client.ask('OPTIONS', '*'), 'public'), /DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN/);
    const described = await client.ask('DESCRIBE', '/zoom', { Accept: 'application/sdp' });
    assert.equal(header(described, 'content-base'), `${client.base}/zoom/`);
    const format =
      /a=fmtp:96 packetization-mode=1;profile-level-id=42C01F;sprop-parameter-sets=Z0LAH9oBQA==,aM48gA==\r\n/;
    assert.match(described.body, format);
    assert.match(described.body, /a=framerate:30\r\n.*a=control:trackID=0\r\n$/s);
    const setUp = await client.setUp();
    assert.match(header(setUp, 'transport'), /^RTP\/AVP\/TCP;unicast;interleaved=0-1;ssrc=[0-9A-F]{8};mode="PLAY"$/);
    assert.match(header(setUp, 'session'), /^[0-9a-f]{32};timeout=60$/);
    const played = await client.resume(source, sessionOf(setUp));
    source.show();
    await client.until(() => client.packets.length >= 3);
    const [first] = client.packets;
    const info = `url=${client.base}/zoom/trackID=0;seq=${first?.sequence};rtptime=${first?.timestamp}`;
    assert.equal(header(played, 'rtp-info'), info);
    assert.deepEqual(
      client.packets.map(({ payload, marker }) => [(payload[0] ?? 0) & 0x1f, marker]),
      [
        [24, false],
        [5, true],
        [1, true],
      ],
    );
  });

  it('is described, set up and played by IPv6', async (t) => {
    const socket = createSocket('udp6');
    t.after(() => socket.close());
    try {
      socket.bind(0, '::1');
      await once(socket, 'listening');
    } catch {
      return t.skip(NO_VERSION_6);
    }
    const { server, source } = await serve(t, { listeners: { rtsp: { host: '::1', port: 0 } }, udpPorts: 'any' });
    const client = await RawViewer.open(server.ports.rtsp ?? 0, { host: '::1' });
    t.after(() => client.destroy());
    const described = await client.ask('DESCRIBE', '/zoom', { Accept: 'application/sdp' });
    assert.match(described.body, /o=- \d+ \d+ IN IP6 ::1\r\n.*c=IN IP6 ::\r\n/s);
    const { port } = socket.address();
    const received = once(socket, 'message');
    await client.play(source, `RTP/AVP;unicast;client_port=${port}-${port + 1}`);
    const [packet] = (await received) as [Buffer];
    assert.ok(readRtpPacket(packet) !== undefined);
  });

  it('sends at once which time its pictures were taken, and again after five seconds', async (t) => {
    const { source, clock, viewer } = await serve(t);
    const client = await viewer();
    await client.play(source);
    clock.advance(4.9);
    source.show();
    clock.advance(0.1);
    const { rtpTime } = source.show({ realTimeMs: 1_700_000_000_500 });
    await client.until(() => client.reports.length >= 2);
    const second = client.reports[1] as Buffer;
    assert.equal(client.reports.length, 2);
    assert.equal(second.readUInt32BE(8), 1_700_000_000 + 2_208_988_800);
    assert.equal(second.readUInt32BE(12), 0x8000_0000);
    assert.equal(second.readUInt32BE(16), rtpTime);
    assert.equal(second.readUInt32BE(20), client.packets.length);
  });

  it('is watched once, also when it is played over a second connection while the first one waits for its picture', async (t) => {
    const { source, viewer } = await serve(t);
    const [client, other] = [await viewer(), await viewer()];
    const session = sessionOf(await client.setUp());
    let watched = source.nextViewer();
    const playing = client.ask('PLAY', '/zoom', { Session: session });
    await watched;
    watched = source.nextViewer();
    const again = other.ask('PLAY', '/zoom', { Session: session });
    await watched;
    source.show({ isKeyFrame: true });
    assert.deepEqual([(await playing).status, (await again).status], [200, 200]);
    assert.equal(source.watching, 1);
    assert.equal((await client.ask('TEARDOWN', '/zoom', { Session: session })).status, 200);
    assert.equal(source.watching, 0);
  });

  it('sends nothing and needs no picture while it is paused, and goes on with a key frame', async (t) => {
    const { source, viewer } = await serve(t);
    const client = await viewer();
    const session = await client.play(source);
    await client.until(() => client.packets.length === 2);
    assert.equal((await client.ask('PAUSE', '/zoom', { Session: session })).status, 200);
    assert.equal(source.watching, 0);
    source.show({ isKeyFrame: true });
    assert.equal((await client.ask('PAUSE', '/zoom', { Session: session })).status, 455);
    assert.equal(client.packets.length, 2);
    await client.resume(source, session);
    await client.until(() => client.packets.length === 4);
    const [, before, after] = client.packets.map(({ sequence }) => sequence);
    assert.equal(after, ((before ?? 0) + 1) & 0xffff);
  });

  it('ends with a goodbye when it is torn down; its connection stays for another', async (t) => {
    const { source, server, viewer } = await serve(t);
    const client = await viewer();
    const session = await client.play(source);
    assert.equal((await client.ask('TEARDOWN', '/zoom/', { Session: session })).status, 200);
    assert.equal(readRtcp(client.reports.at(-1) as Buffer)?.isBye, true);
    assert.deepEqual([source.watching, server.stats.sessions.length], [0, 0]);
    assert.equal((await client.ask('PLAY', '/zoom', { Session: session })).status, 454);
    await client.play(source);
  });

  it('ends with its source, and the client sees its connection close', async (t) => {
    const { source, sources, viewer } = await serve(t);
    const client = await viewer();
    await client.play(source);
    sources.delete(source);
    source.end();
    await client.closed();
    assert.equal(readRtcp(client.reports.at(-1) as Buffer)?.isBye, true);
    assert.equal((await (await viewer()).ask('DESCRIBE', '/zoom')).status, 404);
  });

  it('is reaped after 60 s of silence; requests and reports keep it alive', async (t) => {
    const { source, server, clock, viewer } = await serve(t);
    const client = await viewer();
    const session = await client.play(source);
    clock.advance(50);
    assert.equal((await client.ask('GET_PARAMETER', '/zoom', { Session: session })).status, 200);
    clock.advance(50);
    client.socket.write(INTERLEAVED_REPORT);
    await client.ask('OPTIONS', '*');
    clock.advance(50);
    assert.equal(server.stats.sessions.length, 1);
    clock.advance(11);
    assert.deepEqual([server.stats.sessions.length, source.watching], [0, 0]);
    await client.closed();
  });

  it('answers PLAY without a time when no picture comes, and serves those that come later', async (t) => {
    const { source, clock, viewer } = await serve(t);
    const client = await viewer();
    const session = sessionOf(await client.setUp());
    const watched = source.nextViewer();
    const playing = client.ask('PLAY', '/zoom', { Session: session });
    await watched;
    clock.advance(2);
    assert.match(header(await playing, 'rtp-info'), /;seq=\d+$/);
    source.show({ isKeyFrame: true });
    await client.until(() => client.packets.length === 2);
  });

  it('is one of several, each with its own numbers, of the same pictures', async (t) => {
    const { source, server, viewer } = await serve(t);
    const [first, second] = [await viewer(), await viewer()];
    await first.play(source);
    await second.play(source);
    source.show();
    await first.until(() => first.packets.length === 5);
    await second.until(() => second.packets.length === 3);
    assert.notEqual(first.packets[0]?.ssrc, second.packets[0]?.ssrc);
    assert.deepEqual(first.packets.at(-1)?.payload, second.packets.at(-1)?.payload);
    assert.equal(server.stats.sessions.length, 2);
  });
});

describe('a stream with a second name', () => {
  it('is described and played by it', async (t) => {
    const source = new ScriptedSource('overview');
    const directory = { find: (id: string) => (id === 'wide' ? source : undefined), list: () => [source] };
    const { viewer } = await serve(t, { directory });
    const client = await viewer();
    const described = await client.ask('DESCRIBE', '/wide');
    assert.equal(header(described, 'content-base'), `${client.base}/wide/`);
    const Session = sessionOf(await client.setUp('/wide'));
    const watched = source.nextViewer();
    const playing = client.ask('PLAY', '/wide/', { Session });
    await watched;
    source.show({ isKeyFrame: true });
    assert.match(header(await playing, 'rtp-info'), /\/wide\/trackID=0;/);
    assert.equal((await client.ask('PAUSE', '/overview', { Session })).status, 454);
    assert.equal((await client.ask('PAUSE', '/wide', { Session })).status, 200);
  });
});

describe('RTSP over UDP', () => {
  it('sends from a pair of ports of its range, which comes back', async (t) => {
    const udpPorts = await freeUdpRange(2);
    const { source, server, viewer } = await serve(t, { udpPorts });
    const { socket, port } = await udpPort(t);
    const client = await viewer();
    const packet = once(socket, 'message');
    const session = await client.play(source, `RTP/AVP;unicast;client_port=${port}-${port + 1}`);
    const [bytes, from] = (await packet) as [Buffer, { port: number }];
    assert.ok(readRtpPacket(bytes));
    assert.ok(from.port >= udpPorts.first && from.port <= udpPorts.last && from.port % 2 === 0);
    assert.equal(server.stats.udpPairsFree, 1);
    await client.ask('TEARDOWN', '/zoom', { Session: session });
    while (server.stats.udpPairsFree < 2) await new Promise(setImmediate);
  });

  it('sends from any pair of ports where no range is given', async (t) => {
    const { source, server, viewer } = await serve(t, { udpPorts: 'any' });
    const free = server.stats.udpPairsFree;
    const { socket, port } = await udpPort(t);
    const client = await viewer();
    const packet = once(socket, 'message');
    const session = await client.play(source, `RTP/AVP;unicast;client_port=${port}-${port + 1}`);
    const [, from] = (await packet) as [Buffer, { port: number }];
    assert.equal(from.port % 2, 0);
    assert.equal(server.stats.udpPairsFree, free - 1);
    await client.ask('TEARDOWN', '/zoom', { Session: session });
    while (server.stats.udpPairsFree < free) await new Promise(setImmediate);
  });

  it('answers 461 where UDP is off', async (t) => {
    const { viewer } = await serve(t, { udpPorts: 'off' });
    const { status } = await (await viewer()).setUp('/zoom', 'RTP/AVP;unicast;client_port=30000-30001');
    assert.equal(status, 461);
  });

  it('answers 453 when no pair is left', async (t) => {
    const { viewer } = await serve(t, { udpPorts: await freeUdpRange(2) });
    const client = await viewer();
    const answers = [];
    for (const port of [30_000, 30_002, 30_004]) {
      answers.push((await client.setUp('/zoom', `RTP/AVP;unicast;client_port=${port}-${port + 1}`)).status);
    }
    assert.deepEqual(answers, [200, 200, 453]);
  });

  it('lives on for a while when its connection is gone, as long as it reports', async (t) => {
    const { source, server, clock, viewer } = await serve(t, { udpPorts: 'any' });
    const { socket, port } = await udpPort(t);
    const client = await viewer();
    const transport = `RTP/AVP;unicast;client_port=${port - 1}-${port}`;
    const setUp = await client.setUp('/zoom', transport);
    await client.resume(source, sessionOf(setUp));
    client.destroy();
    while (server.stats.connections > 0) await new Promise(setImmediate);
    clock.advance(14);
    const serverPort = Number(/server_port=\d+-(\d+)/.exec(header(setUp, 'transport'))?.[1]);
    socket.send(REPORT, serverPort, '127.0.0.1');
    while (server.stats.sessions[0]?.silentS !== 0) await new Promise(setImmediate);
    clock.advance(14);
    assert.equal(server.stats.sessions.length, 1);
    clock.advance(2);
    assert.equal(server.stats.sessions.length, 0);
  });
});

describe('RTSP over TLS', () => {
  it('plays, refuses UDP with 461, and takes UDP with TCP as TCP', async (t) => {
    const rtsps = { host: '127.0.0.1', port: 0, tls: selfSignedPair() };
    const { source, tlsViewer } = await serve(t, { listeners: { rtsps }, udpPorts: 'any' });
    const client = await tlsViewer();
    assert.equal((await client.setUp('/zoom', 'RTP/AVP;unicast;client_port=30000-30001')).status, 461);
    const both = 'RTP/AVP;unicast;client_port=30000-30001,RTP/AVP/TCP;unicast;interleaved=0-1';
    await client.play(source, both);
    await client.until(() => client.packets.length === 2);
  });

  it('shows new clients a new certificate, and those that are there go on', async (t) => {
    const rtsps = { host: '127.0.0.1', port: 0, tls: selfSignedPair() };
    const { source, server, tlsViewer } = await serve(t, { listeners: { rtsps } });
    const client = await tlsViewer();
    await client.play(source);
    const pair = selfSignedPair();
    server.renewTls(pair);
    const other = await tlsViewer();
    await other.ask('OPTIONS', '*');
    const shown = (other.socket as import('node:tls').TLSSocket).getPeerX509Certificate()?.toString();
    assert.equal(shown?.trim(), pair.cert.trim());
    source.show();
    await client.until(() => client.packets.length === 3);
  });
});

describe('an RTSP request', () => {
  const cases: readonly [string, string, string, Record<string, string>, number][] = [
    ['for an unknown stream', 'DESCRIBE', '/nope', {}, 404],
    ['for no stream', 'DESCRIBE', '/', {}, 404],
    ['for a path with dots', 'DESCRIBE', '/../zoom', {}, 404],
    ['for an encoded slash', 'DESCRIBE', '/zoom%2f', {}, 404],
    ['for `__proto__`', 'DESCRIBE', '/__proto__', {}, 404],
    ['for an unknown track', 'SETUP', '/zoom/trackID=1', { Transport: 'RTP/AVP/TCP' }, 404],
    ['for another format', 'DESCRIBE', '/zoom', { Accept: 'text/html' }, 406],
    ['without a transport', 'SETUP', '/zoom', {}, 461],
    ['for multicast', 'SETUP', '/zoom', { Transport: 'RTP/AVP;multicast' }, 461],
    ['for UDP when it is off', 'SETUP', '/zoom', { Transport: 'RTP/AVP;unicast;client_port=30000-30001' }, 461],
    ['for packets to somebody else', 'SETUP', '/zoom', { Transport: 'RTP/AVP/TCP;destination=10.0.0.1' }, 461],
    ['for channels beyond 255', 'SETUP', '/zoom', { Transport: 'RTP/AVP/TCP;interleaved=255-256' }, 461],
    ['with an unknown session', 'SETUP', '/zoom', { Transport: 'RTP/AVP/TCP', Session: 'abc' }, 454],
    ['to play without a session', 'PLAY', '/zoom', {}, 454],
    ['to pause without a session', 'PAUSE', '/zoom', {}, 454],
    ['to keep an unknown session', 'GET_PARAMETER', '/zoom', { Session: 'abc' }, 454],
    ['that needs what is not there', 'DESCRIBE', '/zoom', { Require: 'implicit-play' }, 551],
    ['to announce', 'ANNOUNCE', '/zoom', {}, 405],
    ['of a method that is none', 'CONSTRUCTOR', '/zoom', {}, 501],
  ];
  for (const [what, method, path, headers, status] of cases) {
    it(`${what} is answered ${status}, and the connection serves on`, async (t) => {
      const { source, viewer } = await serve(t);
      const client = await viewer();
      assert.equal((await client.ask(method, path, headers)).status, status);
      await client.play(source);
    });
  }

  it('to set up or play twice, or with a strange range, is refused and changes nothing', async (t) => {
    const { source, viewer } = await serve(t);
    const client = await viewer();
    const Session = sessionOf(await client.setUp());
    const again = await client.ask('SETUP', '/zoom', { Session, Transport: 'RTP/AVP/TCP' });
    assert.equal(again.status, 455);
    assert.equal((await client.ask('PLAY', '/zoom', { Session, Range: 'whenever' })).status, 457);
    await client.resume(source, Session);
    assert.equal((await client.ask('PLAY', '/zoom', { Session })).status, 200);
    assert.equal((await client.ask('SET_PARAMETER', '/zoom', { Session }, 'colour: red')).status, 451);
    assert.equal(source.watching, 1);
  });

  it('for another stream in the same session is answered 459', async (t) => {
    const { sources, viewer } = await serve(t);
    sources.add(new ScriptedSource('thermal'));
    const client = await viewer();
    const Session = sessionOf(await client.setUp());
    assert.equal((await client.ask('SETUP', '/thermal', { Session, Transport: 'RTP/AVP/TCP' })).status, 459);
  });

  it('has its CSeq echoed as it was; without one it is the last of its connection', async (t) => {
    const { viewer } = await serve(t);
    const client = await viewer();
    client.socket.write(
      'OPTIONS * RTSP/1.0\r\nCSeq: 007\r\n\r\nOPTIONS * RTSP/1.0\r\nCSeq: 3\r\n\r\nOPTIONS * RTSP/1.0\r\n\r\n',
    );
    await client.closed();
    assert.deepEqual(
      client.responses.map((response) => [response.status, header(response, 'cseq')]),
      [
        [200, '007'],
        [200, '3'],
        [400, ''],
      ],
    );
  });

  it('for a description waits for a source whose thread takes 20 s to start; one that never answers is 503', async (t) => {
    const { source, clock, viewer } = await serve(t);
    for (const [waitS, status] of [
      [20, 200],
      [22, 503],
    ] as const) {
      const { promise, resolve } = Promise.withResolvers<ParameterSets>();
      source.wasAsked = false;
      source.answer = promise;
      const client = await viewer();
      const described = client.ask('DESCRIBE', '/zoom');
      while (!source.wasAsked) await new Promise(setImmediate);
      clock.advance(waitS);
      resolve(source.sets);
      assert.equal((await described).status, status, `${waitS} s`);
    }
  });
});
