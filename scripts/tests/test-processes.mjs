// Divides the test files among processes by their recorded times: the start of a process, and of its browser, takes longer than most
// files. The files of a folder share processes, and small folders share one.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PACKAGES } from '../packages.mjs';

const PATTERNS = [`${PACKAGES}/src/**/*.test.ts`, `${PACKAGES}/test/**/*.test.ts`, 'test/**/*.test.ts'];
const CHECKS = 'npm run check';
/** A process takes about this share of all recorded times. */
const SHARE = 1 / 40;
/** Folders with less than this part of a share are joined, unless their files need something that others do not. */
const IS_SMALL_BELOW = 1 / 4;
/** Most unit tests take less, and only longer files are recorded, seconds. */
const UNRECORDED_S = 0.3;
/** Test processes spend much of their time waiting. */
export const PROCESSES_PER_CORE = 3;
const PAGES_AT_ONCE = 2;

const words = (text) => text.trim().split(/\s+/);
/** Beginnings of paths. They see pictures in real time, or measure a pace: they start last, when a core is free. */
const REAL_TIME = words(`
  packages/video/player/test packages/console/page/test/live packages/station/app/test/live packages/lab/conformance/test/live
  packages/client/test/published.test.ts packages/cli/test/live packages/cli/test/hub-clients.test.ts
  packages/video/process/test/relay-uplink.test.ts
`);
/** They only compute, without deadlines in real time: at a low priority they use what the others leave. */
const BACKGROUND = [
  CHECKS,
  ...words('packages/station/app/test/scenarios packages/aircraft/simulator/test packages/video/scene/test'),
];
/** Many pages at once extend each other's life and total cost. */
const PAGES = ['packages/console/page/test', 'packages/hub/page/test'];
/** Names of files. They kill, measure processor or memory, or need a whole process for another reason. */
const ISOLATED = words(`
  costs many-sessions full-disk published serve kill fly shipped-scenarios long-run hub-clients relay-uplink published-packages
  mavlink-judges hub-uploads hub-video media-outlives-station own-video use-station
`).map((name) => `/${name}.test.ts`);

const isIn = (list, path) => list.some((beginning) => path.startsWith(beginning));
const isPage = ({ name }) => isIn(PAGES, name);

/** @param running and `waiting`: processes that have started, and that have not */
export function canStart(process, { running, waiting, cores }) {
  const sameClass = running.filter(({ isBackground }) => isBackground === process.isBackground);
  const isForeground = ({ isRealTime, isBackground }) => !isRealTime && !isBackground;
  if (process.isRealTime && waiting.some(isForeground)) return false;
  // The other half of the cores computes while those in real time wait at the end.
  if (process.isBackground && [...running, ...waiting].some(isForeground) && sameClass.length >= cores / 2)
    return false;
  const limit = process.isRealTime || process.isBackground ? cores : cores * PROCESSES_PER_CORE;
  return sameClass.length < limit && !(isPage(process) && running.filter(isPage).length >= PAGES_AT_ONCE);
}

/** All test files, relative to the root. */
export const testFiles = (root) => PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();

/** @returns seconds by file, of the first of these JSON files that records it; one that cannot be read records none */
export const recordedTimes = (...paths) => Object.assign({}, ...paths.reverse().map(timesIn));

function timesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** The median of each folder, and files that differ much from it: the times of a fresh clone. */
export function shortTimes(files, times) {
  const recorded = files.filter((file) => times[file] !== undefined);
  const rows = [...Map.groupBy(recorded, dirname)].flatMap(([folder, those]) => {
    const median = those.map((file) => times[file]).sort((a, b) => a - b)[those.length >> 1];
    const others = those.filter((file) => Math.abs(times[file] - median) > Math.max(3, median / 2));
    return [[folder, Math.round(median)], ...others.map((file) => [file, Math.round(times[file])])];
  });
  return Object.fromEntries(rows.filter(([path, seconds]) => seconds > 0 || path.endsWith('.test.ts')));
}

/**
 * The processes in the order in which they start: `npm run check`, a script without test files; then the longest first,
 * so that the run does not wait for them at its end; those in real time last.
 * @param times recorded seconds by file
 * @param chosen the wanted files only; absent: all files and the checks
 * @returns `{ name, files, expectedS, isRealTime, isBackground }` of each
 */
export function testProcesses(files, times, chosen) {
  const seconds = (file) => times[file] ?? times[dirname(file)] ?? UNRECORDED_S;
  const sum = (some) => some.reduce((total, file) => total + seconds(file), 0);
  const shareS = sum(files) * SHARE;
  const folders = Map.groupBy(files, (file) => {
    if (file.includes('/src/')) return 'unit tests';
    return ISOLATED.some((name) => file.endsWith(name)) ? file : dirname(file);
  });
  const isSmall = (name) =>
    files.some((file) => dirname(file) === name) &&
    !isIn([...REAL_TIME, ...BACKGROUND, ...PAGES], name) &&
    sum(folders.get(name)) < shareS * IS_SMALL_BELOW;
  const groups = Map.groupBy(folders.keys(), (name) => (isSmall(name) ? 'small folders' : name));
  const ofTests = [...groups].flatMap(([name, those]) => {
    const wanted = those.flatMap((one) => folders.get(one)).filter((file) => chosen?.has(file) ?? true);
    return parts(name, wanted, Math.ceil(sum(wanted) / shareS), seconds);
  });
  // Its time is estimated: it is no test file.
  const checks = chosen === undefined ? [{ name: CHECKS, files: [], expectedS: 30, script: 'scripts/check.mjs' }] : [];
  return [...checks, ...ofTests.sort((a, b) => b.expectedS - a.expectedS)]
    .map((one) => ({ ...one, isRealTime: isIn(REAL_TIME, one.name), isBackground: isIn(BACKGROUND, one.name) }))
    .sort((a, b) => Number(a.isRealTime) - Number(b.isRealTime));
}

/** The longest file first, each to the part with the least so far. */
function parts(name, files, count, seconds) {
  const all = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [], expectedS: 0 }));
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a))) {
    const least = all.reduce((one, other) => (other.expectedS < one.expectedS ? other : one));
    least.files.push(file);
    least.expectedS += seconds(file);
  }
  return all.map((part, index) => ({
    ...part,
    name: all.length === 1 ? name : `${name} (${index + 1} of ${all.length})`,
  }));
}
