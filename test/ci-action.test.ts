import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { parse } from 'yaml';
import { ACTION, GITLAB_INPUTS, runAction, runGitlabJob } from './support/run-action.ts';

const ROOT = join(import.meta.dirname, '..');
const KEPT = ['coverage.json', 'coverage.txt', 'coverage.xml', 'flights', 'station.log'];
const read = (file: string): unknown => parse(readFileSync(join(ROOT, file), 'utf8'));
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** Inputs that the example of a workflow gives to the action. */
function workflowInputs(): Readonly<Record<string, string>> {
  const { jobs } = read('examples/github/.github/workflows/test.yml') as {
    jobs: { flight: { steps: readonly { uses: string; with: Readonly<Record<string, string>> }[] } };
  };
  const step = jobs.flight.steps.find(({ uses }) => uses === `OWNER/kitestring@v${VERSION}`);
  return step?.with ?? assert.fail('no step of ours');
}

function includeInputs(): Readonly<Record<string, string>> {
  const { include } = read('examples/gitlab/.gitlab-ci.yml') as {
    include: readonly { remote: string; inputs: Readonly<Record<string, string>> }[];
  };
  assert.match(include[0]?.remote ?? '', new RegExp(`/v${VERSION}/templates/kitestring\\.yml$`));
  return include[0]?.inputs ?? {};
}

describe('the action of GitHub and the template of GitLab', () => {
  const temporary = new TestFolder();
  after(() => temporary[Symbol.dispose]());

  /** An environment in which npx gives the kitestring of this checkout. */
  function environment(): NodeJS.ProcessEnv {
    const bin = temporary.file('bin');
    mkdirSync(bin, { recursive: true });
    const launcher = join(ROOT, 'packages/cli/bin/kitestring.mjs');
    const check = `[ "$1 $2" = "--yes kitestring@${VERSION}" ] || exit 99`;
    const npx = temporary.file('bin/npx', `#!/bin/sh\n${check}\nshift 2\nexec node "${launcher}" "$@"\n`);
    chmodSync(npx, 0o755);
    return { PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: temporary.path };
  }

  const project = (example: string): string => {
    const folder = temporary.file(example);
    cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
    return folder;
  };

  it('have the version of the package, and describe what they take', () => {
    for (const inputs of [ACTION.inputs, GITLAB_INPUTS]) assert.equal(inputs.version?.default, VERSION);
    const names = (inputs: object) => Object.keys(inputs).sort();
    const shared = ['options', 'run', 'seed', 'speed', 'version'];
    assert.deepEqual(names(ACTION.inputs), [...shared, 'artifact', 'node-version', 'working-directory'].sort());
    assert.deepEqual(names(GITLAB_INPUTS), [...shared, 'image', 'job', 'stage'].sort());
  });

  for (const [example, run, inputs, kept] of [
    ['github', runAction, workflowInputs(), 'kitestring-ci'],
    ['gitlab', runGitlabJob, includeInputs(), 'kitestring-ci'],
  ] as const) {
    it(`fly the example of ${example}, and keep log, coverage and the report of its flight`, async () => {
      const artifacts = temporary.file(`kept-${example}`);
      const { output, status } = await run({ folder: project(example), inputs, env: environment(), artifacts });
      assert.equal(status, 0, output);
      assert.match(output, /^flown at http:\/\/127\.0\.0\.1:\d+$/m);
      const folder = join(artifacts, kept);
      assert.deepEqual(readdirSync(folder).sort(), KEPT);
      assert.match(readFileSync(join(folder, 'station.log'), 'utf8'), /"listening"/);
      assert.match(readFileSync(join(folder, 'coverage.txt'), 'utf8'), /✔ flight states: \d of 7/);
      assert.match(readFileSync(join(folder, 'coverage.xml'), 'utf8'), /--min-flight-states 40/);
      assert.deepEqual(
        readdirSync(join(folder, 'flights')).map((name) => name.split('.').at(-1)),
        ['html', 'mcap'],
      );
    });
  }

  it('fail with the command or a missed limit, run no text of an input as code, and keep what there is', async () => {
    const artifacts = temporary.file('kept-failed');
    const folder = project('node-test');
    const inputs = { run: `echo '"$(date)"' && exit 7`, options: '--min-operations 90' };
    const { output, status } = await runAction({ folder, inputs, env: environment(), artifacts });
    assert.equal(status, 1, output);
    assert.match(output, /^"\$\(date\)"$/m);
    assert.match(output, /✘ no request of any client[\s\S]*the command ended with status 7/);
    assert.deepEqual(
      readdirSync(join(artifacts, 'kitestring-ci')).sort(),
      KEPT.filter((name) => name !== 'flights'),
    );
    const again = await runAction({ folder, inputs, env: environment(), artifacts });
    assert.match(again.output, /--out: .*kitestring-ci is not empty: remove it, or name another folder/);
  });
});

it('the example of node:test passes with the packages of this checkout', async () => {
  using temporary = new TestFolder();
  const folder = temporary.file('project');
  cpSync(join(ROOT, 'examples/node-test'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules/@kitestring'), { recursive: true });
  // As it is installed: a command, and no modules.
  mkdirSync(join(folder, 'node_modules/kitestring'));
  const manifest = { name: 'kitestring', bin: { kitestring: './kitestring.mjs' } };
  writeFileSync(join(folder, 'node_modules/kitestring/package.json'), JSON.stringify(manifest));
  symlinkSync(join(ROOT, 'packages/cli/bin/kitestring.mjs'), join(folder, 'node_modules/kitestring/kitestring.mjs'));
  symlinkSync(join(ROOT, 'packages/testing'), join(folder, 'node_modules/@kitestring/testing'));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test'], { cwd: folder, env });
  assert.match(stdout, /pass 2/);
});
