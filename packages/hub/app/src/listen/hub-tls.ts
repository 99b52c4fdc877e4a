import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import { certificateNames } from '@kitestring/web/tls/certificate-names.ts';
import { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import type { HubDeps } from '../hub-deps.ts';

/** Name of the machine in mDNS. */
const SYSTEM_NAME = { network: { systemDomain: 'local' }, station: { gsName: hostname() } };

/** The certificate of API and broker, and the host in their URLs. */
export interface HubTls {
  /** Host by which others reach this hub, without brackets. */
  readonly publicHost: string;
  /** The same in a URL: an IPv6 address has brackets there. */
  readonly urlHost: string;
  /** `http` on loopback addresses, and behind a proxy that terminates TLS. */
  readonly scheme: 'http' | 'https';
  readonly certificate: ServerCertificate;
  /** Files of the certificate; undefined without TLS. */
  readonly files: { readonly keyFile: string; readonly certFile: string } | undefined;
  /** The certificate to trust, PEM, if the hub has created its own. */
  readonly ownPem: () => string | undefined;
  /** SHA-256 of the certificate, base64url, if stations could not verify it otherwise. */
  readonly pin: () => string | undefined;
}

type HubTlsDeps = Pick<HubDeps, 'settings' | 'realTimeClock' | 'log'>;

/** @throws TlsFault */
export async function openHubTls({ log, realTimeClock, settings }: HubTlsDeps): Promise<HubTls> {
  const { data_dir: dataDir, host, port } = settings;
  const listen = { host, port };
  const publicHost = settings.public_host ?? (isAny(host) ? hostname() : host);
  const isSecure = settings['tls.mode'] !== 'off' && !areLoopback([listen]);
  const givenFiles = requestedFiles(settings);
  const certificate = await ServerCertificate.open({
    files: givenFiles,
    dataDir,
    realTimeClock,
    systemTimeMs: Date.now,
    log,
    names: [...certificateNames({ listeners: [listen], ...SYSTEM_NAME }), publicHost],
  });
  const ownFile = isSecure && givenFiles === undefined ? ownCertificateFile(dataDir) : undefined;
  return {
    publicHost,
    urlHost: publicHost.includes(':') ? `[${publicHost}]` : publicHost,
    certificate,
    scheme: isSecure ? 'https' : 'http',
    files: isSecure ? (givenFiles ?? ownTlsFiles(dataDir)) : undefined,
    ownPem: () => (ownFile === undefined ? undefined : readFileSync(ownFile, 'utf8')),
    pin: () => (ownFile === undefined ? undefined : publicKeyPin(certificate.current.pair.cert)),
  };
}

const requestedFiles = ({ 'tls.cert_file': certFile, 'tls.key_file': keyFile }: HubSettingValues) =>
  keyFile === undefined || certFile === undefined ? undefined : { keyFile, certFile };

const ownTlsFiles = (dataDir: string) => ({
  keyFile: join(dataDir, 'tls-key.pem'),
  certFile: ownCertificateFile(dataDir),
});

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

const publicKeyPin = (pem: string): string =>
  Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
