import { randomBytes } from 'node:crypto';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  digestAlgorithm,
  digestKey,
  digestResponse,
  readParameters,
} from '../rtsp/digest.ts';
import type { CameraAddress } from './camera-address.ts';

interface Challenge {
  readonly algorithm: DigestAlgorithm;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** Nonce counts (RFC 7616); without them the response is that of RFC 2069. */
  readonly isCounted: boolean;
}

/** Authentication that the camera requires; learned from its refusals. */
type LoginMethod = 'none' | 'basic' | Challenge;

/** A longer nonce than any camera's would be an attempt to fill memory. */
const PARAMETER_MAX = 512;

/** Authenticates to a camera: by Digest where offered, else by Basic. */
export class CameraLogin {
  readonly #login: CameraAddress['login'];
  #way: LoginMethod = 'none';
  #count = 0;

  constructor(login: CameraAddress['login']) {
    this.#login = login;
  }

  /** Authorization header of a request; undefined before a challenge. */
  headerFor(method: string, uri: string): string | undefined {
    if (this.#login === undefined || this.#way === 'none') return undefined;
    const { password, user } = this.#login;
    if (this.#way === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    return this.#digest(this.#way, method, uri);
  }

  /**
   * Processes a refusal.
   * @param values of `WWW-Authenticate`
   * @returns false when a retry is pointless, because the same credentials were just refused
   */
  accept(values: readonly string[]): boolean {
    if (this.#login === undefined) return false;
    const offers = values.flatMap(challengesIn);
    const digests = offers.flatMap(({ parameters, scheme }) => (scheme === 'digest' ? digest(parameters) : []));
    const best = DIGEST_ALGORITHMS.flatMap((name) => digests.find(({ algorithm }) => algorithm === name) ?? [])[0];
    const before = this.#way;
    if (best !== undefined) {
      this.#way = best;
      this.#count = 0;
      return typeof before === 'string' || before.nonce !== best.nonce;
    }
    if (!offers.some(({ scheme }) => scheme === 'basic')) return false;
    this.#way = 'basic';
    return before !== 'basic';
  }

  #digest(challenge: Challenge, method: string, uri: string): string {
    const { password = '', user = '' } = this.#login ?? {};
    const { algorithm, isCounted, nonce, opaque, realm } = challenge;
    const nonceCount = (++this.#count).toString(16).padStart(8, '0');
    const counted = isCounted ? { nonceCount, clientNonce: randomBytes(8).toString('hex') } : undefined;
    const key = digestKey({ algorithm, realm, user }, password);
    const response = digestResponse({ algorithm, method, nonce, uri, counted }, key);
    const parts = [
      ...Object.entries({ username: user, realm, nonce, uri, response }).map(
        ([name, text]) => `${name}=${quoted(text)}`,
      ),
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
      // Cameras before RFC 7616 do not know the parameter; its absence means MD5.
      ...(algorithm === 'MD5' ? [] : [`algorithm=${algorithm}`]),
      ...(counted === undefined ? [] : [`qop=auth, nc=${counted.nonceCount}, cnonce="${counted.clientNonce}"`]),
    ];
    return `Digest ${parts.join(', ')}`;
  }
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

interface OfferedChallenge {
  readonly scheme: string;
  readonly parameters: string;
}

/** One header may contain several challenges. */
function challengesIn(value: string): OfferedChallenge[] {
  const starts = [...value.matchAll(/(?:^|,)\s*(Digest|Basic)(?=\s|$)/gi)];
  return starts.map((start, index) => ({
    scheme: (start[1] ?? '').toLowerCase(),
    parameters: value.slice(start.index + start[0].length, starts[index + 1]?.index).trim(),
  }));
}

function digest(text: string): Challenge[] {
  const given = readParameters(text);
  const algorithm = digestAlgorithm(given);
  const realm = given?.get('realm') ?? '';
  const nonce = given?.get('nonce');
  const opaque = given?.get('opaque');
  if (algorithm === undefined || nonce === undefined) return [];
  if ([realm, nonce, opaque ?? ''].some((each) => each.length > PARAMETER_MAX || /\p{Cc}/u.test(each))) return [];
  const qualities = given
    ?.get('qop')
    ?.split(',')
    .map((quality) => quality.trim().toLowerCase());
  if (qualities !== undefined && !qualities.includes('auth')) return [];
  return [{ algorithm, realm, nonce, opaque, isCounted: qualities !== undefined }];
}
