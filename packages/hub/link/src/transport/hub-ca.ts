import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Fault } from '@kitestring/base/fault.ts';
import type { HubIdentity } from '../identity/credentials-file.ts';

/** The file with the hub's authority cannot be used. The message names setting or flag, file and reason. */
export class HubCaFault extends Fault {}

/**
 * Certificates of the hub's authority, PEM, read from the file now; undefined without a file.
 * @param name setting or flag that names the file @throws HubCaFault
 */
export function hubCaIn(file: string | undefined, name = 'hub.ca_file'): string | undefined {
  if (file === undefined) return undefined;
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubCaFault(`${name}: ${file} cannot be used: name a PEM with the hub's authority (${reason})`, {
      cause,
    });
  }
}

/** The identity with the certificates of `hub.ca_file` added to those named by the hub. @throws HubCaFault */
export function trusting(identity: HubIdentity, file: string | undefined): HubIdentity {
  const own = hubCaIn(file);
  if (own === undefined) return identity;
  const { ca, ...credentials } = identity.credentials;
  return { ...identity, credentials: { ...credentials, ca: ca === undefined ? own : `${ca}\n${own}` } };
}

/** Remedy for a connection that failed because of a certificate; undefined for other faults. */
export function certificateAdvice(fault: unknown): string | undefined {
  for (let one = fault; one instanceof Error; one = one.cause) {
    const advice = ADVICE[(one as NodeJS.ErrnoException).code ?? ''];
    if (advice !== undefined) return advice;
  }
  return undefined;
}

const UNKNOWN_AUTHORITY =
  "the authority of the certificate is not known: name the PEM of the hub's authority in hub.ca_file, or enrol the station again";

const ADVICE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'the certificate has expired: renew it at the hub, and check the clock of this station',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: check the clock of this station',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host: correct it at the hub, or hub.url',
};
