import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A secret in the form of Standard Webhooks. */
export const secretText = (key: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(key).toString('base64')}`;

/** Headers with the signature and time of a message (Standard Webhooks: HMAC-SHA256 over id, time and body). */
export function signatureHeaders(key: Uint8Array, id: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
