import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rollLibraries } from '../src/libraries/roll-libraries.ts';
import { ROLLED_NAMES, rolledFile, rolledFolder } from '../src/libraries/rolled-libraries.mjs';

const root = join(import.meta.dirname, '../../..');

describe('the rolled libraries', () => {
  it('are all that our code imports of TypeBox, so that there is never a second one beside them', () => {
    const imported = globSync('packages/{*,*/*}/{src,test}/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/from '(typebox[^']*)'/g)].map(([, name = '']) => name),
    );
    assert.deepEqual([...new Set(imported)].toSorted(), ROLLED_NAMES);
  });

  it('export just what the library does', async () => {
    assert.notEqual(await rollLibraries(), 'failed');
    for (const name of ROLLED_NAMES) {
      const rolled = await import(pathToFileURL(join(rolledFolder()?.folder ?? '', rolledFile(name))).href);
      const own = await import(
        pathToFileURL(join(root, 'node_modules', name.replace('typebox', 'typebox/build'), 'index.mjs')).href
      );
      assert.deepEqual(Object.keys(rolled), Object.keys(own), name);
    }
  });

  it('are what is loaded from then on', async () => {
    assert.notEqual(await rollLibraries(), 'failed');
    const program = "console.log(import.meta.resolve('typebox'))";
    const use = join(import.meta.dirname, '../src/libraries/use-rolled-libraries.mjs');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', pathToFileURL(use).href, '--input-type=module', '--eval', program],
      { cwd: root },
    );
    assert.equal(stdout.trim(), pathToFileURL(join(rolledFolder()?.folder ?? '', 'typebox.mjs')).href);
  });
});
