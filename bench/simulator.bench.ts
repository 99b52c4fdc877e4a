import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SimulatedAircraft } from '@kitestring/simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/simulator/simulation-clock.ts';
import { SimulationDriver } from '@kitestring/simulator/simulation-driver.ts';
import { type BenchRow, meets } from './result.ts';

const SIMULATED_S = 3600;
const STEPS_PER_S = 400;
const IDLE_MS = 3000;
/** An hour and its samples leave nothing behind; this much is what the measurement itself is uncertain by. */
const MEMORY_LIMIT_KIB = 128;

/** A Kite that hovers at 40 m in wind and turns its camera: nothing rests that could rest. Its samples are listened to. */
function flying(): { readonly clock: SimulationClock; readonly samples: () => number } {
  const wind = { speedMps: 8, fromDeg: 270, turbulence: 'light' } as const;
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0, wind, rooftopBox: false });
  const clock = new SimulationClock(aircraft);
  let samples = 0;
  aircraft.onSample(() => {
    samples += 1;
  });
  aircraft.takeOff(1);
  clock.advance(10);
  aircraft.setAltitude(40);
  aircraft.movePan({ kind: 'atRate', rateDps: 10, durationS: 1e6 });
  clock.advance(120);
  return { clock, samples: () => samples };
}

setFlagsFromString('--expose-gc');
// Once and for all: the context that it comes from has a size of its own.
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use when everything that can be collected has been, KiB. */
function heapKib(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024;
}

function benchSpeed(): readonly BenchRow[] {
  const { clock, samples } = flying();
  // The first hour leaves compiled code in memory, which is not growth.
  clock.advance(SIMULATED_S);
  const heapBefore = heapKib();
  const samplesBefore = samples();
  const start = performance.now();
  clock.advance(SIMULATED_S);
  const tookS = (performance.now() - start) / 1000;
  const delivered = samples() - samplesBefore;
  const note = `${SIMULATED_S} s at ${STEPS_PER_S} Hz, ${delivered} samples delivered`;
  return [
    { name: 'simulator: steps', unit: 'steps/s', value: (SIMULATED_S * STEPS_PER_S) / tookS, note },
    {
      name: 'simulator: speed',
      unit: 'x real time',
      value: SIMULATED_S / tookS,
      limit: { kind: 'at least', value: 1000 },
    },
    {
      name: 'simulator: memory growth in an hour of flight',
      unit: 'KiB',
      value: Math.max(0, heapKib() - heapBefore),
      limit: { kind: 'at most', value: MEMORY_LIMIT_KIB },
    },
  ];
}

/** Share of a core that a simulated flight takes in real time. */
async function benchIdle(): Promise<BenchRow> {
  const driver = new SimulationDriver({
    clock: flying().clock,
    speed: 1,
    wallNowMs: () => performance.now(),
    setTimer: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  });
  driver.start();
  const start = performance.now();
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const { user, system } = process.cpuUsage(before);
  const wallUs = (performance.now() - start) * 1000;
  driver.stop();
  return {
    name: 'simulator: processor time of a flight in real time',
    unit: '% of a core',
    value: (100 * (user + system)) / wallUs,
    limit: { kind: 'at most', value: 5 },
  };
}

/** Speed of the simulation with samples delivered, what it leaves in memory, and what it costs in real time. */
export async function benchSimulator(): Promise<readonly BenchRow[]> {
  return [...benchSpeed(), await benchIdle()];
}

if (import.meta.main) {
  for (const row of await benchSimulator()) {
    const { name, unit, value, limit } = row;
    console.log(
      `${meets(row) ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} ${unit}${limit ? ` (${limit.kind} ${limit.value})` : ''}`,
    );
  }
}
