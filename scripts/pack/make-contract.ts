import { join } from 'node:path';
import { asyncApiDocument } from '@kitestring/station-contract/asyncapi.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { NOTIFICATION_DICTIONARY } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { openApiDocument } from '@kitestring/station-contract/openapi.ts';
import { fullPath, grantsOf, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { API_VERSIONS, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { contractTypes } from '../../packages/client/build/contract-types.ts';
import { DEFAULT_ORIGIN } from '../reference/api-reference.ts';
import { writeFile } from './write-file.ts';

/** The contract as data: documents, tables and types; it needs no library. */
export async function makeContract(folder: string): Promise<void> {
  for (const version of API_VERSIONS) {
    const suffix = version === NEWEST_API_VERSION ? '' : `-${version}`;
    const documents = {
      openapi: openApiDocument({ version, origin: DEFAULT_ORIGIN }),
      asyncapi: asyncApiDocument({ version }),
    };
    for (const [name, document] of Object.entries(documents)) {
      writeFile(join(folder, 'openapi', `${name}${suffix}.json`), `${JSON.stringify(document, null, 1)}\n`);
    }
  }
  const tables = tablesOf();
  const scripts = Object.entries(tables).map(
    ([name, { value }]) => `export const ${name} = ${JSON.stringify(value, null, 1)};\n`,
  );
  const types = Object.entries(tables).map(
    ([name, { doc, type }]) => `/** ${doc} */\nexport declare const ${name}: ${type};\n`,
  );
  writeFile(join(folder, 'dist/index.js'), scripts.join('\n'));
  writeFile(join(folder, 'dist/index.d.ts'), [contractTypes().contract, DEFINITIONS, ...types].join('\n'));
}

const DEFINITIONS = `interface ErrorDefinition {
  /** HTTP status. */
  readonly status: number;
  readonly meaning: string;
  /** Remedy for the caller. */
  readonly remedy: string;
}

interface OperationDefinition {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the root of the server, with \`{name}\` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Sets of scopes of which a token needs one; empty where none is needed. */
  readonly scopes: readonly (readonly string[])[];
  readonly statuses: readonly number[];
  readonly errors: readonly ErrorCode[];
}

interface TopicDefinition {
  /** \`state\`: the newest message counts. \`event\`: each counts. */
  readonly kind: 'state' | 'event';
  /** The operation that returns the same by GET. */
  readonly operation: string;
  readonly summary: string;
}
`.replaceAll(/^interface /gm, 'export interface ');

interface Table {
  readonly doc: string;
  readonly type: string;
  readonly value: unknown;
}

const tablesOf = (): Readonly<Record<string, Table>> => ({
  API_VERSIONS: {
    doc: 'Versions of the API, the newest last.',
    type: `readonly [${API_VERSIONS.map((version) => `'${version}'`).join(', ')}]`,
    value: API_VERSIONS,
  },
  errors: {
    doc: 'Every error by its code.',
    type: 'Readonly<Record<ErrorCode, ErrorDefinition>>',
    value: Object.fromEntries(
      Object.entries(ERRORS).map(([code, { meaning, remedy, status }]) => [code, { status, meaning, remedy }]),
    ),
  },
  notifications: {
    doc: 'Every notification that a station can send.',
    type: 'readonly NotificationDictionaryItem[]',
    value: NOTIFICATION_DICTIONARY,
  },
  operations: {
    doc: 'Every operation of the newest version by its id.',
    type: 'Readonly<Record<string, OperationDefinition>>',
    value: Object.fromEntries(OPERATIONS.map((op) => [op.id, operation(op)])),
  },
  topics: {
    doc: 'Every topic of the WebSocket API.',
    type: 'Readonly<Record<TopicName, TopicDefinition>>',
    value: Object.fromEntries(
      TOPICS.map(({ kind, name, operationId, summary }) => [name, { kind, operation: operationId, summary }]),
    ),
  },
});

function operation(op: Operation): object {
  const { access, errors, method, replies, summary } = op;
  return {
    method,
    path: fullPath(op),
    summary,
    scopes: grantsOf(access) ?? [],
    statuses: Object.keys(replies).map(Number),
    errors,
  };
}
