import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildPage } from '@kitestring/console-ui/build/build-page.ts';
import type { Sources } from '@kitestring/console-ui/build/page-source.ts';
import { CONSOLE_PAGE } from '../build/page-folder.ts';
import { catalogueBytes, firstLoadBytes } from './support/first-load.ts';

const PACKAGE = join(import.meta.dirname, '..');
const UI = join(PACKAGE, '../ui');

/** The page as it was built for other tests, or built for this one. @returns its folder */
async function pageIn(cache: string): Promise<string> {
  const found = CONSOLE_PAGE.find();
  if (!found.isBuilt) return buildPage(CONSOLE_PAGE, cache);
  const copy = join(cache, basename(found.folder));
  cpSync(found.folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

describe('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-page-'));
  after(() => rmSync(folder, { recursive: true }));

  describe('of a clone', () => {
    const cache = join(folder, 'cache');
    let built: string;
    let list: string;
    let sources: Sources;
    before(async () => {
      built = await pageIn(cache);
      list = join(built, 'sources.json');
      sources = JSON.parse(readFileSync(list, 'utf8'));
    });

    it('is served as long as its sources are those of which it was made', () => {
      assert.equal(CONSOLE_PAGE.builtIn(cache), built);
    });

    it('is less than 250 kB until the first figures of the flight, in every language', () => {
      const bytes = firstLoadBytes(built);
      assert.ok(bytes > 100_000, `${bytes} bytes are not the whole page`);
      assert.ok(bytes + catalogueBytes(built) < 250_000, `${bytes} bytes and ${catalogueBytes(built)}`);
    });

    it('carries no library of schemas, whose messages only the station needs', () => {
      const scripts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
      const withSchemas = scripts.filter((name) => readFileSync(join(built, 'assets', name), 'utf8').includes('~kind'));
      assert.deepEqual(withSchemas, []);
    });

    for (const path of [
      'src/app.tsx',
      'src/app.module.css',
      '../ui/src/button.module.css',
      'index.html',
      'public/kite.svg',
      '../../video/process/src/fmp4/read-boxes.ts',
      '../../video/player/src/stream-player.ts',
      'src/handoff/renewal-timer.ts',
      '../../../node_modules/react/package.json',
    ]) {
      it(`is built anew when ${path} has changed`, () => {
        const [size = 0, mtimeMs = 0] = sources[path] ?? assert.fail('it is not known as a source');
        writeFileSync(list, JSON.stringify({ ...sources, [path]: [size, mtimeMs - 1] }));
        assert.equal(CONSOLE_PAGE.builtIn(cache), undefined);
        writeFileSync(list, JSON.stringify(sources));
      });
    }
  });

  it('of a clone without what builds it is the one that was built ahead, as long as our own sources are the same', async () => {
    const project = join(folder, 'project');
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    };
    write('packages/console/ui/build/page-source.ts', readFileSync(join(UI, 'build/page-source.ts'), 'utf8'));
    for (const name of ['vite', 'react']) write(`node_modules/${name}/package.json`, '{}');
    write('packages/console/page/src/app.tsx', '');
    const { PageSource } = await import(pathToFileURL(join(project, 'packages/console/ui/build/page-source.ts')).href);
    const page = new PageSource({ folder: join(project, 'packages/console/page'), name: 'page' });
    const paths = ['src/app.tsx', '../../../node_modules/react/package.json'];
    const sources = Object.fromEntries(paths.map((path) => [path, page.fileState(path)]));
    write('node_modules/.cache/kitestring/page/built/sources.json', JSON.stringify(sources));
    const built = { isBuilt: true, folder: join(project, 'node_modules/.cache/kitestring/page/built') };
    assert.deepEqual(page.find(), built);
    rmSync(join(project, 'node_modules/react'), { recursive: true });
    assert.equal(page.find().isBuilt, false);
    rmSync(join(project, 'node_modules/vite'), { recursive: true });
    assert.deepEqual(page.find(), built);
    write('packages/console/page/src/app.tsx', 'changed');
    assert.throws(() => page.find(), /^Error: the page is not built, .* npm ci && .* && npm prune --omit=dev$/);
  });

  it('of a package is in it, and is served without its sources', () => {
    const run = (program: string, args: readonly string[], cwd: string) =>
      execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], PACKAGE);
    run('tar', ['-xzf', 'kitestring-console-page-0.1.0.tgz'], folder);
    const unpacked = join(folder, 'package');
    mkdirSync(join(folder, 'node_modules/@kitestring'), { recursive: true });
    symlinkSync(UI, join(folder, 'node_modules/@kitestring/console-ui'));
    const module = pathToFileURL(join(unpacked, 'build/page-folder.ts')).href;
    const said = run(
      process.execPath,
      ['--input-type=module', '-e', `console.log(JSON.stringify((await import('${module}')).CONSOLE_PAGE.find()))`],
      folder,
    );
    const shown = JSON.parse(said);
    assert.deepEqual(shown, { isBuilt: true, folder: join(unpacked, 'dist') });
    assert.ok(JSON.parse(readFileSync(join(shown.folder, 'files.json'), 'utf8')).includes('index.html'));
  });
});
