import type { IncomingMessage } from 'node:http';
import { formFault, wellFormedFault } from './soap/soap-fault.ts';

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

/** Refuses a body that is no plain message: one that is compressed, or in parts. To be called when it is read. @throws SoapFault */
export function checkForm({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const coding = headers['content-encoding'] ?? 'identity';
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  if (!/^identity$/i.test(coding))
    throw formFault(`Content-Encoding "${coding.slice(0, 32)}" is not read: send it plain`);
  if (!/^chunked$/i.test(transfer)) throw formFault('Transfer-Encoding may be chunked only: send the message plain');
  if (/^multipart\//i.test(headers['content-type'] ?? '')) throw formFault('multipart messages (MTOM) are not read');
}
