import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export const secretText = (key: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(key).toString('base64')}`;

/** Headers that prove who sent a message and when (Standard Webhooks: HMAC-SHA256 over id, time and body). */
export function signatureHeaders(key: Uint8Array, id: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
