import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { COMMANDS } from '../src/commands.ts';
import { run } from './support/test-context.ts';

const isMissing = (shell: string) =>
  spawnSync(shell, ['-c', 'exit 0']).status !== 0 && `no ${shell} in the PATH: apt-get install ${shell}`;

/** Candidates of the last word, as bash has them. */
function completed(file: string, ...words: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=(kitestring "$@"); COMP_CWORD=$#; _kitestring; echo "\${COMPREPLY[@]}"`;
  const { stderr, stdout } = spawnSync('bash', ['-c', script, 'bash', file, ...words], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim().split(' ').filter(Boolean);
}

describe('kitestring completion', () => {
  it('of bash completes every command and flag', { skip: isMissing('bash') }, async () => {
    using folder = new TestFolder();
    const file = folder.file('kitestring', (await run(['completion', 'bash'])).out);
    const first = new Set(COMMANDS.map(({ name }) => name.split(' ', 1).join()));
    assert.deepEqual(new Set(completed(file, '')), first);
    assert.deepEqual(completed(file, 'plugin', 'a'), ['add']);
    assert.deepEqual(completed(file, 'hub', 'engine', 'in'), ['install']);
    assert.deepEqual(completed(file, 'doctor', '--rep'), ['--report']);
    assert.deepEqual(completed(file, 'doctor', '--report', '--'), [], 'a file follows');
    for (const { flags, name } of COMMANDS.filter(({ name: one }) => one.includes(' ')))
      for (const flag of Object.keys(flags))
        assert.ok(completed(file, ...name.split(' '), `--${flag}`).includes(`--${flag}`));
  });

  for (const shell of ['zsh', 'fish']) {
    it(`of ${shell} is a script that it reads, with every command`, { skip: isMissing(shell) }, async () => {
      using folder = new TestFolder();
      const { out } = await run(['completion', shell]);
      const file = folder.file('kitestring', out);
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
      for (const { name } of COMMANDS) assert.ok(out.includes(`'${name.split(' ').at(-1)}`), name);
    });
  }

  it('refuses another shell and names those that there are', async () => {
    const { err, status } = await run(['completion', 'csh']);
    assert.deepEqual([status, err], [2, 'kitestring: completion: SHELL is bash, zsh, fish\n']);
  });
});
