import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { COMMANDS } from '../src/commands.ts';
import { run, TestOutput } from './support/test-context.ts';

const PASSES = `title: passes
description: Nothing happens, as it should.
family: quiet
timeline:
  - wait: 1 s
expect:
  - always: flight_state is StandBy
`;
const FAILS = PASSES.replace('passes', 'fails').replace('StandBy', 'Flying');
const WRONG = PASSES.replace('wait: 1 s', 'wiat: 1 s');

/** A folder with these files, and a way to run commands in it. */
function filesIn(files: Readonly<Record<string, string>>) {
  const folder = new TestFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  return {
    path: folder.path,
    read: (name: string) => readFileSync(join(folder.path, name), 'utf8'),
    kitestring: (...argv: string[]) => run(argv, { folder: folder.path }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe('kitestring scenario run', () => {
  it('ends with 0 when everything came true', async () => {
    using files = filesIn({ 'a.yaml': PASSES });
    const { status, out } = await files.kitestring('scenario', 'run', 'a.yaml');
    assert.equal(status, 0);
    assert.match(out, /^✔ passed {2}passes a\.yaml, 6 s in \d+\.\d s\n1 passed in /);
  });

  it('ends with 1 when something did not, and says what', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'b.yaml': FAILS });
    const { status, out } = await files.kitestring('scenario', 'run', 'a.yaml', 'b.yaml');
    assert.equal(status, 1);
    assert.match(out, /✖ failed {2}fails b\.yaml/);
    assert.match(out, /b\.yaml:7\n +expected {2}always flight_state is Flying\n +happened {2}flight_state StandBy/);
    assert.match(out, /1 passed, 1 did not in /);
  });

  it('ends with 2 when a file is wrong, and flies none', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'b.yaml': WRONG });
    const { status, out, err } = await files.kitestring('scenario', 'run', 'a.yaml', 'b.yaml');
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, /^b\.yaml:5:5: unknown key wiat; did you mean wait\?.*\n1 mistake\n$/);
  });

  it('takes a folder for every scenario in it, and passes over what lies beside', async () => {
    using files = filesIn({ 'b.yml': PASSES, 'a.yaml': PASSES, 'README.md': '#', 'scenario.schema.json': '{}' });
    const whole = await files.kitestring('scenario', 'run', '.');
    const each = await files.kitestring('scenario', 'run', 'README.md', 'a.yaml', 'b.yml', 'scenario.schema.json');
    for (const { status, out } of [whole, each]) {
      assert.equal(status, 0);
      assert.match(out, /2 passed/);
    }
  });

  it('stops at the first failure when told to', async () => {
    using files = filesIn({ 'a.yaml': FAILS, 'b.yaml': PASSES });
    const { status, out } = await files.kitestring('scenario', 'run', '.', '--bail');
    assert.equal(status, 1);
    assert.match(out, /0 passed, 1 did not, 1 not flown/);
  });

  it('flies only what the filter finds', async () => {
    using files = filesIn({ 'a.yaml': FAILS, 'b.yaml': PASSES });
    assert.match((await files.kitestring('scenario', 'run', '.', '--filter', 'PASSES')).out, /^✔ passed {2}passes/);
    const { status, err } = await files.kitestring('scenario', 'run', '.', '--filter', 'fog');
    assert.equal(status, 2);
    assert.match(err, /no scenario has "fog" in its file name, title or family/);
  });

  it('writes JUnit XML, JSON and flight logs', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'b.yaml': FAILS });
    const argv = ['scenario', 'run', '.', '--junit', 'out.xml', '--json', '--mcap', 'logs'];
    const { status, out } = await files.kitestring(...argv);
    assert.equal(status, 1);
    assert.match(files.read('out.xml'), /<testsuites name="kitestring scenarios" tests="2" failures="1" errors="0"/);
    const results = JSON.parse(out) as { file: string; outcome: string; failures: { line: number }[] }[];
    assert.deepEqual(
      results.map(({ file, outcome, failures }) => [file, outcome, failures.map(({ line }) => line)]),
      [
        ['a.yaml', 'passed', []],
        ['b.yaml', 'failed', [7]],
      ],
    );
    for (const name of ['a', 'b']) assert.ok(files.read(`logs/${name}.mcap`).length > 0);
  });

  it('says which file is not there', async () => {
    using files = filesIn({});
    const { status, err } = await files.kitestring('scenario', 'run', 'none.yaml');
    assert.equal(status, 2);
    assert.match(err, /there is no file none\.yaml/);
    assert.match((await files.kitestring('scenario', 'run')).err, /FILE\.\.\. is missing/);
    mkdirSync(join(files.path, 'empty'));
    assert.match((await files.kitestring('scenario', 'run', 'empty')).err, /no scenario file in empty/);
  });

  it('refuses a file that is too large or no text', async () => {
    using files = filesIn({ 'large.yaml': `# ${'x'.repeat(300_000)}` });
    writeFileSync(join(files.path, 'bytes.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
    for (const name of ['large.yaml', 'bytes.yaml']) {
      const { status, err } = await files.kitestring('scenario', 'run', name);
      assert.equal(status, 2);
      assert.match(err, new RegExp(`cannot read ${name}: `));
    }
  });

  it('draws a bar in a terminal', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'b.yaml': PASSES });
    const out = new TestOutput(true);
    await run(['scenario', 'run', '.'], { folder: files.path, out });
    assert.match(out.text, /0 of 2 {2}passes/);
    assert.match(out.text, /1 of 2 {2}passes/);
    assert.match(out.text, /2 passed in/);
  });

  it('shows in a terminal all that failed, however small it is', async () => {
    using files = filesIn({ 'a.yaml': FAILS + '  - never: altitude < 100 m\n'.repeat(9) });
    const out = new TestOutput(true);
    await run(['scenario', 'run', '.'], { folder: files.path, out });
    assert.equal([...out.text.matchAll(/expected {2}never altitude < 100 m/g)].length, 9);
    assert.match(out.text, /time s {2}flight_state {2}altitude m .* notifications\n/);
  });

  it('shows no control characters of a file', async () => {
    using files = filesIn({ 'a.yaml': FAILS.replace('title: fails', 'title: "fails \\e[2J"') });
    for (const argv of [['run'], ['list']]) {
      const { out } = await files.kitestring('scenario', ...argv, '.');
      assert.match(out, /fails +\[2J/);
      assert.ok(!out.includes('\u001b'));
    }
  });

  it('writes a flight log for each scenario, also for those of one name', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'a.yml': PASSES });
    const { status } = await files.kitestring('scenario', 'run', '.', '--mcap', 'logs');
    assert.equal(status, 0);
    for (const name of ['a', 'a 2']) assert.ok(files.read(`logs/${name}.mcap`).length > 0);
  });

  it('says in one line which folder or file it cannot use', async () => {
    using files = filesIn({ 'a.yaml': PASSES });
    const logs = await files.kitestring('scenario', 'run', 'a.yaml', '--mcap', 'a.yaml');
    assert.deepEqual([logs.status, logs.out], [1, '']);
    assert.match(logs.err, /^kitestring: --mcap: cannot make the folder a\.yaml: .*EEXIST.*\n$/);
    const long = await files.kitestring('scenario', 'check', 'x'.repeat(5000));
    assert.equal(long.status, 2);
    assert.match(long.err, /cannot read x+: ENAMETOOLONG/);
  });

  it('flies on another station', async () => {
    using files = filesIn({ 'a.yaml': PASSES });
    await using station = await StationProcess.start();
    const argv = ['scenario', 'run', 'a.yaml', '--url', station.url, '--key', TEST_API_KEY];
    const { status, out, err } = await files.kitestring(...argv);
    assert.equal(status, 0, out + err);
    const logged = await files.kitestring(...argv, '--mcap', 'logs');
    assert.equal(logged.status, 2);
    assert.match(logged.err, /--mcap: the station at --url keeps its own flight logs/);
  });
});

describe('kitestring scenario check', () => {
  it('ends with 0 for right files and with 2 for wrong ones, naming every mistake', async () => {
    using files = filesIn({ 'a.yaml': PASSES, 'b.yaml': WRONG, 'c.yaml': WRONG.replace('StandBy', 'Standby') });
    const right = await files.kitestring('scenario', 'check', 'a.yaml');
    assert.deepEqual([right.status, right.out], [0, '✔ 1 of 1 files are valid\n']);
    const { status, err } = await files.kitestring('scenario', 'check', '.');
    assert.equal(status, 2);
    assert.match(
      err,
      /^b\.yaml:5:5: .*\nc\.yaml:5:5: .*\nc\.yaml:7:29: always: flight_state is never Standby; did you mean StandBy\?.*\n3 mistakes\n$/,
    );
  });
});

describe('kitestring scenario new', () => {
  it('writes a file that passes, and a schema beside it', async () => {
    using files = filesIn({});
    const { status, out } = await files.kitestring('scenario', 'new', 'storm at dusk');
    assert.equal(status, 0);
    assert.match(out, /storm at dusk\.yaml/);
    const flown = await files.kitestring('scenario', 'run', '.');
    assert.equal(flown.status, 0, flown.out);
    const schema = await files.kitestring('scenario', 'schema');
    assert.equal(files.read('scenario.schema.json'), schema.out);
  });

  it('never writes over a scenario', async () => {
    using files = filesIn({ 'a.yaml': 'mine' });
    const { status, err } = await files.kitestring('scenario', 'new', 'a');
    assert.equal(status, 1);
    assert.match(err, /already exists; nothing was written/);
    assert.equal(files.read('a.yaml'), 'mine');
  });

  it('refuses a name that is no name of a file', async () => {
    using files = filesIn({});
    assert.equal((await files.kitestring('scenario', 'new', '../..')).status, 2);
  });
});

describe('kitestring scenario list', () => {
  it('lists scenarios by family', async () => {
    using files = filesIn({ 'a.yaml': PASSES });
    const { status, out } = await files.kitestring('scenario', 'list', '.');
    assert.deepEqual([status, out], [0, 'quiet\n  a.yaml  passes  1 step, 1 expectation\n']);
  });

  it('lists those that ship when no file is named', async () => {
    using files = filesIn({});
    const { status, out } = await files.kitestring('scenario', 'list', '--json');
    assert.equal(status, 0);
    assert.ok((JSON.parse(out) as unknown[]).length >= 20);
  });
});

describe('docs/integrator/scenarios.md', () => {
  it('names flags that the command knows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/integrator/scenarios.md'), 'utf8');
    const flags = COMMANDS.find(({ name }) => name === 'scenario run')?.flags ?? {};
    const named = [...page.matchAll(/`?--([a-z-]*[a-z])/g)].map(([, name]) => name as string);
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((name) => !(name in flags)),
      [],
    );
  });
});
