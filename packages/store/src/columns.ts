import { isScope, type Scope } from '@kitestring/contract/auth/scope.ts';

/** Scopes as stored: separated by spaces, as in OAuth. */
export const scopesToText = (scopes: readonly Scope[]): string => scopes.join(' ');

export const scopesFromText = (text: unknown): readonly Scope[] => String(text).split(' ').filter(isScope);
