import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { buildCodec } from '../build/build.ts';

const FOLDER = join(import.meta.dirname, '..');

describe('the published codec', () => {
  it('has no dependency, and runs the example of its README alone in a folder', () => {
    using folder = new TestFolder();
    const place = join(folder.path, 'node_modules/@kitestring/mavlink-codec');
    buildCodec(join(place, 'dist'));
    copyFileSync(join(FOLDER, 'package.json'), join(place, 'package.json'));
    const { dependencies = {} } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
    assert.deepEqual(dependencies, {});
    const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const [, code = assert.fail('no example')] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
    writeFileSync(join(folder.path, 'example.mts'), code);
    const run = execFileSync(process.execPath, ['example.mts'], { cwd: folder.path, encoding: 'utf8' });
    assert.equal(run, '255 6\n');
  });
});
