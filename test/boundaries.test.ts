import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');

/* Dependencies point inwards: the packages that the source of each package may import, tests excepted. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  station: ['contract'],
  simulator: ['contract', 'station'],
  client: ['contract'],
  flightlog: ['contract', 'station'],
  server: ['contract', 'station', 'simulator', 'flightlog'],
  scenario: ['contract', 'station', 'simulator', 'flightlog', 'server', 'client'],
  cli: ['contract', 'station', 'simulator', 'flightlog', 'server', 'client', 'scenario'],
  testing: ['contract', 'station'],
};

/* Packages without I/O: no node:*, and of libraries only these. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  contract: ['typebox', 'typebox/compile'],
  station: [],
  simulator: [],
};

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function sourcesOf(name: string): string[] {
  const folder = join(root, 'packages', name, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\b[^;']*?\bfrom\s*'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map((match) => ({
    file: relative(root, file),
    specifier: (match[1] ?? match[2] ?? match[3]) as string,
  }));
}

const packageOf = (specifier: string) => /^@kitestring\/([a-z]+)/.exec(specifier)?.[1];

describe('boundaries', () => {
  for (const [name, allowed] of Object.entries(ALLOWED)) {
    const imports = sourcesOf(name).flatMap(importsOf);

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
        return specifier.startsWith('.') && !target.startsWith(join(root, 'packages', name, 'src'));
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
});
