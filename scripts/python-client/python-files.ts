import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { type DocumentOperation, type PythonOperation, pythonOperation } from './python-operations.ts';
import { className, docstring, literal } from './python-text.ts';
import { PythonTypes, type Schema } from './python-types.ts';

/** The documents, as docs/reference has them, of the operations that the Python client has. */
const DOCUMENTS = ['openapi.json', 'simulator-openapi.json', 'station-openapi.json', 'admin-openapi.json'];
/** Topics and large files have methods of their own; `v1.health` is another path of `health`. */
const BY_HAND = /^(subscribe|sim\.truth\.subscribe$|unsubscribe|v1\.health$|recordings\.file$|station\.map\.archive$)/;

const CONTRACT: ReadonlyMap<string, Operation> = new Map(
  [...OPERATIONS, ...SIM_OPERATIONS, ...STATION_OPERATIONS, ...ADMIN_OPERATIONS].map((op: Operation) => [op.id, op]),
);

/** Whether the operation is a method of its group. */
export const hasPythonMethod = (id: string): boolean => CONTRACT.has(id) && !BY_HAND.test(id);

export const PYTHON_CLIENT_FOLDER = new URL('../../clients/python/src/kitestring/', import.meta.url);

const NOTE =
  '# Generated from the OpenAPI documents of the station by `npm run docs`. Change the contract, not this file.\n';

interface ApiDocument {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The generated modules of clients/python, by file name. @param reference the files of docs/reference, by name */
export function pythonClientFiles(reference: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const documents = DOCUMENTS.map((name) => JSON.parse(reference.get(name) ?? '') as ApiDocument);
  const types = new PythonTypes(Object.assign({}, ...documents.map(({ components }) => components.schemas)));
  const operations = documents.flatMap((document) => operationsOf(document, types));
  const groups = Map.groupBy(operations, ({ group }) => group);
  const topics = topicsModule(types);
  return new Map([
    ['generated/operations.py', operationsModule(operations)],
    ['generated/asynchronous.py', groupsModule(groups, true)],
    ['generated/synchronous.py', groupsModule(groups, false)],
    ['topics.py', topics],
    ['generated/error_codes.py', errorCodesModule()],
    ['models.py', modelsModule(types)],
  ]);
}

function operationsOf({ paths, servers }: ApiDocument, types: PythonTypes): PythonOperation[] {
  // The client is told the origin of its station.
  const base = new URL(servers[0].url).pathname;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined && !BY_HAND.test(operation.operationId))
      .map(([method, operation]) => {
        const { answersWithinS, versions } = CONTRACT.get(operation.operationId) ?? {};
        return pythonOperation({ operation, method, path: base + path, answersWithinS, versions, types });
      }),
  );
}

const IMPORTS = 'from __future__ import annotations\n\n';

function operationsModule(operations: readonly PythonOperation[]): string {
  const imports = 'from typing import Literal\n\nfrom .._operation import Operation\nfrom ..models import *\n\n';
  return `${NOTE}${IMPORTS}${imports}${operations.map(({ constant }) => constant).join('')}`;
}

function groupsModule(groups: ReadonlyMap<string, readonly PythonOperation[]>, isAsync: boolean): string {
  const imports = isAsync
    ? 'from collections.abc import Sequence\nfrom datetime import datetime\nfrom typing import Any, Literal\n\nfrom .._operation import Call\nfrom ..models import *\nfrom . import operations\n'
    : 'from collections.abc import Sequence\nfrom datetime import datetime\nfrom typing import Any, Literal\n\nfrom .._portal import Run\nfrom ..models import *\nfrom . import asynchronous\n';
  const classes = [...groups].map(([group, operations]) => {
    const name = className(group, 'operations');
    const init = isAsync
      ? '    def __init__(self, call: Call) -> None:\n        self._call = call\n'
      : `    def __init__(self, asynchronous: asynchronous.${name}, run: Run) -> None:\n        self._asynchronous = asynchronous\n        self._run = run\n`;
    const methods = operations.map(({ method }) => method(isAsync));
    return `\n\nclass ${name}:\n${docstring([`The operations of \`${group}\`.`], '    ')}\n${[init, ...methods].join('\n')}`;
  });
  return `${NOTE}${IMPORTS}${imports}${classes.join('')}`;
}

function topicsModule(types: PythonTypes): string {
  const constants = TOPICS.map(({ kind, message, name, summary }) => {
    const type = types.typeOf({ $ref: `#/${(message as { $id?: string }).$id}` }, '');
    const constant = name
      .replaceAll(/\{.*?\}\//g, '')
      .replaceAll('/', '_')
      .toUpperCase();
    const parameter = /\{(.*?)\}/.exec(name)?.[1];
    const topic = (path: string) => `TopicName(${path}, ${type}, ${literal(kind)})`;
    if (parameter === undefined)
      return `${constant}: TopicName[${type}] = ${topic(literal(name))}\n${docstring([summary], '')}`;
    const path = `f${literal(name.replace(`{${parameter}}`, `{quote(${parameter}, safe='')}`))}`;
    return `\n\ndef ${constant.toLowerCase()}(${parameter}: str) -> TopicName[${type}]:\n${docstring([summary], '    ')}    return ${topic(path)}\n\n\n`;
  });
  return `${NOTE}${IMPORTS}from urllib.parse import quote\n\nfrom ._operation import TopicName\nfrom .models import *\n\n${constants.join('')}`;
}

function errorCodesModule(): string {
  const codes = Object.keys(ERRORS).sort();
  return `${NOTE}${IMPORTS}from typing import Literal, TypeAlias\n\nErrorCode: TypeAlias = Literal[\n${codes
    .map((code) => `    ${literal(code)},\n`)
    .join('')}]\n"""Every code with which a station refuses; docs/reference/errors.md says what to do."""\n`;
}

function modelsModule(types: PythonTypes): string {
  return `${NOTE}${IMPORTS}from dataclasses import dataclass, field\nfrom datetime import datetime\nfrom typing import Any, Literal, TypeAlias\n\n\n${types.definitions()}`;
}
