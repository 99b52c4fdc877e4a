import type { ServerResponse } from 'node:http';
import { onClosed } from '@kitestring/web/http';
import type { AnswerBody } from './chunked-answer.ts';

/**
 * Sends bytes as they arrive, at the pace of the client. Closes the connection when their number differs from the
 * announced length: the
 * client would take a part for the whole, or the excess for the next answer.
 * @param length as announced in the headers; undefined if it is not
 */
export async function sendBody(body: AnswerBody, response: ServerResponse, length?: number): Promise<void> {
  onClosed(response, () => body.cancel());
  const { req, statusCode } = response;
  if (req.method === 'HEAD' || EMPTY_STATUSES.has(statusCode)) {
    body.cancel();
    response.end();
    return;
  }
  try {
    let sent = 0;
    for await (const bytes of body) {
      sent += bytes.length;
      if (sent > (length ?? sent)) throw new Error('more bytes than announced');
      if (!(await isTaken(response, bytes))) return;
    }
    if (sent < (length ?? sent)) throw new Error('fewer bytes than announced');
    response.end();
  } catch {
    response.destroy();
  }
}

/** Answers with these statuses have a length but no bytes. */
const EMPTY_STATUSES: ReadonlySet<number> = new Set([204, 304]);

const isTaken = (response: ServerResponse, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => response.write(bytes, (fault) => resolve(fault === null || fault === undefined)));
