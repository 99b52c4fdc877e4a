// Test files that share a process. The start of a process, and of its browser, takes longer than most files; but a file that kills,
// measures memory or evaluates pictures in real time has a process of its own.
import { globSync } from 'node:fs';
import { basename, dirname, matchesGlob } from 'node:path';
import { PACKAGES } from '../packages.mjs';

const UNIT = `${PACKAGES}/src/**/*.test.ts`;
const WHOLE = [`${PACKAGES}/test/**/*.test.ts`, 'test/**/*.test.ts'];

/**
 * Folders whose files share processes: number of processes, and usual seconds of each, in parallel with others and
 * nothing skipped.
 */
const SHARED = {
  'packages/cli/test': [4, 60],
  'packages/lab/conformance/test': [1, 65],
  'packages/console/page/test': [4, 135],
  'packages/console/page/test/live': [2, 50],
  'packages/station/api/test': [2, 70],
  'packages/station/app/test': [2, 50],
  'packages/station/app/test/live': [4, 35],
  'packages/station/app/test/scenarios': [1, 65],
  'packages/station/app/test/stories': [1, 80],
  'packages/hub/app/test': [4, 120],
  'packages/hub/page/test': [1, 105],
  'packages/video/process/test': [1, 35],
  'packages/video/process/test/rtsp': [1, 20],
  'packages/video/process/test/ingest': [1, 25],
  'packages/video/player/test': [1, 55],
  'packages/aircraft/simulator/test': [4, 45],
  'packages/aircraft/simulator/test/faults': [2, 45],
  'packages/client/test': [1, 5],
  'packages/{lab/{request-journal,wire-faults},station/{contract,core,flightlog},hub/link,mavlink/*,web}/test': [1, 55],
  'packages/video/scene/test': [1, 55],
  'packages/station/core/test/reactions': [1, 5],
  test: [1, 100],
};
const UNITS_S = 80;
const CHECKS_S = 30;
/**
 * Files of these folders with a process of their own: they measure its processor or memory, see pictures, or take
 * longest.
 */
const ALONE = [
  ...['costs.test.ts', 'many-sessions.test.ts', 'full-disk.test.ts', 'published.test.ts'],
  ...['serve.test.ts', 'kill.test.ts', 'fly.test.ts', 'shipped-scenarios.test.ts', 'long-run.test.ts'],
  ...['hub-clients.test.ts', 'relay-uplink.test.ts', 'published-packages.test.ts', 'mavlink-judges.test.ts'],
];
const ALONE_S = 20;
/** Long-running files with a process of their own. */
const LONG_S = {
  'shipped-scenarios.test.ts': 105,
  'hub-uploads.test.ts': 115,
  'published-packages.test.ts': 60,
  'relay-uplink.test.ts': 45,
  'hub-clients.test.ts': 40,
  'hub-video.test.ts': 30,
  'mavlink-judges.test.ts': 35,
};
/**
 * They see pictures in real time, or measure the pace of a station through its hub. A busy processor would delay both:
 * they begin last, when a core is free.
 */
const LIVE = [
  ...['packages/video/player/test', 'packages/console/page/test/live', 'packages/station/app/test/live'],
  ...['packages/lab/conformance/test/live/', 'packages/client/test/published.test.ts', 'packages/cli/test/live/'],
  ...['packages/cli/test/hub-clients.test.ts', 'packages/video/process/test/relay-uplink.test.ts'],
];
/**
 * They only compute, without deadlines in real time: they run at a lower priority from beginning to end, and use what
 * pages and live video leave.
 */
const PATIENT = [
  ...[
    'npm run check',
    'packages/station/app/test/scenarios',
    'packages/aircraft/simulator/test',
    'packages/video/scene/test',
  ],
];
/**
 * A page in a browser and its station use the processor while they exist. Many at once extend each other's life and
 * total cost, so only a few run in parallel.
 */
const PAGES = ['packages/console/page/test', 'packages/hub/page/test'];
const PAGES_AT_ONCE = 2;

/** Test processes spend much of their time waiting. */
export const AT_ONCE_FOR_EACH_CORE = 3;

/**
 * Whether a process may begin now. One with live video begins after all others, when a core is free. A patient one
 * begins if no core has another, and at most on half of the cores; the rest run while live ones wait at the end.
 * @param state `{ running, waiting, cores }`
 */
export function mayBegin(work, { running, waiting, cores }) {
  const beside = running.filter(({ isPatient }) => isPatient === work.isPatient);
  const isOther = ({ isLive, isPatient }) => !isLive && !isPatient;
  if (work.isLive && waiting.some(isOther)) return false;
  if (work.isPatient && [...running, ...waiting].some(isOther) && beside.length >= cores / 2) return false;
  if (beside.length >= (work.isLive || work.isPatient ? cores : cores * AT_ONCE_FOR_EACH_CORE)) return false;
  return !isPage(work) || running.filter(isPage).length < PAGES_AT_ONCE;
}

const isPage = ({ name }) => PAGES.some((folder) => name.startsWith(folder));

/** All test files, relative to the root. */
export const testFiles = (root) => [UNIT, ...WHOLE].flatMap((pattern) => globSync(pattern, { cwd: root }));

/**
 * The work in order: `{ name, files, usualS, isLive, isPatient }`, each one a process. First the checks of `npm run
 * check`, a script without test files; then the longest, so that the run does not wait for them at its end; live video
 * last.
 * @param chosen the wanted files only; absent: all files and the checks
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
  const own = whole
    .filter((file) => sharedBy(file) === undefined)
    .map((file) => ({
      name: file,
      files: [file],
      usualS: LONG_S[basename(file)] ?? ALONE_S,
    }));
  const together = Object.entries(SHARED).flatMap(([folders, [hands, usualS]]) =>
    dealt(
      folders,
      whole.filter((file) => sharedBy(file) === folders),
      hands,
      usualS,
    ),
  );
  const units = dealt('beside what they test', filesOf(UNIT), cores, UNITS_S);
  const checks =
    chosen === undefined ? [{ name: 'npm run check', files: [], usualS: CHECKS_S, script: 'scripts/check.mjs' }] : [];
  const isIn = (list, { name }) => list.some((begin) => name.startsWith(begin));
  const ofTests = [...together, ...own, ...units].filter(({ files }) => files.length > 0);
  return [...checks, ...ofTests.sort((a, b) => b.usualS - a.usualS)]
    .map((work) => ({ ...work, isLive: isIn(LIVE, work), isPatient: isIn(PATIENT, work) }))
    .sort((a, b) => Number(a.isLive) - Number(b.isLive));
}

function dealt(name, files, hands, usualS) {
  return Array.from({ length: hands }, (_, hand) => ({
    name: hands === 1 ? name : `${name} (${hand + 1} of ${hands})`,
    usualS,
    files: files.filter((_, index) => index % hands === hand),
  }));
}
