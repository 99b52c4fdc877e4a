import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { SERVED_LIBRARIES } from '../scripts/pack/own-modules.ts';
import { PACKAGES } from '../scripts/pack/package-facts.ts';
import { InstalledPackages, REPOSITORY } from './support/installed-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const NAMES = Object.values(PACKAGES).map(({ name }) => name);
const LIBRARIES = ['@kitestring/client', '@kitestring/contract', '@kitestring/player'];
/** Files of a package that are no code of ours. */
const NOT_OURS = /^(assets\/(libraries|licences)\/|pages\/|page\/|THIRD-PARTY-NOTICES)/;
const CODE = /\.(js|mjs|cjs|d\.ts)$/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly private?: boolean;
  readonly scripts?: object;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

let installed: InstalledPackages;
const manifest = (name: string): Manifest => JSON.parse(readFileSync(installed.file(name, 'package.json'), 'utf8'));
const pathsOf = (name: string) => installed.packages.get(name)?.files.map(({ path }) => path) ?? [];

before(async () => {
  installed = await InstalledPackages.make();
  for (const library of ['ws', 'node-av']) installed.borrow(library);
});
after(() => installed[Symbol.dispose]());

describe('a packed package', () => {
  for (const name of NAMES) {
    it(`${name} has its code, its licence and its texts, and nothing of sources, tests or this machine`, () => {
      const paths = pathsOf(name);
      for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'])
        assert.ok(paths.includes(path), path);
      const sources = paths.filter((path) =>
        /(?<!\.d)\.tsx?$|\.test\.|(^|\/)(test|src|node_modules)\/|\.map$|\.sh$/.test(path),
      );
      assert.deepEqual(
        sources.filter((path) => !NOT_OURS.test(path) && !path.startsWith('assets/packages/')),
        [],
      );
      for (const path of paths.filter((one) => CODE.test(one) && !NOT_OURS.test(one))) {
        const text = readFileSync(installed.file(name, path), 'utf8');
        assert.ok(!text.includes(ROOT) && !text.includes('file:///'), `${path} has a path of this machine`);
        assert.doesNotMatch(text, /from ["']@kitestring\/(?!hub\/)|import\(["']@kitestring\/(?!hub\/)/, path);
      }
    });

    it(`${name} has a manifest for a registry: public, tied to its repository, without install scripts`, () => {
      const {
        dependencies = {},
        engines,
        homepage,
        keywords,
        license,
        peerDependencies = {},
        repository,
        ...rest
      } = manifest(name);
      assert.deepEqual(
        [license, rest.version, rest.private, rest.scripts],
        ['Apache-2.0', '0.1.0', undefined, undefined],
      );
      assert.deepEqual([homepage, repository.url], [`${REPOSITORY}#readme`, `git+${REPOSITORY}.git`]);
      assert.match(engines.node, /^>=\d/);
      assert.ok(keywords.length > 4);
      const others = Object.keys({ ...dependencies, ...peerDependencies }).filter((one) =>
        one.startsWith('@kitestring/'),
      );
      assert.deepEqual(
        others.filter((one) => !NAMES.some((published) => published === one)),
        [],
      );
    });

    it(`${name} has the files that its exports name`, () => {
      const targets = Object.values(manifest(name).exports).flatMap((one) =>
        typeof one === 'string' ? one : Object.values(one),
      );
      const paths = pathsOf(name).map((path) => `./${path}`);
      const missing = targets.filter((target) => {
        const [start = '', end = ''] = target.split('*');
        return !paths.some((path) => path.startsWith(start) && path.endsWith(end));
      });
      assert.deepEqual(missing, []);
    });
  }

  it('has types that the compiler takes in a project with nothing else, and values that they describe', async () => {
    writeFileSync(join(installed.project, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(installed.project, 'uses.ts'),
      `import { KitestringClient } from '@kitestring/client';
import { nodePlatform } from '@kitestring/client/node';
import { API_VERSIONS, type ErrorCode, errors, type FlightState, notifications, operations, topics } from '@kitestring/contract';
import type { PlayerState, StreamPlayer } from '@kitestring/player';
import { TestStation } from '@kitestring/testing';
import type { useStation } from '@kitestring/testing/node-test';
const client = new KitestringClient({ url: 'http://127.0.0.1:1', key: 'k', platform: nodePlatform() });
const codes = Object.keys(errors) as ErrorCode[];
const fly = async (): Promise<FlightState['flight_state']> => (await client.flight.getFlightState()).flight_state;
const kindOf = (state: PlayerState, player: StreamPlayer): string => [state.kind, typeof player.stop].join();
console.log(API_VERSIONS.at(-1), codes.length > 100, notifications.length > 50, topics['flight/state'].operation, typeof fly, typeof kindOf, typeof TestStation.start);
type Station = ReturnType<typeof useStation>;
const keyOf = ({ key }: Station): string => key;
console.log(typeof keyOf);
console.log(JSON.stringify(operations['flight.control.take_off']));
`,
    );
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      outDir: 'out',
    };
    writeFileSync(join(installed.project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', installed.project]);
    const { stdout } = await run(process.execPath, [join(installed.project, 'out/uses.js')]);
    const [first, , second] = stdout.trim().split('\n');
    assert.equal(first, '1.1.2 true true flight.state function function function');
    assert.match(second ?? '', /"path":"\/api\/v1\/flight\/control\/take_off"/);
  });

  it('of the contract prints as its page says', async () => {
    const page = readFileSync(installed.file('@kitestring/contract', 'README.md'), 'utf8');
    const [, example = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];
    writeFileSync(join(installed.project, 'example.mjs'), example);
    const { stdout } = await run(process.execPath, [join(installed.project, 'example.mjs')]);
    const said = [...example.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
    assert.equal(said.length, 2);
    assert.equal(stdout, said.join(''));
  });

  it('of testing gives a station to a test of a project that has the command', async () => {
    const { testing } = PACKAGES;
    const [, example = ''] =
      /^```ts\n(.*?)^```/ms.exec(readFileSync(installed.file(testing.name, 'README.md'), 'utf8')) ?? [];
    const file = join(installed.project, 'takes-off.test.mjs');
    writeFileSync(file, example);
    const env = { ...process.env };
    // A runner of tests within one would report to the outer one.
    delete env.NODE_TEST_CONTEXT;
    const { stdout } = await run(process.execPath, ['--test-reporter', 'spec', file], { cwd: installed.project, env });
    assert.match(stdout, /✔ takes off/);
    assert.match(stdout, /^ℹ pass 1$/m);
  });

  it('of a library is code that a browser loads without a bundler', () => {
    for (const name of LIBRARIES) {
      const text = readFileSync(installed.file(name, 'dist/index.js'), 'utf8');
      assert.doesNotMatch(text, /from ["'](?!\.\/)/, name);
    }
  });
});

const run = promisify(execFile);

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs Node with nothing in its PATH. */
async function ranNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const options = { env: { PATH: '', ...env }, timeout: 180_000 };
  try {
    const { stderr, stdout } = await run(process.execPath, args, options);
    return { status: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stderr, stdout } = error as { code: number; stdout: string; stderr: string };
    return { status: code, out: stdout, err: stderr };
  }
}

interface Options {
  /** Flags of Node. */
  readonly flags?: readonly string[];
  readonly home?: string;
}

describe('the packed command', () => {
  const launcher = () => installed.file('kitestring', 'bin/kitestring.cjs');
  const ran = (argv: readonly string[], { flags = [], home = installed.project }: Options = {}): Promise<Ran> =>
    ranNode([...flags, launcher(), ...argv], { HOME: home });

  it('needs no other package', () => {
    const { dependencies, peerDependencies } = manifest('kitestring');
    assert.equal(dependencies, undefined);
    assert.deepEqual(Object.keys(peerDependencies ?? {}), ['@kitestring/hub', '@kitestring/video', 'serialport']);
    for (const library of SERVED_LIBRARIES) assert.ok(pathsOf('kitestring').includes(`assets/libraries/${library}`));
  });

  it('serves its page, its reference and the licences, with a data folder in that of the user', async () => {
    using home = new TestFolder();
    await using station = await StationProcess.start({
      launcher: launcher(),
      folder: home.file('data'),
      env: { HOME: home.path, KITESTRING_CONSOLE_ENABLED: 'true' },
    });
    await station.logged('the console is ready');
    for (const [path, text] of [
      ['/api/v1/health', '"status"'],
      ['/', 'Kitestring'],
      ['/docs', 'swagger'],
      ['/docs/swagger-ui-bundle.js', 'function'],
      ['/docs/docs.css', '{'],
      ['/docs/manual/', 'I operate'],
      ['/docs/manual/hub/deploy.html', 'Kubernetes'],
      ['/licences', 'typebox'],
    ] as const) {
      const response = await fetch(`${station.url}${path}`);
      assert.equal(response.status, 200, path);
      assert.ok((await response.text()).includes(text), path);
    }
    assert.deepEqual(await station.end(), { status: 0, signal: null });
    const { out } = await ran(['serve', '--print-config'], { home: home.path });
    assert.ok(out.includes(join(home.path, '.local/share/kitestring/data')), out);
    assert.ok(existsSync(home.file('.cache/kitestring/0.1.0')), 'compiled code');
  });

  it('runs a camera for ONVIF clients', async () => {
    using home = new TestFolder();
    const argv = ['camera', '--port', '0', '--onvif-port', '0', '--data-dir', home.file('data')];
    const camera = spawn(process.execPath, [launcher(), ...argv], { env: { HOME: home.path } });
    const ended = once(camera, 'exit');
    try {
      const lines = createInterface({ input: camera.stdout });
      const [line] = await Promise.race([once(lines, 'line'), ended]);
      assert.match(String(line), /^ONVIF http:\/\/127\.0\.0\.1:\d+\/onvif\/device_service /);
    } finally {
      camera.kill();
      await ended;
    }
  });

  it('says in one line that video is not installed, and flies without it', async () => {
    await using station = await StationProcess.start({
      launcher: installed.loneCommand,
      env: { KITESTRING_VIDEO_ENABLED: 'true', KITESTRING_SIM_SPEED: '100' },
    });
    await station.logged('the package @kitestring/video is not installed: npm install @kitestring/video');
    for (const path of ['/api/v1/health', '/metrics']) {
      assert.equal((await fetch(`${station.url}${path}`)).status, 200, path);
    }
  });

  it('reads scenarios and settings in YAML', async () => {
    using folder = new TestFolder();
    folder.file('kitestring.yaml', 'sim:\n  speed: fast\n');
    const { err, status } = await ran(['serve', '--data-dir', folder.path]);
    assert.equal(status, 2);
    assert.match(err, /kitestring\.yaml:2:10: wrong value of sim\.speed: got "fast"/);
    const checked = await ran(['scenario', 'check', installed.file('kitestring', 'assets/scenarios/gps-loss.yaml')]);
    assert.equal(checked.status, 0, checked.err);
  });

  it('says in one line what to do, with the status that its page documents', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    using folder = new TestFolder();
    const cases = [
      {
        argv: ['serve', '--port', String(port), '--data-dir', folder.path],
        line: /^kitestring: port \d+ on 127\.0\.0\.1 is in use by another program; choose another one with --port/,
        status: 1,
      },
      {
        argv: ['serve', '--port', '0', '--data-dir', folder.file('file', '')],
        line: /^kitestring: .*it is not a folder/,
        status: 1,
      },
      { argv: ['srve'], line: /^kitestring: unknown command srve; did you mean serve\?$/, status: 2 },
      {
        argv: ['version'],
        flags: ['--import', OLD_NODE],
        line: /^kitestring: needs Node 24 or newer, this is 22\.11\.0: install it from https:\/\/nodejs\.org, or run "npx -p node@24 -p kitestring kitestring"$/,
        status: 1,
      },
    ];
    for (const { argv, flags = [], line, status } of cases) {
      const { err, status: ended } = await ran(argv, { flags });
      assert.deepEqual([ended, err.split('\n').length - 1], [status, 1], err);
      assert.match(err.trim(), line);
    }
    taken.close();
  });

  it('needs the libraries of a hub for the commands of a hub only', () => {
    const texts = new Map(
      pathsOf('kitestring')
        .filter((path) => /^dist\/.*\.mjs$/.test(path))
        .map((path) => [path.slice('dist/'.length), readFileSync(installed.file('kitestring', path), 'utf8')]),
    );
    const closure = (name: string) => {
      const found = new Set([name]);
      for (const one of found)
        for (const [, next = ''] of (texts.get(one) ?? '').matchAll(/^(?:import|export)\b[^'"]*["']\.\/([^'"]+)["']/gm))
          found.add(next);
      return [...found];
    };
    const needsHub = [...texts.keys()].filter((name) =>
      closure(name).some((one) => texts.get(one)?.includes('from "@kitestring/hub/')),
    );
    assert.ok(needsHub.length > 3);
    const OF_A_HUB =
      /^(hub|run-hub|run-hub-check|admin-links|backup|broker-report|database-report|probe-objects|probe-relays|install-engine|write-cluster-config|make-pglite|pglite-database|postgres-database)(-[\w-]{8})?\.mjs$/;
    assert.deepEqual(
      needsHub.filter((name) => !OF_A_HUB.test(name)),
      [],
    );
  });

  it('says in one line that the hub is not installed', async () => {
    using folder = new TestFolder();
    const argv = ['hub', '--port', '0', '--data-dir', folder.path];
    const { err, status } = await ranNode([installed.loneCommand, ...argv], { HOME: folder.path });
    assert.equal(status, 1);
    assert.equal(
      err,
      'kitestring: this needs the package @kitestring/hub, which is not installed: npm install @kitestring/hub@0.1.0\n',
    );
  });

  it('begins with a file that the oldest Node can read', () => {
    const text = readFileSync(launcher(), 'utf8');
    assert.doesNotMatch(text, /=>|`|\b(const|let|class|import|export|async|await)\b|\?\.|\?\?|\.\.\.(?!s)|,\s*\)/);
    assert.ok(text.startsWith('#!/usr/bin/env node\n'));
  });
});

const OLD_NODE = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.11.0' } })")}`;
