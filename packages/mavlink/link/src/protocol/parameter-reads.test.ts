import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ParameterReads, readsDueUs, readsOf, readsStep } from './parameter-reads.ts';

const S = 1_000_000;

/** Asks for all names; `isAnswered` says whether an attempt gets its answer, half a second later. */
function read(names: readonly string[], isAnswered: (name: string, attempt: number) => boolean) {
  let reads: ParameterReads = readsOf(names);
  const attempts = new Map<string, number>();
  const coming: { atUs: number; name: string }[] = [];
  let most = 0;
  let nowUs = 0;
  const ask = (asked: readonly string[]) => {
    for (const name of asked) {
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
      if (isAnswered(name, attempts.get(name) ?? 0)) coming.push({ atUs: nowUs + S / 2, name });
    }
    most = Math.max(most, reads.asked.size);
  };
  for (let next: number | undefined = 0; next !== undefined; ) {
    const [reply] = coming;
    const isReply = reply !== undefined && reply.atUs < next;
    nowUs = isReply ? reply.atUs : next;
    const step = isReply
      ? readsStep(reads, {
          event: 'Answered',
          nowUs,
          name: coming.shift()?.name ?? '',
          answer: { state: 'Known', value: 1, type: 9 },
        })
      : readsStep(reads, { event: 'Due', nowUs });
    reads = step.reads;
    ask(step.ask);
    next = readsDueUs(reads);
  }
  return { reads, attempts, most, tookS: nowUs / S };
}

describe('reading parameters', () => {
  const names = Array.from({ length: 20 }, (_, index) => `P${index}`);

  it('asks for eight at a time, and for the next as soon as one is answered', () => {
    const { most, reads, tookS } = read(names, () => true);
    assert.equal(most, 8);
    assert.equal(tookS, 1.5);
    assert.ok([...reads.answers.values()].every(({ state }) => state === 'Known'));
  });

  it('asks again for what was not answered within a second', () => {
    const { attempts, reads } = read(names, (name, attempt) => name !== 'P3' || attempt === 3);
    assert.equal(reads.answers.get('P3')?.state, 'Known');
    assert.equal(attempts.get('P3'), 3);
  });

  it('finds a name absent after three attempts where the others are answered at once', () => {
    const { attempts, reads } = read(names, (name) => name !== 'P3');
    assert.deepEqual([reads.answers.get('P3'), attempts.get('P3')], [{ state: 'Absent' }, 3]);
  });

  it('asks more often on a line that loses two requests of three', () => {
    const { attempts, reads } = read(names, (name, attempt) => name !== 'P3' && attempt > 2);
    assert.deepEqual([reads.answers.get('P3'), attempts.get('P3')], [{ state: 'Absent' }, 14]);
  });

  it('calls a component silent that answers nothing', () => {
    const { reads, tookS } = read(['A', 'B'], () => false);
    assert.deepEqual([...reads.answers.values()], [{ state: 'Silent' }, { state: 'Silent' }]);
    assert.equal(tookS, 10);
  });

  it('reads each name once, and nothing at once', () => {
    assert.equal(read(['A', 'A'], () => true).reads.answers.size, 1);
    assert.equal(read([], () => true).tookS, 0);
  });
});
