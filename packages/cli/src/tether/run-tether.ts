import type { AirframeReading } from '@kitestring/aircraft-simulator/airframe/airframe-reading.ts';
import {
  ArduPilotPort,
  type AutopilotPort,
  type PortEvent,
  Px4Port,
  REAL_TIMERS,
  type TetherEvent,
  TetherListenFault,
  TetherRun,
} from '@kitestring/aircraft-sitl';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { type Arguments, has } from '../command.ts';
import { type Context, type ExitStatus, type TerminalOutput, UsageFault } from '../context.ts';
import { stopped } from '../stop-signal.ts';
import { paint, safeLine } from '../terminal-text.ts';
import { type TetherOptions, tetherOptions } from './tether-options.ts';
import { portEventText, readingJson, statusText, tetherEventText } from './tether-text.ts';

/** Simulated time between two status lines, seconds. */
const STATUS_S = 5;

/** `kitestring tether`. @throws UsageFault, SettingsFault one line for what is wrong */
export async function runTether(args: Arguments, context: Context): Promise<ExitStatus> {
  const options = tetherOptions(args, context);
  const view = has(args, 'json') ? new JsonView(context.out) : new TextView(context.out);
  const run = new TetherRun({
    airframe: options.airframe,
    timeline: options.timeline,
    onEvent: (event, now) => view.event(event, now),
    onReading: (now) => view.reading(now),
  });
  await using cleanup = new AsyncDisposableStack();
  const clock = new RealTimeClock();
  cleanup.defer(() => clock.stop());
  const onEvent = (event: PortEvent) => view.portEvent(event, run.airframe.timeS);
  const port = cleanup.use(await listen(options, run, onEvent, clock));
  view.start(options, port);
  await stopped(context.stop);
  return 0;
}

async function listen(
  options: TetherOptions,
  run: TetherRun,
  onEvent: (event: PortEvent) => void,
  clock: RealTimeClock,
): Promise<AutopilotPort> {
  const { airframe, autopilot, host, port, speed, squareShare } = options;
  const common = { host, port, run, squareShare, onEvent };
  try {
    if (autopilot === 'ardupilot') return await ArduPilotPort.listen({ ...common, nowMs: REAL_TIMERS.nowMs });
    const { seed, startTimeUs } = airframe;
    return await Px4Port.listen({ ...common, seed, startTimeUs, speed, timers: REAL_TIMERS, clock });
  } catch (error) {
    if (error instanceof TetherListenFault) throw new UsageFault(`tether: ${error.message}`, { cause: error });
    throw error;
  }
}

interface View {
  start(options: TetherOptions, port: AutopilotPort): void;
  event(event: TetherEvent, reading: AirframeReading): void;
  portEvent(event: PortEvent, timeS: number): void;
  reading(reading: AirframeReading): void;
}

/** True now and then while something flies: not for an aircraft that stands with its motors off. */
class StatusPace {
  #nextS = 0;

  isDue({ isOnGround, thrustN, timeS }: AirframeReading): boolean {
    if (timeS < this.#nextS - STATUS_S) this.#nextS = 0;
    if (timeS < this.#nextS || (isOnGround && thrustN === 0)) return false;
    this.#nextS = timeS + STATUS_S;
    return true;
  }
}

class TextView implements View {
  readonly #out: TerminalOutput;
  readonly #pace = new StatusPace();

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  start(options: TetherOptions, port: AutopilotPort): void {
    for (const line of startLines(options, port)) this.#out.write(`${safeLine(line)}\n`);
  }

  event(event: TetherEvent, { timeS }: AirframeReading): void {
    this.#say(timeS, paint(this.#out, 'bold', safeLine(tetherEventText(event))));
  }

  portEvent(event: PortEvent, timeS: number): void {
    this.#say(timeS, safeLine(portEventText(event)));
  }

  reading(reading: AirframeReading): void {
    if (this.#pace.isDue(reading)) this.#say(reading.timeS, statusText(reading));
  }

  #say(timeS: number, text: string): void {
    this.#out.write(`${timeS.toFixed(1).padStart(8)} s  ${text}\n`);
  }
}

class JsonView implements View {
  readonly #out: TerminalOutput;
  readonly #pace = new StatusPace();

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  start({ airframe, autopilot, host, notes }: TetherOptions, { port }: AutopilotPort): void {
    const { frame, parameters, wind } = airframe;
    const figures = { tether_m: parameters.tether.spoolM, wind_mps: wind?.speedMps, wind_from_deg: wind?.fromDeg };
    this.#write(0, { event: 'Listening', autopilot, address: host, port, frame, ...figures, left_out: notes });
  }

  event(event: TetherEvent, reading: AirframeReading): void {
    this.#write(reading.timeS, { ...snakeCase(event), ...readingJson(reading) });
  }

  portEvent(event: PortEvent, timeS: number): void {
    this.#write(timeS, event);
  }

  reading(reading: AirframeReading): void {
    if (this.#pace.isDue(reading)) this.#write(reading.timeS, { event: 'Status', ...readingJson(reading) });
  }

  #write(timeS: number, fields: object): void {
    this.#out.write(`${JSON.stringify({ time_s: Math.round(timeS * 1000) / 1000, ...fields })}\n`);
  }
}

const snakeCase = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

function startLines({ airframe, autopilot, host, notes }: TetherOptions, { port }: AutopilotPort): readonly string[] {
  const { frame, parameters, wind } = airframe;
  const { kite, power, rotor, tension, tether, winch } = parameters;
  const isArduPilot = autopilot === 'ardupilot';
  const where = `${isArduPilot ? 'UDP' : 'TCP'} port ${port} of ${host}`;
  const air =
    wind === undefined ? '' : `wind ${wind.speedMps} m/s from ${wind.fromDeg}°, turbulence ${wind.turbulence}`;
  return [
    `Waiting for ${isArduPilot ? 'ArduPilot' : 'PX4'} at ${where}`,
    `  ${frame} of ${kite.massKg} kg, thrust up to ${(6 * rotor.maxThrustN).toFixed(0)} N`,
    `  tether of ${tether.spoolM} m, ${1000 * tether.massPerM} g/m, ${power.inputVoltageV} V; winch holds ${tension.calmN} to ${tension.mostN} N, up to ${winch.maxSpeedMps} m/s`,
    `  ${air}`,
    `  start: ${isArduPilot ? `sim_vehicle.py -v ArduCopter -f JSON:${host}` : 'make px4_sitl_default none_iris'}`,
    ...notes,
  ];
}
