import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type {
  ExpectationStatus,
  ScenarioBreak,
  ScenarioExpectation,
  ScenarioStep,
  ScenarioSummary,
  ScenarioRun as ShownRun,
} from '@kitestring/station-contract/sim/scenarios.ts';
import type { ScenarioFailure, ScenarioOutcome } from '../run/result.ts';
import type { ExpectationProgress } from '../run/run-progress.ts';
import type { ScenarioExecution } from '../run/scenario-execution.ts';
import type { Scenario, TimelineStep } from '../scenario.ts';
import { timelineLength } from './timeline-length.ts';

/** One run of a scenario, from its request. */
export interface RunRecord {
  readonly id: string;
  readonly scenario: Scenario;
  /** Name of an included scenario. */
  readonly name: string | undefined;
  readonly startedBy: string;
  readonly startedAtUs: number;
  /** Set once its station is ready. */
  run: ScenarioExecution | undefined;
  end: RunEnd | undefined;
}

export interface RunEnd {
  readonly atUs: number;
  readonly outcome: ScenarioOutcome | 'stopped';
  /** Why a run was aborted. */
  readonly reason: string | undefined;
}

/** Published form of a run. */
export function shownRun({ id, scenario, name, startedBy, startedAtUs, run, end }: RunRecord): ShownRun {
  const progress = run?.progress;
  const { title, description, family, steps } = scenario;
  const stepsDone = progress?.stepsDone ?? 0;
  const status = end?.outcome ?? (progress === undefined || progress.isPreparing ? 'preparing' : 'running');
  const step = end === undefined ? progress?.step : undefined;
  const { brokenOff } = run ?? {};
  return {
    id,
    ...(name !== undefined && { name }),
    title,
    description,
    family,
    status,
    started_by: startedBy,
    started_at: formatTimestamp(startedAtUs),
    ...(end !== undefined && { ended_at: formatTimestamp(end.atUs) }),
    elapsed_s: roundTo(progress?.elapsedS ?? 0, 1),
    percent: Math.floor((100 * stepsDone) / steps.length),
    steps: steps.length,
    ...(step !== undefined && { step: shownStep(step, stepsDone + 1) }),
    expectations: (progress?.expectations ?? notBegun(scenario)).map((one) => shownExpectation(one, end !== undefined)),
    ...(brokenOff !== undefined && { broken_off: shownBreak(brokenOff) }),
    ...(end?.reason !== undefined && { reason: end.reason }),
  };
}

const notBegun = ({ expectations }: Scenario): ExpectationProgress[] =>
  expectations.map((expectation) => ({ expectation, status: 'open', failure: undefined }));

const shownStep = ({ line, label }: TimelineStep, number: number): ScenarioStep => ({ number, line, label });

function shownExpectation({ expectation, status, failure }: ExpectationProgress, isOver: boolean): ScenarioExpectation {
  const { line, text, why } = expectation;
  const shown: ExpectationStatus = isOver && status === 'open' ? 'not_judged' : status;
  return {
    line,
    text,
    ...(why !== undefined && { why }),
    status: shown,
    ...(failure !== undefined && {
      happened: failure.happened,
      ...atS(failure),
      telemetry: [...failure.telemetry],
    }),
  };
}

const shownBreak = (failure: ScenarioFailure): ScenarioBreak => ({
  line: failure.line,
  expected: failure.expected,
  happened: failure.happened,
  ...atS(failure),
  telemetry: [...failure.telemetry],
});

const atS = ({ atS }: ScenarioFailure) => (atS === undefined ? {} : { at_s: roundTo(atS, 2) });

/** Published form of a scenario in the list. @param unfit why the station cannot run it */
export function shownSummary(name: string, scenario: Scenario, unfit: string | undefined): ScenarioSummary {
  const { title, description, family, steps, expectations } = scenario;
  const { shortestS, longestS } = timelineLength(scenario);
  return {
    name,
    title,
    description,
    family,
    steps: steps.length,
    expectations: expectations.length,
    shortest_s: roundTo(shortestS, 1),
    longest_s: roundTo(longestS, 1),
    ...(unfit !== undefined && { unfit }),
  };
}
