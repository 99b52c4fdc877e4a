// A reporter of node:test, for scripts/run-tests.mjs: one line of JSON for each test that was left out, and one with the counts.
export default async function* record(events) {
  for await (const { data, type } of events) {
    if (type === 'test:pass' && data.skip !== undefined && data.skip !== false) {
      yield `${JSON.stringify({ kind: 'left out', file: data.file, name: data.name, reason: String(data.skip) })}\n`;
    }
    if (type === 'test:summary' && data.file === undefined) {
      yield `${JSON.stringify({ kind: 'counts', ...data.counts })}\n`;
    }
  }
}
