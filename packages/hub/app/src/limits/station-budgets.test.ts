import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { StationBudgets } from './station-budgets.ts';
import { limitedByStation } from './station-log.ts';

it('takes of each station what it may send in ten seconds, by messages and by bytes, and tells once of more', () => {
  let nowMs = 0;
  const told: string[] = [];
  const budgets = new StationBudgets(() => nowMs);
  budgets.onExceeded((sid) => told.push(sid));
  const taken = (sid: string, data: Uint8Array, count: number) =>
    Array.from({ length: count }, () => budgets.take(sid, { data })).filter(Boolean).length;
  assert.equal(taken('many', new Uint8Array(1), 20_000), 15_000);
  assert.equal(taken('large', new Uint8Array(64 * 1024 ** 2), 10), 4);
  assert.equal(taken('other', new Uint8Array(1), 100), 100);
  assert.deepEqual(told, ['many', 'large']);
  nowMs = 10_000;
  assert.equal(taken('many', new Uint8Array(1), 10), 10);
});

it('drops greetings beyond some hundred, which alone are no flood', () => {
  const budgets = new StationBudgets(() => 0);
  budgets.onExceeded(() => assert.fail());
  const greet = () => budgets.take('many', { data: new Uint8Array(9), isRequest: true });
  assert.equal(Array.from({ length: 1000 }, greet).filter(Boolean).length, 300);
});

it('writes thirty warnings of a station at once, then two a minute, which tell how many were left out', () => {
  let nowUs = 0;
  const lines: object[] = [];
  const log = limitedByStation({ ...SILENT_LOG, warn: (fields) => void lines.push(fields) }, () => nowUs);
  for (let index = 0; index < 1000; index += 1) log.warn({ sid: 'many' }, 'a beat is malformed');
  for (let index = 0; index < 40; index += 1) log.warn({}, 'no station');
  log.warn({ sid: 'other' }, 'a beat is malformed');
  assert.equal(lines.length, 71);
  nowUs = 30e6;
  log.warn({ sid: 'many' }, 'a beat is malformed');
  assert.deepEqual(lines.at(-1), { sid: 'many', linesLeftOut: 970 });
});
