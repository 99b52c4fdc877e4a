import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { NO_GROUPS } from '@kitestring/lab-testing/own-network.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { readRtcp } from '../../src/rtp/rtcp.ts';
import { readRtpPacket } from '../../src/rtp/rtp-packet.ts';
import { header, sessionOf } from './raw-viewer.ts';
import { SILENT, serve } from './scripted-server.ts';
import { ScriptedSource } from './scripted-source.ts';

const GROUP = '239.255.77.1';
const TRANSPORT = 'RTP/AVP;multicast';

/** A receiver of the group on this machine; undefined where the machine does not allow that. */
async function receiver(t: TestContext, port: number): Promise<Socket | undefined> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  t.after(() => socket.close());
  socket.bind(port, GROUP);
  await once(socket, 'listening');
  try {
    socket.addMembership(GROUP, '127.0.0.1');
    return socket;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port - (port % 2);
}

describe('a stream by multicast', () => {
  it('is sent once for two viewers, and ends with the last of them', async (t) => {
    const port = await freePort();
    const [pictures, reports] = [await receiver(t, port), await receiver(t, port + 1)];
    if (pictures === undefined || reports === undefined) return t.skip(NO_GROUPS);
    const { source, viewer } = await serve(t, { multicast: `${GROUP}:${port}` });
    const [one, other] = [await viewer(), await viewer()];
    const described = await one.ask('DESCRIBE', '/zoom?multicast', { Accept: 'application/sdp' });
    assert.match(described.body, new RegExp(`m=video ${port} RTP/AVP 96\r\nc=IN IP4 ${GROUP}/1\r\n`));
    const single = await one.ask('DESCRIBE', '/zoom', { Accept: 'application/sdp' });
    assert.match(single.body, /c=IN IP4 0\.0\.0\.0\r\n.*m=video 0 /s);
    const setUps = [await one.setUp('/zoom', TRANSPORT), await other.setUp('/zoom', TRANSPORT)];
    const [transport = '', same] = setUps.map((setUp) => header(setUp, 'transport'));
    assert.match(transport, new RegExp(`^${TRANSPORT};destination=${GROUP};port=${port}-${port + 1};ttl=1;ssrc=`));
    assert.equal(same, transport);
    const numbers: number[] = [];
    pictures.on('message', (bytes: Buffer) => numbers.push(readRtpPacket(bytes)?.sequence ?? -1));
    const first = once(pictures, 'message');
    const [session = '', second = ''] = setUps.map(sessionOf);
    await one.resume(source, session);
    await first;
    await other.resume(source, second);
    const seen = numbers.length;
    const more = once(pictures, 'message');
    source.show();
    await more;
    await one.ask('TEARDOWN', '/zoom', { Session: session });
    const another = once(pictures, 'message');
    source.show();
    await another;
    assert.ok(numbers.length >= seen + 2, `${seen} and ${numbers.length}`);
    assert.deepEqual(
      numbers.map((number) => (number - (numbers[0] ?? 0)) & 0xffff),
      numbers.map((_, index) => index),
    );
    const bye = new Promise<void>((resolve) => {
      reports.on('message', (bytes: Buffer) => {
        if (readRtcp(bytes)?.isBye === true) resolve();
      });
    });
    await other.ask('TEARDOWN', '/zoom', { Session: second });
    await bye;
    assert.equal(source.watching, 0);
  });

  it('is refused where it is off, with a destination of the client, and within RTSP', async (t) => {
    const { viewer } = await serve(t);
    const client = await viewer();
    assert.equal((await client.setUp('/zoom', TRANSPORT)).status, 461);
    const { viewer: on } = await serve(t, { multicast: `${GROUP}:5000` });
    const wrong = await on();
    for (const transport of [
      `${TRANSPORT};destination=239.1.1.1`,
      `${TRANSPORT};destination=${GROUP};port=5002-5003`,
      'RTP/AVP/TCP;multicast',
    ])
      assert.equal((await wrong.setUp('/zoom', transport)).status, 461, transport);
  });
});

describe('a chosen group', () => {
  it('is described, and has the packets of its track; those who watch already stay where they are', async (t) => {
    const [before, port] = [await freePort(), await freePort()];
    const [old, pictures] = [await receiver(t, before), await receiver(t, port)];
    if (old === undefined || pictures === undefined) return t.skip(NO_GROUPS);
    const { server, source, viewer } = await serve(t, { multicast: `${GROUP}:${before}` });
    const [one, other] = [await viewer(), await viewer()];
    await one.resume(source, sessionOf(await one.setUp('/zoom', TRANSPORT)));
    server.setStanding([], [{ streamId: 'zoom', trackId: 0, address: GROUP, port, ttl: 4 }]);
    const { body } = await other.ask('DESCRIBE', '/zoom?multicast');
    assert.match(body, new RegExp(`m=video ${port} RTP/AVP 96\r\nc=IN IP4 ${GROUP}/4\r\n`));
    const setUp = await other.setUp('/zoom', `${TRANSPORT};destination=${GROUP};port=${port}-${port + 1}`);
    assert.match(header(setUp, 'transport'), new RegExp(`;port=${port}-${port + 1};ttl=4;`));
    const both = [once(old, 'message'), once(pictures, 'message')];
    await other.resume(source, sessionOf(setUp));
    await Promise.all(both);
  });
});

describe('a stream by multicast without a session', () => {
  it('is sent while it is wanted, with its parameter sets, also from a source that comes back', async (t) => {
    const port = await freePort();
    const [pictures, reports] = [await receiver(t, port), await receiver(t, port + 1)];
    if (pictures === undefined || reports === undefined) return t.skip(NO_GROUPS);
    const { clock, server, source, sources } = await serve(t, { multicast: `${GROUP}:${port}` });
    const again = new ScriptedSource();
    for (const [number, now] of [source, again].entries()) {
      sources.add(now);
      const attached = now.nextViewer();
      if (number === 0)
        server.setStanding([{ streamId: 'zoom', localAddress: '127.0.0.1', isJpeg: false, hasDocuments: false }]);
      else clock.advance(1);
      await attached;
      const received: Buffer[] = [];
      pictures.on('message', (bytes: Buffer) => received.push(bytes));
      now.show();
      now.show({ isKeyFrame: true });
      const { pps, sps } = now.sets;
      await until('its sets', () => [sps, pps].every((set) => received.some((bytes) => bytes.includes(set))));
      if (number > 0) break;
      sources.delete(now);
      now.end();
      assert.equal(now.watching, 0);
    }
    const bye = new Promise<void>((resolve) => {
      reports.on('message', (bytes: Buffer) => {
        if (readRtcp(bytes)?.isBye === true) resolve();
      });
    });
    server.setStanding([]);
    await bye;
    assert.equal(again.watching, 0);
  });

  it('is told once where its interface is not there', async (t) => {
    const told: string[] = [];
    const log = { ...SILENT, warn: (_: object, text: string) => void told.push(text) };
    const { clock, server, source } = await serve(t, { log, multicast: `${GROUP}:5000` });
    server.setStanding([{ streamId: 'zoom', localAddress: '192.0.2.1', isJpeg: false, hasDocuments: false }]);
    await until('the refusal', () => told.length > 0);
    for (let second = 0; second < 3; second += 1) clock.advance(1);
    assert.deepEqual(told, ['zoom cannot be sent to its group from 192.0.2.1; tried again every second']);
    assert.equal(source.watching, 0);
  });
});
