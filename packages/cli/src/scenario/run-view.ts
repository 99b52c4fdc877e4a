import { durationText } from '@kitestring/scenario/file/duration.ts';
import { resultLines } from '@kitestring/scenario/report/failure-lines.ts';
import type { ScenarioResult } from '@kitestring/scenario/run/result.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import type { TerminalOutput } from '../context.ts';
import { bar } from '../gauges.ts';
import { LiveRegion } from '../live-region.ts';
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
function resultLine(out: TerminalOutput, { outcome, title, file, simulatedS, realMs }: ScenarioResult): string {
  const mark = paint(out, outcome === 'passed' ? 'green' : 'red', `${MARKS[outcome]} ${outcome}`);
  return `${mark}  ${title} ${paint(out, 'dim', `${file}, ${durationText(simulatedS)} in ${(realMs / 1000).toFixed(1)} s`)}`;
}

/** Summary line. */
function summaryLine(out: TerminalOutput, results: readonly ScenarioResult[], count: number): string {
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

/** No output, for results in JSON. */
export class QuietRunView implements RunView {
  begin(): void {}
  scenarioBegan(): void {}
  progress(): void {}
  scenarioEnded(): void {}
  finish(): void {}
}

/** A run as lines, for a log or a pipe. */
export class PlainRunView implements RunView {
  readonly #out: TerminalOutput;

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  begin(): void {}
  scenarioBegan(): void {}
  progress(): void {}

  scenarioEnded(result: ScenarioResult): void {
    this.#out.write(`${resultLine(this.#out, result)}\n`);
    for (const line of resultLines(result)) this.#out.write(`  ${line}\n`);
  }

  finish(results: readonly ScenarioResult[], count: number): void {
    this.#out.write(`${summaryLine(this.#out, results, count)}\n`);
  }
}

const FRAME_MS = 80;
const BAR_CELLS = 30;

/** A run in a terminal: finished scenarios scroll up, below them a progress bar and the current scenario. */
export class LiveRunView implements RunView {
  readonly #out: TerminalOutput;
  readonly #region: LiveRegion;
  #count = 0;
  #done = 0;
  #title = '';
  #timeS = 0;
  #drawnMs = Number.NEGATIVE_INFINITY;

  constructor(out: TerminalOutput) {
    this.#out = out;
    this.#region = new LiveRegion(out);
  }

  begin(count: number): void {
    this.#count = count;
  }

  scenarioBegan({ title }: Scenario): void {
    this.#title = title;
    this.#timeS = 0;
    this.#draw();
  }

  progress(timeS: number): void {
    this.#timeS = timeS;
    if (performance.now() - this.#drawnMs >= FRAME_MS) this.#draw();
  }

  scenarioEnded(result: ScenarioResult): void {
    this.#done += 1;
    // A result replaces the bar, which is redrawn below it.
    this.#region.finish([resultLine(this.#out, result), ...resultLines(result).map((line) => `  ${line}`)]);
    if (this.#done < this.#count) this.#draw();
  }

  finish(results: readonly ScenarioResult[], count: number): void {
    this.#region.finish(['', summaryLine(this.#out, results, count)]);
  }

  #draw(): void {
    this.#drawnMs = performance.now();
    const out = this.#out;
    const share = `${this.#done} of ${this.#count}`;
    this.#region.draw([
      '',
      `${bar(out, this.#done, Math.max(1, this.#count), BAR_CELLS)} ${share}  ${paint(out, 'bold', this.#title)} ${durationText(this.#timeS)}`,
    ]);
  }
}
