import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { StationProcess, TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const TOOLS = join(import.meta.dirname, 'python-tools');
const RUN_WITHIN_MS = 300_000;
const SEED = process.env.SEED ?? '1';
/** Random cases of each operation in a long run, with all phases for all documents; absent in an ordinary one. */
const LONG_RUN_CASES = process.env.SCHEMATHESIS_CASES;
const LONG_RUN_WITHIN_MS = 3_600_000;
const ALL_PHASES = 'examples,coverage,fuzzing';
/** The document, the phases of Schemathesis that there is time for, and how many random cases of each operation. */
const RUNS = [
  { document: '/openapi.json', phases: ALL_PHASES, cases: 2 },
  { document: '/sim/v1/openapi.json', phases: 'examples,fuzzing', cases: 2 },
  { document: '/station/v1/openapi.json', phases: 'examples,fuzzing', cases: 2 },
  { document: '/admin/v1/openapi.json', phases: ALL_PHASES, cases: 4 },
  { document: '/video/v1/openapi.json', phases: ALL_PHASES, cases: 4 },
] as const;
/** Operations that would end the run: the token of all others, and the station itself. */
const EXCLUDED = ['auth.token.invalidate', 'sim.reboot', 'sim.scenarios.run'];

/** Runs a program of the environment beside the station. @returns what it printed, which is the failure if it did not end well */
function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: TOOLS, ...environment };
  const timeout = LONG_RUN_CASES === undefined ? RUN_WITHIN_MS : LONG_RUN_WITHIN_MS;
  return new Promise<string>((resolve, reject) => {
    execFile(pythonProgram(program), args, { timeout, env, cwd: folder }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args[0]}: ${error.message}\n${stdout}${stderr}`));
    });
  });
}

let folder: string;

describe('generic clients of Python', { skip: whyNoPython() }, () => {
  let station: StationProcess;
  let session: { readonly STATION_TOKEN: string; readonly STATION_KEPT: string };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitestring-python-'));
    // As many requests as a tool can send, none of them refused for its rate; any free ports for video.
    const video = {
      KITESTRING_VIDEO_ENABLED: 'true',
      KITESTRING_VIDEO_RTSP_PORT: '0',
      KITESTRING_VIDEO_RTSPS_PORT: '0',
    };
    station = await StationProcess.start({
      env: { ...WIDE_LIMITS, ...video, KITESTRING_SIM_SPEED: '20', KITESTRING_SEED: SEED },
    });
    // One for all: an address that has sent random keys has to wait for another token.
    const grant = await fetch(`${station.url}/api/v1/auth/token/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: TEST_API_KEY }),
    });
    const { access_token, id, plugin_id } = (await grant.json()) as Record<string, string>;
    session = { STATION_TOKEN: access_token ?? '', STATION_KEPT: `${plugin_id},${id}` };
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('openapi-python-client generates a client from the document, which flies', async () => {
    const document = join(import.meta.dirname, '../docs/reference/openapi.json');
    const generate = ['generate', '--path', document, '--output-path', join(folder, 'generated'), '--meta', 'none'];
    const config = ['--config', join(TOOLS, 'openapi-python-client.yaml')];
    const path = { PATH: `${pythonProgram('')}:${process.env.PATH}` };
    assert.doesNotMatch(await run('openapi-python-client', [...generate, ...config], path), /WARNING|Unable/);
    const printed = await run('python', [
      ...[join(TOOLS, 'fly_with_generated_client.py'), folder],
      ...[`${station.url}/api`, TEST_API_KEY],
    ]);
    assert.equal(printed, 'landed\n');
  });

  for (const { cases, document, phases } of RUNS) {
    it(`Schemathesis finds nothing in ${document}`, async (t) => {
      const most = ['-n', LONG_RUN_CASES ?? String(cases)];
      const passes = ['--phases', LONG_RUN_CASES === undefined ? phases : ALL_PHASES];
      const excluded = EXCLUDED.flatMap((id) => ['--exclude-operation-id', id]);
      const printed = await run(
        'schemathesis',
        [
          ...['--config-file', join(TOOLS, 'schemathesis.toml'), 'run', `${station.url}${document}`, '--no-color'],
          ...['--seed', SEED, ...most, ...passes, '--generation-database', 'none', ...excluded],
        ],
        { ...session, SCHEMATHESIS_HOOKS: 'station_hooks' },
      );
      const [, generated, passed] = /(\d+) generated, (\d+) passed/.exec(printed) ?? [];
      assert.ok(Number(generated) > 10 && generated === passed, printed);
      t.diagnostic(`${generated} cases, seed ${SEED}`);
      const headers = { authorization: `Bearer ${session.STATION_TOKEN}` };
      const { status } = await fetch(`${station.url}/api/v1/flight/state`, { headers });
      assert.equal(status, 200, 'the token was revoked on the way, and what came after was answered with 401');
    });
  }
});
