import { COVERAGE_FINDINGS, COVERAGE_KINDS, REACTIONS } from '@kitestring/contract/sim/coverage-findings.ts';
import { GENERATED_NOTE, markdownTable } from './markdown.ts';

const INTRODUCTION =
  'What `GET /sim/v1/journal/coverage` and `kitestring coverage` say about a client. How to use it is in [coverage](../coverage.md).';

const rowsOf = (meanings: Readonly<Record<string, string>>): string[][] =>
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
    '## Reactions',
    '',
    'What a client did after a refusal, a lost answer or a close:',
    '',
    markdownTable(['reaction', 'meaning'], rowsOf(REACTIONS)),
    '',
    '## Kinds',
    '',
    'What can be met, beside the operations:',
    '',
    `${markdownTable(['kind', 'meaning'], rowsOf(COVERAGE_KINDS))}\n`,
  ].join('\n');
}
