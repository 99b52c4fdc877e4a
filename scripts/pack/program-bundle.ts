import { join } from 'node:path';
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown';
import { entriesOf, ownModules, ROOT } from './own-modules.ts';

const START = join(ROOT, 'scripts/pack/program/kitestring.ts');
const MAIN = join(ROOT, 'packages/cli/src/main.ts');
const STATION = join(ROOT, 'packages/cli/src/serve/run-station.ts');
const HUB = join(ROOT, 'packages/cli/src/hub/run-hub.ts');

/** Threads and programs of a station, of a hub, and of the command, by their files. */
const THREADS = entriesOf([
  'packages/hub/app/src/database/make-pglite.ts',
  'packages/hub/link/src/journal/journal-thread.ts',
  'packages/lab/scenario/src/live/scenario-reader-thread.ts',
  'packages/station/store/src/checkpoint-thread.ts',
  'packages/video/host/src/process/confined-start.mjs',
]);
/** Threads that open a database. */
const WITH_DATABASE = ['checkpoint-thread'];

/** Files of the program by what is loaded together; each also has what it imports, unless one before it does. */
const PARTS = ['command', 'both', 'station', 'shared', 'hub'];

const SHARED: RolldownOptions = {
  cwd: ROOT,
  platform: 'node',
  optimization: { inlineConst: false },
  transform: { target: 'node24' },
};

const OUTPUT = { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } as const;

/** Files and folders beside the bundle that it reads, from the root. */
type Assets = ReadonlySet<string>;

/** The command, a station and a hub as JavaScript, in a few files by what is loaded together. */
export async function bundleProgram(folder: string): Promise<Assets> {
  const assets = new Set<string>();
  const parts = new Map<string, string>();
  const threads = Object.entries(THREADS).map(([file, name]) => [
    name,
    WITH_DATABASE.includes(name) ? `${QUIET}${file}` : join(ROOT, file),
  ]);
  await using bundle = await rolldown({
    ...SHARED,
    input: { kitestring: START, ...Object.fromEntries(threads) },
    plugins: [quietThreads(), ownModules({ entries: THREADS, onAsset: (path) => assets.add(path) }), partsOf(parts)],
  });
  await bundle.write({
    ...OUTPUT,
    dir: folder,
    // Names of classes are part of the layout of a snapshot.
    keepNames: true,
    codeSplitting: {
      groups: PARTS.map((name, index) => ({
        name,
        test: (path) => parts.get(path) === name,
        priority: PARTS.length - index,
      })),
    },
  });
  await bundleYaml(folder);
  return assets;
}

/** The media process and its threads as JavaScript; the codecs stay outside. */
export async function bundleMedia(folder: string): Promise<void> {
  const entries = entriesOf(
    [
      'process/media-main.ts',
      'process/load-media-code.ts',
      'source/source-worker.ts',
      'source/snapshot-worker.ts',
      'relay/relay-encoder-worker.ts',
      'whep/whep-worker.ts',
    ].map((file) => `packages/video/process/src/${file}`),
  );
  const input = Object.fromEntries(Object.entries(entries).map(([file, name]) => [name, join(ROOT, file)]));
  await using bundle = await rolldown({ ...SHARED, input, plugins: [ownModules({ entries })] });
  await bundle.write({ ...OUTPUT, dir: folder });
}

/** Loaded by few starts, and then at once: it stays what `require` returns. */
async function bundleYaml(folder: string): Promise<void> {
  await using bundle = await rolldown({ ...SHARED, input: { yaml: 'yaml' } });
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs' });
}

const QUIET = 'quiet-thread:';

/** A thread has warnings of its own: they are quiet before the rest is loaded. */
const quietThreads = (): Plugin => ({
  name: 'quiet-threads',
  resolveId: (source) => (source.startsWith(QUIET) ? source : null),
  load(id) {
    if (!id.startsWith(QUIET)) return null;
    const quiet = join(ROOT, 'scripts/pack/program/quiet-warnings.ts');
    const thread = join(ROOT, id.slice(QUIET.length));
    return `import { quietWarnings } from ${JSON.stringify(quiet)}; quietWarnings(); await import(${JSON.stringify(thread)});`;
  },
});

/** Which modules a station loads at its start, a hub, both, and every command. */
const partsOf = (parts: Map<string, string>): Plugin => ({
  name: 'parts',
  buildEnd() {
    const closure = (entry: string) => {
      const found = new Set([entry]);
      for (const path of found) for (const next of this.getModuleInfo(path)?.importedIds ?? []) found.add(next);
      return found;
    };
    const hub = closure(HUB);
    for (const path of closure(STATION)) parts.set(path, hub.has(path) ? 'both' : 'station');
    // Only code of the hub needs its libraries. A station that is a member of one shares the rest.
    const importers = new Map<string, string[]>();
    for (const path of hub)
      for (const next of this.getModuleInfo(path)?.importedIds ?? [])
        importers.set(next, [...(importers.get(next) ?? []), path]);
    const needsLibraries = new Set([...hub].filter((id) => id.startsWith('@kitestring/hub/')));
    for (const id of needsLibraries) for (const importer of importers.get(id) ?? []) needsLibraries.add(importer);
    for (const path of hub) if (!parts.has(path)) parts.set(path, needsLibraries.has(path) ? 'hub' : 'shared');
    for (const path of closure(MAIN)) parts.set(path, 'command');
  },
});
