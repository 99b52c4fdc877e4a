import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '@kitestring/station/refusal.ts';

/** Of 65 bytes each they fill the largest body. */
const CHUNKS_MAX = 1000;

const TOO_FRAGMENTED: Refusal = {
  code: 'BODY_TOO_FRAGMENTED',
  message: `the body comes in more than ${CHUNKS_MAX} chunks`,
};

/**
 * Ends a request whose body comes in more chunks than any client sends: the parser of Node takes most of a microsecond
 * for each, and 64 KiB of body can be 65,536 of them. To be called when whoever reads the body has begun to.
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
