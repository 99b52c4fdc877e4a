import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** The oldest Node whose npm installs the project: README, "What you need". */
const OLDEST_NODE_MAJOR = 20;

interface LockedPackage {
  readonly optional?: boolean;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const lockFile = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const packages = Object.entries(lockFile.packages);

/** Whether one of the alternatives of `range`, such as `^20.19.0 || >=22`, begins at or below the oldest Node. */
function admitsOldestNode(range: string): boolean {
  return range.split('||').some((alternative) => {
    const [, operator, major] = /^\s*(\^|>=)?\s*(\d+)/.exec(alternative) ?? [];
    if (major === undefined) throw new Error(`the range "${range}" is of a form that this test does not know`);
    return operator === '>=' ? Number(major) <= OLDEST_NODE_MAJOR : Number(major) === OLDEST_NODE_MAJOR;
  });
}

describe('the lock file', () => {
  it('names no download address, so that every registry will do', () => {
    const addresses = packages.filter(([, { resolved }]) => resolved?.includes('://'));
    assert.deepEqual(addresses, []);
  });

  it('makes nothing optional that npm on the oldest Node would leave out without a word', () => {
    const leftOut = packages.flatMap(([path, { optional, engines }]) =>
      optional && engines?.node !== undefined && !admitsOldestNode(engines.node) ? [`${path}: ${engines.node}`] : [],
    );
    assert.deepEqual(leftOut, [], 'packages with such an engine must be plain dependencies: npm only warns of those');
  });
});
