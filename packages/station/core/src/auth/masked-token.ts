import type { SessionRecord } from '../ports/session-store.ts';

/** The beginning of a token, for lists: enough to recognise it, useless to guess the rest. */
export const maskedToken = ({ tokenHint }: Pick<SessionRecord, 'tokenHint'>): string => `${tokenHint}**********`;
