import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '../../../..');

it('writes persons to audit log and commands by their ids, whose names can be erased', () => {
  const byName = globSync('packages/hub/app/src/**/*.ts', { cwd: root }).filter((file) =>
    /who: [\w.]*callerName/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(byName, [], 'use auditedName');
});

it('names tests in the page of security that exist', () => {
  const page = readFileSync(join(root, 'docs/contribute/hub-security-evidence.md'), 'utf8');
  const tests = globSync('packages/hub/{app,link}/{src,test}/**/*{.test,-tests}.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const names = [...page.matchAll(/^\| .*$/gm)].flatMap(([row]) =>
    [...row.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name = '']) => name),
  );
  assert.ok(names.length > 25);
  // A test for each of several cases has its case in a table, and a template in its name.
  const isThere = (name: string) =>
    tests.includes(name) ||
    tests.includes(name.replace(/role \w+/, 'role $' + '{role}')) ||
    (name.startsWith('refuses an ID token ') && tests.includes(`'${name.slice('refuses an ID token '.length)}'`));
  assert.deepEqual(
    names.filter((name) => !isThere(name)),
    [],
  );
});
