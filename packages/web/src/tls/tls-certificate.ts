import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Fault } from '@kitestring/base/fault.ts';
import type { TlsPair } from '../listen/http-servers.ts';

type TlsFaultCode = 'TLS_FILE_UNREADABLE' | 'TLS_FILE_WRONG';

/** Key and certificate are unusable. `message` names the file. */
export class TlsFault extends Fault {
  readonly code: TlsFaultCode;

  constructor(code: TlsFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A validated key and its certificate. */
export interface TlsCertificate {
  readonly pair: TlsPair;
  /** `sha256//<base64>` of the public key, in the format of curl's `--pinnedpubkey`; the same for every certificate of a key. */
  readonly pin: string;
  readonly validFromMs: number;
  readonly validUntilMs: number;
}

/** Checks that key and certificate are readable and belong together. @throws TlsFault */
export function tlsCertificate(pair: TlsPair, names: { readonly key: string; readonly cert: string }): TlsCertificate {
  const key = privateKey(pair.key, names.key);
  const certificate = parse(names.cert, 'a certificate', () => new X509Certificate(pair.cert));
  if (!certificate.checkPrivateKey(key)) {
    throw new TlsFault('TLS_FILE_WRONG', `${names.cert} is not a certificate of the key in ${names.key}`);
  }
  // Further faults (a short key, a broken chain) show here and not at the first client.
  parse(names.cert, 'a certificate that TLS takes', () => createSecureContext(pair));
  return {
    pair,
    pin: publicKeyPin(certificate.publicKey),
    validFromMs: certificate.validFromDate.getTime(),
    validUntilMs: certificate.validToDate.getTime(),
  };
}

/** @throws TlsFault */
export const privateKey = (pem: string, file: string): KeyObject =>
  parse(file, 'a private key', () => createPrivateKey(pem));

function parse<T>(file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    throw new TlsFault('TLS_FILE_WRONG', `${file} does not hold ${what} in PEM${reason}`, cause);
  }
}

function publicKeyPin(publicKey: KeyObject): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return `sha256//${createHash('sha256').update(spki).digest('base64')}`;
}
