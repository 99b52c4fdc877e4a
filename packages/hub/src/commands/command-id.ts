import { hash } from 'node:crypto';

/**
 * Id of the command for which this caller has given this Idempotency-Key. That of another caller has another id, at the station too: nothing tells
 * whether others use the same key.
 */
export const commandIdOf = (callerId: string, key: string): string =>
  hash('sha256', JSON.stringify([callerId, key]), 'base64url');
