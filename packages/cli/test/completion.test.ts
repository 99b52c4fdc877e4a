import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { COMMANDS } from '../src/commands.ts';
import { run } from './support/test-context.ts';

const isMissing = (shell: string) =>
  spawnSync(shell, ['-c', 'exit 0']).status !== 0 && `no ${shell} in the PATH: apt-get install ${shell}`;

/** Completes each line of its input, whose words are separated by tabs. */
const COMPLETE = `source "$1"
while IFS= read -r line; do
  mapfile -t words <<< "\${line//$'\\t'/$'\\n'}"
  COMP_WORDS=(kitestring "\${words[@]}"); COMP_CWORD=\${#words[@]}; _kitestring; echo "\${COMPREPLY[@]}"
done`;

/** Candidates of the last word of each line, as one bash has them. */
function completed(file: string, lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const input = lines.map((words) => `${words.join('\t')}\n`).join('');
  const { stderr, stdout } = spawnSync('bash', ['-c', COMPLETE, 'bash', file], { encoding: 'utf8', input });
  assert.equal(stderr, '');
  const answers = stdout.split('\n').slice(0, -1);
  assert.equal(answers.length, lines.length);
  return answers.map((answer) => answer.split(' ').filter(Boolean));
}

describe('kitestring completion', () => {
  it('of bash completes every command and flag', { skip: isMissing('bash') }, async () => {
    using folder = new TestFolder();
    const file = folder.file('kitestring', (await run(['completion', 'bash'])).out);
    const first = new Set(COMMANDS.map(({ name }) => name.split(' ', 1).join()));
    const lines = [[''], ['plugin', 'a'], ['hub', 'engine', 'in'], ['doctor', '--rep'], ['doctor', '--report', '--']];
    const [any, ...others] = completed(file, lines);
    assert.deepEqual(new Set(any), first);
    assert.deepEqual(others, [['add'], ['install'], ['--report'], []], 'after --report follows a file');
    const flags = COMMANDS.filter(({ name }) => name.includes(' ')).flatMap(({ flags, name }) =>
      Object.keys(flags).map((flag) => [...name.split(' '), `--${flag}`]),
    );
    assert.ok(flags.length > 100);
    for (const [index, candidates] of completed(file, flags).entries())
      assert.ok(candidates.includes(String(flags[index]?.at(-1))), String(flags[index]));
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
