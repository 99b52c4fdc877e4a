import { parametersWith } from '@kitestring/aircraft-simulator/parameters.ts';
import { ArduPilotPort, TetherRun } from '@kitestring/aircraft-sitl';
import { ArduPilotPeer } from '../packages/aircraft/sitl/test/support/ardupilot-peer.ts';
import { AttitudeController } from '../packages/aircraft/sitl/test/support/attitude-controller.ts';
import { type BenchRow, figure, median } from './result.ts';

const RATE_HZ = 400;
const PART_S = 20;
const PARTS = 5;
/** Long enough to climb and to compile. */
const WARM_UP_S = 40;
const HEIGHT_M = 20;
const WIND = { speedMps: 6, fromDeg: 270, turbulence: 'light' } as const;

/** Our tether in lockstep with an autopilot, which here is a small controller: its cost is included, that of a real one is not. */
export async function benchTether(): Promise<BenchRow[]> {
  const parameters = parametersWith({ site: { cradleHeadingDeg: 0 } });
  const { kite, rotor } = parameters;
  const run = new TetherRun({ airframe: { frame: 'quad', parameters, seed: 1, wind: WIND, startTimeUs: 0 } });
  await using port = await ArduPilotPort.listen({
    host: '127.0.0.1',
    port: 0,
    run,
    squareShare: 0,
    onEvent: () => {},
    nowMs: () => performance.now(),
  });
  const controller = new AttitudeController(kite.massKg, 6 * rotor.maxThrustN);
  await using peer = await ArduPilotPeer.open(port.port, { controller, squareShare: 0, rateHz: RATE_HZ });
  controller.target = { northM: 0, eastM: 0, heightM: HEIGHT_M, headingRad: 0 };
  await peer.fly(WARM_UP_S);
  const lockstep = await speed(() => peer.fly(PART_S));
  const { heightM, tensionN } = run.reading;
  const hover = Float64Array.from({ length: 4 }, () => (kite.massKg * 9.80665 + tensionN) / (6 * rotor.maxThrustN));
  const physics = await speed(() => {
    for (let step = 0; step < PART_S * RATE_HZ; step += 1) run.advance(1 / RATE_HZ, hover);
  });
  return [
    figure('tether for SITL: speed in lockstep over UDP', lockstep, 'x real time', {
      atLeast: 20,
      note: `at ${RATE_HZ} Hz, hovering at ${heightM.toFixed(1)} m in wind, with the controller that flies it`,
    }),
    figure('tether for SITL: speed of the physics alone', physics, 'x real time', { note: `at ${RATE_HZ} Hz` }),
  ];
}

/** Simulated time per processor time, median of several parts: both ends are in this process, and one always works. */
async function speed(part: () => unknown): Promise<number> {
  const speeds: number[] = [];
  for (let index = 0; index < PARTS; index += 1) {
    const before = process.cpuUsage();
    await part();
    const { user, system } = process.cpuUsage(before);
    speeds.push((1e6 * PART_S) / (user + system));
  }
  return median(speeds);
}
