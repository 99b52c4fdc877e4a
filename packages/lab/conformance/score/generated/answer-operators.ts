import type { AnswerField, FieldSchema } from '../../src/schema/fields.ts';
import { withJson } from '../changes.ts';
import type { DefectChange, PassingAnswer } from '../defect.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import {
  changeField,
  concerns,
  filledFields,
  inAnswers,
  isFor,
  isReadable,
  needsVideo,
  type Target,
  valuesOf,
} from './targets.ts';

/** A field that is wrong in every response. */
interface FieldOperator {
  readonly name: string;
  readonly fits: (values: readonly unknown[], field: AnswerField) => boolean;
  readonly change: (old: unknown) => unknown;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const anyNumber = (values: readonly unknown[]) => values.some((value) => isNumber(value) && value !== 0);
const isTime = (schema: FieldSchema) => schema.format === 'date-time';
const ofTexts = (change: (old: string) => unknown) => (old: unknown) => (typeof old === 'string' ? change(old) : old);
const ofNumbers = (change: (old: number) => unknown) => (old: unknown) => (isNumber(old) ? change(old) : old);

/** Numbers whose decimals the contract states. */
const ROUNDED = /_(lat|lon|level|voltage|ned|speed_min|speed_max|heading)$|^altitude|altitude_/;

const FIELD_OPERATORS: readonly FieldOperator[] = [
  { name: 'field-absent', fits: (_, { isRequired }) => isRequired, change: () => undefined },
  { name: 'field-null', fits: (_, { schema }) => schema.anyOf === undefined, change: () => null },
  { name: 'field-retyped', fits: () => true, change: retyped },
  { name: 'number-thousandfold', fits: anyNumber, change: ofNumbers((old) => old * 1000) },
  { name: 'number-negated', fits: anyNumber, change: ofNumbers((old) => -old) },
  {
    name: 'number-unrounded',
    fits: (values, { path }) => anyNumber(values) && ROUNDED.test(path),
    change: ofNumbers((old) => old + Math.PI * 1e-9),
  },
  {
    name: 'value-unknown',
    fits: (_, { schema }) => schema.enum !== undefined,
    change: ofTexts((old) => `${old}s`),
  },
  {
    name: 'value-in-capitals',
    fits: (values, { schema }) => schema.enum !== undefined && values.some((one) => one !== String(one).toUpperCase()),
    change: ofTexts((old) => old.toUpperCase()),
  },
  {
    name: 'time-without-offset',
    fits: (_, { schema }) => isTime(schema),
    change: ofTexts((old) => old.replace(/([Zz]|[+-]\d\d:\d\d)$/, '')),
  },
  {
    name: 'time-a-day-ahead',
    fits: (_, { schema, path }) => isTime(schema) && !/valid_until/.test(path),
    change: ofTexts((old) => new Date(Date.parse(old) + 86_400_000).toISOString().replace(/Z$/, '000+00:00')),
  },
];

function retyped(old: unknown): unknown {
  if (isNumber(old) || typeof old === 'boolean') return String(old);
  if (typeof old === 'string') return { value: old };
  return Array.isArray(old) ? {} : 'none';
}

/** Wrong fields in GET responses, of those that a correct station fills. */
export const fieldDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.filter(isReadable).flatMap((target) =>
    filledFields(target).flatMap((field) =>
      FIELD_OPERATORS.filter(({ fits }) => fits(valuesOf(target, field), field)).map(
        ({ change, name }): GeneratedDefect => ({
          id: `${name}:${target.op.id}.${field.path}`,
          level: 'read',
          hasVideo: needsVideo(target),
          touches: concerns(target),
          make: inAnswers(target, (value) => changeField(value, field.path, change)),
        }),
      ),
    ),
  );

/** Changes of a whole answer. */
const WHOLE: Readonly<Record<string, (value: unknown) => unknown>> = {
  'body-in-a-list': (value) => [value],
  'body-in-an-object': (value) => ({ data: value }),
};

/** States changed by a command, a session or time; the others stay unchanged for a whole run. */
const CHANGING: Readonly<Record<string, { readonly level: GeneratedDefect['level'] }>> = {
  'flight.state': { level: 'flight' },
  'flight.info': { level: 'flight' },
  'camera.state': { level: 'control' },
  'handoff.state': { level: 'control' },
  'system.state': { level: 'control' },
  'recordings.state': { level: 'control' },
  recordings: { level: 'control' },
  'videostreams.state': { level: 'control' },
  'auth.tokens': { level: 'read' },
  'notifications.state': { level: 'read' },
  'notifications.history': { level: 'read' },
};

/** Time for which an old response is served; may be infinite. */
const cachedFor = (target: Target, forMs: number) => (): DefectChange => {
  const kept = new Map<string, { readonly answer: PassingAnswer; readonly atMs: number }>();
  return {
    answer: (answer, request) => {
      if (!isFor(target, request) || answer.status !== 200) return answer;
      const key = `${request.path}${request.query}`;
      const old = kept.get(key);
      if (old !== undefined && performance.now() - old.atMs < forMs) return old.answer;
      kept.set(key, { answer, atMs: performance.now() });
      return answer;
    },
  };
};

/** Old, frozen and malformed responses. */
export const answerDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  targets.filter(isReadable).flatMap((target): GeneratedDefect[] => {
    const { op } = target;
    const common = { hasVideo: needsVideo(target), touches: concerns(target) };
    const whole = Object.entries(WHOLE).map(
      ([name, change]): GeneratedDefect => ({
        ...common,
        id: `${name}:${op.id}`,
        level: 'read',
        make: inAnswers(target, change),
      }),
    );
    const changing = CHANGING[op.id];
    if (changing === undefined) return whole;
    const times = {
      'cached-half-a-second': 500,
      'cached-a-second': 1000,
      'cached-four-seconds': 4000,
      frozen: Infinity,
    };
    const old = Object.entries(times).map(
      ([name, forMs]): GeneratedDefect => ({
        ...common,
        ...changing,
        id: `get-${name}:${op.id}`,
        make: cachedFor(target, forMs),
      }),
    );
    return [...whole, ...old];
  });

type List = readonly unknown[];

const LIST_OPERATORS: Readonly<Record<string, (list: List) => List>> = {
  'list-backwards': (list) => list.toReversed(),
  'list-without-first': (list) => list.slice(1),
  'list-without-last': (list) => list.slice(0, -1),
  'list-first-twice': (list) => [...list.slice(0, 1), ...list],
  'list-last-twice': (list) => [...list, ...list.slice(-1)],
};

interface ListTarget {
  readonly id: string;
  /** Member with the list; absent: the response itself. */
  readonly member?: string;
  readonly level: GeneratedDefect['level'];
  /** Operators that are no defect there: the order of sessions is not specified. */
  readonly without: readonly string[];
}

const UNORDERED = ['list-backwards'];
/** The order of several sessions or recordings is not specified either. */
const ONE_OF_MANY = [...UNORDERED, 'list-without-first', 'list-without-last'];
const LISTS: readonly ListTarget[] = [
  { id: 'notifications.history', member: 'notifications', level: 'read', without: [] },
  { id: 'notifications.state', member: 'notifications', level: 'read', without: UNORDERED },
  { id: 'notifications.dictionary', level: 'read', without: ONE_OF_MANY },
  { id: 'auth.tokens', level: 'read', without: ONE_OF_MANY },
  { id: 'recordings', level: 'control', without: UNORDERED },
  { id: 'videostreams', level: 'read', without: ONE_OF_MANY },
  { id: 'handoff.state', member: 'requesting_clients', level: 'control', without: [] },
];

/** Lists in another order, with extra or missing items. */
export const listDefects = (targets: readonly Target[]): readonly GeneratedDefect[] =>
  LISTS.flatMap(({ id, member, level, without }) => {
    const target = targets.find(({ op }) => op.id === id);
    if (target === undefined) return [];
    return Object.entries(LIST_OPERATORS)
      .filter(([name]) => !without.includes(name))
      .map(
        ([name, change]): GeneratedDefect => ({
          id: `${name}:${id}`,
          level,
          hasVideo: needsVideo(target),
          touches: concerns(target),
          make: inAnswers(target, (value) => {
            if (member === undefined) return Array.isArray(value) ? change(value) : value;
            const object = value as Record<string, unknown>;
            const list = object[member];
            if (Array.isArray(list)) object[member] = change(list);
            return object;
          }),
        }),
      );
  });

/** Bodies where there must be none. */
export const bodyDefects = (targets: readonly Target[], levelOf: (target: Target) => GeneratedDefect['level']) =>
  targets
    .filter(({ op }) => Object.values(op.replies).some((reply) => 'kind' in reply && reply.kind === 'nothing'))
    .map(
      (target): GeneratedDefect => ({
        id: `body-for-none:${target.op.id}`,
        level: levelOf(target),
        hasVideo: needsVideo(target),
        touches: concerns(target),
        make: () => ({
          answer: (answer, request) =>
            // HTTP itself removes the body of a 204.
            isFor(target, request) && [200, 201, 202].includes(answer.status)
              ? withJson(
                  { ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } },
                  { ok: true },
                )
              : answer,
        }),
      }),
    );
