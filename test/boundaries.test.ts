import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { withPlan } from '../scripts/house/page.ts';
import { PLAN } from '../scripts/house/plan.ts';
import { readmes } from '../scripts/house/readme.ts';
import { packageFolders } from '../scripts/packages.mjs';

const root = join(import.meta.dirname, '..');
const FOLDERS = packageFolders(root);
const folderOf = (name: string) => join(root, FOLDERS.get(name) ?? assert.fail(`${name} is no package`));

/* Packages without I/O: no node:*, and of libraries only these. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  'station-contract': ['typebox', 'typebox/compile'],
  'hub-contract': ['typebox', 'typebox/compile', 'node:crypto'],
  'station-core': [],
  'aircraft-simulator': [],
  'video-scene': [],
};

/* Packages with native code or with sockets for media: only the media process may load them. */
const ONLY_IN_THE_MEDIA_PROCESS = ['node-av', 'node-av/lib', 'node-av/constants', 'werift'];
const MEDIA_PROCESS_ENTRIES = [
  'packages/video/process/src/process/media-main.ts',
  'packages/video/process/src/encode/native-codecs.ts',
];

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Gone when the program runs. */
  readonly isType: boolean;
}

function sourcesOf(name: string): string[] {
  const folder = join(folderOf(name), 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

/** By file: several tests ask for the same. */
const importsByFile = new Map<string, readonly Import[]>();

function importsOf(file: string): readonly Import[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const imports = readImports(file);
  importsByFile.set(file, imports);
  return imports;
}

function readImports(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\b[^;']*?\bfrom\s*'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map((match) => ({
    file: relative(root, file),
    specifier: (match[1] ?? match[2] ?? match[3]) as string,
    isType: /^(?:import|export)\s+type\b/.test(match[0]),
  }));
}

/** Files that are loaded with one, also late; it fails where one of them imports what may not be loaded. */
function loadedBy(entry: string, forbidden: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const load = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier } of importsOf(file).filter(({ isType }) => !isType)) {
      const target = fileOf(file, specifier);
      if (target === undefined) assert.ok(!forbidden.includes(specifier), `${file} imports ${specifier}`);
      else load(target);
    }
  };
  load(join(root, entry));
  return seen;
}

function tests(name: string): string[] {
  const folder = folderOf(name);
  const inTest = existsSync(join(folder, 'test'))
    ? readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, 'test', file))
    : [];
  const beside = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, 'src', file));
  return [...inTest.filter((file) => file.endsWith('.ts')), ...beside];
}

/** Paths that a package may export: more is no front door, and belongs behind the index of its folder. */
const MAX_EXPORTS = 25;

/** Files that a package names for others; a pattern names none, nor does an entry that is built when it is packed. */
function exportsOf(name: string): readonly string[] {
  const manifest = readFileSync(join(folderOf(name), 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Readonly<Record<string, string | object>> };
  return Object.values(exports).filter((file) => typeof file === 'string' && !file.includes('*')) as readonly string[];
}

const packageOf = (specifier: string) => /^@kitestring\/([a-z-]+)/.exec(specifier)?.[1];

/** The file of this repository that an import loads; undefined for a library. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(from, '..', specifier);
  const match = /^@kitestring\/([a-z-]+)\/(.+)$/.exec(specifier);
  if (match === null) return undefined;
  const [, name = '', path = ''] = match;
  const door = join(folderOf(name), 'src', path, 'index.ts');
  if (existsSync(door)) return door;
  const source = join(folderOf(name), 'src', path);
  return existsSync(source) ? source : join(folderOf(name), path);
}

describe('boundaries', () => {
  it('every package has its place in the plan, above what it imports', () => {
    const names = Object.keys(PLAN);
    assert.deepEqual(names.toSorted(), [...FOLDERS.keys()].toSorted());
    for (const [index, name] of names.entries()) {
      const upward = PLAN[name]?.imports.filter((below) => names.indexOf(below) <= index);
      assert.deepEqual(upward, [], name);
    }
  });

  it('docs/contribute/architecture.md shows the plan; else run npm run docs', () => {
    const page = readFileSync(join(root, 'docs/contribute/architecture.md'), 'utf8');
    assert.equal(page, withPlan(page));
  });

  it('every package has a README, written by hand or from the plan; else run npm run docs', () => {
    const made = readmes();
    for (const folder of FOLDERS.values()) {
      const path = `${folder}/README.md`;
      const text = readFileSync(join(root, path), 'utf8');
      assert.equal(text, made.get(path) ?? text);
    }
  });

  // A pilot who is shown the true wind learns to rely on what no real station knows.
  it('nothing of the pages but the panel of the simulator reads the simulation', () => {
    const panel = join(root, 'packages/console/page/src/simulator/');
    const words = join(root, 'packages/console/page/src/words/');
    const files = ['console-page', 'hub-page', 'console-ui', 'video-player'].flatMap(sourcesOf);
    const readers = files.filter((file) => /\bsim\b/.test(readFileSync(file, 'utf8')));
    assert.ok(
      readers.some((file) => file.startsWith(panel)),
      'the test reads the sources',
    );
    assert.deepEqual(
      readers.filter((file) => !file.startsWith(panel) && !file.startsWith(words)),
      [],
    );
  });

  for (const [name, { imports: allowed, testImports = [] }] of Object.entries(PLAN)) {
    const imports = sourcesOf(name).flatMap(importsOf);
    const importsOfTests = tests(name).flatMap(importsOf);

    it(`${name} imports only ${allowed.join(', ') || 'itself'} of the workspace`, () => {
      assert.ok(imports.length > 0, 'the test reads the sources');
      const wrong = imports.filter(({ specifier }) => {
        const target = packageOf(specifier);
        return target !== undefined && target !== name && !allowed.includes(target);
      });
      assert.deepEqual(wrong, []);
    });

    it(`${name} stays inside its folder with relative imports`, () => {
      const wrong = imports.filter(({ file, specifier }) => {
        const target = join(root, file, '..', specifier);
        return specifier.startsWith('.') && !target.startsWith(join(folderOf(name), 'src'));
      });
      assert.deepEqual(wrong, []);
    });

    it(`tests of ${name} stay inside its folder with relative imports`, () => {
      const wrong = importsOfTests.filter(({ file, specifier }) => {
        const target = join(root, file, '..', specifier);
        return specifier.startsWith('.') && !target.startsWith(join(folderOf(name), '/'));
      });
      assert.deepEqual(wrong, []);
    });

    it(`what ${name} exports is there`, () => {
      const missing = exportsOf(name).filter((file) => !existsSync(join(folderOf(name), file)));
      assert.deepEqual(missing, []);
    });

    it(`${name} exports at most ${MAX_EXPORTS} paths`, () => {
      const { exports = {} } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
      assert.ok(Object.keys(exports).length <= MAX_EXPORTS, `it exports ${Object.keys(exports).length}`);
    });

    it(`tests of ${name} import the same, and what is there for tests`, () => {
      const wrong = importsOfTests.filter(({ specifier }) => {
        const target = packageOf(specifier);
        return target !== undefined && ![name, 'lab-testing', ...allowed, ...testImports].includes(target);
      });
      assert.deepEqual(wrong, []);
    });

    const libraries = PURE[name];
    if (libraries === undefined) continue;
    it(`${name} does no input or output: it imports no node:* and no framework`, () => {
      const wrong = imports.filter(
        ({ specifier }) =>
          !specifier.startsWith('.') && packageOf(specifier) === undefined && !libraries.includes(specifier),
      );
      assert.deepEqual(wrong, []);
    });
  }

  it('the server loads no native code, not even by way of another package', () => {
    const seen = loadedBy('packages/station/app/src/start.ts', ONLY_IN_THE_MEDIA_PROCESS);
    assert.ok(
      [...seen].some((file) => file.includes('packages/video/process/src')),
      'the test follows imports',
    );
    for (const entry of MEDIA_PROCESS_ENTRIES) assert.ok(!seen.has(join(root, entry)), entry);
    assert.deepEqual(
      [...seen].filter((file) => file.includes('/packages/mavlink/')),
      [],
      'MAVLink is loaded late',
    );
  });

  it('the media process loads no library of schemas: it would be two thirds of what it loads before a first picture', () => {
    const seen = loadedBy('packages/video/process/src/process/media-main.ts', ['typebox', 'typebox/compile']);
    assert.ok(
      [...seen].some((file) => file.includes('packages/station/contract/src')),
      'it reads names of the contract',
    );
  });

  it('no page waits at top level: what it waits for may import from the script that waits', () => {
    const files = ['console-page', 'hub-page', 'console-ui', 'video-player'].flatMap(sourcesOf);
    const waiting = files.filter((file) => /^(?![ \t/*])(?!.*\basync\b).*\bawait\b/m.test(readFileSync(file, 'utf8')));
    assert.deepEqual(waiting, []);
  });

  it('a station speaks NATS over a WebSocket only: a second transport in a process takes the first one away', () => {
    const imports = ['hub-link', 'station-app'].flatMap(sourcesOf).flatMap(importsOf);
    const nats = imports.filter(({ specifier }) => specifier.startsWith('@nats-io/'));
    assert.ok(nats.length > 0, 'the test reads the sources');
    assert.deepEqual([...new Set(nats.map(({ specifier }) => specifier))], ['@nats-io/nats-core']);
  });

  it('nobody opens a codec by the call of node-av that corrupts the heap', () => {
    const callers = sourcesOf('video-process').filter((file) => readFileSync(file, 'utf8').includes('open2Sync('));
    assert.deepEqual(callers, []);
  });
});
