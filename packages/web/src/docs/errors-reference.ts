import { ADMIN_BASE, ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { ERRORS, type ErrorCode, type ErrorDefinition, exampleMessage } from '@kitestring/station-contract/errors.ts';
import {
  FLEET_REFUSALS,
  generalErrors,
  type Operation,
  REPLAY_REFUSALS,
  UNROUTED_ERRORS,
} from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { REPLAY_BASE, REPLAY_OPERATIONS } from '@kitestring/station-contract/replay/operations.ts';
import { SIM_BASE, SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { STATION_BASE } from '@kitestring/station-contract/station/paths.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import { VIDEO_BASE } from '@kitestring/station-contract/video/paths.ts';
import { codeName, htmlPage, htmlTable, inlineHtml, type PageLink } from './html.ts';
import { GENERATED_NOTE, markdownTable } from './markdown.ts';

/** Meaning of an HTTP status in this API. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Wrong input',
  401: 'No or no valid identification',
  403: 'Not allowed',
  404: 'There is no such thing',
  405: 'Wrong method',
  408: 'Too slow',
  409: 'Not possible now',
  413: 'Too large',
  415: 'Not JSON',
  416: 'Range not satisfiable',
  422: 'Not a status that is known',
  426: 'Not a WebSocket',
  429: 'Too many',
  431: 'Headers too large',
  500: 'A bug of the station',
  502: 'Video does not answer',
  503: 'Not there at the moment',
  504: 'No answer in time',
  507: 'Storage is full',
};

interface ErrorGroup {
  readonly status: number;
  readonly title: string;
  readonly errors: readonly (ErrorDefinition & { readonly code: ErrorCode; readonly where: string })[];
}

const UNROUTED: readonly ErrorCode[] = UNROUTED_ERRORS;
const OF_REPLAYS: readonly ErrorCode[] = REPLAY_REFUSALS;
const OF_HUBS: readonly ErrorCode[] = FLEET_REFUSALS;
const GENERAL: ReadonlySet<ErrorCode> = new Set(OPERATIONS.flatMap(generalErrors));

/** APIs beyond the published one. */
const AREAS: readonly (readonly [base: string, readonly Operation[]])[] = [
  [STATION_BASE, STATION_OPERATIONS],
  [VIDEO_BASE, VIDEO_OPERATIONS],
  [SIM_BASE, SIM_OPERATIONS],
  [ADMIN_BASE, ADMIN_OPERATIONS],
  [REPLAY_BASE, REPLAY_OPERATIONS],
];

/** More paths of the published API than this are named by their first part. */
const NAMED_MAX = 4;

/** Operations that declare this error, or its general scope. */
function pathsWithCode(code: ErrorCode): string {
  if (UNROUTED.includes(code)) return 'any request';
  if (OF_REPLAYS.includes(code)) return 'a replay';
  if (OF_HUBS.includes(code)) return 'a hub';
  if (GENERAL.has(code)) return 'any operation';
  if (code === 'CONTROL_TAKEN') return 'any command';
  const has = ({ errors }: Operation) => errors.includes(code);
  const paths = OPERATIONS.filter(has).map(({ path }) =>
    path.startsWith('/v1/{category}') ? 'subscriptions' : path.replace(/^\/v1\//, ''),
  );
  const areas = AREAS.filter(([, operations]) => operations.some(has)).map(([base]) => base);
  return [...new Set([...shortened(new Set(paths)), ...areas])].join(', ');
}

/** Many paths by their first part: `camera/...`. */
const shortened = (paths: ReadonlySet<string>): readonly string[] =>
  paths.size <= NAMED_MAX ? [...paths] : [...paths].map((path) => path.replace(/\/.*/, '/...'));

/** The error catalogue, grouped by status. */
function errorGroups(): readonly ErrorGroup[] {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => ({
      status,
      title: STATUS_TEXTS[status] ?? 'Error',
      errors: group.map((code) => ({ ...ERRORS[code], code, where: pathsWithCode(code) })),
    }));
}

const INTRODUCTION =
  'Every error is answered with `{code, message}` in JSON. `code` is stable: branch on it. `message` is for people and names the field, the limit and the value. A validation error adds `details: [{path, message}]`.';

export function errorsMarkdown(): string {
  const sections = errorGroups().map(({ status, title, errors }) => {
    const rows = errors.map(({ code, meaning, remedy, where }) => [`\`${code}\``, meaning, remedy, where]);
    return `## ${status}: ${title}\n\n${markdownTable(['code', 'what happened', 'what to do', 'where'], rows)}\n`;
  });
  return [GENERATED_NOTE, '# Errors', '', INTRODUCTION, '', ...sections].join('\n');
}

export function errorsHtml(links: readonly PageLink[]): string {
  const sections = errorGroups().map(({ status, title, errors }) => {
    const rows = errors.map(({ code, meaning, remedy, where }) => ({
      id: code,
      cells: [
        codeName(code),
        `${inlineHtml(meaning)}<br><span class="example">${inlineHtml(exampleMessage(code))}</span>`,
        inlineHtml(remedy),
        inlineHtml(where).replaceAll('/', '/<wbr>'),
      ],
    }));
    const table = htmlTable(['Code', 'What happened, and an example', 'What to do', 'Where'], rows);
    return `<h2 id="status-${status}">${status} ${inlineHtml(title)}</h2>\n${table}`;
  });
  return htmlPage({ links, title: 'Error codes', introduction: INTRODUCTION, body: sections.join('\n') });
}
