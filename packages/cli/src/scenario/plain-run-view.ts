import { resultLines } from '@kitestring/scenario/report/failure-lines.ts';
import type { ScenarioResult } from '@kitestring/scenario/run/result.ts';
import type { TerminalOutput } from '../context.ts';
import { type RunView, resultLine, summaryLine } from './run-view.ts';

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
