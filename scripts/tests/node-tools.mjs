// npm packages that only tests use. They are large (97 MiB and more), so `npm ci` does not install them: each group has its own lock
// file. scripts/test-programs.mjs installs them; tests only look for them.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithin } from './installation.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** @param name a folder of `test` with manifest and lock file @returns `folder` of its node_modules, `whyAbsent` (false if installed) and `install` */
function nodeTools(name, what) {
  const source = join(ROOT, 'test', name);
  const folder = join(ROOT, 'node_modules/.cache/kitestring', name);
  const lock = () => readFileSync(join(source, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'installed-lock.json');
  const whyAbsent = () => {
    if (!existsSync(stamp)) return `${what} that tests use are not installed`;
    return readFileSync(stamp, 'utf8') === lock() ? false : `${what} that tests use are not those that are pinned`;
  };
  const install = (timeoutMs) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
    runWithin(timeoutMs, folder)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
    writeFileSync(stamp, lock());
  };
  return { folder, whyAbsent, install };
}

/** Generators and parsers that test our documents. */
export const GENERATORS = nodeTools('node-tools', 'the generators of npm');

/** A registry and an older Node, which test our packages. */
export const REGISTRY_TOOLS = nodeTools('registry-tools', 'the registry and the older Node');
