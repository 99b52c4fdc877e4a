import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTING_LIST } from '@kitestring/settings/settings.ts';
import { JSON_FLAG } from '../src/command.ts';
import { COMMANDS } from '../src/commands.ts';
import { run, TestOutput } from './support/test-context.ts';

describe('help', () => {
  it('lists every command', async () => {
    for (const argv of [[], ['help'], ['--help'], ['-h']]) {
      const { status, out } = await run(argv);
      assert.equal(status, 0);
      for (const { name, summary } of COMMANDS) assert.match(out, new RegExp(`^ +${name} +${escaped(summary)}$`, 'm'));
    }
  });

  for (const { name, flags } of COMMANDS) {
    it(`of ${name} lists every flag`, async () => {
      const asked = await run([...name.split(' '), '--help']);
      assert.doesNotMatch(asked.out, /`|\*\*|\]\(/, 'text for a terminal, not Markdown');
      const helped = await run(['help', ...name.split(' ')]);
      assert.deepEqual(asked, helped);
      assert.equal(asked.status, 0);
      for (const flag of Object.keys(flags)) assert.match(asked.out, new RegExp(`^ +--${flag}( |$)`, 'm'));
    });
  }

  it('has one --json, which prints the result in place of the text', () => {
    const others = COMMANDS.filter(({ flags }) => flags.json !== undefined && flags.json !== JSON_FLAG.json);
    assert.deepEqual(
      others.map(({ name }) => name),
      [],
    );
  });

  it('of serve says for every setting what is allowed and which variable it is', async () => {
    const { out } = await run(['serve', '--help'], { out: new TestOutput() });
    assert.equal(out, '');
    const text = (await run(['serve', '--help'])).out.replaceAll(/\s+/g, ' ');
    for (const { flagName, variable } of SETTING_LIST) {
      if (flagName !== undefined) assert.ok(text.includes(`--${flagName} `) && text.includes(variable), flagName);
    }
  });

  it('lists the commands on plugins', async () => {
    for (const argv of [['plugin'], ['plugin', '--help'], ['help', 'plugin']]) {
      const { status, out } = await run(argv);
      assert.equal(status, 0);
      assert.match(out, /plugin add/);
      assert.doesNotMatch(out, /serve/);
    }
  });

  it('keeps to the width of the terminal', async () => {
    const narrow = new TestOutput(true, 60);
    await run(['serve', '--help'], { out: narrow });
    const long = narrow.text.split('\n').filter((line) => line.length > 60 && line.startsWith('        '));
    assert.deepEqual(
      long.filter((line) => line.trim().includes(' ')),
      [],
    );
  });
});

describe('version', () => {
  it('is printed however it is asked for', async () => {
    for (const word of ['version', '--version', '-V']) assert.match((await run([word])).out, /^\d+\.\d+\.\d+\n$/);
  });
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
