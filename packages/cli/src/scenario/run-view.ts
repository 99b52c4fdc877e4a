import { durationText } from '@kitestring/scenario/file/duration.ts';
import type { ScenarioResult } from '@kitestring/scenario/run/result.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import type { TerminalOutput } from '../context.ts';
import { paint } from '../terminal-text.ts';

/** Displays the progress of a run of scenarios. */
export interface RunView {
  begin(count: number): void;
  scenarioBegan(scenario: Scenario): void;
  /** Position on its timeline, seconds. */
  progress(timeS: number): void;
  scenarioEnded(result: ScenarioResult): void;
  finish(results: readonly ScenarioResult[], count: number): void;
}

const MARKS = { passed: '✔', failed: '✖', error: '!' } as const;

/** One line for a finished scenario. */
export function resultLine(out: TerminalOutput, { outcome, title, file, simulatedS, realMs }: ScenarioResult): string {
  const mark = paint(out, outcome === 'passed' ? 'green' : 'red', `${MARKS[outcome]} ${outcome}`);
  return `${mark}  ${title} ${paint(out, 'dim', `${file}, ${durationText(simulatedS)} in ${(realMs / 1000).toFixed(1)} s`)}`;
}

/** Summary line. */
export function summaryLine(out: TerminalOutput, results: readonly ScenarioResult[], count: number): string {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  const simulatedS = results.reduce((sum, result) => sum + result.simulatedS, 0);
  const realS = results.reduce((sum, result) => sum + result.realMs, 0) / 1000;
  const left = count - results.length;
  const parts = [
    `${passed} passed`,
    ...(passed === results.length ? [] : [`${results.length - passed} did not`]),
    ...(left === 0 ? [] : [`${left} not flown`]),
  ];
  const colour = passed === count ? 'green' : 'red';
  const pace = realS > 0 ? `, ${Math.round(simulatedS / realS)} times real time` : '';
  return `${paint(out, colour, parts.join(', '))} in ${realS.toFixed(1)} s (${durationText(simulatedS)} of station time${pace})`;
}
