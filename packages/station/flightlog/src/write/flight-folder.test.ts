import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { freeLogPath, removeOldLogs, unfinishedLogs } from './flight-folder.ts';

class LogFolder extends TestFolder {
  log(name: string, bytes = 10): void {
    this.file(name, Buffer.alloc(bytes));
  }

  names(): string[] {
    return readdirSync(this.path).sort();
  }
}

const TIME_US = Date.UTC(2026, 10, 21, 8, 30) * 1000;
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T08-30-00Z.mcap`;

describe('the name of a log', () => {
  it('is the station time of its beginning', () => {
    using folder = new LogFolder();
    assert.equal(freeLogPath(folder.path, TIME_US + 999_999), join(folder.path, '2026-11-21T08-30-00Z.mcap'));
  });

  it('is one that no other log has, finished or not', () => {
    using folder = new LogFolder();
    folder.log('2026-11-21T08-30-00Z.mcap');
    folder.log('2026-11-21T08-30-00Z-2.mcap.partial');
    assert.equal(freeLogPath(folder.path, TIME_US), join(folder.path, '2026-11-21T08-30-00Z-3.mcap'));
  });
});

describe('logs that were not finished', () => {
  it('are found by their names, and nothing else is', () => {
    using folder = new LogFolder();
    for (const name of [day(1), `${day(2)}.partial`, `${day(2)}.tail`, 'mine.mcap.partial', 'notes.txt'])
      folder.log(name);
    assert.deepEqual(unfinishedLogs(folder.path), [join(folder.path, day(2))]);
  });

  it('are none where there is no folder', () => assert.deepEqual(unfinishedLogs('/nowhere/at/all'), []));
});

describe('old logs', () => {
  it('go when there are too many, the oldest first', async () => {
    using folder = new LogFolder();
    for (const number of [5, 3, 1, 4, 2]) folder.log(day(number));
    assert.deepEqual(await removeOldLogs(folder.path, { isOn: true, maxFiles: 3, maxBytes: 1e9 }), [day(1), day(2)]);
    assert.deepEqual(folder.names(), [day(3), day(4), day(5)]);
  });

  it('go when they are too large together', async () => {
    using folder = new LogFolder();
    for (const number of [1, 2, 3]) folder.log(day(number), 400);
    await removeOldLogs(folder.path, { isOn: true, maxFiles: 100, maxBytes: 900 });
    assert.deepEqual(folder.names(), [day(2), day(3)]);
  });

  it('go although one is a link to nothing', async () => {
    using folder = new LogFolder();
    symlinkSync('/nowhere/at/all', join(folder.path, day(2)));
    for (const number of [1, 3]) folder.log(day(number));
    assert.deepEqual(await removeOldLogs(folder.path, { isOn: true, maxFiles: 1, maxBytes: 1e9 }), [day(1), day(2)]);
  });

  it('leave the newest one, however large it is', async () => {
    using folder = new LogFolder();
    folder.log(day(1), 400);
    await removeOldLogs(folder.path, { isOn: true, maxFiles: 1, maxBytes: 1 });
    assert.deepEqual(folder.names(), [day(1)]);
  });

  it('of the same second go in the order in which they were made', async () => {
    using folder = new LogFolder();
    const names = ['', ...Array.from({ length: 11 }, (_, index) => `-${index + 2}`)].map((count) =>
      day(1).replace('.mcap', `${count}.mcap`),
    );
    for (const name of names) folder.log(name);
    assert.deepEqual(await removeOldLogs(folder.path, { isOn: true, maxFiles: 2, maxBytes: 1e9 }), names.slice(0, -2));
  });

  it('are never files that somebody else put there', async () => {
    using folder = new LogFolder();
    for (const name of ['storm.mcap', '2026-11-21.html', `${day(1)}.partial`]) folder.log(name, 400);
    assert.deepEqual(await removeOldLogs(folder.path, { isOn: true, maxFiles: 1, maxBytes: 1 }), []);
  });

  it('are none where there is no folder', async () => {
    assert.deepEqual(await removeOldLogs('/nowhere/at/all', { isOn: true, maxFiles: 1, maxBytes: 1 }), []);
  });
});
