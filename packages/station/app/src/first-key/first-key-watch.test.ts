import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { watchFirstKey } from './first-key-watch.ts';

it('A first key that still lies in its file is a notification until the file is deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-first-key-'));
  const file = join(folder, 'api-key');
  const realTimeClock = new VirtualClock();
  const said: string[] = [];
  const notifications = { set: (name: string, isActive: boolean) => void said.push(`${name} ${isActive}`) };
  writeFileSync(file, 'kite_abc\n');
  const cancel = watchFirstKey({ file, realTimeClock, notifications });
  assert.deepEqual(said, ['FIRST_KEY_IN_FILE true']);
  rmSync(folder, { recursive: true });
  realTimeClock.advance(10);
  cancel();
  assert.equal(said.at(-1), 'FIRST_KEY_IN_FILE false');
});
