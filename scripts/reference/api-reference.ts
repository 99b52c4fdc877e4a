import { typeText } from '@kitestring/station-api/docs/type-text.ts';
import { ADMIN_API } from '@kitestring/station-contract/admin/openapi.ts';
import { type ApiDescription, apiDocument, documentPath } from '@kitestring/station-contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { LOCAL_API } from '@kitestring/station-contract/openapi.ts';
import { isBinary, isNothing, type Operation, type Reply } from '@kitestring/station-contract/operation.ts';
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
auth() { printf 'Authorization: Bearer %s' "$TOKEN"; }
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
  'The local API, below `/api`. The same as `/openapi.json`, for reading; `/docs` on a running station is interactive. Errors that any operation can get (see [errors](errors.md)) are not repeated here. Units are metres, degrees, seconds, volts and percent, unless a description says otherwise. What an operation needs are scopes of the token; a field with `?` may be absent.';

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
    return Object.entries(properties).map(([name, { description }]) => `- ${place} \`${name}\`: ${description}`);
  });
}

type DocumentPaths = Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;

function operationSection(op: Operation, document: JsonObject): string {
  const replies = Object.entries(op.replies).map(([status, reply]) => `${status} ${replyText(reply)}`);
  const errors = op.errors.map((code) => `${ERRORS[code].status} \`${code}\``);
  const lines = [
    `### ${op.method} ${op.base ?? ''}${op.path}`,
    '',
    `**${op.summary}.** ${op.description}`,
    '',
    `- ${op.access === 'open' ? '' : 'needs '}${accessText(op)}`,
    ...parameterLines(op),
    ...(op.body === undefined ? [] : [`- body: ${schemaLink(op.body)}`]),
    `- answers ${replies.join(', ')}`,
    ...(errors.length === 0 ? [] : [`- refuses with ${errors.join(', ')}`]),
  ];
  const described = (document.paths as DocumentPaths)[op.path]?.[op.method.toLowerCase()];
  const samples = described && operationSamples(op, described);
  if (samples !== undefined) lines.push('', samplesTable(samples));
  return `${lines.join('\n')}\n`;
}

/** The manual shows it as blocks of code. */
function samplesTable({ curl, python, typescript }: OperationSamples): string {
  const row = (language: string, code: string | undefined) => (code === undefined ? [] : [[language, `\`${code}\``]]);
  return markdownTable(['curl', `\`${curl}\``], [...row('TypeScript', typescript), ...row('Python', python)]);
}

function schemaSection([name, schema]: readonly [string, JsonObject]): string {
  const { description, properties, required } = schema as {
    description?: string;
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  const head = `### ${name}\n\n${description}\n`;
  if (properties === undefined) return `${head}\n${typeText(schema)}\n`;
  const rows = Object.entries(properties).map(([property, member]) => [
    `\`${property}\`${required?.includes(property) ? '' : '?'}`,
    typeText(member),
    String(member.description ?? ''),
  ]);
  return `${head}\n${markdownTable(['field', 'type', 'meaning'], rows)}\n`;
}

function topicsSection(): string {
  const rows = TOPICS.map(({ name, kind, summary }) => [`\`${name}\``, kind, summary]);
  return `## Topics\n\nSubscribe with a WebSocket on \`/api/v1/<topic>/subscribe\`; see \`/asyncapi.json\`.\n\n${markdownTable(['topic', 'kind', 'messages'], rows)}\n`;
}

function chaptersOf({ chapters, chapterOf, operations }: ApiDescription, document: JsonObject): readonly string[] {
  return chapters.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}\n`,
    ...operations.filter((op) => chapterOf(op) === name).map((op) => operationSection(op, document)),
  ]);
}

const schemas = (document: JsonObject): readonly [string, JsonObject][] =>
  Object.entries((document.components as { schemas: Schemas }).schemas);

/** The whole local API on one page. @param openApi the document, for its schemas */
export function apiMarkdown(openApi: JsonObject): string {
  return [
    GENERATED_NOTE,
    '# Local API',
    '',
    INTRODUCTION,
    '',
    SAMPLES,
    ...chaptersOf(LOCAL_API, openApi),
    topicsSection(),
    '## Schemas\n',
    ...schemas(openApi).map(schemaSection),
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
  const same = `The same as \`${documentPath(api)}\`, for reading; \`/docs/${name}\` on ${on} is interactive. Samples, scopes and \`?\` are as in the [published API](api.md).`;
  return [
    GENERATED_NOTE,
    `# ${title}`,
    '',
    [`${about}, below \`${api.base}\`.`, same, ...(more === undefined ? [] : [more])].join(' '),
    '',
    ...chaptersOf(api, document),
    '## Schemas\n',
    // Fault types share a few fields; their own figures are in the table of faults.
    ...schemas(document)
      .filter(([name]) => api !== SIM_API || !name.endsWith('Fault'))
      .map(schemaSection),
  ].join('\n');
}
