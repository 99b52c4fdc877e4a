import { fullPath, isJson, type Operation } from '@kitestring/station-contract/operation.ts';
import type { TSchema } from 'typebox';
import type { Level } from '../../src/check.ts';
import { isSubscription } from '../../src/checks/level.ts';
import { type AnswerField, answerFields, occurrences } from '../../src/schema/fields.ts';
import { parsedBody, withJson } from '../changes.ts';
import type { DefectChange, PassingAnswer, PassingRequest } from '../defect.ts';

/** First part of the paths of the API. */
export const BASE = '/api/v1/';

/** An operation as seen by a proxy. */
export interface Target {
  readonly op: Operation;
  readonly path: RegExp;
  /** GET response of a correct station; undefined for other methods. */
  readonly sample: unknown;
}

export const targetOf = (op: Operation, sample?: unknown): Target => {
  const full = fullPath(op);
  const below = full.startsWith(BASE) ? full.slice(BASE.length) : full;
  return { op, sample, path: new RegExp(`^${below.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
};

export const isFor = ({ op, path }: Target, { method, path: asked }: PassingRequest): boolean =>
  method === op.method && path.test(asked);

/** Requests with any method. */
export const concerns =
  ({ path }: Target) =>
  (key: string): boolean => {
    const asked = key.slice(key.indexOf(' ') + 1);
    return path.test(key.startsWith('WS ') ? `${asked}/subscribe` : asked);
  };

/** Streams are the only objects with a subscription of their own. */
export const needsVideo = ({ op }: Target): boolean => /^(videostreams|recordings)\b|\.object\b/.test(op.id);

export const isRead = ({ op }: Target): boolean => op.method === 'GET' && !isSubscription(op);

export const isReadable = (target: Target): boolean => {
  const reply = target.op.replies[200];
  return isRead(target) && reply !== undefined && isJson(reply) && target.sample !== undefined;
};

/** Fields of a JSON response that a correct station fills. */
export const filledFields = ({ op, sample }: Target): readonly AnswerField[] =>
  answerFields(op.replies[200] as TSchema).filter(({ path }) => occurrences(sample, path).values.length > 0);

/** Values of a field in the correct response. */
export const valuesOf = ({ sample }: Target, { path }: AnswerField): readonly unknown[] =>
  occurrences(sample, path).values;

/** Changes each value of a field, in place; `undefined` removes it. */
export function changeField(value: unknown, path: string, change: (old: unknown) => unknown): void {
  const [first = '', ...rest] = path.split('.');
  const [, name = '', lists = ''] = /^([^[]*)((?:\[\])*)$/.exec(first) ?? [];
  const holders = name === '' ? [value] : objectsIn(value).map((holder) => holder[name]);
  const inner = lists === '' ? holders : holders.flatMap((one) => (Array.isArray(one) ? one : []));
  if (rest.length > 0) {
    for (const one of inner) changeField(one, rest.join('.'), change);
    return;
  }
  for (const holder of objectsIn(value)) {
    if (!Object.hasOwn(holder, name)) continue;
    const changed = change(holder[name]);
    if (changed === undefined) delete holder[name];
    else holder[name] = changed;
  }
}

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Record<string, unknown>] : [];

/** Changes the JSON of successful responses, in place or by another value. */
export const inAnswers =
  (target: Target, change: (value: unknown, request: PassingRequest) => unknown) => (): DefectChange => ({
    answer: (answer, request) => {
      if (!isFor(target, request) || answer.status !== 200) return answer;
      const value = parsedBody(answer);
      const changed = change(value, request);
      return withJson(answer, changed === undefined ? value : changed);
    },
  });

/** Changes answers with these statuses. */
export const inStatuses =
  (
    target: Target,
    isMeant: (status: number) => boolean,
    change: (answer: PassingAnswer, request: PassingRequest) => PassingAnswer,
  ) =>
  (): DefectChange => ({
    answer: (answer, request) => (isFor(target, request) && isMeant(answer.status) ? change(answer, request) : answer),
  });

/** The lowest level that uses an operation. */
export const usedAt = ({ id, method, path }: Operation): Level => {
  if (id.startsWith('flight.control.')) return 'flight';
  // Before something is recorded there is nothing to request.
  if (path.includes('{recording_id}')) return 'control';
  const isOfReaders = method === 'GET' || /^auth\.token\.|^(un)?subscribe/.test(id);
  return isOfReaders ? 'read' : 'control';
};
