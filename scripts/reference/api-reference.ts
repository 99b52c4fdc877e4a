import { isDeepStrictEqual } from 'node:util';
import { headingAnchor } from '@kitestring/manual/heading-anchor.ts';
import { typeText } from '@kitestring/station-api/docs/type-text.ts';
import { ADMIN_API } from '@kitestring/station-contract/admin/openapi.ts';
import { type ApiDescription, apiDocument, documentPath } from '@kitestring/station-contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { LOCAL_API } from '@kitestring/station-contract/openapi.ts';
import { isBinary, isNothing, type Operation, type Reply } from '@kitestring/station-contract/operation.ts';
import { DownloadHeaders } from '@kitestring/station-contract/recordings/download-headers.ts';
import { getRecordingFile } from '@kitestring/station-contract/recordings/operations.ts';
import { REPLAY_API } from '@kitestring/station-contract/replay/openapi.ts';
import { SIM_API } from '@kitestring/station-contract/sim/openapi.ts';
import { STATION_API } from '@kitestring/station-contract/station/openapi.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { VIDEO_API } from '@kitestring/station-contract/video/openapi.ts';
import { GENERATED_NOTE, markdownTable } from '@kitestring/web/docs';
import type { DocumentOperation } from '../python-client/python-operations.ts';
import { type OperationSamples, operationSamples } from './operation-samples.ts';

const SAMPLES = `## Samples

The samples of each operation, with this before them:

\`\`\`sh
URL=http://127.0.0.1:3128
KEY=...   # the API key that the station printed
TOKEN=$(printf %s "$KEY" | curl -s $URL/api/v1/auth/token/request --data-urlencode client_secret@- |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
call() { printf 'Authorization: Bearer %s' "$TOKEN" | curl -sS -H @- "$@"; }
\`\`\`

\`\`\`ts
const client = new KitestringClient({ url: 'http://127.0.0.1:3128', key });
\`\`\`

\`\`\`python
with Client("http://127.0.0.1:3128", key=key) as client:
\`\`\`

Clients of [TypeScript](../../packages/client/README.md) and [Python](../../clients/python/README.md) ask for the token themselves.
`;

type Schemas = Readonly<Record<string, JsonObject>>;

const INTRODUCTION =
  'The local API, below `/api`. The same as `/openapi.json`, for reading; `/docs` on a running station is interactive. Errors that any operation can get (see [errors](errors.md)) are not repeated here. Units are metres, degrees, seconds, volts and percent, unless a description says otherwise. What an operation needs are scopes of the token; a field with `?` may be absent. A `time` is a string of date and time with its offset (RFC 3339); both ends of a range `0 to 100` are allowed.';

function accessText({ access }: Operation): string {
  if (access === 'open') return 'open to all';
  if (access === 'key') return 'an API key';
  if (access === 'any-token') return 'a token';
  const [scopes, separator] = 'anyOf' in access ? [access.anyOf, ' or '] : [access, ', '];
  return `${scopes.map((scope) => `\`${scope}\``).join(separator)}`;
}

const nameOf = (schema: object): string | undefined => (schema as { $id?: string }).$id;

function replyText(reply: Reply): string {
  if (isNothing(reply)) return 'no body';
  if (isBinary(reply)) return `a file, ${reply.mediaTypes.map((type) => `\`${type}\``).join(' or ')}`;
  const { items } = reply as { items?: object };
  return items === undefined ? schemaLink(reply) : `array of ${schemaLink(items)}`;
}

function schemaLink(schema: object): string {
  const name = nameOf(schema);
  return name === undefined ? 'text' : `[${name}](#${name.toLowerCase()})`;
}

function parameterLines(op: Operation): readonly string[] {
  const places = [
    ['path', op.params],
    ['query', op.query],
    ['cookie', op.cookies],
    ['header', op.headers],
  ] as const;
  return places.flatMap(([place, schema]) => {
    const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { description?: string }> };
    if (schema === DownloadHeaders && op !== DOWNLOAD) {
      const names = Object.keys(properties).map((name) => `\`${name}\``);
      return [`- headers ${names.join(', ')}: as of a [file of a recording](${addressOf(DOWNLOAD, op)})`];
    }
    return Object.entries(properties).map(([name, { description }]) => `- ${place} \`${name}\`: ${description}`);
  });
}

/** The operation where the headers of all downloads are described. */
const DOWNLOAD = getRecordingFile;

/** Address of its section, from the page of another. */
function addressOf(op: Operation, from: Operation): string {
  const page = pageOf(op);
  return `${page === pageOf(from) ? '' : page}#${headingAnchor(operationHeading(op))}`;
}

export const operationHeading = ({ base = '', method, path }: Operation): string => `${method} ${base}${path}`;

/** The page that has the operation. */
export const pageOf = ({ base }: Operation): string => {
  const further = FURTHER_APIS.find(({ api }) => api.base === base);
  return further === undefined ? 'api.md' : `${further.name}-api.md`;
};

/** Errors by their status: `409 \`A\` \`B\`, 503 \`C\``. */
function errorsText(codes: Operation['errors']): string {
  const byStatus = Object.entries(Object.groupBy(codes, (code) => ERRORS[code].status));
  return byStatus.map(([status, same = []]) => `${status} ${same.map((code) => `\`${code}\``).join(' ')}`).join(', ');
}

type DocumentPaths = Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;

/** Fewer words in common with an earlier operation are said again. */
const COMMON_WORDS_MIN = 20;

/** The description; where it begins or ends as that of an earlier operation of the page, that is named. */
function descriptionText(op: Operation, earlier: readonly Operation[]): string {
  const own = sentencesOf(op);
  const last = own.toReversed();
  for (const other of earlier) {
    const link = `[\`${operationHeading(other)}\`](#${headingAnchor(operationHeading(other))})`;
    const first = commonStart(own, sentencesOf(other));
    if (wordsOf(first) >= COMMON_WORDS_MIN) return [`As ${link}.`, ...own.slice(first.length)].join(' ');
    const end = commonStart(last, sentencesOf(other).toReversed());
    if (wordsOf(end) >= COMMON_WORDS_MIN) return [...own.slice(0, -end.length), `Otherwise as ${link}.`].join(' ');
  }
  return op.description;
}

const sentencesOf = ({ description }: Operation): readonly string[] => description.split(/(?<=\.) /);
const wordsOf = (sentences: readonly string[]): number => sentences.join(' ').split(' ').length;

function commonStart(some: readonly string[], others: readonly string[]): readonly string[] {
  const end = some.findIndex((sentence, index) => sentence !== others[index]);
  return end === -1 ? some : some.slice(0, end);
}

interface SectionDeps {
  readonly document: JsonObject;
  readonly usual: UsualAccess;
  readonly earlier: readonly Operation[];
}

function operationSection(op: Operation, { document, earlier, usual }: SectionDeps): string {
  const replies = Object.entries(op.replies).map(([status, reply]) => `${status} ${replyText(reply)}`);
  const lines = [
    `### ${operationHeading(op)}`,
    '',
    `**${op.summary}.** ${descriptionText(op, earlier)}`,
    '',
    ...(isUsual(op, usual) ? [] : [`- ${op.access === 'open' ? '' : 'needs '}${accessText(op)}`]),
    ...parameterLines(op),
    ...(op.body === undefined ? [] : [`- body: ${schemaLink(op.body)}`]),
    `- answers ${replies.join(', ')}`,
    ...(op.errors.length === 0 ? [] : [`- refuses with ${errorsText(op.errors)}`]),
  ];
  const described = (document.paths as DocumentPaths)[op.path]?.[op.method.toLowerCase()];
  const samples = described && operationSamples(op, described);
  if (samples !== undefined) lines.push('', ...sampleLines(samples));
  return `${lines.join('\n')}\n`;
}

/** A list of its own, by another bullet, which the manual shows as blocks of code. */
const sampleLines = ({ curl, python, typescript }: OperationSamples): readonly string[] =>
  Object.entries({ curl, TypeScript: typescript, Python: python }).flatMap(([language, code]) =>
    code === undefined ? [] : [`* ${language}: \`${code}\``],
  );

interface DescribedSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** Fewer fields in common with an earlier schema are described again. */
const COMMON_MIN = 3;

/** @param elsewhere schemas that the page of the published API describes */
function schemaSections(
  described: readonly (readonly [string, JsonObject])[],
  elsewhere: ReadonlyMap<string, JsonObject> = new Map(),
): readonly string[] {
  /** The first schema that has a field, by the text of the field. */
  const homes = new Map<string, string>();
  return described.map(([name, schema]) => {
    if (isDeepStrictEqual(elsewhere.get(name), schema)) {
      return `### ${name}\n\nAs in the [published API](api.md#${name.toLowerCase()}).\n`;
    }
    const { description, properties, required } = schema as DescribedSchema;
    const head = `### ${name}\n\n${description}\n`;
    if (properties === undefined) return `${head}\n${typeText(schema)}\n`;
    const fields = Object.entries(properties).map(([property, member]) => {
      const text = fieldText(member);
      const field = { name: `\`${property}\`${required?.includes(property) ? '' : '?'}`, text };
      const key = `${property}: ${text}`;
      const home = homes.get(key);
      if (home === undefined) homes.set(key, name);
      return { ...field, home };
    });
    const common = Map.groupBy(fields, ({ home }) => home);
    const isCommon = (home: string | undefined) => home !== undefined && (common.get(home)?.length ?? 0) >= COMMON_MIN;
    const own = fields.filter(({ home }) => !isCommon(home)).map(({ name, text }) => `- ${name}: ${text}`);
    const others = [...common].flatMap(([home, same]) =>
      isCommon(home) ? [`- ${same.map(({ name }) => name).join(', ')}: as in [${home}](#${home?.toLowerCase()})`] : [],
    );
    return `${head}\n${[...own, ...others].join('\n')}\n`;
  });
}

/** Type and description; values that the description explains one by one are not listed before it. */
function fieldText(field: JsonObject): string {
  const { description, enum: values } = field;
  if (typeof description !== 'string') return typeText(field);
  const isExplained = Array.isArray(values) && values.every((value) => description.includes(`\`${value}\``));
  return isExplained ? description : `${typeText(field)}. ${description}`;
}

function topicsSection(): string {
  const rows = TOPICS.map(({ name, kind, summary }) => [`\`${name}\``, kind, summary]);
  return `## Topics\n\nSubscribe with a WebSocket on \`/api/v1/<topic>/subscribe\`; see \`/asyncapi.json\`.\n\n${markdownTable(['topic', 'kind', 'messages'], rows)}\n`;
}

function chaptersOf({ chapters, chapterOf, operations }: ApiDescription, document: JsonObject): readonly string[] {
  const usual = usualAccess(operations);
  const inOrder = chapters.flatMap(({ name }) => operations.filter((op) => chapterOf(op) === name));
  return chapters.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}\n`,
    ...inOrder
      .filter((op) => chapterOf(op) === name)
      .map((op) => operationSection(op, { document, usual, earlier: inOrder.slice(0, inOrder.indexOf(op)) })),
  ]);
}

/** The access that nearly all operations of a page have, or all that read. */
interface UsualAccess {
  readonly text: string | undefined;
  readonly isOfReads: boolean;
}

function usualAccess(operations: readonly Operation[]): UsualAccess {
  const text = commonAccess(operations);
  return text === undefined
    ? { text: commonAccess(operations.filter(isRead)), isOfReads: true }
    : { text, isOfReads: false };
}

const isRead = ({ method }: Operation): boolean => method === 'GET';

function commonAccess(operations: readonly Operation[]): string | undefined {
  const byAccess = Map.groupBy(operations, accessText);
  return [...byAccess.keys()].find((access) => (byAccess.get(access)?.length ?? 0) >= 0.85 * operations.length);
}

function usualText({ isOfReads, text }: UsualAccess): readonly string[] {
  if (text === undefined) return [];
  return [`${isOfReads ? 'A GET' : 'An operation'} that says nothing else needs ${text}.`];
}

const isUsual = (op: Operation, { isOfReads, text }: UsualAccess): boolean =>
  accessText(op) === text && (isRead(op) || !isOfReads);

function schemas(document: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries((document.components as { schemas: Schemas }).schemas);
}

/** The whole local API on one page. @param openApi the document, for its schemas */
export function apiMarkdown(openApi: JsonObject): string {
  return [
    GENERATED_NOTE,
    '# Local API',
    '',
    [INTRODUCTION, ...usualText(usualAccess(LOCAL_API.operations))].join(' '),
    '',
    SAMPLES,
    ...chaptersOf(LOCAL_API, openApi),
    topicsSection(),
    '## Schemas\n',
    ...schemaSections(schemas(openApi)),
  ].join('\n');
}

interface FurtherApi {
  /** Name used for its files and pages. */
  readonly name: string;
  readonly api: ApiDescription;
  readonly title: string;
  /** Its description. */
  readonly about: string;
  /** Where to read on. */
  readonly more?: string;
  /** Where it is served. */
  readonly on?: string;
}

/** The APIs in addition to the published one. */
const FURTHER_APIS: readonly FurtherApi[] = [
  {
    name: 'simulator',
    api: SIM_API,
    title: 'Controls of the simulator',
    about: 'What a test can do to the simulated world',
    more: 'How to begin is in [the simulator in your tests](../integrator/sim-api.md), what can go wrong in [faults](faults.md).',
  },
  {
    name: 'admin',
    api: ADMIN_API,
    title: 'Administration',
    about: 'Who may use the API',
    more: 'How to use it is in [administering plugins](../administrator/plugins.md).',
  },
  {
    name: 'video',
    api: VIDEO_API,
    title: 'Video for browsers',
    about: 'Live video for browsers',
    more: 'What it is for is in [live video](../integrator/video.md#in-a-browser).',
  },
  { name: 'station', api: STATION_API, title: 'Station', about: 'What the station says of itself' },
  {
    name: 'replay',
    api: REPLAY_API,
    title: 'Controls of a replay',
    about: 'Time and pace of a replay',
    more: 'How to use it is in [replaying a recording](../integrator/replay.md).',
    on: 'a replay',
  },
];

/** Address of a station with the default settings. */
export const DEFAULT_ORIGIN = 'http://127.0.0.1:3128';

const PUBLISHED_SCHEMAS = new Map(schemas(apiDocument(LOCAL_API, { origin: DEFAULT_ORIGIN })));

/** The document of each unpublished API, and the same on one page, by file name. */
export const furtherApiFiles = (json: (value: unknown) => string): readonly (readonly [string, string])[] =>
  FURTHER_APIS.flatMap((further) => {
    const document = apiDocument(further.api, { origin: DEFAULT_ORIGIN });
    return [
      [`${further.name}-openapi.json`, json(document)],
      [`${further.name}-api.md`, page(further, document)],
    ] as const;
  });

function page({ about, api, more, name, on = 'a running station', title }: FurtherApi, document: JsonObject): string {
  const needs = usualText(usualAccess(api.operations));
  const same = `The same as \`${documentPath(api)}\`, for reading; \`/docs/${name}\` on ${on} is interactive. Samples, scopes, \`time\` and \`?\` are as in the [published API](api.md).`;
  return [
    GENERATED_NOTE,
    `# ${title}`,
    '',
    [`${about}, below \`${api.base}\`.`, same, ...needs, ...(more === undefined ? [] : [more])].join(' '),
    '',
    ...chaptersOf(api, document),
    '## Schemas\n',
    // Fault types share a few fields; their own figures are in the table of faults.
    ...schemaSections(
      schemas(document).filter(([name]) => api !== SIM_API || !name.endsWith('Fault')),
      PUBLISHED_SCHEMAS,
    ),
  ].join('\n');
}
