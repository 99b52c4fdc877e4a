import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Log, SILENT_LOG } from '@kitestring/base/log.ts';
import { PageBuild } from './page-build.ts';

const KILLED = `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`;
const WRITES = `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[3] + '/index.html', 'page');`;

/** A page with a builder of its own: a program in a package below a temporary folder. */
class TrialPage implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kitestring-page-build-'));
  readonly builder = join(this.#folder, 'packages/page/build.mjs');
  readonly #cache = join(this.#folder, 'cache');
  #heard = Promise.withResolvers<void>();
  builds = 0;

  constructor(program: string) {
    mkdirSync(join(this.#folder, 'packages/page'), { recursive: true });
    writeFileSync(join(this.#folder, 'packages/page/package.json'), '{}');
    this.program(program);
  }

  program(text: string): void {
    writeFileSync(this.builder, text);
  }

  readonly log: Log = { ...SILENT_LOG, info: () => this.#heard.resolve(), warn: () => this.#heard.resolve() };

  /** Until the result of a build is in the log. */
  async told(): Promise<void> {
    await this.#heard.promise;
    this.#heard = Promise.withResolvers();
  }

  find() {
    this.builds += 1;
    return { isBuilt: false as const, cache: this.#cache };
  }

  publish(part: string): void {
    renameSync(part, join(this.#cache, 'built'));
  }

  builtIn = (cache: string) => join(cache, 'built');
  removeOlderThan = () => {};
  listedNames = () => ['index.html'];

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

describe('the build of a page', () => {
  it('that was killed on a busy machine is repeated at the next request', async () => {
    using page = new TrialPage(KILLED);
    const build = new PageBuild(page, page.log);
    build.begin();
    await page.told();
    assert.match(build.state.kind === 'failed' ? build.state.reason : '', /could not be built \(SIGTERM\)/);
    page.program(WRITES);
    assert.equal(build.asked().kind, 'building');
    await page.told();
    const state = build.asked();
    assert.equal(state.kind === 'ready' && state.files.get('/index.html')?.bytes.toString(), 'page');
    await build.stop();
  });

  it('fails for good after three times, and is not repeated after the end of its service', async () => {
    using page = new TrialPage(KILLED);
    const build = new PageBuild(page, page.log);
    build.begin();
    for (const wanted of [1, 2, 3]) {
      await page.told();
      assert.equal(page.builds, wanted);
      assert.equal(build.asked().kind, wanted < 3 ? 'building' : 'failed');
    }
    await build.stop();
    assert.equal(build.asked().kind, 'failed');
    assert.equal(page.builds, 3);
  });
});
