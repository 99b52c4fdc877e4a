import type { RunView } from './run-view.ts';

/** No output, for results in JSON. */
export class QuietRunView implements RunView {
  begin(): void {}
  scenarioBegan(): void {}
  progress(): void {}
  scenarioEnded(): void {}
  finish(): void {}
}
