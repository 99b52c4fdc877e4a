import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UniformStream } from '@kitestring/base/random.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { FleetJournal } from './fleet-journal.ts';
import { unpackRecords } from './segment-row.ts';

const KILLS = 12;
const CHILD = fileURLToPath(new URL('../../test/support/kill-child.ts', import.meta.url));

it(`a journal that is killed ${KILLS} times at random moments skips no number and loses no event that it has taken`, async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  const random = new UniformStream(seed);
  using folder = new TestFolder();
  const file = folder.file('journal.sqlite');
  const taken = new Map<number, number>();
  for (let run = 1; run <= KILLS; run += 1) {
    // Every fourth one dies while it opens the database, the first one while it makes it.
    const lines = run % 4 === 1 ? 1 : 2 + Math.floor(random.uniform() * 100);
    for (const line of await killedAfter(lines, file, run)) {
      assert.notEqual(line, 'damaged');
      const [seq, code] = line.split(' ').map(Number);
      if (code !== undefined && seq !== undefined) taken.set(seq, code);
    }
    assertWhole(file, taken);
  }
});

/** Runs the child until it has said so many lines, and kills it there. @returns all that it had said by then */
async function killedAfter(lines: number, file: string, run: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, file, String(run)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL');
  return said;
}

function assertWhole(file: string, taken: ReadonlyMap<number, number>): void {
  using journal = new FleetJournal({
    file,
    sid: 'sabcdefghijkl',
    maxBytes: 1e9,
    keepMs: 1e9,
    sign: () => '',
    newEpoch: () => 'epochabcdefg',
    onPutAside: () => assert.fail('the journal is sound'),
  });
  const { keptFrom } = journal;
  let previous: string | undefined;
  for (let at = Math.max(0, keptFrom - 1); ; ) {
    const segment = journal.segmentAfter(at);
    if (segment === undefined) {
      assert.equal(at, journal.sealed);
      break;
    }
    assert.equal(segment.first, at + 1);
    assert.equal(segment.previous, previous ?? segment.previous);
    const codes = new Map(unpackRecords(segment.body ?? new Uint8Array()).map(({ s, d }) => [s, d.code]));
    for (let seq = segment.first; seq <= segment.last; seq += 1) {
      if (taken.has(seq)) assert.equal(codes.get(seq), taken.get(seq));
    }
    previous = segment.hash;
    at = segment.last;
  }
  assert.ok(journal.head >= Math.max(0, ...taken.keys()), 'every number that was given is still given');
}
