import type { AnswerBody } from './chunked-answer.ts';
import type { ReadAnswer, ReadOutcome } from './station-reads.ts';

/**
 * The same answer once its first bytes have arrived, or a refusal if it fails before: after status and headers, an
 * error can only be shown by closing the connection.
 */
export async function withFirstBytes(answer: ReadAnswer): Promise<ReadOutcome> {
  const parts = answer.body[Symbol.asyncIterator]();
  try {
    const first = await parts.next();
    return { ...answer, body: goingOn(answer.body, first, parts) };
  } catch (fault) {
    return { kind: 'refused', error: 'OUTCOME_LOST', message: (fault as Error).message };
  }
}

function goingOn(
  body: AnswerBody,
  first: IteratorResult<Uint8Array, unknown>,
  parts: AsyncIterator<Uint8Array>,
): AnswerBody {
  return {
    cancel: () => body.cancel(),
    async *[Symbol.asyncIterator]() {
      try {
        for (let part = first; part.done !== true; part = await parts.next()) yield part.value;
      } finally {
        await parts.return?.();
      }
    },
  };
}
