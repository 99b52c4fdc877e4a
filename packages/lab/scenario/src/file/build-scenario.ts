import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { WeatherChange, WindChange } from '@kitestring/station-contract/sim/controls.ts';
import { partsOf } from '../condition/compile-condition.ts';
import type { Condition } from '../condition/condition.ts';
import { fieldNamed } from '../condition/field.ts';
import { parseCondition } from '../condition/parse-condition.ts';
import type { ObservationPart } from '../observation.ts';
import type { ClientSpec, Expectation, Scenario, SeaSpec, TimelineStep, WeatherSpec } from '../scenario.ts';
import { buildExpectation, type ExpectationText } from './build-expectation.ts';
import { buildStep, type StepText } from './build-step.ts';
import { DEFAULT_CLIENTS, settings } from './check-meaning.ts';
import { readDuration } from './duration.ts';
import { DEFAULT_SETTLE, DEFAULT_START } from './form/scenario-form.ts';
import type { FilePosition } from './form-check.ts';
import { readMoment, type StepMoment } from './moment.ts';

export type { ExpectationText, StepText };

/** A valid file, as written. */
export interface ScenarioText {
  readonly title: string;
  readonly description: string;
  readonly family?: string;
  readonly seed?: number;
  readonly start?: string;
  readonly station?: Readonly<Record<string, unknown>>;
  readonly initial?: {
    readonly wind?: WindChange;
    readonly weather?: WeatherChange;
    readonly sea?: SeaSpec;
    readonly camera_model?: CameraModel;
    readonly airborne_at_m?: number;
  };
  readonly clients?: Readonly<Record<string, { readonly scopes?: readonly Scope[] }>>;
  readonly timeline: readonly StepText[];
  readonly settle?: string;
  readonly expect: readonly ExpectationText[];
}

/** Line of an element by its path. */
type LineOf = (path: string) => number;

const DEFAULT_SCOPES: readonly Scope[] = ['read', 'control'];
const DEFAULT_WIND: Required<WindChange> = { speed_mps: 4, from_deg: 250, turbulence: 'light' };
const DEFAULT_WEATHER: WeatherSpec = { visibility_m: 14_000, cloud_cover: 0.25, rain_mmph: 0 };
const DEFAULT_SEA: Required<SeaSpec> = { sea_state: 0, waves_from_deg: 250 };

/** Converts a checked file to an executable scenario. */
export function buildScenario(file: string, text: ScenarioText, places: ReadonlyMap<string, FilePosition>): Scenario {
  const line: LineOf = (path) => places.get(path)?.line ?? 1;
  const clients = clientsOf(text);
  const steps = stepsOf(text, clients[0]?.name ?? '', line);
  const expectations = text.expect.map((expected, index) => buildExpectation(expected, line(`/expect/${index}`)));
  return {
    file,
    title: text.title,
    description: text.description.trim(),
    family: text.family ?? 'other',
    seed: text.seed ?? 1,
    startUs: parseTimestamp(text.start ?? DEFAULT_START) ?? 0,
    settings: settings(text),
    wind: { ...DEFAULT_WIND, ...text.initial?.wind },
    weather: { ...DEFAULT_WEATHER, ...text.initial?.weather },
    sea: { ...DEFAULT_SEA, ...text.initial?.sea },
    cameraModel: text.initial?.camera_model ?? 'Camera 2nd Generation',
    airborneAtM: text.initial?.airborne_at_m,
    clients,
    steps,
    settleS: seconds(text.settle ?? DEFAULT_SETTLE),
    expectations,
    parts: usedParts(steps, expectations),
  };
}

function clientsOf({ clients = DEFAULT_CLIENTS }: ScenarioText): ClientSpec[] {
  return Object.entries<{ readonly scopes?: readonly Scope[] }>(clients).map(([name, { scopes = DEFAULT_SCOPES }]) => ({
    name,
    scopes,
  }));
}

function stepsOf({ timeline }: ScenarioText, firstClient: string, lineOf: LineOf): TimelineStep[] {
  const steps: TimelineStep[] = [];
  for (const [index, text] of timeline.entries()) {
    const path = `/timeline/${index}`;
    const members = text.steps?.map((member, inner) => [member, `${path}/steps/${inner}`] as const) ?? [[text, path]];
    for (let round = 0; round < (text.repeat ?? 1); round += 1) {
      for (const [member, at] of members) steps.push(buildStep(member, firstClient, lineOf(at)));
    }
  }
  return steps;
}

function usedParts(steps: readonly TimelineStep[], expectations: readonly Expectation[]): Set<ObservationPart> {
  const waited = steps.flatMap(({ trigger }) => (trigger.kind === 'when' ? partsOf(trigger.condition) : []));
  return new Set([...waited, ...expectations.flatMap(partsOfExpectation)]);
}

function partsOfExpectation(expectation: Expectation): ObservationPart[] {
  if (expectation.kind === 'notification') return [];
  if (expectation.kind === 'sequence') {
    const part = fieldNamed(expectation.field)?.part;
    return part === undefined ? [] : [part];
  }
  const limited = 'while' in expectation && expectation.while !== undefined ? partsOf(expectation.while) : [];
  return [...partsOf(expectation.condition), ...limited];
}

/** A time of a checked file. */
export function seconds(text: string): number {
  const value = readDuration(text);
  if (value === undefined) throw new Error(`${text} is no time, which the check should have refused`);
  return value;
}

/** A moment of a checked file. */
export function moment(text: string): StepMoment {
  const value = readMoment(text);
  if ('wrong' in value) throw new Error(`${text} is no moment, which the check should have refused`);
  return value;
}

/** A condition of a checked file. */
export function conditionOf(text: string): Condition {
  const parsed = parseCondition(text);
  if (!parsed.ok) throw new Error(`${text} is no condition, which the check should have refused`);
  return parsed.condition;
}
