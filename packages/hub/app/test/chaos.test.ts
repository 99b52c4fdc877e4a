import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { UniformStream } from '@kitestring/base/random.ts';
import type { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { ChaosCommands, isClean } from './support/chaos-commands.ts';
import { ChaosFleet } from './support/chaos-fleet.ts';
import { compareJournals } from './support/compare-journals.ts';
import { HubProcess } from './support/hub-process.ts';
import { until } from './support/until.ts';

const STATIONS = 4;
const COMMANDS = 200;
const EVERY_MS = 40;
/** A station notices after 20 to 30 s that its connection was forgotten, and may wait 30 s before it dials again; on a busy machine later. */
const SETTLED_MS = 240_000;

/** `npm run soak:hub` does the same for longer, and kills what it can. */
describe('stations of a hub behind bad networks', { skip: missingNatsServer() }, () => {
  const seed = Date.now() % 2 ** 31;
  const random = new UniformStream(seed);
  const hub = new HubProcess();
  let fleet: ChaosFleet;
  before(async () => {
    await hub.start();
    fleet = await ChaosFleet.start(hub, { stations: STATIONS, seed, eventsPerS: 2 });
    await until('all stations', () => fleet.isUp);
  });
  after(async () => {
    await fleet?.[Symbol.asyncDispose]();
    await hub[Symbol.asyncDispose]();
  });

  const disturbances: readonly ((relay: ChaosRelay) => void)[] = [
    ...Array(3).fill((relay: ChaosRelay) => relay.freeze()),
    (relay) => relay.cut(),
    (relay) => relay.forget(),
    (relay) => {
      relay.conditions = { latencyMs: 2000, lossShare: 0.2, kbps: 2000 };
    },
    (relay) => {
      relay.conditions = { latencyMs: 30, lossShare: 0.2, kbps: 200 };
    },
  ];

  it('carry no command out late or twice, and tell each outcome truly, whenever the network goes', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const commands = new ChaosCommands(hub, fleet);
    await commands.start();
    const calm = new AbortController();
    const disturbing = fleet.stations.map(async ({ relay }) => {
      while (!calm.signal.aborted) {
        await wait(random.uniform() * 2500, undefined, { signal: calm.signal }).catch(() => {});
        random.pick(disturbances)(relay);
        await wait(random.uniform() * 3500, undefined, { signal: calm.signal }).catch(() => {});
        relay.mend();
      }
    });
    const given: Promise<void>[] = [];
    // On a busy machine some more, until the network has let one through and held one up.
    const endMs = performance.now() + SETTLED_MS;
    for (let count = 0; count < COMMANDS || (!commands.hasSeenBoth && performance.now() < endMs); count += 1) {
      given.push(commands.give(random.pick(fleet.stations).sid));
      await wait(EVERY_MS);
    }
    await Promise.all(given);
    calm.abort();
    await Promise.all(disturbing);
    await until('all stations', () => fleet.isUp, SETTLED_MS);
    const report = await commands.judge(SETTLED_MS);
    t.diagnostic(JSON.stringify(report));
    assert.ok(isClean(report), `seed ${seed}: ${JSON.stringify(report)}`);
    assert.ok(report.given === given.length && report.carriedOut > 0 && report.refused > 0);
  });

  it('lose and double no record through it, nor through the death of all at once', async (t) => {
    await fleet.end('SIGKILL');
    await fleet.run();
    const isArchived = () => fleet.isUp && fleet.status.every(({ unarchived }) => unarchived < 20);
    await until('everything', isArchived, SETTLED_MS);
    await fleet.end('SIGTERM');
    const { records, ...sums } = await compareJournals(hub, fleet.stations);
    t.diagnostic(`${records} records`);
    assert.ok(records > STATIONS);
    assert.deepEqual(sums, { lost: 0, double: 0, declared: 0, faults: 0, differing: 0, behind: 0 });
  });
});
