import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withFirstBytes } from './first-bytes.ts';
import { readAll } from './read-all.ts';
import type { ReadAnswer } from './station-reads.ts';

/** An answer that breaks off after these texts. */
function scriptedAnswer(texts: readonly string[], { isBrokenOff = false } = {}) {
  const said: string[] = [];
  async function* parts() {
    try {
      for (const text of texts) yield Buffer.from(text);
      if (isBrokenOff) throw new Error('the station is silent');
    } finally {
      said.push('ended');
    }
  }
  const body = { cancel: () => void said.push('cancelled'), [Symbol.asyncIterator]: parts };
  const answer: ReadAnswer = { kind: 'answer', status: 200, headers: {}, body, session: undefined };
  return { answer, said };
}

async function begun(answer: ReadAnswer): Promise<ReadAnswer> {
  const outcome = await withFirstBytes(answer);
  assert.ok(outcome.kind === 'answer');
  return outcome;
}

describe('the answer of a station whose first bytes are waited for', () => {
  it('has all of its bytes, or none', async () => {
    const { answer, said } = scriptedAnswer(['a', 'bc', 'd']);
    assert.equal((await readAll(await begun(answer))).toString(), 'abcd');
    assert.deepEqual(said, ['ended']);
    assert.equal((await readAll(await begun(scriptedAnswer([]).answer))).length, 0);
  });

  it('is a refusal with the reason where it breaks off before them', async () => {
    assert.deepEqual(await withFirstBytes(scriptedAnswer([], { isBrokenOff: true }).answer), {
      kind: 'refused',
      error: 'OUTCOME_LOST',
      message: 'the station is silent',
    });
  });

  it('breaks off behind them as it did', async () => {
    await assert.rejects(
      readAll(await begun(scriptedAnswer(['a'], { isBrokenOff: true }).answer)),
      /the station is silent/,
    );
  });

  it('ends at the station when its reader goes, and is cancelled there', async () => {
    const { answer, said } = scriptedAnswer(['a', 'b', 'c']);
    const { body } = await begun(answer);
    for await (const part of body) if (part.length > 0) break;
    body.cancel();
    assert.deepEqual(said, ['ended', 'cancelled']);
  });
});
