import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { NOTIFICATIONS, notificationName } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { AnswerPattern } from './condition.ts';
import { didYouMean } from './did-you-mean.ts';

const NOTIFICATION_NAMES = Object.keys(NOTIFICATIONS) as (keyof typeof NOTIFICATIONS)[];
const ERROR_CODES = Object.keys(ERRORS);

/** Code of a notification's name or number; else the allowed values. */
export function notificationCode(text: string): { code?: number; allowed: string } {
  if (/^\d+$/.test(text)) {
    if (notificationName(Number(text)) !== undefined) return { code: Number(text), allowed: '' };
    return { allowed: ', allowed: a code of docs/reference/notifications.md, or its name' };
  }
  const name = NOTIFICATION_NAMES.find((known) => known === text);
  return name === undefined
    ? { allowed: didYouMean(text, NOTIFICATION_NAMES) }
    : { code: NOTIFICATIONS[name].code, allowed: '' };
}

/** How a report names a notification: `KITE_GPS_BAD (20060)`. */
export const notificationLabel = (code: number): string => {
  const name = notificationName(code);
  return name === undefined ? String(code) : `${name} (${code})`;
};

/** `5xx`, `4xx`: every status with this first digit. */
const ANSWER_CLASS = /^[1-5]xx$/;

/** Whether a text has the form of a class, even of an impossible one. */
export const looksLikeClass = (text: string): boolean => /^\d+xx$/.test(text);

/** A class, a status or the code of an error; undefined for anything else. */
export function answerPattern(text: string): AnswerPattern | undefined {
  if (ANSWER_CLASS.test(text)) return { kind: 'class', hundreds: Number(text[0]) };
  if (/^[1-5]\d\d$/.test(text)) return { kind: 'status', status: Number(text) };
  return Object.hasOwn(ERRORS, text) ? { kind: 'code', code: text } : undefined;
}

/** The allowed forms of a response, for a text that has none of them. */
export const answersAllowed = (wrong: string): string =>
  `5xx, 4xx, a status such as 409, or a code of docs/reference/errors.md${suggested(wrong)}`;

function suggested(wrong: string): string {
  const text = didYouMean(wrong, ERROR_CODES);
  return text.startsWith(';') ? text.slice(0, text.indexOf('?') + 1) : '';
}

export { ERROR_CODES, NOTIFICATION_NAMES };
