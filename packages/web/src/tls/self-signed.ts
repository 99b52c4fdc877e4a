import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** The maximum that macOS and browsers accept (support.apple.com/103769). */
const VALID_DAYS = 825;
const DAY_MS = 86_400_000;
/** Backdated for clients whose clock is slow. */
const BACKDATED_MS = DAY_MS;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** A new private key (ECDSA P-256), PKCS #8 PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface SelfSignedOptions {
  /** Private key, PKCS #8 PEM. */
  readonly key: string;
  /** Host names and IP addresses; the first one is the subject. */
  readonly names: readonly string[];
  readonly nowMs: number;
}

/** A self-signed server certificate, PEM. */
export async function selfSignedCertificate({ key, names, nowMs }: SelfSignedOptions): Promise<string> {
  // Loaded on demand: it takes a tenth of a second and 25 MB, and most starts do not need it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const serverAuth = x509.ExtendedKeyUsage.serverAuth;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [names[0] ?? 'localhost'] }],
      serialNumber: serialNumber(),
      notBefore: new Date(nowMs - BACKDATED_MS),
      notAfter: new Date(nowMs - BACKDATED_MS + VALID_DAYS * DAY_MS),
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      keys: await importKeys(key),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
        ),
      ],
    },
    webcrypto as Crypto,
  );
  return `${certificate.toString('pem')}\n`;
}

/** 127 random bits; the first one is 0, because a serial number is positive (RFC 5280 section 4.1.2.2). */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function importKeys(pem: string) {
  const privateKey = createPrivateKey(pem);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const { subtle } = webcrypto;
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, CURVE, true, ['sign']),
    publicKey: await subtle.importKey('spki', spki, CURVE, true, ['verify']),
  };
}
