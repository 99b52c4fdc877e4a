import type { RunView } from './run-view.ts';

/** Shows nothing, where the results are for a program. */
export class QuietRunView implements RunView {
  begin(): void {}
  scenarioBegan(): void {}
  progress(): void {}
  scenarioEnded(): void {}
  finish(): void {}
}
