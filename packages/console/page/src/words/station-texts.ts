import { withDecimalSign } from '@kitestring/base/decimal-sign.ts';
import { fillTemplate, valuesOfTemplate } from '@kitestring/base/template.ts';
import { causesOf, ERRORS, type ErrorCause, type ErrorCode } from '@kitestring/station-contract/errors.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import {
  NOTIFICATIONS,
  type NotificationName,
  notificationName,
} from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import type { NotificationDictionaryItem } from '@kitestring/station-contract/notifications/notification-dictionary-item.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { matchedTemplate, sentence } from './matched-template.ts';

/**
 * Texts of the station in the language of the page. All are templates with the placeholders of the station's own text.
 */
export interface StationTexts {
  readonly notifications: Readonly<Record<NotificationName, NotificationText>>;
  readonly refusals: Readonly<Record<ErrorCause, string>>;
  /** Values that are phrases, by the station's English text. */
  readonly phrases: Readonly<Record<string, string>>;
  /** Faults of the simulator. */
  readonly faults: Readonly<Record<FaultType, FaultText>>;
  /** Replaces the decimal point of the station. */
  readonly decimalSign?: string;
}

/** Translates the station's English texts to the language of the page; unknown texts stay unchanged. */
export interface StationTranslator {
  readonly notification: (told: Notification) => Notification;
  readonly item: (item: NotificationDictionaryItem) => NotificationDictionaryItem;
  /** A message in the form of a log. */
  readonly message: (code: number, message: string) => string;
  readonly refusal: (refusal: CodedMessage) => string;
  readonly fault: (type: FaultType) => FaultText;
}

interface CodedMessage {
  readonly code: string;
  readonly message: string;
}

export const translatorOf =
  (texts: StationTexts) =>
  (decimalSign: string): StationTranslator => {
    const shown = { ...texts, decimalSign };
    return {
      notification: (told) => translatedNotification(told, shown),
      item: (item) => translatedItem(item, shown),
      message: (code, message) => translatedMessage(code, message, shown),
      refusal: (refusal) => refusalText(refusal, shown),
      fault: (type) => translatedFault(shown.faults[type], decimalSign),
    };
  };

/** Name, cause, and effect on the aircraft and the station. */
interface FaultText {
  readonly name: string;
  readonly summary: string;
  readonly effect: string;
}

export const fault = (name: string, summary: string, effect: string): FaultText => ({ name, summary, effect });

function translatedFault({ effect, name, summary }: FaultText, decimalSign: string): FaultText {
  return fault(name, withDecimalSign(summary, decimalSign), withDecimalSign(effect, decimalSign));
}

interface NotificationText {
  readonly message: string;
  readonly reaction: string;
  readonly instructions: string;
}

/** The condition, the reaction of the system, and the action for the operator. */
export const texts = (message: string, reaction: string, instructions: string): NotificationText => ({
  message,
  reaction,
  instructions,
});

const textOf = (code: number, { notifications }: StationTexts): NotificationText | undefined => {
  const name = notificationName(code);
  return name && notifications[name];
};

/** A notification in this language; unchanged if the catalogue does not know it. */
export function translatedNotification(told: Notification, texts: StationTexts): Notification {
  const text = textOf(told.code, texts);
  if (text === undefined) return told;
  const parameters = translated(told.parameters ?? {}, texts);
  return { ...told, parameters, message: fillTemplate(text.message, parameters) };
}

/** A message from a log, without separate values, in this language; unchanged if it is unknown. */
export function translatedMessage(code: number, message: string, texts: StationTexts): string {
  const name = notificationName(code);
  if (name === undefined) return message;
  const values = valuesOfTemplate(NOTIFICATIONS[name].message, message);
  return values === undefined ? message : fillTemplate(texts.notifications[name].message, translated(values, texts));
}

/** Reaction of the station to a notification and action for the operator, in this language. */
export function translatedItem(item: NotificationDictionaryItem, texts: StationTexts): NotificationDictionaryItem {
  const text = textOf(item.code, texts);
  if (text === undefined) return item;
  return { ...item, message: text.message, system_reaction: text.reaction, instructions: text.instructions };
}

/** Reason of a refusal in the language of the page; in the station's words if this page does not know the code or the message. */
export function refusalText({ code, message }: CodedMessage, texts: StationTexts): string {
  if (!Object.hasOwn(ERRORS, code)) return message;
  const found = matchedTemplate(causesOf(code as ErrorCode), message);
  return found === undefined
    ? message
    : sentence(fillTemplate(texts.refusals[found.name], translated(found.values, texts)));
}

/** Not a version or an address: those have more points. */
const DECIMAL = /^-?\d+\.\d+$/;

/** A value may be a number, or a list of phrases. */
const translated = <Value>(
  values: Readonly<Record<string, Value>>,
  { decimalSign = '.', phrases }: StationTexts,
): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value))
        ? String(value).replace('.', decimalSign)
        : typeof value !== 'string'
          ? value
          : value
              .split(', ')
              .map((phrase) => phrases[phrase] ?? phrase)
              .join(', '),
    ]),
  );
