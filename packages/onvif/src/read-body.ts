import type { IncomingMessage } from 'node:http';
import { wellFormedFault } from './soap/soap-fault.ts';

const BODY_MAX_BYTES = 65_536;

/** @throws SoapFault for a body that is too large or breaks off */
export function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const { promise, reject, resolve } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= BODY_MAX_BYTES) chunks.push(chunk);
    else {
      // Destroyed, it would take the connection with it, and the answer.
      request.pause();
      reject(wellFormedFault(`a message has at most ${BODY_MAX_BYTES} bytes`));
    }
  });
  request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
  request.once('error', () => reject(wellFormedFault('the message broke off')));
  return promise;
}
