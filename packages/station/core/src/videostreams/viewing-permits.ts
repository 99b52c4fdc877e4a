import { addressGroup } from '@kitestring/base/client-address.ts';
import type { HashLane } from '@kitestring/base/key-check.ts';
import type { Auth } from '../auth/auth.ts';
import type { LoginThrottle } from '../auth/login-throttle.ts';
import type { PluginRecord } from '../ports/plugin-store.ts';

/** Credentials of a viewer. */
export type ViewerCredentials =
  /** An API key, an access token or a ticket; with the password of a camera user its name, too. */
  | { readonly kind: 'password'; readonly user?: string; readonly password: string }
  | { readonly kind: 'ticket'; readonly ticket: string }
  /** A secret that is not transmitted, but can be verified. */
  | { readonly kind: 'digest'; readonly user?: string; readonly isMadeWith: (secret: string) => boolean };

interface ViewerRequest {
  readonly credentials: ViewerCredentials;
  /** Remote address of the client. */
  readonly address: string;
}

type ViewerAnswer =
  /** `viewerId` names the owner of the permission. */
  | { readonly kind: 'allowed'; readonly viewerId: string }
  | { readonly kind: 'refused' }
  /** Too many wrong keys from this address. */
  | { readonly kind: 'later'; readonly waitS: number };

/** Tickets: secrets of plugins for use in stream addresses. */
export interface ViewerTickets {
  /** Undefined when the plugin may not view streams. */
  of(pluginId: string): string | undefined;
  pluginId(ticket: string): string | undefined;
  /** All valid tickets. */
  current(): Iterable<readonly [ticket: string, pluginId: string]>;
}

const REFUSED: ViewerAnswer = { kind: 'refused' };

/** Secrets used on the API since the start: a Digest response can be verified only with these. */
export interface UsedSecrets {
  /** Tokens, by session. */
  readonly tokens: Map<string, string>;
  /** API keys, by plugin. */
  readonly keys: Map<string, string>;
  /** Passwords of the users of ONVIF, by name: they open the camera and nothing else. */
  readonly cameraUsers?: Map<string, string>;
}

interface ViewingDeps {
  readonly auth: Pick<Auth, 'authenticate' | 'pluginOfKey'>;
  readonly tickets: ViewerTickets;
  readonly used: UsedSecrets;
  /** The throttle of API keys: wrong keys on one interface delay attempts on the others. */
  readonly loginThrottle: Pick<LoginThrottle, 'inTurn' | 'lane'>;
}

/** Viewer id of a plugin's permission, valid while the plugin may view streams and its key is unchanged. */
export const viewerOfPlugin = (pluginId: string): string => `plugin:${pluginId}`;

/**
 * Authorizes a viewer: by a token with the scope `read`, the API key of a plugin with it, or its ticket. An old ticket
 * does not count as a wrong key: a player that keeps using one is not guessing.
 */
export async function authorizeViewer(question: ViewerRequest, deps: ViewingDeps): Promise<ViewerAnswer> {
  const { credentials } = question;
  if (credentials.kind === 'ticket') return allowed(viewerOfTicket(credentials.ticket, deps));
  const judged = await deps.loginThrottle.inTurn(addressGroup(question.address), async () => {
    const viewerId = await viewer(credentials, deps, deps.loginThrottle.lane(question.address));
    return [viewerId === undefined ? 'wrong' : 'right', viewerId];
  });
  return judged.kind === 'later' ? judged : allowed(judged.value);
}

async function viewer(credentials: Exclude<ViewerCredentials, { kind: 'ticket' }>, deps: ViewingDeps, lane: HashLane) {
  const cameraUser = viewerOfCameraUser(credentials, deps.used);
  if (cameraUser !== undefined) return cameraUser;
  if (credentials.kind === 'digest') return await viewerOfDigest(credentials.isMadeWith, deps, lane);
  return viewerOfSecret(credentials.password, deps) ?? (await viewerOfKey(credentials.password, deps, lane));
}

/** Viewer id of a user of ONVIF. */
export const viewerOfUser = (name: string): string => `onvif:${name}`;

function viewerOfCameraUser(
  credentials: Exclude<ViewerCredentials, { kind: 'ticket' }>,
  { cameraUsers }: UsedSecrets,
): string | undefined {
  const { user } = credentials;
  const password = user === undefined ? undefined : cameraUsers?.get(user);
  if (user === undefined || password === undefined) return undefined;
  const isRight = credentials.kind === 'digest' ? credentials.isMadeWith(password) : credentials.password === password;
  return isRight ? viewerOfUser(user) : undefined;
}

const allowed = (viewerId: string | undefined): ViewerAnswer =>
  viewerId === undefined ? REFUSED : { kind: 'allowed', viewerId };

function viewerOfTicket(text: string, { tickets }: ViewingDeps): string | undefined {
  const pluginId = tickets.pluginId(text);
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

async function viewerOfDigest(isIt: (secret: string) => boolean, deps: ViewingDeps, lane: HashLane) {
  const { tickets, used } = deps;
  for (const [text, pluginId] of tickets.current()) if (isIt(text)) return viewerOfPlugin(pluginId);
  // A rotated key that was used in its grace period ends with it.
  for (const key of used.keys.values()) if (isIt(key)) return await viewerOfKey(key, deps, lane);
  for (const token of used.tokens.values()) if (isIt(token)) return viewerOfToken(token, deps);
  return undefined;
}

/** A plugin that is enabled and has the scope `read`. */
export const mayWatch = ({ enabled, scopes }: PluginRecord): boolean => enabled && scopes.includes('read');
