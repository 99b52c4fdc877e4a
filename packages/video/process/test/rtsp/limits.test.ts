import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import type { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { SendQueues } from '@kitestring/os/send-queues.ts';
import type { RtspServer } from '../../src/rtsp/rtsp-server.ts';
import { sessionOf } from './raw-viewer.ts';
import { serve } from './scripted-server.ts';

const turns = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise(setImmediate);
};

/** @returns seconds until the session ends: the system may still take something for a client that does not read */
async function dropped(clock: VirtualClock, server: RtspServer): Promise<number> {
  let seconds = 0;
  for (; server.stats.sessions.length > 0; seconds += 1) {
    clock.advance(1);
    await new Promise(setImmediate);
  }
  return seconds;
}

describe('limits of RTSP', () => {
  it('lets in so many sessions of one address and in all', async (t) => {
    const { viewer } = await serve(t, { limits: { sessionsPerAddress: 2 } });
    const client = await viewer();
    const channels = ['0-1', '2-3', '4-5'].map((pair) => `RTP/AVP/TCP;interleaved=${pair}`);
    const answers = [];
    for (const transport of channels) answers.push((await client.setUp('/zoom', transport)).status);
    assert.deepEqual(answers, [200, 200, 453]);
  });

  it('closes connections beyond its number at once, and lets others in when some are gone', async (t) => {
    const { server, viewer } = await serve(t, { limits: { connections: 2 } });
    const [first] = [await viewer(), await viewer()];
    const third = await viewer();
    await third.closed();
    first?.destroy();
    await turns(() => server.stats.connections === 1);
    assert.equal((await (await viewer()).ask('OPTIONS', '*')).status, 200);
    assert.equal(server.stats.refusedConnections, 1);
  });

  it('survives thousands of half-open connections, whose places come free after ten seconds', async (t) => {
    const { server, clock, source, viewer } = await serve(t, {
      limits: { connections: 200, connectionsPerAddress: 150 },
    });
    const watcher = await viewer();
    await watcher.play(source);
    const port = server.ports.rtsp as number;
    for (let round = 0; round < 10; round += 1) {
      const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
      await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => {})));
      for (const [index, socket] of sockets.entries()) if (index % 2 === 0) socket.write('DESCRIBE rtsp://h/zo');
      t.after(() => sockets.map((socket) => socket.destroy()));
    }
    await turns(() => server.stats.connections + server.stats.refusedConnections === 2001);
    assert.ok(server.stats.connections <= 150);
    source.show();
    await watcher.until(() => watcher.packets.length === 3);
    clock.advance(10);
    await turns(() => server.stats.connections === 1);
    await (await viewer()).play(source);
  });

  it('drops who begins a request and does not end it, drop by drop or not', async (t) => {
    const accepted = Promise.withResolvers<Socket>();
    const note = (message: unknown) => accepted.resolve((message as { socket: Socket }).socket);
    subscribe('net.server.socket', note);
    t.after(() => unsubscribe('net.server.socket', note));
    const { clock, viewer } = await serve(t);
    const client = await viewer();
    const served = await accepted.promise;
    await client.ask('OPTIONS', '*');
    client.socket.write('OPTIONS * RTSP/1.0\r\n');
    const dropFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        client.socket.write('A: b\r\n');
        await turns(() => served.bytesRead === client.socket.bytesWritten || served.destroyed);
        clock.advance(1);
      }
    };
    await dropFor(9);
    assert.equal(served.destroyed, false);
    await dropFor(3);
    await client.closed();
  });

  it('drops connections that rest without a session after a minute', async (t) => {
    const { clock, viewer } = await serve(t);
    const client = await viewer();
    await client.ask('OPTIONS', '*');
    clock.advance(59);
    await client.ask('OPTIONS', '*');
    clock.advance(59);
    assert.equal(client.isClosed, false);
    clock.advance(2);
    await client.closed();
  });

  it('counts connections of TLS before their handshake', async (t) => {
    const rtsps = { host: '127.0.0.1', port: 0, tls: selfSignedPair() };
    const { server } = await serve(t, { listeners: { rtsps }, limits: { connectionsPerAddress: 3 } });
    const sockets = Array.from({ length: 5 }, () => connect(server.ports.rtsps as number, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {});
    t.after(() => sockets.map((socket) => socket.destroy()));
    await turns(() => server.stats.refusedConnections === 2);
    assert.equal(server.stats.connections, 3);
  });

  it('answers so many requests a second', async (t) => {
    const { viewer } = await serve(t, { limits: { requestsPerS: 5 } });
    const client = await viewer();
    client.socket.write('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'.repeat(9));
    await client.closed();
    assert.deepEqual(
      client.responses.map(({ status }) => status),
      [200, 200, 200, 200, 200, 503],
    );
  });
});

describe('a client that reads slowly', () => {
  const FRAME_BYTES = 60_000;
  const LIMITS = { backlogBytes: 300_000, stallMs: 20_000 };

  it('loses pictures up to a key frame, asks for few of them, and harms nobody', async (t) => {
    const { source, server, clock, viewer } = await serve(t, { limits: LIMITS });
    const [slow, quick] = [await viewer(), await viewer()];
    await slow.play(source);
    await quick.play(source);
    clock.advance(1);
    const asked = source.keyFramesAsked;
    slow.socket.pause();
    const shown = 400;
    for (let frame = 0; frame < shown; frame += 1) {
      source.show({ bytes: FRAME_BYTES });
      clock.advance(0.01);
      const all = quick.packets.filter(({ marker }) => marker).length;
      await quick.until(() => quick.packets.filter(({ marker }) => marker).length > all || all > frame);
    }
    const [slowly] = server.stats.sessions;
    assert.ok((slowly?.tracks[0]?.framesSkipped ?? 0) > 100);
    assert.ok((slowly?.tracks[0]?.backlogBytes ?? 0) <= LIMITS.backlogBytes);
    assert.equal(source.keyFramesAsked, asked, 'who takes nothing asks for nothing');
    slow.socket.resume();
    await turns(() => server.stats.sessions[0]?.tracks[0]?.backlogBytes === 0);
    for (let frame = 0; frame < 50; frame += 1) source.show();
    assert.equal(source.keyFramesAsked, asked + 1);
    const { rtpTime } = source.show({ isKeyFrame: true });
    await slow.until(() => slow.packets.at(-1)?.timestamp === rtpTime);
    const again = slow.packets.filter(({ timestamp }) => timestamp === rtpTime);
    assert.deepEqual(
      again.map(({ payload }) => (payload[0] ?? 0) & 0x1f),
      [24, 5],
    );
    assert.equal(server.stats.sessions[1]?.tracks[0]?.framesSkipped, 0);
  });

  it('stays for as long as it takes something, however little, also of what the system holds for it', async (t) => {
    const { source, server, clock, viewer } = await serve(t, { limits: LIMITS });
    const slow = await viewer();
    const session = sessionOf(await slow.setUp());
    await slow.resume(source, session);
    slow.socket.pause();
    while ((server.stats.sessions[0]?.tracks[0]?.framesSkipped ?? 0) === 0) {
      source.show({ bytes: FRAME_BYTES });
      await new Promise(setImmediate);
    }
    const { localAddress, localPort, remoteAddress, remotePort } = slow.socket;
    const ends = {
      localAddress: remoteAddress,
      localPort: remotePort,
      remoteAddress: localAddress,
      remotePort: localPort,
    };
    const held = () => new SendQueues().of(ends);
    for (let round = 0; round < 6; round += 1) {
      const before = held();
      while (held() === before) {
        const taken = once(slow.socket, 'data');
        slow.socket.resume();
        await taken;
        slow.socket.pause();
      }
      for (let second = 0; second < 9; second += 1) clock.advance(1);
    }
    assert.equal(server.stats.sessions.length, 1);
    await dropped(clock, server);
  });

  it('is dropped when it takes nothing for 20 s', async (t) => {
    const { source, server, clock, viewer } = await serve(t, { limits: LIMITS });
    const slow = await viewer();
    const session = sessionOf(await slow.setUp());
    await slow.resume(source, session);
    slow.socket.pause();
    while ((server.stats.sessions[0]?.tracks[0]?.framesSkipped ?? 0) === 0) {
      source.show({ bytes: FRAME_BYTES });
      await new Promise(setImmediate);
    }
    const afterS = await dropped(clock, server);
    assert.ok(afterS >= 20, `${afterS} s`);
    assert.equal(source.watching, 0);
  });
});
