// Which test files share a process. The start of a process, and of the browser in it, takes longer than most files need; but a
// file that kills, measures memory or watches pictures in real time has a process of its own.
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

const UNIT = 'packages/*/src/**/*.test.ts';
const WHOLE = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

/** Folders whose files share processes, so many of them, which no file may notice. */
const SHARED = {
  'packages/groundstation/test': 3,
  'packages/server/test': 1,
  'packages/console/test': 4,
  'packages/media/test/rtsp': 1,
  'packages/media/test/ingest': 1,
  'packages/simulator/test': 2,
  'packages/simulator/test/faults': 1,
  'packages/client/test': 1,
  'packages/contract/test': 1,
  'packages/flightlog/test': 1,
  'packages/scene/test': 1,
  'packages/station/test': 1,
};
/** In the folders above, but alone: they measure the processor or the memory of their process, or see pictures. */
const ALONE = ['costs.test.ts', 'many-sessions.test.ts', 'full-disk.test.ts', 'published.test.ts'];
/** They see pictures in real time, which are late where others take the processor: they come after all others, one for each core. */
const LIVE = [
  ...['packages/player/test/', 'packages/console/test/live/', 'packages/groundstation/test/live/'],
  ...['packages/conform/test/live/', 'packages/client/test/published.test.ts'],
];
/** They take longest, and what takes longest begins first, for nobody likes to wait for one at the end. */
const FIRST = [
  'packages/groundstation/test/scenarios/shipped-scenarios.test.ts',
  'packages/cli/test/serve.test.ts',
  'packages/cli/test/kill.test.ts',
  'packages/cli/test/fly.test.ts',
  'packages/console/test/live/camera.test.ts',
  'packages/player/test/stream-player.test.ts',
];

/**
 * A page in a browser, and the station behind it, take the processor for as long as they are there: the more of them at once, the longer each is
 * there, and the more they take in all. So only few are, beside work that is done once it has been computed.
 */
const PAGES = 'packages/console/test';
const PAGES_AT_ONCE = 2;

/** Whether this one may begin beside those that run. */
export function mayBegin({ name }, running) {
  return !name.startsWith(PAGES) || running.filter((work) => work.name.startsWith(PAGES)).length < PAGES_AT_ONCE;
}

/**
 * What is to be done, in order: `{ name, files }`, each one a process; first `beside` each other, then `live`.
 * @param chosen the only files that are wanted; all without it
 */
export function works(root, cores, chosen) {
  const filesOf = (...patterns) =>
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((file) => chosen?.has(file) ?? true)
      .sort();
  const shared = Object.keys(SHARED);
  const isShared = (file) => shared.includes(dirname(file)) && !ALONE.some((name) => file.endsWith(`/${name}`));
  const whole = filesOf(...WHOLE);
  const own = whole.filter((file) => !isShared(file)).map((file) => ({ name: file, files: [file] }));
  const together = shared.flatMap((folder) => {
    const files = whole.filter((file) => isShared(file) && dirname(file) === folder);
    return dealt(folder, files, SHARED[folder]);
  });
  const units = dealt('packages/*/src', filesOf(UNIT), cores);
  const isLive = ({ name }) => LIVE.some((folder) => name.startsWith(folder));
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const all = [...together, ...own, ...units].filter(({ files }) => files.length > 0).sort((a, b) => rank(a) - rank(b));
  return { beside: all.filter((work) => !isLive(work)), live: all.filter(isLive) };
}

function dealt(name, files, hands) {
  return Array.from({ length: hands }, (_, hand) => ({
    name: hands === 1 ? name : `${name} (${hand + 1} of ${hands})`,
    files: files.filter((_, index) => index % hands === hand),
  }));
}
