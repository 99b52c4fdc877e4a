import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { TlsPair } from '../listen/http-servers.ts';
import { newPrivateKey, selfSignedCertificate } from './self-signed.ts';
import { ServerCertificate } from './server-certificate.ts';
import { TlsFault } from './tls-certificate.ts';

const DAY_MS = 86_400_000;

async function newPair(realTimeClock: VirtualClock, ageDays = 0): Promise<TlsPair> {
  const key = newPrivateKey();
  const nowMs = realTimeClock.nowUs() / 1000 - ageDays * DAY_MS;
  return { key, cert: await selfSignedCertificate({ key, names: ['localhost'], nowMs }) };
}

describe('ServerCertificate', () => {
  let dataDir = '';
  let realTimeClock: VirtualClock;
  /** By how much the system clock has been set. */
  let setByMs: number;
  let warnings: string[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kitestring-tls-'));
    realTimeClock = new VirtualClock();
    setByMs = 0;
    warnings = [];
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const files = () => ({ keyFile: join(dataDir, 'key.pem'), certFile: join(dataDir, 'cert.pem') });
  const write = ({ key, cert }: Partial<TlsPair>) => {
    if (key !== undefined) writeFileSync(files().keyFile, key);
    if (cert !== undefined) writeFileSync(files().certFile, cert);
  };
  const log = { ...SILENT_LOG, warn: (_: object, message: string) => void warnings.push(message) };
  const systemTimeMs = () => realTimeClock.nowUs() / 1000 + setByMs;
  const deps = () => ({ dataDir, names: ['localhost'], realTimeClock, systemTimeMs, log });
  const open = () => ServerCertificate.open({ files: files(), ...deps() });

  /** Lets the next look at the files happen, and waits until it is done. */
  async function look(): Promise<void> {
    realTimeClock.advance(5);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  }

  it('uses the files that it is given', async () => {
    const pair = await newPair(realTimeClock);
    write(pair);
    assert.deepEqual((await open()).current.pair, pair);
  });

  it('refuses files that are missing, no PEM, or do not belong together, naming them', async () => {
    await assert.rejects(open(), (fault) => fault instanceof TlsFault && fault.message.includes('key.pem'));
    write({ key: newPrivateKey(), cert: 'nonsense' });
    await assert.rejects(open(), (fault) => fault instanceof TlsFault && fault.message.includes('cert.pem'));
    write({ cert: (await newPair(realTimeClock)).cert });
    await assert.rejects(open(), /cert\.pem is not a certificate of the key in .*key\.pem/);
  });

  it('takes over new files, and waits while only one of the two has been replaced', async () => {
    write(await newPair(realTimeClock));
    const certificate = await open();
    const renewed: TlsPair[] = [];
    const stop = certificate.watch((pair) => void renewed.push(pair), { set: () => {} });
    const next = await newPair(realTimeClock);
    write({ key: next.key });
    await look();
    await look();
    assert.deepEqual(renewed, []);
    assert.equal(warnings.length, 1, 'says it once');
    write({ cert: next.cert });
    await look();
    assert.deepEqual(renewed, [next]);
    await look();
    assert.equal(renewed.length, 1, 'renews once');
    stop();
  });

  it('warns while less than 30 days are left', async () => {
    write(await newPair(realTimeClock, 795));
    const said: string[] = [];
    const certificate = await open();
    const stop = certificate.watch(() => {}, {
      set: (name, isActive, parameters) => void said.push(`${name} ${isActive} ${parameters?.expires}`),
    });
    write(await newPair(realTimeClock));
    await look();
    stop();
    assert.deepEqual(said, [
      'CERTIFICATE_EXPIRES true 2026-03-30T09:30:00.000000+00:00',
      'CERTIFICATE_EXPIRES false 2028-06-02T09:30:00.000000+00:00',
    ]);
  });

  it('is its own again a minute after the system clock was set, which was in 1970 at the start', async () => {
    setByMs = -realTimeClock.nowUs() / 1000;
    const certificate = await ServerCertificate.open({ files: undefined, ...deps() });
    assert.ok(certificate.current.validUntilMs < 1000 * DAY_MS);
    const renewed = Promise.withResolvers<TlsPair>();
    const stop = certificate.watch(renewed.resolve, { set: () => {} });
    setByMs = 0;
    realTimeClock.advance(60);
    await renewed.promise;
    stop();
    const { validFromMs, validUntilMs } = certificate.current;
    assert.ok(validFromMs < systemTimeMs() && validUntilMs > systemTimeMs() + 800 * DAY_MS);
  });
});
