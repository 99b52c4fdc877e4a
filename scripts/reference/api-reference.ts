import { ADMIN_API } from '@kitestring/contract/admin/openapi.ts';
import { ADMIN_BASE } from '@kitestring/contract/admin/operations.ts';
import type { ApiDescription } from '@kitestring/contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/contract/document/components.ts';
import { ERRORS } from '@kitestring/contract/errors.ts';
import { LOCAL_API } from '@kitestring/contract/openapi.ts';
import { isBinary, isNothing, type Operation, type Reply } from '@kitestring/contract/operation.ts';
import { REPLAY_API } from '@kitestring/contract/replay/openapi.ts';
import { REPLAY_BASE } from '@kitestring/contract/replay/operations.ts';
import { SIM_API } from '@kitestring/contract/sim/openapi.ts';
import { SIM_BASE } from '@kitestring/contract/sim/operations.ts';
import { STATION_API } from '@kitestring/contract/station/openapi.ts';
import { STATION_BASE } from '@kitestring/contract/station/paths.ts';
import { TOPICS } from '@kitestring/contract/topics.ts';
import { VIDEO_API } from '@kitestring/contract/video/openapi.ts';
import { VIDEO_BASE } from '@kitestring/contract/video/paths.ts';
import { GENERATED_NOTE, markdownTable } from '@kitestring/server/docs/markdown.ts';
import { typeText } from '@kitestring/server/docs/type-text.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

const INTRODUCTION =
  'The local API, below `/api`. The same as `/openapi.json`, for reading; `/docs` on a running station is interactive. Errors that any operation can get (see [errors](errors.md)) are not repeated here. Units are metres, degrees, seconds, volts and percent, unless a description says otherwise.';

const SIM_INTRODUCTION = `What a test can do to the simulated world, below \`${SIM_BASE}\`. The same as \`${SIM_BASE}/openapi.json\`, for reading; \`/docs/simulator\` on a running station is interactive. How to begin is in [the simulator in your tests](../sim-api.md), what can go wrong in [faults](faults.md).`;

const ADMIN_INTRODUCTION = `Who may use the API, below \`${ADMIN_BASE}\`. The same as \`${ADMIN_BASE}/openapi.json\`, for reading; \`/docs/admin\` on a running station is interactive. How to use it is in [administering plugins](../admin-api.md).`;

const VIDEO_INTRODUCTION = `Live video for browsers, below \`${VIDEO_BASE}\`. The same as \`${VIDEO_BASE}/openapi.json\`, for reading; \`/docs/video\` on a running station is interactive. What it is for is in [live video](../video.md#in-a-browser).`;

const REPLAY_INTRODUCTION = `Time and pace of a replay, below \`${REPLAY_BASE}\`. The same as \`${REPLAY_BASE}/openapi.json\`, for reading; \`/docs/replay\` on a replay is interactive. How to use it is in [replaying a recording](../replay.md).`;

const STATION_INTRODUCTION = `What the station says of itself, below \`${STATION_BASE}\`. The same as \`${STATION_BASE}/openapi.json\`, for reading; \`/docs/station\` on a running station is interactive.`;

function accessText({ access }: Operation): string {
  if (access === 'open') return 'open to all';
  if (access === 'key') return 'an API key';
  if (access === 'any-token') return 'a token';
  const [scopes, separator] = 'anyOf' in access ? [access.anyOf, ' or '] : [access, ', '];
  return `a token with ${scopes.map((scope) => `\`${scope}\``).join(separator)}`;
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

function operationSection(op: Operation): string {
  const replies = Object.entries(op.replies).map(([status, reply]) => `${status} ${replyText(reply)}`);
  const errors = op.errors.map((code) => `${ERRORS[code].status} \`${code}\``);
  const lines = [
    `### ${op.method} ${op.base ?? ''}${op.path}`,
    '',
    `**${op.summary}.** ${op.description}`,
    '',
    `- needs ${accessText(op)}`,
    ...parameterLines(op),
    ...(op.body === undefined ? [] : [`- body: ${schemaLink(op.body)}`]),
    `- answers ${replies.join(', ')}`,
    ...(errors.length === 0 ? [] : [`- refuses with ${errors.join(', ')}`]),
  ];
  const example = op.examples?.[0];
  if (example !== undefined) lines.push('', '```json', JSON.stringify(example.value), '```');
  return `${lines.join('\n')}\n`;
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
    `\`${property}\``,
    typeText(member),
    required?.includes(property) ? 'yes' : '',
    String(member.description ?? ''),
  ]);
  return `${head}\n${markdownTable(['field', 'type', 'required', 'meaning'], rows)}\n`;
}

function topicsSection(): string {
  const rows = TOPICS.map(({ name, kind, summary }) => [`\`${name}\``, kind, summary]);
  return `## Topics\n\nSubscribe with a WebSocket on \`/api/v1/<topic>/subscribe\`; see \`/asyncapi.json\`.\n\n${markdownTable(['topic', 'kind', 'messages'], rows)}\n`;
}

function chaptersOf({ chapters, chapterOf, operations }: ApiDescription): readonly string[] {
  return chapters.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}\n`,
    ...operations.filter((op) => chapterOf(op) === name).map(operationSection),
  ]);
}

const schemasOf = (document: JsonObject): readonly [string, JsonObject][] =>
  Object.entries((document.components as { schemas: Schemas }).schemas);

/** The whole local API on one page. @param openApi the document, for its schemas */
export function apiMarkdown(openApi: JsonObject): string {
  return [
    GENERATED_NOTE,
    '# Local API',
    '',
    INTRODUCTION,
    '',
    ...chaptersOf(LOCAL_API),
    topicsSection(),
    '## Schemas\n',
    ...schemasOf(openApi).map(schemaSection),
  ].join('\n');
}

/** One of the APIs beside the published one, on one page. */
const pageOf = (introduction: string, api: ApiDescription, title: string, schemas: readonly [string, JsonObject][]) =>
  [
    GENERATED_NOTE,
    `# ${title}`,
    '',
    introduction,
    '',
    ...chaptersOf(api),
    '## Schemas\n',
    ...schemas.map(schemaSection),
  ].join('\n');

/** The controls of the simulator on one page. @param openApi their document, for its schemas */
export const simApiMarkdown = (openApi: JsonObject): string =>
  pageOf(
    SIM_INTRODUCTION,
    SIM_API,
    'Controls of the simulator',
    // A fault of each type has the same few fields and its own figures, which are in the table of the faults.
    schemasOf(openApi).filter(([name]) => !name.endsWith('Fault')),
  );

/** The administration on one page. @param openApi its document, for its schemas */
export const adminApiMarkdown = (openApi: JsonObject): string =>
  pageOf(ADMIN_INTRODUCTION, ADMIN_API, 'Administration', schemasOf(openApi));

/** Video for browsers on one page. @param openApi its document, for its schemas */
export const videoApiMarkdown = (openApi: JsonObject): string =>
  pageOf(VIDEO_INTRODUCTION, VIDEO_API, 'Video for browsers', schemasOf(openApi));

/** What the station says of itself, on one page. @param openApi its document, for its schemas */
export const stationApiMarkdown = (openApi: JsonObject): string =>
  pageOf(STATION_INTRODUCTION, STATION_API, 'Station', schemasOf(openApi));

/** The controls of a replay on one page. @param openApi their document, for its schemas */
export const replayApiMarkdown = (openApi: JsonObject): string =>
  pageOf(REPLAY_INTRODUCTION, REPLAY_API, 'Controls of a replay', schemasOf(openApi));
