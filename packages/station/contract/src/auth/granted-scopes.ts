import { ok, type Result, refuse } from '../refusal.ts';
import { isScope, SCOPES, type Scope } from './scope.ts';

/** Length of a client's text quoted in a message. */
const QUOTED_MAX = 200;

/**
 * Scopes of a new token: the requested ones, or all of the plugin's when none is requested.
 * @param asked scopes separated by spaces (RFC 6749 section 3.3)
 */
export function grantScopes(asked: string | undefined, granted: readonly Scope[]): Result<readonly Scope[]> {
  const words = new Set((asked ?? '').split(/\s+/).filter((word) => word !== ''));
  if (words.size === 0) return ok(granted);
  const beyond = [...words].filter((word) => !isScope(word) || !granted.includes(word));
  if (beyond.length > 0) {
    const got = quote(beyond.join(' '));
    return refuse('SCOPE_NOT_GRANTED', { granted: granted.join(', '), got });
  }
  return ok(inOrder(granted.filter((scope) => words.has(scope))));
}

/** Scopes without duplicates, in the order of the contract. */
export const inOrder = (scopes: readonly Scope[]): readonly Scope[] => SCOPES.filter((scope) => scopes.includes(scope));

/** Quotes a client's text for a message, truncated. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text);
}
