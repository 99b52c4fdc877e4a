// npm packages that only tests use. They are large (97 MiB and more), so `npm ci` does not install them: each group has its own lock
// file. scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A group of them by its folder in `test`, which has its manifest and lock file. */
class NodeTools {
  #source;
  #what;

  constructor(name, what) {
    this.#source = join(ROOT, 'test', name);
    this.#what = what;
    /** Folder of their node_modules. */
    this.folder = join(ROOT, 'node_modules/.cache/kitestring', name);
  }

  /** @returns why they are absent, in one line; false if installed */
  whyAbsent() {
    if (!existsSync(this.#stamp)) return `${this.#what} that tests use are not installed`;
    const isPinned = readFileSync(this.#stamp, 'utf8') === readFileSync(this.#lock, 'utf8');
    return isPinned ? false : `${this.#what} that tests use are not those that are pinned`;
  }

  /** Installs them and replaces older ones. @returns the error in one line; undefined if installed */
  install(timeoutMs) {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(this.#source, name), join(this.folder, name));
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    const { error, status, stderr } = spawnSync('npm', options, {
      cwd: this.folder,
      encoding: 'utf8',
      timeout: timeoutMs,
    });
    if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'npm failed';
    writeFileSync(this.#stamp, readFileSync(this.#lock));
    return undefined;
  }

  get #lock() {
    return join(this.#source, 'package-lock.json');
  }

  get #stamp() {
    return join(this.folder, 'installed-lock.json');
  }
}

/** Generators and parsers that test our documents. */
export const GENERATORS = new NodeTools('node-tools', 'the generators of npm');

/** A registry and an older Node, which test our packages. */
export const REGISTRY_TOOLS = new NodeTools('registry-tools', 'the registry and the older Node');
