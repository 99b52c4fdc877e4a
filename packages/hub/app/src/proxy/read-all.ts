import type { ReadAnswer } from './station-reads.ts';

/** An answer that is read completely because it is inspected or used several times. More than 256 KiB is a fault. */
const BYTES_MAX = 256 * 1024;

/** The whole body. Rejects when it ends early or is too long. */
export async function readAll({ body }: ReadAnswer): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error(`an answer of a station has over ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The same answer with these bytes, which can be read once. */
export const answerWith = (answer: ReadAnswer, bytes: Uint8Array): ReadAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-length': String(bytes.length) },
  body: {
    cancel: () => {},
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  },
});
