import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, createSecureContext, type PeerCertificate } from 'node:tls';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HubFault } from '../hub-fault.ts';

type NatsTlsSettings = Pick<
  HubSettingValues,
  'nats.servers' | 'nats.ca_file' | 'nats.cert_file' | 'nats.key_file' | 'nats.tls_first'
>;

/** TLS to external nats-servers, as options of the NATS client, which reads the files again at each connection. */
export interface NatsTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly handshakeFirst: boolean;
  readonly checkServerIdentity: typeof checkServerIdentity;
}

/** Undefined if the connections are not encrypted. @throws HubFault when a file cannot be used */
export function natsTls(settings: NatsTlsSettings): NatsTls | undefined {
  const { 'nats.ca_file': caFile, 'nats.cert_file': certFile, 'nats.key_file': keyFile } = settings;
  const isEncrypted = caFile !== undefined || settings['nats.servers'].some((server) => server.startsWith('tls:'));
  if (!isEncrypted) return undefined;
  natsCa(settings);
  const { cert, key } = readPair({ certFile, keyFile });
  if (certFile !== undefined && cert !== undefined)
    checked('nats.cert_file', certFile, () => new X509Certificate(cert));
  if (keyFile !== undefined) checked('nats.key_file', keyFile, () => createSecureContext({ cert, key }));
  return {
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
    handshakeFirst: settings['nats.tls_first'],
    checkServerIdentity: identityCheck(settings['nats.servers']),
  };
}

/** Certificate authority of external nats-servers, PEM. @throws HubFault */
export function natsCa({ 'nats.ca_file': file }: Pick<HubSettingValues, 'nats.ca_file'>): string | undefined {
  if (file === undefined) return undefined;
  const pem = readPem('nats.ca_file', file);
  checked('nats.ca_file', file, () => new X509Certificate(pem));
  return pem;
}

/**
 * Certificates that stations must trust, PEM; undefined: the public authorities. @param ownPem that of the hub @throws
 * HubFault
 */
export const stationCa = (
  settings: Pick<HubSettingValues, 'nats.ca_file' | 'nats.station_ca'>,
  ownPem: string | undefined,
): string | undefined => (settings['nats.station_ca'] === 'public' ? undefined : (natsCa(settings) ?? ownPem));

interface HubPair {
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** Client certificate and key, read from their files now. @throws HubFault */
export function readPair({ certFile, keyFile }: HubPair) {
  return {
    ...(certFile !== undefined && { cert: readPem('nats.cert_file', certFile) }),
    ...(keyFile !== undefined && { key: readPem('nats.key_file', keyFile) }),
  };
}

function readPem(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new HubFault('ENGINE_UNREACHABLE', `${setting}: ${file} cannot be read: name the file of the PEM`, cause);
  }
}

function checked(setting: string, file: string, work: () => unknown): void {
  try {
    work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault('ENGINE_UNREACHABLE', `${setting}: ${file} cannot be used: ${reason}`, cause);
  }
}

/**
 * Node compares the certificate with the given name. The NATS client gives none for an IP address, and Node then uses
 * `localhost`: so for addresses the certificate must match one of those in the settings.
 */
const identityCheck = (servers: readonly string[]) => (host: string, certificate: PeerCertificate) => {
  const hosts = servers.map((server) => new URL(server).hostname.replaceAll(/[[\]]/g, ''));
  if (hosts.includes(host)) return checkServerIdentity(host, certificate);
  const faults = hosts.filter((one) => isIP(one) !== 0).map((one) => checkServerIdentity(one, certificate));
  if (faults.length === 0) return checkServerIdentity(host, certificate);
  return faults.includes(undefined) ? undefined : faults[0];
};
