import type { ScenarioResult } from '../run/result.ts';

/** Results as JSON, names in snake case as in the API. */
export const resultsJson = (results: readonly ScenarioResult[]): string =>
  `${JSON.stringify(
    results.map(({ file, title, outcome, simulatedS, realMs, failures, error }) => ({
      file,
      title,
      outcome,
      simulated_s: rounded(simulatedS),
      real_ms: Math.round(realMs),
      ...(error !== undefined && { error }),
      failures: failures.map(({ line, expected, why, happened, atS, telemetry }) => ({
        line,
        expected,
        ...(why !== undefined && { why }),
        happened,
        ...(atS !== undefined && { at_s: rounded(atS) }),
        telemetry,
      })),
    })),
    null,
    1,
  )}\n`;

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
