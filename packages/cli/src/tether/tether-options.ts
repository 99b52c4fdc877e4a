import path from 'node:path';
import { FRAME_NAMES, type FrameName } from '@kitestring/aircraft-simulator/airframe/motor-frame.ts';
import type { TetheredAirframeOptions } from '@kitestring/aircraft-simulator/airframe/tethered-airframe.ts';
import { type ParameterOverrides, parametersWith } from '@kitestring/aircraft-simulator/parameters.ts';
import type { TimelineEntry } from '@kitestring/aircraft-sitl';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { settingsGroup } from '@kitestring/settings/settings-group.ts';
import { readParametersFile } from '@kitestring/station-app/worlds/parameters-file.ts';
import { FAULT_TYPES, type FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { type Arguments, textOf } from '../command.ts';
import { type Context, UsageFault } from '../context.ts';
import { type NumberLimits, numberFlag } from '../number-flag.ts';
import { settingsOf } from '../settings-flags.ts';
import { timelineOfScenario } from './scenario-timeline.ts';

type Autopilot = 'ardupilot' | 'px4';

/** A command line of `kitestring tether` after its check. */
export interface TetherOptions {
  readonly autopilot: Autopilot;
  readonly host: string;
  readonly port: number;
  readonly squareShare: number;
  readonly speed: number;
  readonly airframe: TetheredAirframeOptions;
  readonly timeline: readonly TimelineEntry[];
  /** Lines about what the timeline leaves out. */
  readonly notes: readonly string[];
}

const PORTS: Readonly<Record<Autopilot, number>> = { ardupilot: 9002, px4: 4560 };
/** Defaults of MOT_THST_EXPO and of THR_MDL_FAC. */
const SQUARE_SHARES: Readonly<Record<Autopilot, number>> = { ardupilot: 0.65, px4: 0 };
/** Faults of a command line; more belong into a scenario. */
const FAULTS_MAX = 20;
const LATEST_S = 86_400;

/** @throws UsageFault, SettingsFault for what is wrong, in one line */
export function tetherOptions(args: Arguments, context: Context): TetherOptions {
  const autopilot = oneOf(args, 'for', Object.keys(PORTS) as readonly Autopilot[]);
  const frame = oneOf<FrameName>(args, 'frame', FRAME_NAMES, 'quad');
  const port = number(args, 'port', { min: 0, max: 65_535, isWhole: true }) ?? PORTS[autopilot];
  const simulation = settingsGroup(settingsOf(args, context).values, 'sim');
  const { parametersFile, seaState, seed, speed, turbulence, wavesFromDeg, windFromDeg, windSpeedMps } = simulation;
  const scenario = textOf(args, 'scenario');
  const ofScenario = scenario === undefined ? { entries: [], notes: [] } : timelineOfScenario(scenario, context.folder);
  return {
    autopilot,
    host: textOf(args, 'address') ?? '127.0.0.1',
    port,
    squareShare: number(args, 'thrust-expo', { min: 0, max: 1 }) ?? SQUARE_SHARES[autopilot],
    speed,
    airframe: {
      frame,
      parameters: parameters(parametersFile, args, context),
      seed,
      wind: { speedMps: windSpeedMps, fromDeg: windFromDeg, turbulence },
      sea: { seaState, wavesFromDeg },
      startTimeUs: Date.now() * 1000,
    },
    timeline: [...ofScenario.entries, ...faults(args)],
    notes: ofScenario.notes,
  };
}

function parameters(file: string | undefined, args: Arguments, { folder }: Context) {
  const fromFile: ParameterOverrides = file === undefined ? {} : readParametersFile(path.resolve(folder, file));
  const spoolM = number(args, 'length', { min: 1, max: 1000 });
  return parametersWith(spoolM === undefined ? fromFile : { ...fromFile, tether: { ...fromFile.tether, spoolM } });
}

function faults({ flags }: Arguments): readonly TimelineEntry[] {
  const given = flags.get('fault') ?? [];
  if (given.length > FAULTS_MAX) throw new UsageFault(`tether: --fault: at most ${FAULTS_MAX}, got ${given.length}`);
  return given.map((text) => {
    const [type = '', at = '', ...rest] = text.split('@');
    const atS = at === '' ? Number.NaN : Number(at);
    if (rest.length > 0 || !(atS >= 0 && atS <= LATEST_S)) {
      throw new UsageFault(
        `tether: --fault: got "${oneLine(text)}", allowed: a type, @ and seconds, such as tether_cut@60`,
      );
    }
    const isType = (name: string): name is FaultType => FAULT_TYPES.some((known) => known === name);
    if (!isType(type)) {
      throw new UsageFault(`tether: --fault: there is no fault ${oneLine(type)}, see docs/reference/faults.md`);
    }
    return { atS, action: { kind: 'fault', name: text, request: { type } } };
  });
}

function oneOf<T extends string>(args: Arguments, flag: string, allowed: readonly T[], preset?: T): T {
  const text = textOf(args, flag) ?? preset;
  const found = allowed.find((name) => name === text);
  if (found !== undefined) return found;
  const got = text === undefined ? 'is required' : `got "${oneLine(text)}"`;
  throw new UsageFault(`tether: --${flag} ${got}, allowed: ${allowed.join(', ')}`);
}

function number(args: Arguments, flag: string, limits: NumberLimits): number | undefined {
  const text = textOf(args, flag);
  return text === undefined ? undefined : numberFlag(`tether: --${flag}`, text, limits);
}
