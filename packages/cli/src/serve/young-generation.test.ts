import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

const MODULE = new URL('young-generation.ts', import.meta.url).href;
/** Keeps so much alive for a while that V8 would give new objects more room. */
const LOAD = `
  for (let round = 0; round < 40; round += 1) globalThis.kept = Array.from({ length: 20000 }, (_, index) => ({ index, list: [index] }));
  const { getHeapSpaceStatistics } = await import('node:v8');
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
`;

/** Flags of V8 hold for a process: each case has one of its own. */
const youngMib = (before: string) =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', before + LOAD], { encoding: 'utf8' })) /
  2 ** 20;

describe('the memory for new objects', () => {
  it('stays small where that was asked for', () => {
    const kept = `(await import('${MODULE}')).keepYoungGenerationSmall();`;
    assert.ok(youngMib(kept) < 4, 'small');
    assert.ok(youngMib('') > 8, 'grows by itself');
  });
});
