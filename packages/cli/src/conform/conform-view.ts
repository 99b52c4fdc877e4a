import type { ConformOptions } from '@kitestring/lab-conformance/conform.ts';
import type { CheckResult } from '@kitestring/lab-conformance/report/report.ts';
import { failureText } from '@kitestring/lab-conformance/report/text.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { TerminalOutput } from '../context.ts';
import { LiveRegion } from '../live-region.ts';
import { paint, safeLine } from '../terminal-text.ts';

/** Shows a run: one line of progress in a terminal, and each failure as it is found. */
export class ConformView {
  readonly #out: TerminalOutput;
  readonly #region: LiveRegion | undefined;
  readonly #showsFailures: boolean;
  #total = 0;
  #done = 0;
  #failed = 0;

  constructor(out: TerminalOutput, { showsFailures }: { readonly showsFailures: boolean }) {
    this.#out = out;
    this.#region = out.isTerminal ? new LiveRegion(out) : undefined;
    this.#showsFailures = showsFailures;
  }

  /** Callbacks of the run. */
  get listeners(): Pick<ConformOptions, 'onBegin' | 'onResult'> {
    return {
      onBegin: (checks, { api, reportedVersion, speed }) => {
        this.#total = checks;
        const clock = speed > 1 ? `; its clock goes ${speed.toFixed(0)} times as fast as ours` : '';
        this.#out.write(
          `${checks} checks of version ${api.version}; the station reports ${oneLine(reportedVersion)}${clock}\n`,
        );
      },
      onResult: (result) => this.#resultCame(result),
    };
  }

  #resultCame(result: CheckResult): void {
    this.#done += 1;
    if (result.outcome === 'failed') {
      this.#failed += 1;
      if (this.#showsFailures) this.showFailure(result);
    }
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
    this.#region?.draw([`${this.#done} of ${this.#total}${failed}  ${result.id}`]);
  }

  showFailure(result: CheckResult): void {
    this.clear();
    const [first = '', ...others] = failureText(result);
    this.#out.write(`${[paint(this.#out, 'red', oneLine(first)), ...others.map(safeLine)].join('\n')}\n`);
  }

  /** Takes the line of progress away. */
  clear(): void {
    this.#region?.draw([]);
  }

  finish(lines: readonly string[]): void {
    this.clear();
    this.#out.write(`${lines.map(oneLine).join('\n')}\n`);
  }
}
