import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { manifests } from '../scripts/packages.mjs';

/** The oldest Node whose npm installs the project without a word: README, "Start". */
const OLDEST_NODE = { major: 20, minor: 19 };

interface LockedPackage {
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const root = join(import.meta.dirname, '..');
const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'engines'];
const packages = Object.entries(lockFile.packages);

/** Whether one of the alternatives of `range`, such as `^20.19.0 || >=22`, admits the oldest Node. */
function admitsOldestNode(range: string): boolean {
  return range.split('||').some((alternative) => {
    const [, operator, major, minor = '0'] = /^\s*(\^|>=?)?\s*v?(\d+)(?:\.(\d+))?/.exec(alternative) ?? [];
    if (major === undefined) throw new Error(`the range "${range}" is of a form that this test does not know`);
    const isOlder = Number(major) < OLDEST_NODE.major && operator?.startsWith('>') === true;
    return isOlder || (Number(major) === OLDEST_NODE.major && Number(minor) <= OLDEST_NODE.minor);
  });
}

describe('the lock file', () => {
  it('names no download address, so that every registry will do', () => {
    const addresses = packages.filter(([, { resolved }]) => resolved?.includes('://'));
    assert.deepEqual(addresses, []);
  });

  // npm leaves out an optional package whose engine does not admit its Node, without a word, and warns of any other.
  it('has no package that npm on the oldest Node would leave out or warn of', () => {
    const refused = packages.flatMap(([path, { engines }]) =>
      engines?.node !== undefined && !admitsOldestNode(engines.node) ? [`${path}: ${engines.node}`] : [],
    );
    assert.deepEqual(refused, [], 'docs/adr/0001-node-26-and-every-package-come-without-install-scripts.md');
  });

  it('has every package of the workspace with its dependencies, as npm ci demands: npm install --package-lock-only', () => {
    const needs = (manifest: object = {}) => KINDS.map((kind) => (manifest as Record<string, unknown>)[kind]);
    for (const { folder, ...manifest } of manifests(root)) {
      assert.deepEqual(needs(lockFile.packages[folder]), needs(manifest), folder);
    }
  });
});
