// Which test files share a process. The start of a process, and of the browser in it, takes longer than most files need; but a
// file that kills, measures memory or watches pictures in real time has a process of its own.
import { globSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';

const UNIT = 'packages/*/src/**/*.test.ts';
const WHOLE = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

/** Folders whose files share processes, so many of them, which no file may notice. */
const SHARED = {
  'packages/cli/test': 4,
  'packages/conform/test': 1,
  'packages/console/test': 4,
  'packages/console/test/live': 2,
  'packages/groundstation/test': 3,
  'packages/groundstation/test/live': 2,
  'packages/groundstation/test/scenarios': 1,
  'packages/groundstation/test/stories': 1,
  'packages/hub/test': 4,
  'packages/hubconsole/test': 1,
  'packages/media/test': 1,
  'packages/media/test/rtsp': 1,
  'packages/media/test/ingest': 1,
  'packages/simulator/test': 2,
  'packages/simulator/test/faults': 1,
  'packages/client/test': 1,
  'packages/{contract,flightlog,link,server,station}/test': 1,
  'packages/scene/test': 1,
  'packages/station/test/reactions': 1,
  test: 1,
};
/** In the folders above, but alone: they measure the processor or the memory of their process, see pictures, or take longest. */
const ALONE = [
  ...['costs.test.ts', 'many-sessions.test.ts', 'full-disk.test.ts', 'published.test.ts'],
  ...['serve.test.ts', 'kill.test.ts', 'fly.test.ts', 'shipped-scenarios.test.ts', 'long-run.test.ts'],
  ...['hub-clients.test.ts', 'relay-uplink.test.ts'],
];
/**
 * They see pictures in real time, or judge the pace of a station through its hub, which are late where others take the processor: they
 * begin after all others, where a core is free.
 */
const LIVE = [
  ...['packages/player/test/', 'packages/console/test/live', 'packages/groundstation/test/live'],
  ...['packages/conform/test/live/', 'packages/client/test/published.test.ts', 'packages/cli/test/live/'],
  ...['packages/cli/test/hub-clients.test.ts', 'packages/media/test/relay-uplink.test.ts'],
];
/** They take longest, and what takes longest begins first, for nobody likes to wait for one at the end. */
const FIRST = [
  'packages/groundstation/test/scenarios/shipped-scenarios.test.ts',
  'packages/cli/test/serve.test.ts',
  'packages/cli/test/kill.test.ts',
  'packages/cli/test/fly.test.ts',
  'packages/console/test/live (1 of 2)',
  'packages/player/test/stream-player.test.ts',
];

/**
 * A page in a browser, and the station behind it, take the processor for as long as they are there: the more of them at once, the longer each is
 * there, and the more they take in all. So only few are, beside work that is done once it has been computed.
 */
const PAGES = ['packages/console/test', 'packages/hubconsole/test'];
const PAGES_AT_ONCE = 2;

/** Most wait now and then. */
export const AT_ONCE_FOR_EACH_CORE = 3;

/**
 * Whether this one may begin beside those that run: one with live video where all others have begun, and as soon as a core is free.
 * @param state `{ running, waiting, cores }`, works both
 */
export function mayBegin(work, { running, waiting, cores }) {
  if (work.isLive && waiting.some(({ isLive }) => !isLive)) return false;
  if (running.length >= (work.isLive ? cores : cores * AT_ONCE_FOR_EACH_CORE)) return false;
  return !isPage(work) || running.filter(isPage).length < PAGES_AT_ONCE;
}

const isPage = ({ name }) => PAGES.some((folder) => name.startsWith(folder));

/**
 * What is to be done, in order: `{ name, files, isLive }`, each one a process; those with live video last.
 * @param chosen the only files that are wanted; all without it
 */
export function works(root, cores, chosen) {
  const filesOf = (...patterns) =>
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((file) => chosen?.has(file) ?? true)
      .sort();
  const sharedBy = (file) =>
    ALONE.some((name) => file.endsWith(`/${name}`))
      ? undefined
      : Object.keys(SHARED).find((folders) => matchesGlob(dirname(file), folders));
  const whole = filesOf(...WHOLE);
  const own = whole.filter((file) => sharedBy(file) === undefined).map((file) => ({ name: file, files: [file] }));
  const together = Object.entries(SHARED).flatMap(([folders, hands]) =>
    dealt(
      folders,
      whole.filter((file) => sharedBy(file) === folders),
      hands,
    ),
  );
  const units = dealt('packages/*/src', filesOf(UNIT), cores);
  const isLive = ({ name }) => LIVE.some((folder) => name.startsWith(folder));
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...together, ...own, ...units]
    .filter(({ files }) => files.length > 0)
    .map((work) => ({ ...work, isLive: isLive(work) }))
    .sort((a, b) => Number(a.isLive) - Number(b.isLive) || rank(a) - rank(b));
}

function dealt(name, files, hands) {
  return Array.from({ length: hands }, (_, hand) => ({
    name: hands === 1 ? name : `${name} (${hand + 1} of ${hands})`,
    files: files.filter((_, index) => index % hands === hand),
  }));
}
