import { LIMITS } from '@kitestring/hub-contract/limits.ts';

interface AnswerChunk {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The body of an answer, read in chunks. The reader chooses the length of each. */
export class AnswerChunks implements AsyncDisposable {
  readonly #parts: AsyncIterator<Uint8Array>;
  #buffered: Buffer = Buffer.alloc(0);
  #total = 0;
  #hasEnded = false;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#parts = body[Symbol.asyncIterator]();
  }

  /** Reads this number of bytes; fewer only at the end. Rejects when the body fails or exceeds the limit of one answer. */
  async next(bytesMax: number): Promise<AnswerChunk> {
    await this.#fill(bytesMax);
    const bytes = this.#buffered.subarray(0, bytesMax);
    this.#buffered = this.#buffered.subarray(bytes.length);
    return { bytes, isLast: this.#hasEnded && this.#buffered.length === 0 };
  }

  /** Ends a body that was not read to its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.return?.();
  }

  /** One byte more than requested shows that the chunk is not the last. */
  async #fill(bytes: number): Promise<void> {
    const parts: Uint8Array[] = [this.#buffered];
    let length = this.#buffered.length;
    while (!this.#hasEnded && length <= bytes) {
      const { done, value } = await this.#parts.next();
      if (done === true) this.#hasEnded = true;
      else {
        this.#total += value.length;
        if (this.#total > LIMITS.proxiedBytes) throw new Error(`over ${LIMITS.proxiedBytes} bytes; ask for ranges`);
        parts.push(value);
        length += value.length;
      }
    }
    if (parts.length > 1) this.#buffered = Buffer.concat(parts);
  }
}
