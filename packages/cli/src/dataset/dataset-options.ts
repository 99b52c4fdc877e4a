import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, textOf } from '../command.ts';
import { type Context, UsageFault } from '../context.ts';
import { type NumberLimits, numberFlag } from '../number-flag.ts';
import { readScenarioFiles } from '../scenario/scenario-files.ts';
import { lookAroundScenario } from './look-around.ts';

const KINDS = ['color', 'thermal'] as const;
export type PictureKind = (typeof KINDS)[number];

/** A command line of `kitestring dataset` after its check. */
export interface DatasetOptions {
  readonly out: string;
  readonly scenario: Scenario;
  readonly frames: number;
  readonly intervalS: number;
  readonly kinds: readonly PictureKind[];
  readonly widthPx: number | undefined;
  readonly zooms: readonly number[];
}

/** @throws UsageFault for what is wrong, in one line */
export function datasetOptions(args: Arguments, context: Context): DatasetOptions {
  const out = textOf(args, 'out');
  if (out === undefined) throw new UsageFault('dataset: --out DIR is missing');
  const frames = number(args, 'frames', { min: 1, max: 100_000, isWhole: true }) ?? 100;
  const intervalS = number(args, 'interval', { min: 0.1, max: 3600 }) ?? 1;
  const seed = number(args, 'seed', { min: 0, max: 2 ** 31 - 1, isWhole: true });
  const widthPx = number(args, 'width', { min: 64, max: 1920, isWhole: true });
  const zooms = (textOf(args, 'zoom') ?? '1')
    .split(',')
    .map((text) => numberFlag('dataset: --zoom', text, { min: 1, max: 32 }));
  const kinds = kindsOf(textOf(args, 'pictures'));
  const scenario = scenarioOf(textOf(args, 'scenario'), frames * intervalS, context);
  return {
    out,
    frames,
    intervalS,
    kinds,
    widthPx,
    zooms,
    scenario: seed === undefined ? scenario : { ...scenario, seed },
  };
}

function scenarioOf(file: string | undefined, durationS: number, { folder }: Context): Scenario {
  if (file === undefined) {
    const read = readScenario('look-around.yaml', lookAroundScenario(durationS));
    if (read.ok) return read.scenario;
    throw new Error(`the scenario of dataset is wrong: ${JSON.stringify(read.problems[0])}`);
  }
  const { problems, scenarios } = readScenarioFiles([file], folder);
  if (problems[0] !== undefined) throw new UsageFault(problems[0]);
  const [scenario, ...more] = scenarios;
  if (scenario === undefined || more.length > 0) {
    throw new UsageFault(`dataset: --scenario: give one file, not ${oneLine(file)}`);
  }
  return scenario;
}

function kindsOf(text: string | undefined): readonly PictureKind[] {
  if (text === undefined) return KINDS;
  const kinds = text.split(',');
  if (kinds.every((name) => KINDS.some((kind) => kind === name))) return KINDS.filter((kind) => kinds.includes(kind));
  throw new UsageFault(
    `dataset: --pictures: got "${oneLine(text)}", allowed: ${KINDS.join(', ')}, separated by a comma`,
  );
}

function number(args: Arguments, flag: string, limits: NumberLimits): number | undefined {
  const text = textOf(args, flag);
  return text === undefined ? undefined : numberFlag(`dataset: --${flag}`, text, limits);
}
