import { notificationCode, notificationLabel } from '../condition/contract-name.ts';
import type { CountRange, Expectation, NotificationExpectation, TimelineSpan } from '../scenario.ts';
import { conditionOf, moment, seconds } from './build-scenario.ts';

/** An expectation as written in the file. */
export interface ExpectationText {
  readonly within?: string;
  readonly of?: string;
  readonly that?: string;
  readonly stays?: string;
  readonly always?: string;
  readonly never?: string;
  readonly while?: string;
  readonly from?: string;
  readonly until?: string;
  readonly notification?: string | number;
  readonly begins?: string | number;
  readonly ends?: string | number;
  readonly sequence?: string;
  readonly is?: readonly string[];
  readonly at_end?: string;
  readonly why?: string;
}

export function buildExpectation(text: ExpectationText, line: number): Expectation {
  const shared = { line, why: text.why };
  if (text.that !== undefined) {
    return {
      ...shared,
      kind: 'eventually',
      text: `within ${text.within} of ${text.of}: ${text.that}${text.stays === undefined ? '' : ` for ${text.stays}`}`,
      withinS: seconds(text.within ?? ''),
      of: moment(text.of ?? ''),
      condition: conditionOf(text.that),
      staysS: text.stays === undefined ? 0 : seconds(text.stays),
    };
  }
  if (text.notification !== undefined) return { ...shared, ...notified(text, text.notification) };
  if (text.sequence !== undefined) {
    const values = text.is ?? [];
    const sequence = `sequence of ${text.sequence}${spanText(text)}: ${values.join(', ')}`;
    return { ...shared, ...span(text), kind: 'sequence', text: sequence, field: text.sequence, values };
  }
  if (text.at_end !== undefined) {
    return { ...shared, kind: 'at-end', text: `at the end: ${text.at_end}`, condition: conditionOf(text.at_end) };
  }
  return { ...shared, ...throughout(text) };
}

function throughout(text: ExpectationText) {
  const kind = text.always === undefined ? ('never' as const) : ('always' as const);
  const condition = text.always ?? text.never ?? '';
  const limit = text.while === undefined ? '' : ` while ${text.while}`;
  return {
    ...span(text),
    kind,
    text: `${kind} ${condition}${limit}${spanText(text)}`,
    condition: conditionOf(condition),
    while: text.while === undefined ? undefined : conditionOf(text.while),
  };
}

function notified(text: ExpectationText, name: string | number): Omit<NotificationExpectation, 'line' | 'why'> {
  const { code } = notificationCode(String(name));
  if (code === undefined) throw new Error(`${name} is no notification, which the check should have refused`);
  const { begins, ends, within, of } = text;
  const parts = [
    ...(begins === undefined ? [] : [`begins ${countText(begins)}`]),
    ...(ends === undefined ? [] : [`ends ${countText(ends)}`]),
    ...(within === undefined ? [] : [`begins within ${within} of ${of}`]),
  ];
  return {
    ...span(text),
    kind: 'notification',
    text: `notification ${notificationLabel(code)} ${parts.join(', ')}${spanText(text)}`,
    code,
    begins: begins === undefined ? undefined : countOf(begins),
    ends: ends === undefined ? undefined : countOf(ends),
    within: within === undefined ? undefined : { s: seconds(within), of: moment(of ?? '') },
  };
}

const span = ({ from, until }: ExpectationText): TimelineSpan => ({
  from: from === undefined ? undefined : moment(from),
  until: until === undefined ? undefined : moment(until),
});

const spanText = ({ from, until }: ExpectationText): string =>
  `${from === undefined ? '' : ` from ${from}`}${until === undefined ? '' : ` until ${until}`}`;

const countText = (count: string | number): string => (count === 1 ? 'once' : `${count} times`);

function countOf(count: string | number): CountRange {
  if (typeof count === 'number') return { min: count, max: count };
  const figure = Number(/\d+$/.exec(count)?.[0]);
  return count.startsWith('at least') ? { min: figure, max: Number.POSITIVE_INFINITY } : { min: 0, max: figure };
}
