import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { PATIENT_DEADLINES, startTestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { Deadlines } from '@kitestring/web/listen';
import { exchange, exchangeBytes, openSocket, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';

const hurried = (deadlines: Partial<Deadlines>) => ({
  start: { deadlines: { ...PATIENT_DEADLINES, checkMs: 20, ...deadlines } },
});

describe('One port', () => {
  it('answers HTTP and HTTPS, told apart by the first byte, however the bytes are cut', async () => {
    await using station = await startTestStation();
    for (const secure of [false, true]) {
      assert.equal((await exchange(station.port, secure, { path: '/api/health' })).status, 200);
    }
    const socket = connect(station.port, '127.0.0.1').setNoDelay(true);
    for (const byte of 'GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n') {
      socket.write(byte);
      await new Promise(setImmediate);
    }
    assert.equal((await readAnswer(socket)).status, 200);
    socket.destroy();
  });

  it('answers a client that has nothing more to say and closed its side', async () => {
    await using station = await startTestStation();
    const socket = connect({ port: station.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal((await readAnswer(socket)).status, 200);
    socket.destroy();
  });

  it('drops a connection that says nothing, and one that says goodbye at once', async () => {
    await using station = await startTestStation(hurried({ silenceMs: 50 }));
    const silent = connect(station.port, '127.0.0.1').resume();
    await once(silent, 'close');
    const brief = connect(station.port, '127.0.0.1').resume();
    brief.end();
    await once(brief, 'close');
  });

  it('drops a handshake that does not go on', async () => {
    await using station = await startTestStation(hurried({ silenceMs: 50 }));
    const socket = connect(station.port, '127.0.0.1').resume();
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
    await once(socket, 'close');
  });

  for (const secure of [false, true]) {
    it(`answers headers that do not end, or a body, with 408 (${secure ? 'HTTPS' : 'HTTP'})`, async () => {
      await using station = await startTestStation(hurried({ headersMs: 60, requestMs: 120 }));
      for (const bytes of [
        'GET / HTTP/1.1\r\nhost: x\r\n',
        'POST /api/v1/auth/token/request HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
      ]) {
        const answer = await exchangeBytes(station.port, secure, Buffer.from(bytes));
        assert.equal(answer.status, 408);
        assert.equal(JSON.parse(answer.body).code, 'REQUEST_TIMEOUT');
      }
    });
  }

  it('ends a connection that rests too long between two requests', async () => {
    await using station = await startTestStation(hurried({ keepAliveMs: 30 }));
    const socket = openSocket(station.port, false);
    socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal((await readAnswer(socket)).status, 200);
    await once(socket.resume(), 'close');
  });

  it('closes one connection more than it may have, and goes on', async () => {
    await using station = await startTestStation({ limits: { connections: 3 } });
    const sockets = [1, 2, 3].map(() => connect(station.port, '127.0.0.1').on('error', () => {}));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const more = connect(station.port, '127.0.0.1').on('error', () => {});
    await once(more.resume(), 'close');
    sockets[0]?.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.ok(sockets[0] !== undefined);
    assert.equal((await readAnswer(sockets[0])).status, 200);
    for (const socket of sockets) socket.destroy();
  });
});
