// Divides the test files among processes by their recorded times: the start of a process, and of its browser, takes longer than most
// files. The files of a family of packages share processes, because they load the same code.
import { globSync } from 'node:fs';
import { PACKAGES } from '../packages.mjs';

const PATTERNS = [`${PACKAGES}/src/**/*.test.ts`, `${PACKAGES}/test/**/*.test.ts`, 'test/**/*.test.ts'];
/** A process takes about this share of all recorded times. */
const SHARE = 1 / 40;
/** Test processes spend much of their time waiting. */
export const PROCESSES_PER_CORE = 3;
const PAGES_AT_ONCE = 2;
/** For a file without a recorded time: most of those that need a process take longer. */
const unrecordedS = (group) => (group.endsWith('.test.ts') ? 20 : 3);

const words = (text) => text.trim().split(/\s+/);
/** Beginnings of paths, by kind of process; all others are of the kind `other`. */
const KINDS = {
  // They see pictures in real time, or measure a pace: they start last, when a core is free.
  'real time': words(`
    packages/video/player/test packages/console/page/test/live packages/station/app/test/live packages/lab/conformance/test/live
    packages/client/test/published.test.ts packages/cli/test/live packages/cli/test/hub-clients.test.ts
    packages/video/process/test/relay-uplink.test.ts
  `),
  // They only compute, without deadlines in real time: at a low priority they use what the others leave.
  background: words('packages/station/app/test/scenarios packages/aircraft/simulator/test packages/video/scene/test'),
  // Many pages at once extend each other's life and total cost.
  page: words('packages/console/page/test packages/hub/page/test'),
};
/** Names of files. They kill, measure processor or memory, or need a whole process for another reason. */
const ISOLATED = words(`
  costs many-sessions full-disk published serve kill fly shipped-scenarios long-run hub-clients relay-uplink published-packages
  mavlink-judges hub-uploads hub-video media-outlives-station own-video use-station
`).map((name) => `/${name}.test.ts`);
/** Scripts in place of test files. */
const SCRIPT = { files: [], kind: 'background', expectedS: 0 };
const CHECKS = { ...SCRIPT, name: 'npm run check', script: ['scripts/check.mjs', 'without-rules'] };
const BUILD = { ...SCRIPT, name: 'libraries, program and pages', script: ['scripts/prepare.mjs'] };

const beginning = (list, path) => list.find((one) => path.startsWith(one));
const kindOf = (name) => Object.keys(KINDS).find((kind) => beginning(KINDS[kind], name)) ?? 'other';

/** @param running and `waiting`: processes that have started, and that have not */
export function canStart({ kind }, { running, waiting, cores }) {
  const count = (those, ...kinds) => those.filter((one) => kinds.includes(one.kind)).length;
  const left = [...running, ...waiting];
  if (kind !== 'background' && left.includes(BUILD)) return false;
  if (kind === 'background') return count(running, kind) < (count(left, 'other', 'page') > 0 ? cores / 2 : cores);
  if (kind === 'real time') return count(waiting, 'other', 'page') === 0 && count(running, kind) < cores;
  if (kind === 'page' && count(running, kind) >= PAGES_AT_ONCE) return false;
  return count(running, 'other', 'page') < cores * PROCESSES_PER_CORE;
}

/** All test files, relative to the root. */
export const testFiles = (root) => PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();

function groupOf(file) {
  if (file.includes('/src/')) return 'unit tests';
  if (ISOLATED.some((name) => file.endsWith(name))) return file;
  return beginning(Object.values(KINDS).flat(), file) ?? /^(packages\/[^/]+|test)/.exec(file)[0];
}

const secondsOf = (file, times) => times[file] ?? times[groupOf(file)] ?? unrecordedS(groupOf(file));
const sumOf = (files, times) => files.reduce((sum, file) => sum + secondsOf(file, times), 0);

/** For a fresh clone: the mean of each group of files, where it differs by half from that of an unrecorded one, seconds. */
export function shortTimes(files, times) {
  const mean = (those) => Math.round((sumOf(those, times) / those.length) * 10) / 10;
  const rows = [...Map.groupBy(files, groupOf)].map(([name, those]) => [name, mean(those)]);
  return Object.fromEntries(rows.filter(([name, seconds]) => Math.abs(seconds / unrecordedS(name) - 1) > 0.5).sort());
}

/**
 * The processes in the order in which they start: scripts; then the longest first, so that the run does not wait for them at its end;
 * those in real time last.
 * @param times recorded seconds by file or group of files
 * @param chosen the wanted files only; absent: all files and the checks
 * @returns `{ name, files, kind, expectedS }` of each, and `script` of a script
 */
export function testProcesses(files, times, chosen = files) {
  const shareS = sumOf(files, times) * SHARE;
  const ofTests = [...Map.groupBy(chosen, groupOf)].flatMap(([name, those]) => {
    const kind = kindOf(name);
    const parts = Array.from({ length: Math.min(those.length, Math.ceil(sumOf(those, times) / shareS)) }, () => []);
    // The longest file first, each to the process with the least so far.
    for (const file of those.toSorted((a, b) => secondsOf(b, times) - secondsOf(a, times)))
      parts.sort((a, b) => sumOf(a, times) - sumOf(b, times))[0].push(file);
    const numbered = (index) => (parts.length === 1 ? name : `${name} (${index + 1} of ${parts.length})`);
    return parts.map((part, index) => ({ name: numbered(index), files: part, kind, expectedS: sumOf(part, times) }));
  });
  ofTests.sort((a, b) => (a.kind === 'real time') - (b.kind === 'real time') || b.expectedS - a.expectedS);
  const mayUseBuild = chosen.some((file) => groupOf(file) !== 'unit tests');
  return [...(chosen === files ? [CHECKS] : []), ...(mayUseBuild ? [BUILD] : []), ...ofTests];
}
