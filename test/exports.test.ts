import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageFolders } from '../scripts/packages.mjs';

const root = join(import.meta.dirname, '..');
const FOLDERS = packageFolders(root);

/** Their exports are for programs outside of this repository, for the other end of a wire, or for tests of any package. */
const FOR_OTHERS = [
  'packages/client/src/index.ts',
  'packages/client/src/node-index.ts',
  'packages/hub/contract/',
  'packages/lab/testing/',
  'packages/mavlink/codec/src/generated/enums.ts',
  'packages/testing/src/',
];

/** Imported by a path that a test, a page or a bundler computes. */
const LOADED_BY_NAME = ['packages/video/player/test/page/picture-ages.ts', 'scripts/pack/packed/'];

/** Names of packages that `npm run pack` makes; no folder has them. */
const PACKED = ['contract', 'hub', 'player', 'video'];

const FILES = globSync('{packages/*,scripts,bench,test}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
}).sort();

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Names that a file exports by a declaration of its own. */
const declaredBy = (text: string) =>
  [
    ...text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|const|let|function\*?) (\w+)/gm,
    ),
  ].map(([, name]) => String(name));

/** Names that a file exports from others, as the front door of its folder. */
const passedOnBy = (text: string) =>
  [...text.matchAll(/^export (?:type )?(\{[^}]*\}) from/gm)].flatMap(([, names = '']) => namesOf(names) ?? []);

/** Files that packages export, by the import that loads them. */
const DOORS = new Map(
  [...FOLDERS].flatMap(([name, folder]) => {
    const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
    const { exports = {} } = JSON.parse(manifest) as { exports?: Readonly<Record<string, unknown>> };
    return Object.entries(exports).flatMap(([door, file]) =>
      typeof file === 'string' ? [[join('@kitestring', name, door), join(folder, file)] as const] : [],
    );
  }),
);

/** The file of this repository that an import loads; undefined for a library. */
function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(from, '..', specifier);
  const [, home, path = ''] = /^@kitestring\/([a-z-]+)\/?(.*)$/.exec(specifier) ?? [];
  if (home === undefined || PACKED.includes(home)) return undefined;
  const exported = DOORS.get(specifier);
  if (exported !== undefined) return exported;
  const folder = FOLDERS.get(home) ?? assert.fail(`${home} is no package`);
  const source = join(folder, 'src', path);
  return existsSync(join(root, source)) ? source : join(folder, path);
}

/** Names that one import takes; undefined for all of them. */
function namesOf(clause: string): readonly string[] | undefined {
  const [, names] = /\{([^}]*)\}/s.exec(clause) ?? [];
  if (names === undefined) return undefined;
  return names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => String(part.replace(/^type /, '').split(' as ')[0]));
}

/** Exports in use, as `file name`. An import of a whole file uses those of its exports that its user mentions. */
function usedBy({ file, text }: Source): readonly string[] {
  const statements = text.matchAll(/^(?:import|export)\b([^;']*?)\bfrom\s*'([^']+)'/gm);
  const taken = [...statements].flatMap(([, clause = '', specifier = '']) => {
    const target = targetOf(file, specifier);
    if (target === undefined) return [];
    return (namesOf(clause) ?? mentioned(target, text)).map((name) => `${target} ${name}`);
  });
  const whole = [...text.matchAll(/\b(?:import|resolve)\(\s*'((?:\.|@kitestring\/)[^']+)'/g)].flatMap(
    ([, specifier = '']) => {
      const target = targetOf(file, specifier);
      return target === undefined ? [] : mentioned(target, text).map((name) => `${target} ${name}`);
    },
  );
  return [...taken, ...whole];
}

function mentioned(target: string, text: string): readonly string[] {
  if (!existsSync(join(root, target))) return [];
  const source = readFileSync(join(root, target), 'utf8');
  return [...declaredBy(source), ...passedOnBy(source)].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
}

describe('exports', () => {
  it('are for other files: what is used in its own file only has no `export`', () => {
    const sources = FILES.map((file): Source => ({ file, text: readFileSync(join(root, file), 'utf8') }));
    const used = new Set(sources.flatMap(usedBy));
    // The front door of a whole package is written for readers who are not here yet.
    const doors = new Set([...DOORS.values()].filter((file) => !/\/src\/[\w-]+\.ts$/.test(file)));
    const unused = sources
      .filter(({ file }) => ![...FOR_OTHERS, ...LOADED_BY_NAME].some((exempt) => file.startsWith(exempt)))
      .flatMap(({ file, text }) =>
        [...declaredBy(text), ...(doors.has(file) ? passedOnBy(text) : [])].map((name) => `${file} ${name}`),
      )
      .filter((name) => !used.has(name));
    assert.ok(used.size > 3000);
    assert.deepEqual(unused, []);
  });

  it('include no text of the console that the page does not use', () => {
    const code = FILES.filter((file) =>
      /^packages\/(console\/(page\/(src|test)|ui\/src)|station\/contract\/src|video\/player\/src)\//.test(file),
    )
      .filter((file) => !/\/words\/[a-z]{2}\//.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const used = new Set(code.match(/\w+/g));
    const texts = FILES.filter((file) => file.startsWith('packages/console/page/src/words/en/')).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^\s+([a-zA-Z_]\w*)(?:: |\()/gm)].map(
        ([, name]) => `${file} ${name}`,
      ),
    );
    assert.ok(texts.length > 500);
    assert.deepEqual(
      texts.filter((text) => !used.has(String(text.split(' ')[1]))),
      [],
    );
  });
});
