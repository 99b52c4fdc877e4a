import { hash, timingSafeEqual } from 'node:crypto';

export const DIGEST_ALGORITHMS = ['SHA-256', 'MD5'] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** Content of `Authorization: Digest`, with its request method. Source: RFC 7616 section 3.4. */
export interface DigestCredentials {
  readonly method: string;
  readonly algorithm: DigestAlgorithm;
  readonly user: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  /** Lower case hexadecimal. */
  readonly response: string;
  /** Absent from clients of RFC 2069, such as GStreamer and live555. */
  readonly counted: { readonly nonceCount: string; readonly clientNonce: string } | undefined;
}

const HASH: Readonly<Record<DigestAlgorithm, string>> = { 'SHA-256': 'sha256', MD5: 'md5' };

// A limited number of spaces: unlimited ones on both sides of an empty match would backtrack.
const PARAMETER = /\s{0,8}([A-Za-z-]{1,32})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.)*)"|([^\s",]*))\s{0,8}(?:,|$)/y;
const PARAMETERS_MAX = 24;

/** @returns undefined for malformed or unsupported parameters */
export function readDigest(text: string, method: string): DigestCredentials | undefined {
  const given = readParameters(text);
  const algorithm = digestAlgorithm(given);
  if (given === undefined || algorithm === undefined) return undefined;
  const user = given.get('username');
  const realm = given.get('realm');
  const nonce = given.get('nonce');
  const uri = given.get('uri');
  const response = given.get('response')?.toLowerCase();
  const counted = readCount(given);
  if (user === undefined || realm === undefined || nonce === undefined || uri === undefined) return undefined;
  if (response === undefined || counted === 'malformed') return undefined;
  return { method, algorithm, user, realm, nonce, uri, response, counted };
}

/** Undefined for an unknown algorithm; MD5 when absent (RFC 2069). */
export const digestAlgorithm = (given: ReadonlyMap<string, string> | undefined): DigestAlgorithm | undefined =>
  DIGEST_ALGORITHMS.find((name) => name === (given?.get('algorithm') ?? 'MD5').toUpperCase());

/** Parameters of a challenge or a response, names in lower case; undefined when malformed. */
export function readParameters(text: string): ReadonlyMap<string, string> | undefined {
  const given = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text);
    if (match === null || given.size >= PARAMETERS_MAX) return undefined;
    const name = (match[1] ?? '').toLowerCase();
    if (given.has(name)) return undefined;
    given.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return given;
}

function readCount(given: ReadonlyMap<string, string>): DigestCredentials['counted'] | 'malformed' {
  const quality = given.get('qop');
  if (quality === undefined) return undefined;
  const nonceCount = given.get('nc') ?? '';
  const clientNonce = given.get('cnonce') ?? '';
  return quality === 'auth' && /^[0-9a-f]{8}$/i.test(nonceCount) ? { nonceCount, clientNonce } : 'malformed';
}

/** Compares a client's response with candidate passwords; the common part is computed once. */
export function digestMatcher(credentials: DigestCredentials): (password: string) => boolean {
  const tail = digestTail(credentials);
  const { algorithm, response } = credentials;
  return (password) => isSame(hashed(algorithm, `${digestKey(credentials, password)}:${tail}`), response);
}

/** Hash of user, realm and password (`HA1` of the RFC). */
export const digestKey = (
  { algorithm, realm, user }: Pick<DigestCredentials, 'algorithm' | 'realm' | 'user'>,
  password: string,
): string => hashed(algorithm, `${user}:${realm}:${password}`);

function isSame(right: string, given: string): boolean {
  const [expected, got] = [Buffer.from(right), Buffer.from(given)];
  return expected.length === got.length && timingSafeEqual(expected, got);
}

/** Expected response for a key. Source: RFC 7616 section 3.4.1. */
export const digestResponse = (asked: DigestParameters, key: string): string =>
  hashed(asked.algorithm, `${key}:${digestTail(asked)}`);

type DigestParameters = Omit<DigestCredentials, 'response' | 'user' | 'realm'>;

/** The part of a response that is independent of the password. */
function digestTail({ algorithm, counted, method, nonce, uri }: DigestParameters): string {
  const middle = counted === undefined ? nonce : `${nonce}:${counted.nonceCount}:${counted.clientNonce}:auth`;
  return `${middle}:${hashed(algorithm, `${method}:${uri}`)}`;
}

const hashed = (algorithm: DigestAlgorithm, text: string): string => hash(HASH[algorithm], text, 'hex');
