import type { JsonObject } from '@kitestring/contract/document/components.ts';
import { TAGS, tagOf } from '@kitestring/contract/document/tags.ts';
import { ERRORS } from '@kitestring/contract/errors.ts';
import { isBinary, isNothing, type Operation, type Reply } from '@kitestring/contract/operation.ts';
import { OPERATIONS } from '@kitestring/contract/operations.ts';
import { TOPICS } from '@kitestring/contract/topics.ts';
import { GENERATED_NOTE, markdownTable } from './markdown.ts';
import { typeText } from './type-text.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

const INTRODUCTION =
  'The local API, below `/api`. The same as `/openapi.json`, for reading; `/docs` on a running station is interactive. Errors that any operation can get (see [errors](errors.md)) are not repeated here. Units are metres, degrees, seconds, volts and percent, unless a description says otherwise.';

function accessText({ access }: Operation): string {
  if (access === 'open') return 'open to all';
  if (access === 'key') return 'an API key';
  return access === 'any-token' ? 'a token' : `a token with ${access.map((scope) => `\`${scope}\``).join(', ')}`;
}

const nameOf = (schema: object): string | undefined => (schema as { $id?: string }).$id;

function replyText(reply: Reply): string {
  if (isNothing(reply)) return 'no body';
  if (isBinary(reply)) return `a file, \`${reply.mediaType}\``;
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
    `### ${op.method} ${op.path}`,
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

/** The whole API on one page. @param openApi the document, for its schemas */
export function apiMarkdown(openApi: JsonObject): string {
  const { schemas } = openApi.components as { schemas: Schemas };
  const chapters = TAGS.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}\n`,
    ...OPERATIONS.filter((op) => tagOf(op) === name).map(operationSection),
  ]);
  return [
    GENERATED_NOTE,
    `# Local API`,
    '',
    INTRODUCTION,
    '',
    ...chapters,
    topicsSection(),
    '## Schemas\n',
    ...Object.entries(schemas).map(schemaSection),
  ].join('\n');
}
