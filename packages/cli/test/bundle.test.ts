import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { bundleInTurn } from '../src/bundle/bundle-in-turn.ts';
import { type bundleProgram, claim } from '../src/bundle/bundle-program.ts';
import { currentBundle, MAIN, ROOT } from '../src/bundle/current-bundle.mjs';
import { runBundler } from '../src/libraries/run-bundler.ts';
import { LAUNCHER } from './support/launcher.ts';

const node = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_DEBUG: 'kitestring' } });
const evaluated = async (program: string): Promise<string> =>
  (await node('--input-type=module', '--eval', program)).stdout;

describe('the bundle of the program', () => {
  before(async () => assert.notEqual(await bundleInTurn(() => {}), 'failed'));

  it('is what the command starts from', async () => {
    assert.deepEqual(await node(LAUNCHER, 'version'), { stdout: '0.1.0\n', stderr: '' });
  });

  it('has the libraries of a hub for a hub only: neither for another command nor for a station of a hub', async () => {
    const { folder = '', main = '' } = currentBundle() ?? {};
    const links = globSync('fleet-link-*.mjs', { cwd: folder });
    assert.equal(links.length, 1);
    const loaded = await evaluated(`import { registerHooks } from 'node:module';
      const names = [];
      registerHooks({ load: (url, context, next) => (names.push(url), next(url, context)) });
      await import('${pathToFileURL(join(folder, links.join())).href}');
      const { main } = await import('${pathToFileURL(main).href}');
      process.on('exit', () => console.log(names.join()));
      await main(['version']);`);
    assert.match(loaded, /\/commands-[\w-]+\.mjs/);
    assert.match(loaded, /nats-core/, 'its hook names libraries');
    assert.doesNotMatch(loaded, /prom-client|openid-client|jose|\/pg\//);
  });

  it('names the sources in stacks', async () => {
    const [main, folder] = [currentBundle()?.main, currentBundle()?.folder].map(
      (path = '') => pathToFileURL(path).href,
    );
    const stacks = pathToFileURL(join(ROOT, 'packages/cli/src/bundle/source-stacks.mjs')).href;
    const stack = await evaluated(`const { nameSourcesInStacks } = await import('${stacks}');
      nameSourcesInStacks('${folder}');
      const { main } = await import('${main}');
      await main(undefined).catch(({ stack }) => console.log(stack));`);
    const source = readFileSync(join(ROOT, 'packages/cli/src/run-command-line.ts'), 'utf8').split('\n');
    const line = source.findIndex((text) => text.includes('const [first] = argv;')) + 1;
    assert.match(
      stack,
      new RegExp(`^TypeError: .*\\n    at dispatch \\(\\S*/packages/cli/src/run-command-line\\.ts:${line}:\\d+\\)\\n`),
    );
  });
});

describe('a bundle', () => {
  it('is used in the clone and for the sources that it was made of, and while it is complete', async () => {
    using clone = new TestClone();
    const { currentBundle } = await clone.program();
    assert.equal(currentBundle(), undefined);
    const main = clone.bundle();
    assert.equal(currentBundle()?.main, main);
    const changes = [
      () => utimesSync(clone.source, new Date(), new Date(1)),
      () => writeFileSync(clone.source, 'longer'),
      () => rmSync(clone.source),
      () => clone.bundle({ root: '/elsewhere/' }),
      () => writeFileSync(clone.current, '{'),
      () => rmSync(main),
    ];
    for (const change of changes) {
      clone.bundle();
      assert.notEqual(currentBundle(), undefined);
      change();
      assert.equal(currentBundle(), undefined, String(change));
    }
  });

  it('is made by one process at a time, unless that one has ended long ago', () => {
    using folder = new TestFolder();
    const lock = folder.file('bundles/lock');
    assert.deepEqual([claim(lock), claim(lock)], ['ours', 'taken']);
    utimesSync(lock, new Date(), new Date(Date.now() - 120_000));
    assert.deepEqual([claim(lock), claim(lock)], ['ours', 'taken']);
    assert.equal(claim(join(lock, 'lock')), 'unwritable', 'where nothing can be written');
  });

  it('is waited for while another process of the clone makes it, and that is told once', async () => {
    using folder = new TestFolder();
    const lock = folder.file('bundles/lock');
    assert.equal(claim(lock), 'ours');
    const told: string[] = [];
    let looks = 0;
    const make = async (): ReturnType<typeof bundleProgram> => {
      looks += 1;
      if (looks === 3) rmSync(lock);
      return claim(lock) === 'ours' ? 'made' : 'taken';
    };
    assert.equal(await bundleInTurn(() => told.push('waits'), make), 'made');
    assert.deepEqual([looks, told], [3, ['waits']]);
  });
});

it('a process that bundles writes its own folder only, starts no program, and has no network', async () => {
  using folder = new TestFolder();
  const own = folder.file('bundle');
  assert.equal(await runBundler(import.meta.resolve('./support/curious-builder.ts'), own), 'made');
  assert.deepEqual(JSON.parse(readFileSync(join(own, 'could.json'), 'utf8')), ['write into its folder']);
});

describe('a station', () => {
  let modules = '';
  let builtIn = '';
  before(async () => {
    const [command, station] = ['main', 'serve/run-station'].map(
      (name) => pathToFileURL(join(ROOT, `packages/cli/src/${name}.ts`)).href,
    );
    const printed = await evaluated(`import { registerHooks } from 'node:module';
      const names = [];
      registerHooks({ load: (url, context, next) => (names.push(url), next(url, context)) });
      await import('${command}');
      await import('${station}');
      console.log(names.join());
      console.log(process.moduleLoadList.join());`);
    [modules = '', builtIn = ''] = printed.split('\n');
  });

  it('starts without fetch, which would be a tenth of its start', () => {
    assert.match(builtIn, /NativeModule net\b/);
    assert.doesNotMatch(builtIn, /undici/);
  });

  it('starts without the libraries and modules that only some requests and other commands need', () => {
    assert.match(modules, /station-computer/);
    assert.doesNotMatch(
      modules,
      /prom-client|@mcap|rtmp-push|srt-push|incident-report|clip-file|read-flight-log|fmp4|exif|commands\/hub/,
    );
  });
});

/** A clone with one source and its bundle. */
class TestClone extends TestFolder {
  readonly source = this.file('packages/a.ts');
  readonly current = this.file('node_modules/.cache/kitestring/bundles/current.json');

  /** The code that looks for the bundle of this clone. */
  async program(): Promise<typeof import('../src/bundle/current-bundle.mjs')> {
    const copy = this.file('packages/cli/src/bundle/current-bundle.mjs');
    cpSync(new URL('../src/bundle/current-bundle.mjs', import.meta.url), copy);
    return import(pathToFileURL(copy).href);
  }

  /** Writes source and bundle. @returns the first file of the bundle */
  bundle({ root = `${this.path}/` } = {}): string {
    const main = join(this.current, '../one', MAIN);
    for (const file of [this.source, main]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '');
    }
    utimesSync(this.source, new Date(), new Date(2));
    writeFileSync(this.current, JSON.stringify({ name: 'one', root, sources: { 'packages/a.ts': [0, 2] } }));
    assert.ok(existsSync(main));
    return main;
  }
}
