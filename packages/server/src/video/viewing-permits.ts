import { addressGroup } from '@kitestring/media/rtsp/client-address.ts';
import { type DigestCredentials, digestMatcher } from '@kitestring/media/rtsp/digest.ts';
import type { AuthorizeAnswer, AuthorizeQuestion, Credentials } from '@kitestring/media/rtsp/ports.ts';
import type { Auth } from '@kitestring/station/auth/auth.ts';
import type { HashLane } from '@kitestring/station/ports/secrets.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import { mayWatch, type StreamTickets } from './stream-tickets.ts';

const REFUSED: AuthorizeAnswer = { kind: 'refused' };

/** Secrets that were used on the API since the start: an answer of Digest can be checked only with them. */
export interface UsedSecrets {
  /** Tokens, by session. */
  readonly tokens: Map<string, string>;
  /** API keys, by plugin. */
  readonly keys: Map<string, string>;
}

export interface ViewingDeps {
  readonly auth: Pick<Auth, 'authenticate' | 'pluginOfKey'>;
  readonly tickets: Pick<StreamTickets, 'of' | 'pluginOf' | 'current'>;
  readonly used: UsedSecrets;
  /** The same as for API keys: who guesses at one door waits at the other too. */
  readonly wrongKeys: Pick<WrongKeys, 'inTurn' | 'laneOf'>;
}

/** Permission that rests on a plugin, as long as it may watch and its key stays. */
export const viewerOfPlugin = (pluginId: string): string => `plugin:${pluginId}`;

/**
 * Says who may watch: whoever has a token with the scope `read`, the API key of a plugin with it, or its ticket. A ticket
 * is no password: a player that goes on with an old one guesses nothing.
 */
export async function authorizeViewer(question: AuthorizeQuestion, deps: ViewingDeps): Promise<AuthorizeAnswer> {
  const { credentials } = question;
  if (credentials.kind === 'ticket') return allowed(viewerOfTicket(credentials.ticket, deps));
  const judged = await deps.wrongKeys.inTurn(addressGroup(question.address), async () => {
    const viewerId = await viewerOf(credentials, deps, deps.wrongKeys.laneOf(question.address));
    return [viewerId === undefined ? 'wrong' : 'right', viewerId];
  });
  return judged.kind === 'later' ? judged : allowed(judged.value);
}

async function viewerOf(credentials: Exclude<Credentials, { kind: 'ticket' }>, deps: ViewingDeps, lane: HashLane) {
  if (credentials.kind === 'digest') return viewerOfDigest(credentials.digest, deps);
  return viewerOfSecret(credentials.password, deps) ?? (await viewerOfKey(credentials.password, deps, lane));
}

const allowed = (viewerId: string | undefined): AuthorizeAnswer =>
  viewerId === undefined ? REFUSED : { kind: 'allowed', viewerId };

function viewerOfTicket(text: string, { tickets }: ViewingDeps): string | undefined {
  const pluginId = tickets.pluginOf(text);
  return pluginId === undefined ? undefined : viewerOfPlugin(pluginId);
}

const viewerOfSecret = (text: string, deps: ViewingDeps): string | undefined =>
  viewerOfToken(text, deps) ?? viewerOfTicket(text, deps);

function viewerOfToken(token: string, { auth }: ViewingDeps): string | undefined {
  const caller = auth.authenticate(token);
  return caller.ok && caller.value.scopes.includes('read') ? caller.value.sessionId : undefined;
}

async function viewerOfKey(key: string, { auth }: ViewingDeps, lane: HashLane): Promise<string | undefined> {
  const plugin = await auth.pluginOfKey(key, lane);
  return plugin !== undefined && mayWatch(plugin) ? viewerOfPlugin(plugin.id) : undefined;
}

function viewerOfDigest(digest: DigestCredentials, deps: ViewingDeps): string | undefined {
  const { tickets, used } = deps;
  const isIt = digestMatcher(digest);
  for (const [text, pluginId] of tickets.current()) if (isIt(text)) return viewerOfPlugin(pluginId);
  for (const [pluginId, key] of used.keys) {
    if (isIt(key)) return tickets.of(pluginId) === undefined ? undefined : viewerOfPlugin(pluginId);
  }
  for (const token of used.tokens.values()) if (isIt(token)) return viewerOfToken(token, deps);
  return undefined;
}
