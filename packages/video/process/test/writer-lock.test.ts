import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { WriterLock } from '../src/record/writer-lock.ts';

const WRITER = join(import.meta.dirname, 'support/film-writer.ts');

describe('the lock of those who write films', () => {
  let folder = '';
  let writers: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kitestring-writers-'));
    writers = [];
  });
  afterEach(() => {
    for (const writer of writers) writer.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const startWriter = async () => {
    // With those of this process it would be another run of tests, with the same reports.
    const writer = fork(WRITER, [folder], { execArgv: [] });
    writers.push(writer);
    const [hasLock] = await once(writer, 'message');
    return { writer, hasLock };
  };

  it('is free in a folder in which none has ever written', async () => {
    assert.equal(await WriterLock.wait(folder), undefined);
  });

  it('has one owner, is waited for until that process ends, and is free after a kill', async () => {
    const { hasLock, writer } = await startWriter();
    assert.equal(hasLock, true);
    assert.equal((await startWriter()).hasLock, false);
    const waited: number[] = [];
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const taken = WriterLock.wait(folder, {
      onWait: (pid) => {
        waited.push(pid);
        resolve();
      },
    });
    await waiting;
    assert.equal(WriterLock.take(folder), undefined);
    writer.send('end');
    (await taken)?.[Symbol.dispose]();
    assert.deepEqual(waited, [writer.pid]);

    const next = await startWriter();
    assert.equal(next.hasLock, true);
    next.writer.kill('SIGKILL');
    await once(next.writer, 'exit');
    using own = WriterLock.take(folder);
    assert.ok(own !== undefined);
    assert.equal((await startWriter()).hasLock, false);
  });

  it('is taken from a process that hangs, by its end', {
    skip: process.platform === 'win32' && 'needs the signals of Unix',
  }, async () => {
    const { writer } = await startWriter();
    const ended = once(writer, 'exit');
    writer.kill('SIGSTOP');
    using lock = await WriterLock.wait(folder, { hungMs: 0 });
    assert.ok(lock !== undefined);
    assert.deepEqual(await ended, [null, 'SIGKILL']);
  });
});
