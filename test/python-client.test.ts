import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { stationOnPersona } from '@kitestring/station-app/test/support/station-on-persona.ts';
import { TEST_KEY } from '@kitestring/station-app/test/support/test-station.ts';
import { PYTHON_CLIENT_FOLDER, pythonClientFiles } from '../scripts/python-client/python-files.ts';
import { referenceFiles } from '../scripts/reference/reference-files.ts';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const folder = join(import.meta.dirname, '../clients/python');
/** Results of the last run, with which unchanged files cost nothing: five seconds of processor time. */
const TYPES_CACHE = join(import.meta.dirname, '../node_modules/.cache/kitestring/types/mypy');
const RUN_WITHIN_MS = 300_000;

/** Runs a program of the environment. @returns what it printed, which is the failure if it did not end well */
function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const { error, status, stderr, stdout } = spawnSync(pythonProgram(program), args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: RUN_WITHIN_MS,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...environment },
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`);
  return stdout;
}

/** The demonstration, on a station whose aircraft is that of another over MAVLink. */
async function flyOver(persona: Parameters<typeof stationOnPersona>[0]): Promise<void> {
  await using station = await stationOnPersona(persona);
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: join(folder, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    KITESTRING_URL: station.url,
    KITESTRING_API_KEY: TEST_KEY,
  };
  // The stations are in this process, which must not stand still meanwhile.
  const python = spawn(pythonProgram('python'), [join(folder, 'examples/demonstration_flight.py')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_WITHIN_MS,
  });
  const [out, err, [status]] = await Promise.all([text(python.stdout), text(python.stderr), once(python, 'exit')]);
  assert.equal(status, 0, `${persona}: ${err}\n${station.texts.join('\n')}`);
  assert.match(out, /TakingOff[\s\S]*Flying[\s\S]*Landing/);
}

describe('the generated modules of the Python client', () => {
  for (const [name, content] of pythonClientFiles(referenceFiles())) {
    it(`have a fresh ${name} (else run npm run docs)`, () => {
      const committed = readFileSync(new URL(name, PYTHON_CLIENT_FOLDER), 'utf8');
      assert.ok(committed === content, `clients/python/src/kitestring/${name} is not what the documents say`);
    });
  }
});

describe('the Python client', { skip: whyNoPython() }, () => {
  const cache = mkdtempSync(join(tmpdir(), 'kitestring-python-'));
  after(() => rmSync(cache, { recursive: true, force: true }));

  it('passes its tests against a real station, its examples among them', () => {
    const printed = run('pytest', ['-q', `--basetemp=${join(cache, 'pytest')}`]);
    assert.match(printed, /\d+ passed/);
    assert.doesNotMatch(printed, /skipped|warning/);
  });

  it('flies at a hub as at the station, with another URL', { skip: missingNatsServer() }, async () => {
    const proxied = new ProxiedStation();
    try {
      await proxied.start();
      const { secret } = await proxied.newKey('dispatch', 'pilot');
      const place = { KITESTRING_URL: proxied.base, KITESTRING_API_KEY: secret, PYTHONPATH: join(folder, 'src') };
      const printed = run('python', ['examples/demonstration_flight.py'], place);
      assert.match(printed, /TakingOff[\s\S]*Flying[\s\S]*Landing/);
    } finally {
      await proxied.stop();
    }
  });

  it('flies a real aircraft as a simulated one, whatever its autopilot', async () => {
    await Promise.all((['generic', 'px4', 'ardupilot'] as const).map((persona) => flyOver(persona)));
  });

  it('is typed without a gap, formatted and linted', () => {
    run('mypy', [`--cache-dir=${TYPES_CACHE}`]);
    run('ruff', ['check', '--no-cache', '.']);
    run('ruff', ['format', '--no-cache', '--check', '.']);
  });

  it('is installed by pip with its types, its licence and its plugin for pytest', () => {
    const target = join(cache, 'installed');
    const options = ['--quiet', '--no-deps', '--no-build-isolation', '--no-index', '--disable-pip-version-check'];
    run('pip', ['install', ...options, '--target', target, '.']);
    const code = 'import kitestring; print(kitestring.__file__); kitestring.AsyncClient(token="t")';
    assert.equal(run('python', ['-c', code], { PYTHONPATH: target }).trim(), join(target, 'kitestring/__init__.py'));
    assert.equal(readFileSync(join(target, 'kitestring/py.typed'), 'utf8'), '');
    const licence = readFileSync(join(target, 'kitestring-0.1.0.dist-info/licenses/LICENSE'), 'utf8');
    assert.equal(licence, readFileSync(join(folder, '../../LICENSE'), 'utf8'));
    const root = join(folder, '../..');
    const command = ['scripts/node.mjs', 'packages/cli/bin/kitestring.mjs'].map((path) => `'${join(root, path)}'`);
    const program = `'${process.execPath}' ${command.join(' ')}`;
    const example = [join(root, 'examples/pytest'), '-p', 'no:cacheprovider', '--kitestring-command', program];
    assert.match(run('pytest', example, { PYTHONPATH: target }), /2 passed/, 'its plugin is found by its entry point');
  });
});
