import { hash } from 'node:crypto';

/**
 * Id of the command with this Idempotency-Key of this caller. Other callers have other ids, also at the station, so
 * that no response shows whether others use the same key.
 */
export const commandId = (callerId: string, key: string): string =>
  hash('sha256', JSON.stringify([callerId, key]), 'base64url');
