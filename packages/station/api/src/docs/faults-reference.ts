import { FAULTS, type FaultDefinition } from '@kitestring/station-contract/sim/faults.ts';
import { WIRE_FAULTS } from '@kitestring/station-contract/sim/wire-faults.ts';
import {
  codeName,
  GENERATED_NOTE,
  htmlPage,
  htmlTable,
  inlineHtml,
  markdownTable,
  type PageLink,
} from '@kitestring/web/docs';
import { typeText } from './type-text.ts';

const INTRODUCTION =
  'What can go wrong with a simulated aircraft: `POST /sim/v1/faults` with `{type, at, duration, severity, parameters}`. `at` and `duration` are seconds of station time; a fault without `duration` lasts until it is cleared, or has a length of its own. `severity` is from 0 to 1 (default 1), where it means something. Parameters that are left out have their default.';

const WIRE_TITLE = 'Between station and clients';

const WIRE_INTRODUCTION =
  'What can go wrong on the way to a client: `POST /sim/v1/wire-faults` with `{type, operation, client, probability, seed, count, duration, parameters}`, `kitestring wire-fault add`, or the step `wire_fault` of a [scenario](scenarios.md). These faults act on the real connections, so every client meets them. `operation` is the id of one operation (all of the API when absent), `client` the name of a plugin, an account or a token (all when absent); `probability` and `seed` draw which requests are hit, the same ones for the same seed and order; it ends after `count` hits or `duration` seconds of station time. Delays are real time, because sockets know no other. A refused request (no token, wrong body) is not met. The token request is met only by a fault that names it and has a `count`, the invalidation of a token only by one that names it; `/sim/v1`, the health, pages and metrics never, so that a fault can always be removed.';

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

const WIRE_HEAD = ['Type', 'What happens', 'What a client meets', 'What a good client does', 'Parameters'];

const wireRows = (): readonly (readonly [string, string, string, string, readonly string[]])[] =>
  Object.entries(WIRE_FAULTS).map(([type, { summary, effect, advice, parameters }]) => {
    const figures = parameters.properties as unknown as Record<string, Record<string, unknown>>;
    return [type, summary, effect, advice, Object.entries(figures).map(parameterText)];
  });

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
  const wire = markdownTable(
    WIRE_HEAD.map((name) => name.toLowerCase()),
    wireRows().map(([type, ...cells]) => [`\`${type}\``, ...cells.map((cell) => [cell].flat().join('; '))]),
  );
  const wireChapter = [`## ${WIRE_TITLE}`, '', WIRE_INTRODUCTION, '', `${wire}\n`];
  return [GENERATED_NOTE, '# Faults', '', INTRODUCTION, '', `${table}\n`, ...wireChapter].join('\n');
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
  const wireCells = wireRows().map(([type, ...rest]) => ({
    id: type,
    cells: [codeName(type), ...rest.map((cell) => [cell].flat().map(inlineHtml).join('<br>'))],
  }));
  const wire = `<h2>${WIRE_TITLE}</h2>\n<p>${inlineHtml(WIRE_INTRODUCTION)}</p>\n${htmlTable(WIRE_HEAD, wireCells)}`;
  return htmlPage({ links, title: 'Faults', introduction: INTRODUCTION, body: `${htmlTable(head, cells)}\n${wire}` });
}
