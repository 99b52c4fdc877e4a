import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { startTestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { exchange, readAnswer } from '@kitestring/web/test/support/raw-exchange.ts';
import { newPrivateKey, selfSignedCertificate } from '@kitestring/web/tls/self-signed.ts';

async function handshake(port: number, options: object = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

async function serialNumber(port: number): Promise<string> {
  const socket = await handshake(port);
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

describe('TLS', () => {
  it('takes over a new certificate from its files, for new connections, while old ones go on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-tls-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const realTimeClock = new VirtualClock();
    const write = async () => {
      const key = newPrivateKey();
      const cert = await selfSignedCertificate({ key, names: ['localhost'], nowMs: Date.now() });
      writeFileSync(keyFile, key);
      writeFileSync(certFile, cert);
      return new X509Certificate(cert).serialNumber;
    };
    const first = await write();
    await using station = await startTestStation({ tls: { keyFile, certFile }, start: { realTimeClock } });
    assert.equal(await serialNumber(station.port), first);
    const old = await handshake(station.port);
    const second = await write();
    realTimeClock.advance(5);
    await new Promise(setImmediate);
    assert.equal(await serialNumber(station.port), second);
    old.write('GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.equal((await readAnswer(old)).status, 200);
    old.destroy();
    rmSync(folder, { recursive: true });
  });

  it('is trusted by a client that trusts the certificate of the data folder, under every name of it', async () => {
    await using station = await startTestStation();
    const probe = await handshake(station.port);
    const ca = `-----BEGIN CERTIFICATE-----\n${probe.getPeerCertificate().raw.toString('base64')}\n-----END CERTIFICATE-----`;
    probe.destroy();
    for (const servername of ['localhost', undefined]) {
      const options = { ca, rejectUnauthorized: true, ...(servername !== undefined && { servername }) };
      const socket = await handshake(station.port, options);
      assert.equal(socket.authorized, true);
      socket.destroy();
    }
  });

  it('speaks 1.2 and 1.3, and nothing older', async () => {
    await using station = await startTestStation();
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await handshake(station.port, { minVersion: version, maxVersion: version });
      assert.equal(socket.getProtocol(), version);
      socket.destroy();
    }
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' };
    await assert.rejects(handshake(station.port, old));
    assert.equal((await exchange(station.port, true, { path: '/api/health' })).status, 200);
  });

  it('survives what is no handshake', async () => {
    await using station = await startTestStation();
    for (const bytes of ['\x16', '\x16\x03\x01\x00\x05hello', '\x16'.repeat(1000), '\x16\xff\xff\xff\xff']) {
      const socket = (await import('node:net')).connect(station.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.end(Buffer.from(bytes, 'latin1'));
      await once(socket.resume(), 'close');
    }
    assert.equal((await exchange(station.port, false, { path: '/api/health' })).status, 200);
    assert.deepEqual(
      station.log.filter(({ level }) => level === 'error'),
      [],
    );
  });
});
