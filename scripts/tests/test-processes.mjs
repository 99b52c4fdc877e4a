// Divides the test files among processes by their recorded times: the start of a process, and of its browser, takes longer than most
// files. The files of a folder share processes, and small folders share one.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PACKAGES } from '../packages.mjs';

const UNIT = `${PACKAGES}/src/**/*.test.ts`;
const PATTERNS = [UNIT, `${PACKAGES}/test/**/*.test.ts`, 'test/**/*.test.ts'];
const UNIT_TESTS = 'unit tests';
const SMALL_FOLDERS = 'small folders';

/** A process takes about this share of all recorded times. */
const SHARE = 1 / 40;
/** Folders with less than this part of a share are joined, unless their files need something that others do not. */
const IS_SMALL_BELOW = 1 / 4;
/** Most unit tests take less, and only longer files are recorded, seconds. */
const UNRECORDED_S = 0.3;
/** Estimated: the checks are no test file. */
const CHECKS_S = 30;

const words = (text) => text.trim().split(/\s+/);
/** Beginnings of paths. They see pictures in real time, or measure a pace: they start last, when a core is free. */
const REAL_TIME = words(`
  packages/video/player/test packages/console/page/test/live packages/station/app/test/live packages/lab/conformance/test/live
  packages/client/test/published.test.ts packages/cli/test/live packages/cli/test/hub-clients.test.ts
  packages/video/process/test/relay-uplink.test.ts
`);
const CHECKS = 'npm run check';
/** They only compute, without deadlines in real time: at a low priority they use what the others leave. */
const BACKGROUND = [
  CHECKS,
  ...words('packages/station/app/test/scenarios packages/aircraft/simulator/test packages/video/scene/test'),
];
/** Many pages at once extend each other's life and total cost. */
const PAGES = ['packages/console/page/test', 'packages/hub/page/test'];
const PAGES_AT_ONCE = 2;
/** Names of files. They kill, measure processor or memory, or need a whole process for another reason. */
const ISOLATED = words(`
  costs many-sessions full-disk published serve kill fly shipped-scenarios long-run hub-clients relay-uplink published-packages
  mavlink-judges hub-uploads hub-video media-outlives-station own-video use-station
`).map((name) => `/${name}.test.ts`);

/** Test processes spend much of their time waiting. */
export const PROCESSES_PER_CORE = 3;

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

const isIn = (list, path) => list.some((beginning) => path.startsWith(beginning));
const isPage = ({ name }) => isIn(PAGES, name);

/** Unit tests open no page, nor do tests of packages below the page. */
export function mayOpenPages(processes) {
  const BELOW =
    /^packages\/(client|settings|aircraft\/simulator|console\/ui|hub\/(contract|link)|station\/(contract|core|flightlog|store)|video\/scene)\//;
  const opens = (file) => !file.includes('/src/') && !BELOW.test(file);
  return processes.some(({ files }) => files.length === 0 || files.some(opens));
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
  const folders = Map.groupBy(recorded, (file) => dirname(file));
  const rows = [...folders].flatMap(([folder, those]) => {
    const median = those.map((file) => times[file]).sort((a, b) => a - b)[those.length >> 1];
    const others = those.filter((file) => Math.abs(times[file] - median) > Math.max(3, median / 2));
    return [[folder, median], ...others.map((file) => [file, times[file]])];
  });
  return Object.fromEntries(
    rows.map(([path, s]) => [path, Math.round(s)]).filter(([path, s]) => s > 0 || folders.has(dirname(path))),
  );
}

/**
 * The processes in the order in which they start: `npm run check`, a script without test files; then the longest first,
 * so that the run does not wait for them at its end; those in real time last.
 * @param files all test files
 * @param times recorded seconds by file
 * @param chosen the wanted files only; absent: all files and the checks
 * @returns `{ name, files, expectedS, isRealTime, isBackground }` of each
 */
export function testProcesses(files, times, chosen) {
  const seconds = (file) => times[file] ?? times[dirname(file)] ?? UNRECORDED_S;
  const sum = (some) => some.reduce((total, file) => total + seconds(file), 0);
  const shareS = sum(files) * SHARE;
  const units = new Set(files.filter((file) => file.includes('/src/')));
  const folders = Map.groupBy(files, (file) => {
    if (units.has(file)) return UNIT_TESTS;
    return ISOLATED.some((name) => file.endsWith(name)) ? file : dirname(file);
  });
  const isSmall = ([name, those]) =>
    name === dirname(those[0]) &&
    !isIn([...REAL_TIME, ...BACKGROUND, ...PAGES], name) &&
    sum(those) < shareS * IS_SMALL_BELOW;
  const groups = Map.groupBy(folders, (group) => (isSmall(group) ? SMALL_FOLDERS : group[0]));
  const checks = { name: CHECKS, files: [], expectedS: CHECKS_S, script: 'scripts/check.mjs' };
  const ofTests = [...groups].flatMap(([name, those]) => {
    const wanted = those.flatMap(([, list]) => list).filter((file) => chosen?.has(file) ?? true);
    return wanted.length === 0 ? [] : parts(name, wanted, Math.ceil(sum(wanted) / shareS), seconds);
  });
  return [...(chosen === undefined ? [checks] : []), ...ofTests.sort((a, b) => b.expectedS - a.expectedS)]
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
    name: all.length === 1 ? name : `${name} (${index + 1} of ${all.length})`,
    files: part.files.sort(),
    expectedS: part.expectedS,
  }));
}
