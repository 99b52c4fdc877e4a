import type { ServerResponse } from 'node:http';

/** Responses queued behind others on one connection. Node keeps them in memory outside the connection's queue. */
export class PipelinedAnswers {
  readonly #waiting = new Set<ServerResponse>();

  /** @param response without a socket so far */
  add(response: ServerResponse): void {
    this.#waiting.add(response);
    response.once('close', () => this.#waiting.delete(response));
  }

  get waitingBytes(): number {
    let sum = 0;
    // Once its turn has come its bytes are in the socket's queue.
    for (const { socket, writableLength } of this.#waiting) if (socket === null) sum += writableLength;
    return sum;
  }
}
