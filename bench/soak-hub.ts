import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isClean } from '@kitestring/hub-app/test/support/chaos.ts';
import { amountOf } from './amounts.ts';
import { SOAK_ROUNDS } from './hub/soak-rounds.ts';
import { SoakedHub } from './hub/soaked-hub.ts';

/*
 * `npm run soak:hub [-- --rounds 20] [--stations 10] [--seed N] [--database pglite|postgres] [--commands-per-s 5]`: in each round one thing is
 * disturbed at a random moment: hub, broker, database and stations are killed, the streams of the broker are wiped, disks become full, networks
 * are frozen, cut, lossy, slow and flapping. Meanwhile commands are given. In the end each station's own journal is compared with the hub's
 * API (numbers, chain, signatures), and each command with what its station has done. Exit status 1 when a record is lost, double or changed, or
 * a command was late, carried out twice, or told otherwise than it was; then the log of the hub is kept.
 */

/*
 * `--alone all`, or the name of one: in place of that, rounds with a hub of their own, each with its assertions: the database lost without a backup and all
 * stations enrolled again, a hostile member, the quorum of the brokers lost, a backlog of ten days (`hub/soak-rounds.ts`).
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    commands: { type: 'string', default: '0' },
    stations: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    database: { type: 'string', default: 'pglite' },
    'commands-per-s': { type: 'string', default: '5' },
    only: { type: 'string' },
    alone: { type: 'string' },
  },
});
if (values.alone !== undefined) await runAlone(values.alone);
else await disturbOne();

async function runAlone(wanted: string): Promise<void> {
  for (const [name, round] of Object.entries(SOAK_ROUNDS)) {
    if (wanted !== 'all' && wanted !== name) continue;
    const figures = await round({ stations: amountOf(values, 'stations'), seed: Number(values.seed) });
    console.log(`complete: ${name}: ${JSON.stringify(figures)}`);
  }
}

async function disturbOne(): Promise<void> {
  console.log(`${values.rounds} rounds, ${values.stations} stations, ${values.database}, seed ${values.seed}`);
  const soaked = await SoakedHub.start({
    stations: amountOf(values, 'stations'),
    seed: Number(values.seed),
    commandsPerS: amountOf(values, 'commands-per-s'),
    database: values.database === 'postgres' ? 'postgres' : 'pglite',
  });
  try {
    const wanted = { rounds: amountOf(values, 'rounds'), commands: Number(values.commands) };
    let round = 0;
    await soaked.disturb({ ...wanted, ...(values.only !== undefined && { only: values.only }) }, (name) => {
      round += 1;
      console.log(`${round} ${new Date().toISOString().slice(11, 19)} ${name}: ${soaked.commands.count} commands`);
    });
    const { commands: judged, isAtRest, journals, unrest } = await soaked.verdict();
    const { stories, ...commands } = judged;
    const { records, declared: _declared, ...wrong } = journals;
    const isGood = isAtRest && records > 0 && isClean(judged) && Object.values(wrong).every((count) => count === 0);
    console.log(
      `${isGood ? 'complete' : 'NOT COMPLETE'}: ${JSON.stringify({ isAtRest, journals, commands, rounds: soaked.counts })}`,
    );
    for (const station of unrest) console.log(`not at rest: ${JSON.stringify(station)}`);
    for (const [id, lines] of Object.entries(stories)) console.log([`story of ${id}:`, ...lines].join('\n  '));
    process.exitCode = isGood ? 0 : 1;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    if (process.exitCode !== 0) {
      const file = join(tmpdir(), `soak-hub-${values.seed}.log`);
      writeFileSync(file, soaked.hubLog.map((line) => JSON.stringify(line)).join('\n'));
      console.log(`log of the hub: ${file}`);
    }
    await soaked[Symbol.asyncDispose]();
  }
}
