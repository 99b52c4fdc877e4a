/** Next step after the end of a connection. */
import type { LinkEnd } from './link.ts';
import type { EndReason, PlayerRefusal, WaitReason } from './player-state.ts';

export type Consequence =
  /** Over the other path, if available. */
  | { readonly kind: 'other-path'; readonly reason: WaitReason; readonly reply?: PlayerRefusal }
  /** Over the better path, which works again: immediately. */
  | { readonly kind: 'better-path' }
  /** With a new token: immediately. */
  | { readonly kind: 'new-token' }
  | { readonly kind: 'wait'; readonly reason: WaitReason; readonly reply?: PlayerRefusal }
  | { readonly kind: 'end'; readonly reason: EndReason };

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const WAITS: Readonly<Record<number, WaitReason>> = {
  404: 'no-such-stream',
  409: 'no-pictures',
  502: 'no-pictures',
  503: 'unreachable',
};

/** @param hasNewToken the token was renewed because the last one was refused */
export function afterLink(end: LinkEnd, hasShown: boolean, hasNewToken: boolean): Consequence {
  if (end.kind === 'unreachable') return { kind: 'wait', reason: 'unreachable' };
  if (end.kind === 'refused') return afterRefusal(end, hasNewToken);
  // Over WebRTC a browser decodes no more codecs than here. The camera may be set to another one.
  if (end.kind === 'undecodable') return { kind: 'wait', reason: 'undecodable' };
  return hasShown ? { kind: 'wait', reason: 'interrupted' } : { kind: 'other-path', reason: 'interrupted' };
}

function afterRefusal(
  { reply: body, retryAfterS = 0, status }: Extract<LinkEnd, { kind: 'refused' }>,
  hasNewToken: boolean,
): Consequence {
  if (status === FORBIDDEN) return { kind: 'end', reason: 'not-permitted' };
  if (status === UNAUTHORIZED) return hasNewToken ? { kind: 'end', reason: 'not-permitted' } : { kind: 'new-token' };
  // The other path may work where this one has reached its limit, or is disabled.
  const reason = WAITS[status] ?? 'refused';
  const said = body === undefined ? {} : { reply: { status, body, retryAfterS } };
  return { kind: status === 404 || status === 409 ? 'wait' : 'other-path', reason, ...said };
}
