import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { ListenFault } from '@kitestring/web/listen';
import { openSocket, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';
import { PATIENT_DEADLINES, startTestStation, TEST_KEY, type TestStation } from './support/test-station.ts';

/** Holds the next token request in the station until it is let go on. */
function holdTokenRequest({ station: { auth } }: TestStation): { readonly begun: Promise<void>; goOn: () => void } {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const requestToken = auth.requestToken.bind(auth);
  auth.requestToken = async (question) => {
    begun.resolve();
    await gate.promise;
    return requestToken(question);
  };
  return { begun: begun.promise, goOn: gate.resolve };
}

function tokenRequestBytes(): string {
  const body = JSON.stringify({ client_secret: TEST_KEY });
  const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  return `POST /api/v1/auth/token/request HTTP/1.1\r\n${head}\r\n\r\n${body}`;
}

describe('Stopping', () => {
  it('says goodbye to WebSockets with 1001 and takes no more connections', async () => {
    await using station = await startTestStation();
    const webSocket = await (await station.client()).subscribe('flight/state');
    await station.running.stop();
    assert.deepEqual(await webSocket.closed, { code: 1001, reason: 'the station is stopping' });
    const [error] = (await once(connect(station.port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
  });

  for (const secure of [false, true]) {
    it(`finishes a request that has begun, and answers the next with 503 (${secure ? 'HTTPS' : 'HTTP'})`, async () => {
      await using station = await startTestStation();
      const webSocket = await (await station.client()).subscribe('flight/state');
      const { begun, goOn } = holdTokenRequest(station);
      const socket = openSocket(station.port, secure);
      // With the begin of the next, which keeps the connection from resting in between.
      socket.write(`${tokenRequestBytes()}GET /api/health HTTP/1.1\r\n`);
      await begun;
      const stopped = station.running.stop();
      // Goodbye is said after the station has begun to refuse.
      await webSocket.closed;
      socket.write('host: x\r\n\r\n');
      goOn();
      assert.equal((await readAnswer(socket)).status, 200);
      const late = await readAnswer(socket);
      assert.equal(late.status, 503);
      assert.equal(JSON.parse(late.body).code, 'SHUTTING_DOWN');
      assert.equal(late.headers.connection, 'close');
      await stopped;
    });
  }

  it('ends what does not end by itself: a body that never comes, a silent connection, a dead WebSocket', async () => {
    const deadlines = { ...PATIENT_DEADLINES, finishMs: 100, goodbyeMs: 100 };
    await using station = await startTestStation({ start: { deadlines } });
    const half = openSocket(station.port, false);
    half.write('POST /api/v1/auth/token/request HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc');
    const silent = openSocket(station.port, false);
    const webSocket = await (await station.client()).subscribe('flight/state');
    webSocket.tcp.pause();
    const ended = [half, silent].map((socket) =>
      once(
        socket.resume().on('error', () => {}),
        'close',
      ),
    );
    await station.running.stop();
    await Promise.all(ended);
    webSocket.socket.terminate();
  });

  it('does not wait for connections that rest', async () => {
    await using station = await startTestStation();
    const sockets = [false, true].map((secure) => openSocket(station.port, secure));
    for (const socket of sockets) {
      socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
      assert.equal((await readAnswer(socket)).status, 200);
    }
    using sinceStop = new ServedTime();
    await station.running.stop();
    assert.ok(sinceStop.ms < PATIENT_DEADLINES.finishMs / 2, 'waited for the deadline');
  });

  it('may be asked for twice', async () => {
    await using station = await startTestStation();
    await Promise.all([station.running.stop(), station.running.stop()]);
    await station.running.stop();
  });
});

describe('Starting', () => {
  it('goes on where the last run ended: sessions, plugins and time', async () => {
    using temporary = new TestFolder();
    const dataDir = temporary.path;
    let token: string | undefined;
    let endUs = 0;
    {
      await using station = await startTestStation({ dataDir });
      token = (await station.client('read')).token;
      station.advance(60);
      endUs = station.station.clock.nowUs();
    }
    await using again = await startTestStation({ dataDir });
    assert.ok(again.station.clock.nowUs() > endUs, 'station time goes back');
    const { status } = await again.stranger().get('flight/state', { authorization: `Bearer ${token}` });
    assert.equal(status, 200);
  });

  it('names the port that is in use, and lets go of everything that it had begun', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-restart-'));
    const listeners = [
      { host: '127.0.0.1', port: 0 },
      { host: '127.0.0.1', port },
    ];
    try {
      await assert.rejects(startTestStation({ dataDir, listeners }), (fault) => {
        return fault instanceof ListenFault && fault.code === 'PORT_IN_USE' && fault.message.includes(`port ${port} `);
      });
      await using again = await startTestStation({ dataDir });
      assert.equal((await again.stranger().get('/api/health')).status, 200);
    } finally {
      other.close();
      rmSync(dataDir, { recursive: true });
    }
  });

  it('listens at every place that it is given', async () => {
    const host = '127.0.0.1';
    await using station = await startTestStation({
      listeners: [
        { host, port: 0 },
        { host, port: 0 },
      ],
    });
    const ports = station.running.addresses.map(({ port }) => port);
    assert.equal(new Set(ports).size, 2);
    for (const port of ports) assert.equal((await fetch(`http://${host}:${port}/healthz`)).status, 200);
  });
});
