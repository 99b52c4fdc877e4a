import { matchesDigest } from '@kitestring/media/rtsp/digest.ts';
import type { AuthorizeAnswer, AuthorizeQuestion, Credentials } from '@kitestring/media/rtsp/ports.ts';
import type { Auth } from '@kitestring/station/auth/auth.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import type { StreamTickets } from './stream-tickets.ts';

const REFUSED: AuthorizeAnswer = { kind: 'refused' };

export interface PermitParts {
  readonly auth: Pick<Auth, 'authenticate'>;
  readonly tickets: StreamTickets;
  /** Tokens that were used on the API since the start, by session: only with them an answer of Digest can be checked. */
  readonly tokens: ReadonlyMap<string, string>;
  /** The same as for API keys: who guesses at one door waits at the other too. */
  readonly wrongKeys: Pick<WrongKeys, 'waitS' | 'wrong' | 'right'>;
}

/** Says who may watch: whoever has a token with the scope `read`, or a ticket that such a session was given. */
export function mayWatch(question: AuthorizeQuestion, parts: PermitParts): AuthorizeAnswer {
  const { address, credentials } = question;
  if (credentials.kind === 'ticket') return answerOf(credentials, parts);
  const waitS = parts.wrongKeys.waitS(address);
  if (waitS > 0) return { kind: 'later', waitS };
  const answer = answerOf(credentials, parts);
  if (answer === REFUSED) parts.wrongKeys.wrong(address);
  else parts.wrongKeys.right(address);
  return answer;
}

/** A ticket is no password: a player that goes on with one that is too old guesses nothing, and it has 160 random bits. */
function answerOf(credentials: Credentials, parts: PermitParts): AuthorizeAnswer {
  const sessionId = sessionOf(credentials, parts);
  return sessionId === undefined ? REFUSED : { kind: 'allowed', viewerId: sessionId };
}

function sessionOf(credentials: Credentials, parts: PermitParts): string | undefined {
  const { tickets } = parts;
  if (credentials.kind === 'ticket') return tickets.sessionOf(credentials.ticket);
  if (credentials.kind === 'password') {
    return readerOf(credentials.password, parts) ?? tickets.sessionOf(credentials.password);
  }
  for (const { sessionId, text } of tickets.current()) {
    if (matchesDigest(credentials.digest, text)) return sessionId;
  }
  for (const token of parts.tokens.values()) {
    if (matchesDigest(credentials.digest, token)) return readerOf(token, parts);
  }
  return undefined;
}

function readerOf(token: string, { auth }: PermitParts): string | undefined {
  const caller = auth.authenticate(token);
  return caller.ok && caller.value.scopes.includes('read') ? caller.value.sessionId : undefined;
}
