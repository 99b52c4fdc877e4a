import type { TSchema } from 'typebox';
import { isJson, type Operation, type Reply } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { TOPICS, type TopicDefinition } from '../topics.ts';
import { type ApiVersion, differencesUpTo, hasRateLimits, NEWEST_API_VERSION, versionPrefix } from '../versions.ts';
import { schemaIn, valueWriterIn } from './schema-versions.ts';

/** Refusals of the rate limits, which a version without rate limits does not have. */
const RATE_ERRORS: readonly string[] = ['RATE_LIMITED', 'TOO_MANY_WRONG_KEYS'];

/** The path in this version, below the base. */
const pathIn = (version: ApiVersion, path: string): string => path.replace(/^\/v1(?=\/)/, versionPrefix(version));

/** A published operation in this version; undefined where it does not exist, the same object in the newest version. */
export function operationIn(version: ApiVersion, op: Operation): Operation | undefined {
  if (version === NEWEST_API_VERSION) return op;
  const differences = differencesUpTo(version, op.versions);
  if (differences.includes('absent')) return undefined;
  const { body, accepts, replyExample, ...rest }: Operation = Object.assign({}, op, ...differences);
  const inVersion = (schema: TSchema) => schemaIn(version, schema);
  const hasOwnExample = differences.some((difference) => difference !== 'absent' && 'replyExample' in difference);
  return {
    ...rest,
    path: pathIn(version, op.path),
    replies: Object.fromEntries(
      Object.entries(rest.replies).map(([status, reply]) => [status, isJson(reply) ? inVersion(reply) : reply]),
    ),
    ...(body !== undefined && { body: inVersion(body) }),
    ...(accepts !== undefined && { accepts: inVersion(accepts) }),
    ...(replyExample !== undefined && {
      replyExample: hasOwnExample ? replyExample : replyWriterIn(version, op)(replyExample),
    }),
    ...(!hasRateLimits(version) && {
      isUncounted: true,
      errors: rest.errors.filter((code) => !RATE_ERRORS.includes(code)),
    }),
  };
}

const same = <T>(value: T): T => value;

/** Writes the reply of an operation in this version from that of the newest. */
export function replyWriterIn(version: ApiVersion, { replies }: Operation): (value: unknown) => unknown {
  const json = Object.values(replies).find((reply: Reply): reply is TSchema => isJson(reply));
  return (json && valueWriterIn(version, json)) ?? same;
}

const known = new Map<ApiVersion, readonly Operation[]>([[NEWEST_API_VERSION, OPERATIONS]]);

/** The published API in this version, in the order in which the reference shows it. */
export function operationsIn(version: ApiVersion): readonly Operation[] {
  const operations = known.get(version) ?? OPERATIONS.flatMap((op) => operationIn(version, op) ?? []);
  known.set(version, operations);
  return operations;
}

/** Topics with their messages in this version. */
export const topicsIn = (version: ApiVersion): readonly TopicDefinition[] =>
  TOPICS.map((topic) => ({ ...topic, message: schemaIn(version, topic.message) }));
