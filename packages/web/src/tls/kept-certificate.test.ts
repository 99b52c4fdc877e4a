import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { keptCertificate } from './kept-certificate.ts';
import { TlsFault } from './tls-certificate.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 2, 1);
const NAMES = ['station-7', 'localhost', '127.0.0.1', '::1', '192.168.2.1', '2001:db8::a:7'];

describe('keptCertificate', () => {
  let dataDir = '';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kitestring-tls-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  const kept = (nowMs = NOW_MS, names: readonly string[] = NAMES) => keptCertificate({ dataDir, names, nowMs });

  it('names every host and address, for servers only, and lasts 825 days', async () => {
    const { pair } = await kept();
    const certificate = new X509Certificate(pair.cert);
    for (const name of ['station-7', 'localhost']) assert.equal(certificate.checkHost(name), name);
    for (const address of NAMES.slice(2)) assert.equal(certificate.checkIP(address), address);
    assert.equal(certificate.checkHost('elsewhere'), undefined);
    assert.equal(certificate.ca, false);
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1']);
    assert.equal((certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / DAY_MS, 825);
    assert.ok(certificate.verify(certificate.publicKey));
  });

  it('is valid across the year 2050, from which on times are written otherwise', async () => {
    const nowMs = Date.UTC(2049, 5, 1);
    const { validFromMs, validUntilMs } = await kept(nowMs);
    assert.deepEqual([validFromMs, validUntilMs], [nowMs - DAY_MS, nowMs + 824 * DAY_MS]);
  });

  it('keeps the key to its owner', async () => {
    await kept();
    assert.equal(statSync(join(dataDir, 'tls-key.pem')).mode & 0o777, 0o600);
  });

  it('is the same at the next start', async () => {
    const first = await kept();
    assert.deepEqual(await kept(NOW_MS + 700 * DAY_MS), first);
  });

  it('is renewed with the same key, and so the same pin, when under 30 days are left', async () => {
    const first = await kept();
    const second = await kept(NOW_MS + 795 * DAY_MS);
    assert.notEqual(second.pair.cert, first.pair.cert);
    assert.equal(second.pair.key, first.pair.key);
    assert.equal(second.pin, first.pin);
    assert.ok(second.validUntilMs > first.validUntilMs);
  });

  it('is renewed with the same key when a name is missing', async () => {
    const first = await kept();
    const second = await kept(NOW_MS, [...NAMES, '10.1.2.3']);
    assert.equal(second.pin, first.pin);
    assert.equal(new X509Certificate(second.pair.cert).checkIP('10.1.2.3'), '10.1.2.3');
  });

  it('is renewed when its clock was ahead as it was made, but not by a clock that has not been set yet', async () => {
    const first = await kept(NOW_MS + 2000 * DAY_MS);
    assert.deepEqual(await kept(0), first, 'without a battery it is 1970');
    const second = await kept(NOW_MS);
    assert.equal(second.pin, first.pin);
    assert.ok(second.validFromMs < NOW_MS && second.validUntilMs < first.validUntilMs);
    assert.deepEqual(await kept(0), second);
  });

  it('is made anew from the key when the certificate was damaged', async () => {
    const first = await kept();
    writeFileSync(join(dataDir, 'tls-cert.pem'), 'not a certificate');
    assert.equal((await kept()).pin, first.pin);
  });

  it('is never made with a new key in place of a damaged one', async () => {
    await kept();
    writeFileSync(join(dataDir, 'tls-key.pem'), 'not a key');
    await assert.rejects(kept(), (fault) => fault instanceof TlsFault && fault.code === 'TLS_FILE_WRONG');
    assert.equal(readFileSync(join(dataDir, 'tls-key.pem'), 'utf8'), 'not a key');
  });
});
