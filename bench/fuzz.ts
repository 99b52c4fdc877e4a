import { parseArgs } from 'node:util';
import { amountOf } from './amounts.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

/*
 * `npm run fuzz [-- --inputs 1000000] [--seed N]`: hostile inputs over HTTP, WebSocket, RTSP, IPC, YAML, MCAP, MAVLink and lines of ground equipment. Exit status 1
 * for a crash, an answer that blames the station, a contained bug, or memory that grows.
 */

/** Memory growth by caches and compiled code after the first quarter. */
const MOST_GROWTH_MIB = 64;

const { values } = parseArgs({ options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
console.log(`seed ${seed}`);
const { grownMib, inputs } = await runFuzz(seed, amountOf(values, 'inputs'), (done) => {
  console.error(`${done.toLocaleString('en')} inputs`);
});
console.log(inputs, 'grown, MiB:', grownMib);
if (Math.max(grownMib.reader, grownMib.station) > MOST_GROWTH_MIB) process.exit(1);
