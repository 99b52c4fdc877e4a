import { FAULTS, type FaultDefinition } from '@kitestring/contract/sim/faults.ts';
import { codeName, htmlPage, htmlTable, inlineHtml, type PageLink } from './html.ts';
import { GENERATED_NOTE, markdownTable } from './markdown.ts';
import { typeText } from './type-text.ts';

const INTRODUCTION =
  'What can go wrong with a simulated aircraft: `POST /sim/v1/faults` with `{type, at, duration, severity, parameters}`. `at` and `duration` are seconds of station time; a fault without `duration` lasts until it is cleared, or has a length of its own. `severity` is from 0 to 1 (default 1), where it means something. Parameters that are left out have their default.';

interface FaultRow {
  readonly type: string;
  readonly summary: string;
  readonly effect: string;
  readonly severity: string;
  readonly parameters: readonly string[];
}

/** One-line description of a parameter: `peak_mps`: number, ≥ 0.1, ≤ 40, default 8. Speed on top of the wind, m/s. */
function parameterText([name, schema]: readonly [string, Record<string, unknown>]): string {
  const { default: standard, description } = schema;
  const standardText = standard === '' || standard === undefined ? '' : `, default ${standard}`;
  return `\`${name}\`: ${typeText(schema)}${standardText}. ${description}`;
}

function rows(): readonly FaultRow[] {
  return Object.entries<FaultDefinition>(FAULTS).map(([type, { summary, effect, severity = '', parameters }]) => {
    const figures = parameters.properties as unknown as Record<string, Record<string, unknown>>;
    return { type, summary, effect, severity, parameters: Object.entries(figures).map(parameterText) };
  });
}

export function faultsMarkdown(): string {
  const cells = rows().map(({ type, summary, effect, severity, parameters }) => [
    `\`${type}\``,
    summary,
    effect,
    severity,
    parameters.join('; '),
  ]);
  const table = markdownTable(
    ['type', 'what happens', 'what shows, what the station does', 'severity', 'parameters'],
    cells,
  );
  return [GENERATED_NOTE, '# Faults', '', INTRODUCTION, '', `${table}\n`].join('\n');
}

export function faultsHtml(links: readonly PageLink[]): string {
  const cells = rows().map(({ type, summary, effect, severity, parameters }) => ({
    id: type,
    cells: [
      codeName(type),
      inlineHtml(summary),
      inlineHtml(effect),
      inlineHtml(severity),
      parameters.map(inlineHtml).join('<br>'),
    ],
  }));
  const head = ['Type', 'What happens', 'What shows, and what the station does', 'Severity', 'Parameters'];
  return htmlPage({ links, title: 'Faults', introduction: INTRODUCTION, body: htmlTable(head, cells) });
}
