import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UniformStream } from '@kitestring/base/random.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { openStore } from './open-store.ts';

const KILLS = 20;
const CHILD = fileURLToPath(new URL('../test/support/kill-child.ts', import.meta.url));

it(`loses nothing acknowledged when the process is killed ${KILLS} times at random moments`, async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  const random = new UniformStream(seed);
  using folder = new TestFolder();
  const acknowledged: string[] = [];
  for (let run = 1; run <= KILLS; run += 1) {
    // Every fourth one dies while it opens the database, the first one while it makes it.
    const lines = run % 4 === 1 ? 1 : 2 + Math.floor(random.uniform() * 150);
    for (const line of await killedAfter(lines, folder.path, run)) acknowledged.push(`${run} ${line}`);
    assertKept(folder.path, acknowledged);
  }
});

/** Runs the child until it has said so many lines, and kills it there. @returns all that it had said by then */
async function killedAfter(lines: number, folder: string, run: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, folder, String(run)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL');
  return said;
}

function assertKept(folder: string, acknowledged: readonly string[]): void {
  using store = openStore(folder, { lock: true, lockWaitMs: 0 });
  const kept = new Set(store.plugins.list().map(({ id }) => `plugin ${id}`));
  for (const { id } of store.sessions.list()) kept.add(`session ${id}`);
  for (const { parameters } of store.notifications.active()) kept.add(`begun ${parameters.id}`);
  for (const { parameters } of store.notifications.endedBetween(0, 1e9, 1e6)) {
    kept.add(`begun ${parameters.id}`).add(`ended ${parameters.id}`);
  }
  const lost = acknowledged.filter((line) => !isKept(line));
  assert.deepEqual(lost, []);

  function isKept(line: string): boolean {
    const [run, what, which = ''] = line.split(' ');
    if (what === 'opening' || what === 'open') return true;
    if (what === 'counted') return (store.counters.get(`counter-${run}`) ?? -1) >= Number(which);
    return kept.has(`${what} ${which}`);
  }
}
