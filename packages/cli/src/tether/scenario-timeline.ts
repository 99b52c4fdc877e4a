import type { TimelineEntry } from '@kitestring/aircraft-sitl';
import type { Action, TimelineStep } from '@kitestring/lab-scenario/scenario.ts';
import { UsageFault } from '../context.ts';
import { readScenarioFiles } from '../scenario/scenario-files.ts';

interface ScenarioTimeline {
  readonly entries: readonly TimelineEntry[];
  /** Steps that are left out, each with its reason. */
  readonly notes: readonly string[];
}

/**
 * Faults and winds of a scenario by their times. Without a station nothing else of it can happen, and a condition has
 * nothing to look at.
 * @throws UsageFault one line for a file that is wrong, or that waits for a condition
 */
export function timelineOfScenario(file: string, folder: string): ScenarioTimeline {
  const { problems, scenarios } = readScenarioFiles([file], folder);
  const [scenario, ...more] = scenarios;
  if (problems[0] !== undefined) throw new UsageFault(problems[0]);
  if (scenario === undefined || more.length > 0) throw new UsageFault(`tether: --scenario: give one file, not ${file}`);
  const entries: TimelineEntry[] = [];
  const notes: string[] = [];
  const times = new Map<string, number>([['start', 0]]);
  let nowS = 0;
  for (const step of scenario.steps) {
    nowS = Math.max(nowS, timeOf(step, nowS, times, scenario.file));
    if (step.name !== undefined) times.set(step.name, nowS);
    const action = step.action === undefined ? undefined : actionOf(step.action, step.name ?? `line ${step.line}`);
    if (action !== undefined) entries.push({ atS: nowS, action });
    else if (step.action !== undefined) notes.push(`${scenario.file}:${step.line}: left out: ${step.label}`);
  }
  return { entries, notes };
}

function timeOf(
  { line, trigger }: TimelineStep,
  nowS: number,
  times: ReadonlyMap<string, number>,
  file: string,
): number {
  switch (trigger.kind) {
    case 'next':
      return nowS;
    case 'at':
      return trigger.atS;
    case 'wait':
      return nowS + trigger.waitS;
    case 'after':
      return (times.get(trigger.moment.step) ?? nowS) + trigger.moment.laterS;
    case 'when':
      throw new UsageFault(
        `${file}:${line}: when: only a station knows this; for kitestring tether use at, wait or after`,
      );
  }
}

function actionOf(action: Action, name: string): TimelineEntry['action'] | undefined {
  switch (action.kind) {
    case 'fault': {
      const { durationS: duration, parameters, severity, type } = action;
      const given = { ...(duration !== undefined && { duration }), ...(severity !== undefined && { severity }) };
      return { kind: 'fault', name, request: { type, ...given, parameters } };
    }
    case 'clear':
      return { kind: 'clear', name: action.stepName };
    case 'wind': {
      const { from_deg: fromDeg, speed_mps: speedMps, turbulence } = action.wind;
      const wind = {
        ...(speedMps !== undefined && { speedMps }),
        ...(fromDeg !== undefined && { fromDeg }),
        ...(turbulence !== undefined && { turbulence }),
      };
      return { kind: 'wind', wind };
    }
    default:
      return undefined;
  }
}
