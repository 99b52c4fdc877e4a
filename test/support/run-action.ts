import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const WITHIN_MS = 300_000;

type Words = Readonly<Record<string, string>>;
interface Input {
  readonly default?: string;
  readonly required?: boolean;
}
interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Words;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Words;
  readonly 'working-directory'?: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, Input>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
interface GitlabJob {
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly when: string; readonly paths: readonly string[] };
}

export const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
const [gitlabHead, gitlabBody] = parseAllDocuments(readFileSync(join(ROOT, 'templates/kitestring.yml'), 'utf8'));
export const GITLAB_INPUTS = gitlabHead?.toJS().spec.inputs as Action['inputs'];

interface RunOptions {
  /** Folder of the project. */
  readonly folder: string;
  /** `with` in a workflow, or `inputs` in an include. */
  readonly inputs: Words;
  readonly env: NodeJS.ProcessEnv;
  /** Where artefacts go. */
  readonly artifacts: string;
}
interface StepsRun {
  /** Exit status of the first step that failed; 0 without one. */
  readonly status: number;
  readonly output: string;
}

/** Runs the steps of action.yml as a runner of GitHub does. Actions of others stand for what they do here: Node is there, artefacts are copied. */
export async function runAction({ artifacts, env, folder, inputs }: RunOptions): Promise<StepsRun> {
  const given = withDefaults(ACTION.inputs, inputs);
  const say = (text: string) => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given[name] ?? '');
  let ran: StepsRun = { status: 0, output: '' };
  for (const step of ACTION.runs.steps) {
    const [, always, name = ''] = /^(always\(\) && )?inputs\.([\w-]+) != ''$/.exec(step.if ?? '') ?? [];
    if (step.if !== undefined && given[name] === '') continue;
    if (ran.status !== 0 && always === undefined) continue;
    if (step.run !== undefined) {
      assert.equal(step.shell, 'bash');
      const own = Object.entries(step.env ?? {}).map(([variable, value]) => [variable, say(value)]);
      const cwd = join(folder, say(step['working-directory'] ?? '.'));
      ran = await bash(step.run, cwd, { ...env, ...Object.fromEntries(own) });
    } else if (step.uses?.startsWith('actions/upload-artifact@')) {
      const from = join(folder, say(step.with?.path ?? ''));
      if (existsSync(from)) cpSync(from, join(artifacts, say(step.with?.name ?? '')), { recursive: true });
    } else assert.match(step.uses ?? '', /^actions\/setup-node@/);
  }
  return ran;
}

/** Runs the job of templates/kitestring.yml as a runner of GitLab does. */
export async function runGitlabJob({ artifacts, env, folder, inputs }: RunOptions): Promise<StepsRun> {
  const given = withDefaults(GITLAB_INPUTS, inputs);
  const text = JSON.stringify(gitlabBody?.toJS());
  const job: GitlabJob = Object.values(
    // A value is put into the job as text, as in any string of JSON.
    JSON.parse(text.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => JSON.stringify(given[name]).slice(1, -1))),
  )[0] as GitlabJob;
  const own = Object.entries(job.variables).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.value,
  ]);
  const ran = await bash(job.script.join('\n'), folder, { ...env, ...Object.fromEntries(own) });
  assert.equal(job.artifacts.when, 'always');
  for (const path of job.artifacts.paths) {
    if (existsSync(join(folder, path))) cpSync(join(folder, path), join(artifacts, path), { recursive: true });
  }
  return ran;
}

function withDefaults(inputs: Action['inputs'], given: Words): Words {
  for (const name of Object.keys(given)) assert.ok(name in inputs, `no input ${name}`);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { default: standard }]) => [
      name,
      given[name] ?? standard ?? assert.fail(`${name} is required`),
    ]),
  );
}

async function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<StepsRun> {
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return promisify(execFile)('/bin/bash', args, { cwd, env, timeout: WITHIN_MS }).then(
    ({ stderr, stdout }) => ({ status: 0, output: stdout + stderr }),
    ({ code, stderr, stdout }) => ({ status: Number(code), output: `${stdout}${stderr}` }),
  );
}
