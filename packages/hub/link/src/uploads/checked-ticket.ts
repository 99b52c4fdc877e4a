import { isDeepStrictEqual } from 'node:util';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SignedTicket, TICKET_TYPE } from '@kitestring/hub-contract/upload.ts';
import { verifiedOrder } from '../commands/verified-order.ts';

type Asked = Pick<SignedTicket, 'v' | 'id' | 'sid' | 'upload' | 'file' | 'part'>;

/**
 * The ticket that a pinned key of the hub has signed for exactly this request; undefined for anything else, including
 * an earlier ticket for the same part.
 */
export function checkedTicket(signed: string, asked: Asked, keys: readonly HubKey[]): SignedTicket | undefined {
  const payload = verifiedOrder(Buffer.from(signed), TICKET_TYPE, keys, LIMITS.ticketBytes);
  const read = payload === undefined ? undefined : readMessage(SignedTicket, payload, LIMITS.ticketBytes);
  if (read?.ok !== true) return undefined;
  const { file, id, part, sid, upload, v } = read.value;
  return isDeepStrictEqual({ v, id, sid, upload, file, part }, asked) ? read.value : undefined;
}
