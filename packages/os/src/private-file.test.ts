import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { savePrivateFile, writePrivateFile } from './private-file.ts';

describe('a private file', () => {
  it('has its new text and rights for its owner only, whatever was left over before', () => {
    using folder = new TestFolder();
    const file = folder.file('secret');
    writeFileSync(`${file}.new`, 'left over by a kill', { mode: 0o644 });
    writePrivateFile(file, 'one');
    writePrivateFile(file, 'two');
    assert.equal(readFileSync(file, 'utf8'), 'two');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder.path), ['secret']);
  });

  it('keeps its old content where the disk takes only a part of the new', {
    skip: process.platform === 'win32' && 'needs the limits of files of Unix',
  }, () => {
    using folder = new TestFolder();
    const file = folder.file('secret', 'one');
    const script = folder.file(
      'write.ts',
      `import { writePrivateFile } from '${new URL('private-file.ts', import.meta.url)}'; writePrivateFile(process.argv[2] ?? '', 'x'.repeat(1e6));`,
    );
    // A limit of the size of a file: the disk writes what is below it, and refuses the rest.
    const limited = spawnSync('sh', ['-c', 'ulimit -f 64; exec "$@"', '', process.execPath, script, file]);
    assert.notEqual(limited.status, 0);
    assert.equal(readFileSync(file, 'utf8'), 'one');
  });

  it('is written beside the loop in the order of the calls, unless it is not wanted any more', async () => {
    using folder = new TestFolder();
    const file = folder.file('secret', 'zero');
    const saves = [1, 2, 3, 4, 5].map((count) => savePrivateFile(file, `${count}`.repeat(1e6 / count)));
    assert.equal(readFileSync(file, 'utf8'), 'zero', 'the call has waited for nothing');
    await savePrivateFile(file, 'refused', () => false);
    assert.equal(readFileSync(file, 'utf8'), '5'.repeat(2e5));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await Promise.all(saves);
    assert.deepEqual(readdirSync(folder.path), ['secret']);
  });

  it('that cannot be written is a fault with the path', async () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'absent', 'secret');
    assert.throws(
      () => writePrivateFile(file, 'text'),
      (fault) => fault instanceof StoreFault && fault.message.includes(file),
    );
    await assert.rejects(
      savePrivateFile(file, 'text'),
      (fault) => fault instanceof StoreFault && fault.message.includes(file),
    );
  });
});
