import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { savePrivateFile, writePrivateFile } from '@kitestring/os/private-file.ts';
import { newPrivateKey, selfSignedCertificate } from './self-signed.ts';
import { privateKey, type TlsCertificate, tlsCertificate } from './tls-certificate.ts';

/** A certificate is renewed when less than this remains. */
export const RENEW_BEFORE_MS = 30 * 86_400_000;
/** A system clock before this time is not set yet: without a battery it begins in 1970. */
const CLOCK_IS_SET_FROM_MS = Date.UTC(2026, 0, 1);

interface KeptCertificateOptions {
  readonly dataDir: string;
  readonly names: readonly string[];
  /** System time, by which clients judge it. */
  readonly nowMs: number;
}

/**
 * The self-signed certificate of this data folder. Its key is permanent, so that clients may pin it. The certificate is
 * renewed before it expires, when a name is missing, or when its start is in the future because the clock was ahead.
 * @throws TlsFault when the key is damaged, StoreFault when the key cannot be written
 */
export async function keptCertificate({ dataDir, names, nowMs }: KeptCertificateOptions): Promise<TlsCertificate> {
  const keyFile = join(dataDir, 'tls-key.pem');
  const certFile = join(dataDir, 'tls-cert.pem');
  if (!existsSync(keyFile)) writePrivateFile(keyFile, newPrivateKey());
  const key = readFileSync(keyFile, 'utf8');
  privateKey(key, keyFile);
  const kept = readIfUsable(certFile, key, names, nowMs);
  const cert = kept ?? (await selfSignedCertificate({ key, names, nowMs }));
  // On a full disk it is used without being stored: a station that starts below a flying Kite must be reachable. The
  // next start creates another one.
  if (kept === undefined) await savePrivateFile(certFile, cert).catch(onlyStoreFaults);
  return tlsCertificate({ key, cert }, { key: keyFile, cert: certFile });
}

function onlyStoreFaults(fault: unknown): void {
  if (!(fault instanceof StoreFault)) throw fault;
}

/** The certificate of this key if it is still valid; undefined when a new one is needed. */
function readIfUsable(file: string, key: string, names: readonly string[], nowMs: number): string | undefined {
  if (!existsSync(file)) return undefined;
  const cert = readFileSync(file, 'utf8');
  try {
    const { validFromMs, validUntilMs } = tlsCertificate({ key, cert }, { key: 'the key', cert: file });
    const isOld = validUntilMs - nowMs < RENEW_BEFORE_MS;
    const isEarly = validFromMs > nowMs && nowMs >= CLOCK_IS_SET_FROM_MS;
    return isOld || isEarly || !covers(new X509Certificate(cert), names) ? undefined : cert;
  } catch {
    // Only a certificate is lost: it is renewed from the key.
    return undefined;
  }
}

function covers(certificate: X509Certificate, names: readonly string[]): boolean {
  return names.every((name) => {
    return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
  });
}
