import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { certificateNames } from '@kitestring/web/tls/certificate-names.ts';
import { TlsFault, tlsCertificate } from '@kitestring/web/tls/tls-certificate.ts';
import { VERSION } from '../version.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Certificate';
const DAY_MS = 86_400_000;
const WARN_DAYS = 30;

type CertificateSettings = Pick<SettingValues, 'tls.cert_file' | 'tls.key_file' | 'data_dir'>;

/** Checks that HTTPS has a certificate that is valid for some time and names this machine. */
export const checkCertificate = (values: SettingValues, nowMs = Date.now()): Finding =>
  checkServerCertificate(values, () => certificateNames(serverSettings(values, VERSION)), nowMs);

/** The same for other settings. @param namesWanted names of which it should have one */
export function checkServerCertificate(
  values: CertificateSettings,
  namesWanted: () => readonly string[],
  nowMs = Date.now(),
): Finding {
  const { 'tls.cert_file': ownFile, 'tls.key_file': keyFile, data_dir: folder } = values;
  const file = ownFile ?? ownCertificateFile(folder);
  if (ownFile === undefined && !existsSync(file)) return fine(CHECK, 'self-signed, created at the first start');
  try {
    const cert = readFileSync(file, 'utf8');
    if (keyFile !== undefined)
      tlsCertificate({ key: readFileSync(keyFile, 'utf8'), cert }, { key: keyFile, cert: file });
    return judge(new X509Certificate(cert), ownFile !== undefined, namesWanted, nowMs);
  } catch (error) {
    const why = error instanceof TlsFault ? error.message : `${file} cannot be used (${(error as Error).message})`;
    return fail(
      CHECK,
      why,
      ownFile === undefined
        ? `Delete ${file}: the next start creates a new one.`
        : 'Correct tls.key_file and tls.cert_file.',
    );
  }
}

function judge(
  certificate: X509Certificate,
  isOwn: boolean,
  namesWanted: () => readonly string[],
  nowMs: number,
): Finding {
  const days = Math.floor((certificate.validToDate.getTime() - nowMs) / DAY_MS);
  const found = `${isOwn ? 'own' : 'self-signed'}, ${days} days left, for ${namesOf(certificate)}`;
  // A self-signed one is renewed automatically, before it expires or when a name is missing; only a certificate from a
  // file needs action.
  if (!isOwn) return fine(CHECK, found);
  if (days < 0) return fail(CHECK, `${found}: it has expired`, 'Renew it and replace tls.cert_file.');
  if (certificate.validFromDate.getTime() > nowMs)
    return fail(CHECK, `${found}: not valid yet`, 'Check the clock of this machine.');
  if (days < WARN_DAYS) return warn(CHECK, found, 'Renew it soon; it is loaded without a restart.');
  const wanted = namesWanted().filter((name) => !/^(localhost|127\.|::1$)/.test(name));
  if (wanted.some((name) => covers(certificate, name))) return fine(CHECK, found);
  return warn(
    CHECK,
    `${found}; none of them is ${wanted.join(', ')}`,
    'Use a certificate for a name by which clients reach this machine.',
  );
}

const covers = (certificate: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;

const namesOf = ({ subjectAltName, subject }: X509Certificate): string =>
  subjectAltName?.replaceAll(/(DNS|IP Address):/g, '') ?? subject;
