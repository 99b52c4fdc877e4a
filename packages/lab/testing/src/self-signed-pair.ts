import { createPublicKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

/* Tags of DER (X.690). */
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
/** Object identifier 2.5.4.3, commonName. */
const COMMON_NAME = Buffer.from('0603550403', 'hex');
/** Object identifier 1.2.840.10045.4.3.2, ecdsa-with-SHA256. */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const DAY_MS = 86_400_000;

interface TestPair {
  /** Private key, PEM. */
  readonly key: string;
  /** Certificate, PEM. */
  readonly cert: string;
}

/** A key with a self-signed certificate, for tests of TLS. Each call creates another one. */
export const selfSignedPair = (name = 'localhost', nowMs = Date.now()): TestPair => pairFor(name, nowMs, undefined);

/** A key with a certificate issued by this authority, a self-signed pair. @param nowMs valid a day before and after */
export const issuedPair = (authority: TestPair, name = 'localhost', nowMs = Date.now()): TestPair =>
  pairFor(name, nowMs, authority);

function pairFor(name: string, nowMs: number, authority: TestPair | undefined): TestPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const issuer = authority === undefined ? name : new X509Certificate(authority.cert).subject.replace('CN=', '');
  const validity = der(SEQUENCE, utcTime(nowMs - DAY_MS), utcTime(nowMs + DAY_MS));
  const serial = Buffer.concat([Buffer.of(0x40), randomBytes(8)]);
  const fields = [der(INTEGER, serial), algorithm, named(issuer), validity, named(name), publicKey];
  // Version 1 (RFC 5280 section 4.1): without extensions.
  const content = der(SEQUENCE, ...fields);
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', content, authority?.key ?? privateKey));
  const certificate = der(SEQUENCE, content, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}

const named = (name: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))));

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const utcTime = (ms: number): Buffer => {
  const text = new Date(ms).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '');
  return der(UTC_TIME, Buffer.from(`${text}Z`));
};
