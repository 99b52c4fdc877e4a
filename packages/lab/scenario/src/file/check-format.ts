import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { notificationCode } from '../condition/contract-name.ts';
import { parseCondition } from '../condition/parse-condition.ts';
import { wrongDuration } from './duration.ts';
import type { FormKeywords } from './form/form-keywords.ts';
import type { FieldFormat } from './form/format.ts';
import { isStepName, MOMENT_ALLOWED, readMoment, START } from './moment.ts';

/** A name that must exist elsewhere in the file. */
export interface Reference {
  readonly kind: 'step' | 'fault' | 'client' | 'snapshot';
  readonly name: string;
  /** Offset: in the text, later in the file. */
  readonly at: number;
}

interface FormatProblem {
  /** Where in the text. */
  readonly at: number;
  readonly message: string;
}

interface Checked {
  readonly problems: readonly FormatProblem[];
  readonly references: readonly Reference[];
}

const RIGHT: Checked = { problems: [], references: [] };
const wrong = (message: string, at = 0): Checked => ({ problems: [{ at, message }], references: [] });
const refers = (kind: Reference['kind'], name: string): Checked => ({
  problems: [],
  references: [{ kind, name, at: 0 }],
});

/** Semantic errors of a scalar, and its references. @param shown the scalar for messages */
export function checkFormat(form: FormKeywords, value: unknown, shown: string): Checked {
  const format = form['x-format'];
  if (format === 'count') return checkCount(value, shown);
  if (format === 'notification') return checkNotification(value, shown);
  if (format === 'duration' && typeof value === 'number') return fromUndefined(wrongDuration(String(value)));
  if (typeof value !== 'string') return wrong(`got ${shown}, allowed: ${ALLOWED[format ?? 'condition']}`);
  return format === undefined ? RIGHT : CHECKS[format](value);
}

const ALLOWED: Readonly<Record<FieldFormat, string>> = {
  duration: 'a time with its unit, such as 12 s',
  moment: MOMENT_ALLOWED,
  condition: 'a condition, such as altitude < 25 m',
  'step-name': 'letters, digits, spaces, hyphens, beginning with a letter',
  'fault-name': 'the name of the step of a fault, or all',
  'snapshot-name': 'the name of a snapshot',
  'client-name': 'the name of a client',
  notification: 'the name or the code of a notification',
  'date-time': 'a date and time such as 2026-03-01T09:30:00Z',
  count: 'a whole number, or at least 1, or at most 3',
};

const CHECKS: Readonly<Record<FieldFormat, (text: string) => Checked>> = {
  duration: (text) => fromUndefined(wrongDuration(text)),
  moment: checkMoment,
  condition: checkCondition,
  'step-name': checkStepName,
  'fault-name': (text) => (text === 'all' ? RIGHT : refers('fault', text)),
  'snapshot-name': (text) => refers('snapshot', text),
  'client-name': (text) => refers('client', text),
  notification: () => RIGHT,
  'date-time': (text) =>
    parseTimestamp(text) !== undefined ? RIGHT : wrong(`got ${text}, allowed: ${ALLOWED['date-time']}`),
  count: () => RIGHT,
};

const fromUndefined = (message: string | undefined): Checked => (message === undefined ? RIGHT : wrong(message));

function checkMoment(text: string): Checked {
  const moment = readMoment(text);
  if ('wrong' in moment) return wrong(moment.wrong);
  return moment.step === START ? RIGHT : refers('step', moment.step);
}

function checkCondition(text: string): Checked {
  const parsed = parseCondition(text);
  if (!parsed.ok) return wrong(parsed.message, parsed.offset);
  return { problems: [], references: parsed.faults.map(({ name, offset }) => ({ kind: 'fault', name, at: offset })) };
}

function checkStepName(text: string): Checked {
  if (!isStepName(text)) return wrong(`got ${text}, allowed: ${ALLOWED['step-name']}`);
  return text === START || text === 'all' ? wrong(`${text} has a meaning of its own, allowed: any other name`) : RIGHT;
}

function checkCount(value: unknown, shown: string): Checked {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return RIGHT;
  return readsAsCount(value) ? RIGHT : wrong(`got ${shown}, allowed: ${ALLOWED.count}`);
}

const readsAsCount = (value: unknown): boolean =>
  typeof value === 'string' && /^at (?:least|most) \d{1,6}$/.test(value);

function checkNotification(value: unknown, shown: string): Checked {
  if (typeof value !== 'string' && typeof value !== 'number')
    return wrong(`got ${shown}, allowed: ${ALLOWED.notification}`);
  const { code, allowed } = notificationCode(String(value));
  return code === undefined ? wrong(`got ${shown}${allowed}`) : RIGHT;
}

/** To the second, with an offset: station time has no other zone. */
