import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isRefusal } from './audit-filter.ts';

it('tells what was refused from what was done, asked and answered', () => {
  const outcomes = ['done', 'done North', 'asked abcdef', '202 abcdef', 'stored 20260301', 'Done', '409 abcdef'];
  const refused = ['COMMAND_TOO_LATE abcdef', 'NOT_FOUND', '503 abcdef'];
  assert.deepEqual([...outcomes, ...refused].filter(isRefusal), ['409 abcdef', ...refused]);
});
