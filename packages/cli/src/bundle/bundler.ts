// Bundles the program into the folder given as the only argument, with a list of its sources. A separate process, because the bundler is
// native code; bundle-program.ts publishes what it has made.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { INSTALLED, MAIN, ROOT, SOURCE_LIST, stateOf } from './current-bundle.mjs';

const ENTRY = join(ROOT, 'packages/cli/src/main.ts');
const COMMANDS = join(ROOT, 'packages/cli/src/commands.ts');
const STATION = join(ROOT, 'packages/cli/src/serve/run-station.ts');
const HUB = join(ROOT, 'packages/cli/src/hub/run-hub.ts');

/** Modules that a station loads at its start and a hub does, a station, what a hub shares with its stations, and a hub. */
const SHARED = ['both', 'station', 'link', 'hub'];
const GROUPS = ['command', ...SHARED.map((name) => `${name} and commands`), ...SHARED];

const sources = new Map<string, unknown>();
/** Group of each module; one without a group goes where it is needed. */
const parts = new Map<string, string>();

/** State before the text: a file that changes meanwhile counts as changed. */
function note(path: string): void {
  const name = relative(ROOT, path);
  sources.set(name, stateOf(name));
}

/** A module in a bundle has to find files beside its source. */
function located(text: string, path: string): string {
  const { href } = pathToFileURL(path);
  const moved = text
    .replace(/\bimport\.meta\.resolve\('(\.[^']*)'\)/g, (_, name: string) => JSON.stringify(new URL(name, href).href))
    .replace(/\bimport\.meta\.url\b/g, JSON.stringify(href))
    .replace(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(path)));
  // Packages are found from the bundle too.
  const other = /\bimport\.meta\b(?!\.resolve\('[^.])/.exec(moved);
  if (other !== null) throw new Error(`${path}: ${moved.slice(other.index, other.index + 40)}`);
  return moved;
}

/** Libraries of many small files that every start loads, and what they import. The others may look for files of theirs. */
const BUNDLED = /^(@kitestring|@mcap\/core|@peculiar\/x509|pino|reflect-metadata|typebox|ws)(\/|$)/;

const isOfLink = (path: string): boolean => /^packages.hub.(contract|link)\b/.test(relative(ROOT, path));

const isLeftOut = (name: string, importer: string | undefined): boolean =>
  !name.startsWith('.') && !isAbsolute(name) && !BUNDLED.test(name) && !importer?.includes('node_modules');

const ownSources: Plugin = {
  name: 'own-sources',
  load: {
    filter: { id: { include: /\.(ts|mjs|json)$/, exclude: /\bnode_modules\b/ } },
    handler(path) {
      note(path);
      return path.endsWith('.json') ? undefined : located(readFileSync(path, 'utf8'), path);
    },
  },
  buildEnd() {
    const closure = (entry: string) => {
      const found = new Set([entry]);
      for (const path of found) for (const next of this.getModuleInfo(path)?.importedIds ?? []) found.add(next);
      return found;
    };
    const hub = closure(HUB);
    for (const path of closure(STATION)) parts.set(path, hub.has(path) ? 'both' : 'station');
    // A station of a hub loads what it says to it, and none of the libraries of the hub.
    for (const path of hub) if (!parts.has(path)) parts.set(path, isOfLink(path) ? 'link' : 'hub');
    // Else a command that prints a line would load the libraries of a hub, which take longer than all the rest.
    for (const path of closure(COMMANDS)) if (parts.has(path)) parts.set(path, `${parts.get(path)} and commands`);
    for (const path of closure(ENTRY)) parts.set(path, 'command');
  },
};

async function bundleInto(folder: string): Promise<void> {
  await using bundle = await rolldown({
    input: { [MAIN.replace('.mjs', '')]: ENTRY },
    platform: 'node',
    external: isLeftOut,
    optimization: { inlineConst: false },
    plugins: [ownSources],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // Names of classes are part of the layout of a snapshot.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: {
      groups: GROUPS.map((name, index) => ({
        name: name.replaceAll(' ', '-'),
        test: (path) => parts.get(path) === name,
        priority: GROUPS.length - index,
      })),
    },
  });
}

const [folder = ''] = process.argv.slice(2);
for (const file of globSync('packages/{*,*/*}/package.json', { cwd: ROOT })) note(join(ROOT, file));
note(join(ROOT, INSTALLED));
note(import.meta.filename);
await bundleInto(folder);
writeFileSync(join(folder, SOURCE_LIST), JSON.stringify(Object.fromEntries(sources)));
