import type { ServerResponse } from 'node:http';

/**
 * Answers on one connection that wait until those before them have been read. Node keeps them in memory, where the queue
 * of the connection does not show them.
 */
export class PipelinedAnswers {
  readonly #waiting = new Set<ServerResponse>();

  /** @param response that has no socket yet */
  add(response: ServerResponse): void {
    this.#waiting.add(response);
    response.once('close', () => this.#waiting.delete(response));
  }

  get waitingBytes(): number {
    let sum = 0;
    // One whose turn has come has given its bytes to the socket.
    for (const { socket, writableLength } of this.#waiting) if (socket === null) sum += writableLength;
    return sum;
  }
}
