import {
  AT_ONCE_REAL_S,
  AT_ONCE_STATION_S,
  COVERAGE_FINDINGS,
  COVERAGE_KINDS,
  REACTIONS,
} from '@kitestring/station-contract/sim/coverage-findings.ts';
import { GENERATED_NOTE, markdownTable } from '@kitestring/web/docs';

const INTRODUCTION =
  'What `GET /sim/v1/journal/coverage` and `kitestring coverage` say about a client. How to use it is in [coverage](../integrator/coverage.md).';

const AT_ONCE = `"At once" is within ${AT_ONCE_REAL_S} s of real time and ${AT_ONCE_STATION_S} s of station time, and before the client has read or was sent another flight state.`;

const rows = (meanings: Readonly<Record<string, string>>): string[][] =>
  Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, meaning]);

/** Findings, reactions and kinds of the coverage. */
export function coverageMarkdown(): string {
  const findings = Object.entries(COVERAGE_FINDINGS).map(([name, { advice, meaning }]) => [
    `\`${name}\``,
    meaning,
    advice,
  ]);
  return [
    GENERATED_NOTE,
    '# Coverage of a client',
    '',
    INTRODUCTION,
    '',
    '## Findings',
    '',
    markdownTable(['finding', 'what was observed', 'what a good client does'], findings),
    '',
    AT_ONCE,
    '',
    '## Reactions',
    '',
    'What a client did after a refusal, a lost answer or a close:',
    '',
    markdownTable(['reaction', 'meaning'], rows(REACTIONS)),
    '',
    '## Kinds',
    '',
    'What can be met, beside the operations:',
    '',
    `${markdownTable(['kind', 'meaning'], rows(COVERAGE_KINDS))}\n`,
  ].join('\n');
}
