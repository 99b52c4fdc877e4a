import type { TSchema } from 'typebox';
import { oauthError } from '../auth/oauth-error.ts';
import { ErrorReply } from '../error-reply.ts';
import { ERRORS, type ErrorCode, exampleMessage } from '../errors.ts';
import { errors, isBinary, isNothing, type Operation, type Reply } from '../operation.ts';
import type { Components, JsonObject } from './components.ts';
import { type HeaderName, headersOf } from './headers.ts';
import { security } from './security.ts';

const EXAMPLE_DETAILS: Readonly<Partial<Record<ErrorCode, unknown>>> = {
  INVALID_REQUEST: [{ path: '/altitude', message: 'must be a number' }],
};

/** Schema of the body of this error. */
function errorExample(op: Operation, code: ErrorCode): JsonObject {
  const message = exampleMessage(code);
  const details = EXAMPLE_DETAILS[code];
  return {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(op.errorReply === undefined ? {} : { error: oauthError(code), error_description: message }),
  };
}

const row = (code: ErrorCode): string => `- \`${code}\`: ${ERRORS[code].meaning}`;

function response(op: Operation, codes: readonly ErrorCode[], components: Components): JsonObject {
  const prefix = op.errorReply === undefined ? '' : 'TOKEN_ERROR_';
  const examples = codes.map((code) => {
    const { meaning, remedy } = ERRORS[code];
    const example = { summary: code, description: `${meaning} ${remedy}`, value: errorExample(op, code) };
    return [code, components.example(`${prefix}${code}`, example)];
  });
  return {
    description: codes.map(row).join('\n'),
    content: {
      'application/json': {
        schema: components.schema(op.errorReply ?? ErrorReply),
        examples: Object.fromEntries(examples),
      },
    },
    'x-error-codes': codes,
  };
}

/** One response for each status that an error of this operation has. */
function errorResponses(op: Operation, components: Components): Readonly<Record<number, JsonObject>> {
  const byStatus = Map.groupBy(errors(op), (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, response(op, codes, components)]));
}

const REPLY_TEXTS: Readonly<Record<number, string>> = {
  101: 'The connection is a WebSocket now.',
  200: 'Done.',
  201: 'Done.',
  202: 'Accepted. Every state read from now on shows it as under way.',
  204: 'Done.',
  206: 'The requested part of the file.',
  304: 'The file has not changed.',
  500: 'The station is out of service.',
};

const OWN_REPLY_TEXTS: Readonly<Record<string, string>> = {
  'handoff.control.request 201': 'The caller is in control.',
  'handoff.control.request 202': 'Another client is in control; the caller waits in the queue.',
  'handoff.control.override 201': 'The caller is in control.',
  'subscribe.add 201': 'The topic has been added.',
  'subscribe.object.add 201': 'The topic has been added.',
  'recordings.control.start 201': 'The recording has started.',
  'recordings.control.stop 201': 'The recording has stopped.',
  'sim.faults.inject 201': 'The fault is active, or scheduled for its time.',
  'sim.reboot 202': 'The restart begins with the next step of the simulation.',
  'sim.clock.advance 200': 'Station time has reached its target.',
  'sim.scenarios.run 202': 'The run has started.',
  'sim.scenarios.stop 200': 'The run is over.',
  'admin.plugins.add 201': 'The plugin is registered.',
};

function parameters(op: Operation, components: Components): readonly JsonObject[] {
  const places = [
    ['path', op.params],
    ['query', op.query],
    ['cookie', op.cookies],
    ['header', op.headers],
  ] as const;
  return places.flatMap(([place, schema]) => (schema === undefined ? [] : parametersIn(place, schema, components)));
}

function parametersIn(place: string, schema: TSchema, components: Components): readonly JsonObject[] {
  const { properties, required } = schema as { properties: Record<string, TSchema>; required?: readonly string[] };
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...rest } = components.schema(property);
    const example = Array.isArray(examples) ? { example: examples[0] } : {};
    return { name, in: place, required: required?.includes(name) ?? false, description, schema: rest, ...example };
  });
}

function requestBody(op: Operation, components: Components): JsonObject {
  if (op.body === undefined) return {};
  const schema = components.schema(op.body);
  const examples = Object.fromEntries(
    (op.examples ?? []).map(({ summary, value }, index) => [`example${index + 1}`, { summary, value }]),
  );
  const content = (op.bodyTypes ?? ['application/json']).map((type) => [type, { schema, examples }]);
  return { requestBody: { required: op.isBodyOptional !== true, content: Object.fromEntries(content) } };
}

function replyContent(reply: Reply, example: unknown, components: Components): JsonObject {
  if (isNothing(reply)) return {};
  if (isBinary(reply)) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { content: Object.fromEntries(reply.mediaTypes.map((type) => [type, file])) };
  }
  const media = { schema: components.schema(reply), ...(example === undefined ? {} : { example }) };
  return { content: { 'application/json': media } };
}

function replyResponses(op: Operation, components: Components): Readonly<Record<number, JsonObject>> {
  const statuses = Object.keys(op.replies).map(Number);
  const lowest = Math.min(...statuses);
  const responses = Object.entries(op.replies).map(([status, reply]) => [
    status,
    {
      description: OWN_REPLY_TEXTS[`${op.id} ${status}`] ?? REPLY_TEXTS[Number(status)] ?? 'Done.',
      ...replyContent(reply, Number(status) === lowest ? op.replyExample : undefined, components),
    },
  ]);
  return Object.fromEntries(responses);
}

const headerRefs = (names: readonly HeaderName[]): JsonObject =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

/** One operation as an OpenAPI operation object. @param chapter name of its chapter */
export function operationObject(op: Operation, chapter: string, components: Components): JsonObject {
  const responses = { ...errorResponses(op, components), ...replyResponses(op, components) };
  const withHeaders = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, ...headerRefs(headersOf(op, Number(status))) },
  ]);
  const list = parameters(op, components);
  return {
    operationId: op.id,
    tags: [chapter],
    summary: op.summary,
    description: op.description,
    security: security(op),
    ...(list.length === 0 ? {} : { parameters: list }),
    ...requestBody(op, components),
    responses: Object.fromEntries(withHeaders),
  };
}
