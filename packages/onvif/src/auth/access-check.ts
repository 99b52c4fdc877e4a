import type { KeyVerdict, ThrottleResult } from '@kitestring/base/key-check.ts';
import type { XmlElement } from '../soap/read-xml.ts';
import type { HttpDigest } from './http-digest.ts';
import type { OnvifUser, OnvifUsers } from './onvif-users.ts';
import { type UsernameTokens, usernameToken } from './wsse.ts';

/** Slows down guessing, by address: the throttle of the station's keys. */
export interface AttemptThrottle {
  inTurn<T>(address: string, judge: () => Promise<readonly [KeyVerdict, T]>): Promise<ThrottleResult<T>>;
}

interface AccessDeps {
  readonly users: OnvifUsers;
  readonly tokens: UsernameTokens;
  readonly digest: HttpDigest;
  readonly throttle: AttemptThrottle;
}

interface ShownCredentials {
  /** Group of addresses that counts as one client. */
  readonly address: string;
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly header?: XmlElement | undefined;
}

export type AccessOutcome =
  | { readonly kind: 'granted'; readonly user: OnvifUser }
  | { readonly kind: 'refused'; readonly isStale: boolean }
  /** Its address has guessed. */
  | { readonly kind: 'later'; readonly waitS: number }
  /** More sign-ins than are taken at once, none of them a guess. */
  | { readonly kind: 'busy'; readonly waitS: number };

type Judged = OnvifUser | 'wrong' | 'stale' | 'full';

/** Whether these credentials are those of a user: HTTP Digest, WS-UsernameToken, or both, which then must both be right. */
export async function checkAccess(shown: ShownCredentials, deps: AccessDeps): Promise<AccessOutcome> {
  const [, digestText] = /^digest +(.*)$/i.exec(shown.authorization ?? '') ?? [];
  const token = usernameToken(shown.header);
  if (digestText === undefined && token === undefined) return { kind: 'refused', isStale: false };
  try {
    const judged = await deps.throttle.inTurn<Judged>(shown.address, async () => {
      const judgement = judge(shown, digestText, token, deps);
      return [verdict(judgement), judgement];
    });
    if (judged.kind === 'later') return judged;
    const { value } = judged;
    if (value === 'full') return { kind: 'busy', waitS: 1 };
    return typeof value === 'object'
      ? { kind: 'granted', user: value }
      : { kind: 'refused', isStale: value === 'stale' };
  } catch {
    // Too many wait for their turn.
    return { kind: 'busy', waitS: 1 };
  }
}

function verdict(judged: Judged): KeyVerdict {
  if (judged === 'stale' || judged === 'full') return 'neither';
  return judged === 'wrong' ? 'wrong' : 'right';
}

function judge(
  shown: ShownCredentials,
  digestText: string | undefined,
  token: XmlElement | undefined,
  { digest, tokens, users }: AccessDeps,
): Judged {
  const find = (name: string) => users.find(name);
  let user: OnvifUser | undefined;
  if (digestText !== undefined) {
    const outcome = digest.check(digestText, shown, find);
    if (outcome.kind !== 'right') return outcome.kind;
    user = outcome.user;
  }
  if (token !== undefined) {
    const owner = tokens.check(token, shown.address, find);
    if (typeof owner === 'string') return owner;
    if (user !== undefined && user.name !== owner.name) return 'wrong';
    user = owner;
  }
  return user ?? 'wrong';
}
