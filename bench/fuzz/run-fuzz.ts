import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { Random } from './random.ts';
import { surfacesOf } from './surfaces.ts';

/** Parallel inputs of surfaces that wait for the network. */
const AT_ONCE = 16;
const MIB = 2 ** 20;

interface FuzzResult {
  readonly inputs: Readonly<Record<string, number>>;
  /** Memory growth of reader and station from the first quarter to the end, MiB. */
  readonly grownMib: { readonly reader: number; readonly station: number };
}

/**
 * Throws so many hostile inputs at everything that reads what others send. The same seed gives the same inputs.
 * @param onProgress so many inputs are done
 * @throws Error that names surface, seed and turn: for a crash, an answer that blames the station, a contained bug
 */
export async function runFuzz(
  seed: number,
  inputs: number,
  onProgress: (done: number) => void = () => {},
): Promise<FuzzResult> {
  await using station = await StationProcess.start({ env: WIDE_LIMITS });
  const surfaces = Object.entries(surfacesOf(station, await station.token()));
  const each = Math.ceil(inputs / surfaces.length);
  const counts: Record<string, number> = {};
  let early: Memory | undefined;
  for (const quarter of [0, 1, 2, 3]) {
    for (const [name, feed] of surfaces) {
      const from = Math.floor((each * quarter) / 4);
      const to = Math.floor((each * (quarter + 1)) / 4);
      await feedAll(name, seed, from, to, feed);
      counts[name] = to;
      onProgress(Object.values(counts).reduce((sum, count) => sum + count, 0));
    }
    if (!station.isRunning) throw new Error(`the station has ended:\n${station.output}`);
    early ??= memory(station);
  }
  await requireNoBug(station);
  const late = memory(station);
  const grown = (key: keyof Memory) => late[key] - (early?.[key] ?? late[key]);
  return { inputs: counts, grownMib: { reader: grown('reader'), station: grown('station') } };
}

async function feedAll(
  name: string,
  seed: number,
  from: number,
  to: number,
  feed: (random: Random) => void | Promise<void>,
): Promise<void> {
  for (let turn = from; turn < to; turn += AT_ONCE) {
    const turns = Array.from({ length: Math.min(AT_ONCE, to - turn) }, (_, index) => turn + index);
    await Promise.all(
      turns.map(async (each) => {
        try {
          await feed(new Random(seed + each * 0x9e3779b1));
        } catch (cause) {
          throw new Error(`${name}, seed ${seed}, turn ${each}: ${String(cause)}`, { cause });
        }
      }),
    );
  }
}

interface Memory {
  readonly reader: number;
  readonly station: number;
}

function memory(station: StationProcess): Memory {
  globalThis.gc?.();
  return { reader: process.memoryUsage().heapUsed / MIB, station: station.residentMib };
}

/** A contained bug counts as a bug. */
async function requireNoBug({ output, url }: StationProcess): Promise<void> {
  const health = await fetch(`${url}/api/v1/health`);
  if (health.status !== 200) throw new Error(`health: ${health.status}`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bugs = metrics.match(/^kitestring_contained_bugs_total\{.*$/gm) ?? [];
  const internal = metrics.match(/^.*status="500".*$/gm) ?? [];
  if (bugs.length + internal.length > 0) throw new Error(`${[...bugs, ...internal].join('\n')}\n${output}`);
}
