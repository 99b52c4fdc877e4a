import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { addressBytes } from '@kitestring/base/client-address.ts';
import { der, TAG } from './der.ts';

/** The maximum that macOS and browsers accept (support.apple.com/103769). */
const VALID_DAYS = 825;
const DAY_MS = 86_400_000;
/** Backdated for clients whose clock is slow. */
const BACKDATED_MS = DAY_MS;

/** Object identifiers, as DER has them. */
const OID = {
  commonName: '0603550403',
  ecdsaWithSha256: '06082a8648ce3d040302',
  keyUsage: '0603551d0f',
  subjectAlternativeName: '0603551d11',
  basicConstraints: '0603551d13',
  extendedKeyUsage: '0603551d25',
  serverAuth: '06082b06010505070301',
} as const;
const oid = (name: keyof typeof OID): Buffer => Buffer.from(OID[name], 'hex');

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

/** A self-signed server certificate, PEM (RFC 5280). A library for it would take 200 files and a tenth of a second of a start. */
export function selfSignedCertificate({ key, names, nowMs }: SelfSignedOptions): string {
  const privateKey = createPrivateKey(key);
  const algorithm = der(TAG.sequence, oid('ecdsaWithSha256'));
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, oid('commonName'), der(TAG.utf8, Buffer.from(names[0] ?? 'localhost')))),
  );
  const fromMs = nowMs - BACKDATED_MS;
  const content = der(
    TAG.sequence,
    // The third version, the only one with extensions, is number 2.
    der(TAG.explicit(0), der(TAG.integer, Buffer.of(2))),
    der(TAG.integer, serialNumber()),
    algorithm,
    name,
    der(TAG.sequence, time(fromMs), time(fromMs + VALID_DAYS * DAY_MS)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(TAG.explicit(3), der(TAG.sequence, ...extensions(names))),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = der(TAG.sequence, content, algorithm, der(TAG.bits, Buffer.of(0), signature));
  const lines = whole.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

function extensions(names: readonly string[]): Buffer[] {
  const critical = der(TAG.boolean, Buffer.of(0xff));
  const alternative = names.map((name) =>
    isIP(name) === 0 ? der(TAG.implicit(2), Buffer.from(name)) : der(TAG.implicit(7), Buffer.from(addressBytes(name))),
  );
  return [
    // No authority.
    der(TAG.sequence, oid('basicConstraints'), critical, der(TAG.bytes, der(TAG.sequence))),
    // The first of 9 bits, digitalSignature: 7 bits of the byte are unused.
    der(TAG.sequence, oid('keyUsage'), critical, der(TAG.bytes, der(TAG.bits, Buffer.of(7, 0x80)))),
    der(TAG.sequence, oid('extendedKeyUsage'), der(TAG.bytes, der(TAG.sequence, oid('serverAuth')))),
    der(TAG.sequence, oid('subjectAlternativeName'), der(TAG.bytes, der(TAG.sequence, ...alternative))),
  ];
}

/** UTCTime has two digits of the year and ends with 2049 (section 4.1.2.5). */
function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '')}Z`;
  const isLate = Number(text.slice(0, 4)) >= 2050;
  return isLate ? der(TAG.generalizedTime, Buffer.from(text)) : der(TAG.utcTime, Buffer.from(text.slice(2)));
}

/** 127 random bits; the first one is 0, because a serial number is positive (section 4.1.2.2), and the second is 1, so that no zero leads. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
