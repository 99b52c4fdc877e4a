import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import type { TSchema } from 'typebox';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, sourceOf } from '../check.ts';
import { answerFields, occurrences } from '../schema/fields.ts';
import { ANY_PARAMS, isSubscription, level } from './level.ts';
import { judgeRefusal } from './refusals.ts';
import { answerTo, isReadable } from './replies.ts';

/** Differences to the newest version: operations that this one lacks are 404, fields are absent. */
export const olderChecks = (api: CheckedApi): ContractCheck[] => [
  ...OPERATIONS.filter((op) => !isSubscription(op) && !isThere(api, op)).map((op) => absentOperation(op)),
  ...api.operations.filter(isReadable).flatMap((op) => absentFields(op)),
];

const isThere = (api: CheckedApi, { method, ...op }: Operation): boolean =>
  api.operations.some((one) => one.method === method && fullPath(one) === fullPath({ method, ...op }));

const absentOperation = (op: Operation): ContractCheck => ({
  id: `absent.${op.id}`,
  sentence: `This version has no ${op.method} ${op.path}: 404.`,
  source: decided('Requests and errors'),
  level: level(op),
  run: async (expect, station) => {
    const path = fullPath(op).replaceAll(/\{(\w+)\}/g, (_, name: string) => ANY_PARAMS[name] ?? 'none');
    const answer = await station.askPath(path, { method: op.method, as: 'commander' });
    judgeRefusal(expect, answer, 404, ['NOT_FOUND', 'RECORDING_NOT_FOUND', 'STREAM_NOT_FOUND', 'TOPIC_NOT_FOUND']);
  },
});

function absentFields(op: Operation): ContractCheck[] {
  const newest = OPERATIONS.find(({ id }) => id === op.id)?.replies[200] as TSchema | undefined;
  const own = new Set(answerFields(op.replies[200] as TSchema).map(({ path }) => path));
  const missing = answerFields(newest ?? ({} as TSchema)).filter(({ path }) => !own.has(path));
  return missing.map(({ path }) => ({
    id: `${op.id}.without-field.${path}`,
    sentence: `${path} is a field of a newer version, and absent.`,
    source: sourceOf(op, 200),
    level: 'read',
    run: async (expect, station) => {
      const answer = await answerTo(op, station);
      expect.equal(occurrences(answer.json, path).values.length, 0, `values of ${path}`, answer.exchange);
    },
  }));
}
