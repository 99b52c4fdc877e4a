import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { OPTIONAL, OPTIONAL_LIBRARIES } from './optional-libraries.ts';

export const ROOT = join(import.meta.dirname, '../..');
const PACKED = join(import.meta.dirname, 'packed');

/** Modules that are different in a package, which has no sources, no builder and no Node of its own. */
const REPLACED: ReadonlyMap<string, string> = new Map(
  [
    ['packages/settings/src/own-folder.ts', 'own-folder.ts'],
    ['packages/settings/src/yaml.ts', 'yaml.ts'],
    ['packages/cli/src/version.ts', 'version.ts'],
    ['packages/cli/src/doctor/required-node.ts', 'required-node.ts'],
    ['packages/cli/src/libraries/roll-libraries.ts', 'roll-libraries.ts'],
    ['packages/console/page/build/page-folder.ts', 'console-page.ts'],
    ['packages/hub/page/build/page-folder.ts', 'hub-page.ts'],
    ['packages/manual/src/manual-file.ts', 'manual-file.ts'],
  ].map(([source = '', packed = '']) => [join(ROOT, source), join(PACKED, packed)]),
);

/** Files of npm that a station serves as they are. */
export const SERVED_LIBRARIES = [
  'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-dist/swagger-ui-bundle.js',
  'uplot/dist/uPlot.iife.min.js',
  'uplot/dist/uPlot.min.css',
];

/** Folder of files beside the bundles, in the package. */
export const ASSETS = 'assets';

interface OwnModulesOptions {
  /** Files that are started by their name, as threads or programs: their name in the bundle by their path from the root. */
  readonly entries: Readonly<Record<string, string>>;
  /** Called with each file or folder that a module reads beside itself, from the root. */
  readonly onAsset?: (path: string) => void;
}

/**
 * A plugin of rolldown for the modules of this repository: they find their files and threads beside the bundle, optional
 * libraries in the package that has them, and some are replaced.
 */
export function ownModules({ entries, onAsset = () => {} }: OwnModulesOptions): Plugin {
  return {
    name: 'own-modules',
    resolveId: {
      filter: { id: OPTIONAL },
      handler(source, importer) {
        const optional = OPTIONAL_LIBRARIES.find((one) => one.isUsed(source, importer ?? ''));
        return optional === undefined ? null : { id: optional.nameOf(source), external: true };
      },
    },
    load: {
      filter: { id: { include: /\.(ts|mjs)$/, exclude: /\bnode_modules\b|\bscripts[/\\]pack\b/ } },
      handler(path) {
        const replaced = REPLACED.get(path);
        if (replaced !== undefined) return `export * from ${JSON.stringify(replaced)};`;
        return located(readFileSync(path, 'utf8'), path, entries, onAsset);
      },
    },
  };
}

/** A module whose files and threads are named as seen from the folder of the bundle. @throws for what it cannot place */
function located(
  text: string,
  path: string,
  entries: OwnModulesOptions['entries'],
  onAsset: (path: string) => void,
): string {
  const fromRoot = (name: string) => relative(ROOT, join(dirname(path), name)).replaceAll('\\', '/');
  const entryOf = (name: string) => {
    const entry = entries[fromRoot(name)];
    if (entry === undefined) throw new Error(`${path} starts ${name}, which is no entry of the bundle`);
    return `./${entry}.mjs`;
  };
  const moved = text
    .replace(/\bimport\.meta\.resolve\('(\.[^']*)'\)/g, (_, name: string) => `import.meta.resolve('${entryOf(name)}')`)
    .replace(/'@kitestring\/video-process\/process\/([\w-]+)\.ts'(?=\))/g, "'@kitestring/video/$1.mjs'")
    .replace(
      /createRequire\(import\.meta\.url\)\.resolve\(`([^`]+)`\)/g,
      (_, name: string) => `new URL(\`../${ASSETS}/libraries/${name}\`, import.meta.url)`,
    )
    .replace(/\bnew URL\((['`])(\.{0,2}[^'`]*)\1, import\.meta\.url\)/g, (whole, quote: string, name: string) => {
      if (name.startsWith(`../${ASSETS}/`)) return whole;
      if (/\.(ts|mjs)$/.test(name)) return `new URL('${entryOf(name)}', import.meta.url)`;
      const [before = ''] = name.split('${');
      const isWhole = before === name;
      onAsset(fromRoot(isWhole ? name : dirname(`${before}x`)));
      const place = isWhole ? fromRoot(name) : `${fromRoot(dirname(`${before}x`))}/${name.slice(before.length)}`;
      return `new URL(${quote}../${ASSETS}/${place}${name.endsWith('/') ? '/' : ''}${quote}, import.meta.url)`;
    });
  const other = /\bimport\.meta\b(?!\.url\)|\.resolve\(')/.exec(moved);
  if (other !== null) throw new Error(`${path}: ${moved.slice(other.index, other.index + 60)}`);
  return moved;
}

/** `packages/hub/link/src/journal/journal-thread.ts` as `journal-thread`. */
export const entriesOf = (files: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map((file) => [file, basename(file).replace(/\.(ts|mjs)$/, '')]));
