import { durationText } from '@kitestring/lab-scenario/file/duration.ts';
import { resultLines } from '@kitestring/lab-scenario/report/failure-lines.ts';
import type { ScenarioResult } from '@kitestring/lab-scenario/run/result.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { TerminalOutput } from '../context.ts';
import { bar } from '../gauges.ts';
import { LiveRegion } from '../live-region.ts';
import { paint, safeLine } from '../terminal-text.ts';

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
  return `${mark}  ${oneLine(title)} ${paint(out, 'dim', `${file}, ${durationText(simulatedS)} in ${(realMs / 1000).toFixed(1)} s`)}`;
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
  begin(_count: number): void {}
  scenarioBegan(_scenario: Scenario): void {}
  progress(_timeS: number): void {}
  scenarioEnded(_result: ScenarioResult): void {}
  finish(_results: readonly ScenarioResult[], _count: number): void {}
}

/** A run as lines, for a log or a pipe. */
export class PlainRunView extends QuietRunView {
  protected readonly out: TerminalOutput;

  constructor(out: TerminalOutput) {
    super();
    this.out = out;
  }

  override scenarioEnded(result: ScenarioResult): void {
    this.out.write(`${resultLine(this.out, result)}\n`);
    for (const line of resultLines(result)) this.out.write(`  ${safeLine(line)}\n`);
  }

  override finish(results: readonly ScenarioResult[], count: number): void {
    this.out.write(`${summaryLine(this.out, results, count)}\n`);
  }
}

const FRAME_MS = 80;
const BAR_CELLS = 30;

/** A run in a terminal: finished scenarios scroll up, below them a progress bar and the current scenario. */
export class LiveRunView extends PlainRunView {
  readonly #region: LiveRegion;
  #count = 0;
  #done = 0;
  #title = '';
  #timeS = 0;
  #drawnMs = Number.NEGATIVE_INFINITY;

  constructor(out: TerminalOutput) {
    super(out);
    this.#region = new LiveRegion(out);
  }

  override begin(count: number): void {
    this.#count = count;
  }

  override scenarioBegan({ title }: Scenario): void {
    this.#title = oneLine(title);
    this.#timeS = 0;
    this.#draw();
  }

  override progress(timeS: number): void {
    this.#timeS = timeS;
    if (performance.now() - this.#drawnMs >= FRAME_MS) this.#draw();
  }

  override scenarioEnded(result: ScenarioResult): void {
    this.#done += 1;
    // It replaces the bar, whose region would cut off what does not fit into the window.
    this.#region.draw([]);
    super.scenarioEnded(result);
    if (this.#done < this.#count) this.#draw();
  }

  override finish(results: readonly ScenarioResult[], count: number): void {
    this.#region.draw([]);
    this.out.write('\n');
    super.finish(results, count);
  }

  #draw(): void {
    this.#drawnMs = performance.now();
    const { out } = this;
    const share = `${this.#done} of ${this.#count}`;
    this.#region.draw([
      '',
      `${bar(out, this.#done, Math.max(1, this.#count), BAR_CELLS)} ${share}  ${paint(out, 'bold', this.#title)} ${durationText(this.#timeS)}`,
    ]);
  }
}
