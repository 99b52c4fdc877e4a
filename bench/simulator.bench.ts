import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import { SimulationDriver } from '@kitestring/aircraft-simulator/simulation-driver.ts';
import { type BenchRow, figure, median } from './result.ts';

const SIMULATED_S = 3600;
const STEPS_PER_S = 400;
const RUNS = 5;
const IDLE_MS = 3000;
/** Memory growth of an hour should be zero; this is the uncertainty of the measurement. */
const MEMORY_LIMIT_KIB = 64;
const ALLOCATION_STEPS = 1_000_000;

interface Flight {
  readonly aircraft: SimulatedAircraft;
  readonly clock: SimulationClock;
  readonly samples: () => number;
}

/**
 * A Kite that hovers at 40 m in wind and turns its camera, so that all parts are active, with a listener for its
 * samples.
 */
function flying(model: 'quasi_static' | 'lumped' = 'quasi_static'): Flight {
  const wind = { speedMps: 8, fromDeg: 270, turbulence: 'light' } as const;
  const parameters = { tether: { model } };
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0, wind, rooftopBox: false, parameters });
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
  return { aircraft, clock, samples: () => samples };
}

setFlagsFromString('--expose-gc');
// Once and for all: the context that it comes from has a size of its own.
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after a full collection, KiB. */
function heapKib(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024;
}

/** By processor time, so that other work has little influence. */
function benchSpeed(model: 'quasi_static' | 'lumped', least: number): BenchRow {
  const { clock, samples } = flying(model);
  // The first minutes of a process also compile what then runs for hours.
  clock.advance(SIMULATED_S / RUNS);
  const samplesBefore = samples();
  const runsS = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    clock.advance(SIMULATED_S / RUNS);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return figure(`simulator: speed, ${model} tether`, SIMULATED_S / RUNS / median(runsS), 'x real time', {
    atLeast: least,
    note: `at ${STEPS_PER_S} Hz, median of ${RUNS} parts of an hour, ${samples() - samplesBefore} samples delivered`,
  });
}

function benchMemory(): BenchRow {
  const { clock } = flying();
  heapKib();
  clock.advance(SIMULATED_S);
  const before = heapKib();
  clock.advance(SIMULATED_S);
  return figure('simulator: memory growth in an hour of flight', Math.max(0, heapKib() - before), 'KiB', {
    atMost: MEMORY_LIMIT_KIB,
    note: 'the second hour: the first one settles what code is kept compiled',
  });
}

/** Bytes that a step of the physics allocates: short-lived numbers, boxed by calls that the compiler does not inline. */
function benchAllocation(): BenchRow {
  const { simulation } = flying().aircraft;
  const run = () => {
    for (let step = 0; step < ALLOCATION_STEPS; step += 1) simulation.step();
  };
  run();
  const bytes = Array.from({ length: RUNS }, () => {
    const before = getHeapStatistics().total_allocated_bytes;
    run();
    return (getHeapStatistics().total_allocated_bytes - before) / ALLOCATION_STEPS;
  });
  // On a busy machine code is compiled late, and boxes more numbers until then.
  return figure('simulator: allocated by a step', Math.min(...bytes), 'bytes', {
    atMost: 32,
    note: 'samples not counted',
  });
}

/** Processor time of a simulated flight in real time. */
async function benchIdle(): Promise<BenchRow> {
  const driver = new SimulationDriver({
    clock: flying().clock,
    speed: 1,
    realTimeNowMs: () => performance.now(),
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
  return figure('simulator: processor time of a flight in real time', (100 * (user + system)) / wallUs, '% of a core', {
    atMost: 5,
  });
}

/** Speed of the simulation with samples delivered, memory growth, and processor time in real time. */
export async function benchSimulator(): Promise<readonly BenchRow[]> {
  return [
    benchSpeed('quasi_static', 2000),
    benchSpeed('lumped', 300),
    benchMemory(),
    benchAllocation(),
    await benchIdle(),
  ];
}
