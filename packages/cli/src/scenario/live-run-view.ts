import { durationText } from '@kitestring/scenario/file/duration.ts';
import { resultLines } from '@kitestring/scenario/report/failure-lines.ts';
import type { ScenarioResult } from '@kitestring/scenario/run/result.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import type { TerminalOutput } from '../context.ts';
import { bar } from '../gauges.ts';
import { LiveRegion } from '../live-region.ts';
import { paint } from '../terminal-text.ts';
import { type RunView, resultLine, summaryLine } from './run-view.ts';

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
