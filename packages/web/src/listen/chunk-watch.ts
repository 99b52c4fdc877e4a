import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';

/** With 65 bytes each they fill the largest body. */
const CHUNKS_MAX = 1000;

const TOO_FRAGMENTED = refusal('BODY_TOO_FRAGMENTED', { most: CHUNKS_MAX });

/**
 * Aborts a request whose body has more chunks than any regular client sends: Node's parser takes most of a microsecond
 * for each, and 64 KiB of body can be 65,536 of them. Call after the body reader is attached.
 */
export function watchChunks(
  request: IncomingMessage,
  response: ServerResponse<IncomingMessage>,
  refuse: (refusal: Refusal) => void,
): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let chunks = 0;
  request.on('data', () => {
    chunks += 1;
    if (chunks !== CHUNKS_MAX + 1) return;
    if (!response.headersSent) refuse(TOO_FRAGMENTED);
    request.destroy();
  });
}
