// A reporter of node:test, for scripts/run-tests.mjs: one line of JSON for each test that was left out, and one with the counts and the
// processor time of the process and of all that it started and saw end, seconds.
import { readFileSync } from 'node:fs';

export default async function* record(events) {
  for await (const { data, type } of events) {
    if (type === 'test:pass' && data.skip !== undefined && data.skip !== false) {
      yield `${JSON.stringify({ kind: 'left out', file: data.file, name: data.name, reason: String(data.skip) })}\n`;
    }
    if (type === 'test:summary' && data.file === undefined) {
      yield `${JSON.stringify({ kind: 'counts', ...data.counts, processorS: processorS() })}\n`;
    }
  }
}

/** Linux counts in hundredths of a second; elsewhere it stays 0. Fields 14 to 17 of /proc/self/stat: see proc(5). */
function processorS() {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return afterName.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}
