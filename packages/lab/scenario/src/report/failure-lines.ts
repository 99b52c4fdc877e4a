import type { ScenarioFailure, ScenarioResult } from '../run/result.ts';

/** A failure as text: what was expected, what happened and when, and the last seconds before it. */
export function failureLines(
  file: string,
  { line, expected, why, happened, atS, telemetry }: ScenarioFailure,
): string[] {
  return [
    `${file}:${line}`,
    `  expected  ${expected}`,
    ...(why === undefined ? [] : [`  because   ${why}`]),
    `  happened  ${happened}${atS === undefined ? '' : ` (at ${atS.toFixed(1)} s)`}`,
    ...telemetry.map((row) => `    ${row}`),
  ];
}

/** Everything that failed in a scenario; empty when it passed. */
export function resultLines({ file, failures, error }: ScenarioResult): string[] {
  const broken = error === undefined ? [] : [file, `  could not be run: ${error}`];
  return [...broken, ...failures.flatMap((failure) => failureLines(file, failure))];
}
