import type { ServerResponse } from 'node:http';
import type { AnswerBody } from './chunked-answer.ts';

/**
 * Sends bytes as they come, the next ones only when the client has taken the ones before. Ends the connection when they end early, so that the
 * client does not take a part for the whole.
 */
export async function sendBody(body: AnswerBody, response: ServerResponse): Promise<void> {
  response.once('close', () => body.cancel());
  if (response.req.method === 'HEAD') {
    body.cancel();
    response.end();
    return;
  }
  try {
    for await (const bytes of body) if (!(await isTaken(response, bytes))) return;
    response.end();
  } catch {
    response.destroy();
  }
}

const isTaken = (response: ServerResponse, bytes: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => response.write(bytes, (fault) => resolve(fault === null || fault === undefined)));
