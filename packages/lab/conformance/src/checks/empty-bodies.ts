import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, NotApplicableFault } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import { ANY_PARAMS, isSubscription, level } from './level.ts';

/** How clients send a command that has no body. */
interface EmptyForm {
  readonly text: string;
  readonly asked: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> };
}

const EMPTY_FORMS: readonly EmptyForm[] = [
  { text: 'an empty object', asked: { body: '{}' } },
  { text: 'a content type and no body', asked: { headers: { 'content-type': 'application/json' } } },
  { text: 'a content type with a charset', asked: { headers: { 'content-type': 'application/json; charset=utf-8' } } },
];

/** The answers to a command in each form. */
export async function inEmptyForms(ask: (asked: EmptyForm['asked']) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { asked } of EMPTY_FORMS) answers.push(await ask(asked));
  return answers;
}

/** Asserts that a command is answered in each form as it is without a body. */
export function judgeEmptyForms(expect: Expectations, plain: Answer, answers: readonly Answer[]): void {
  for (const [index, { exchange, object, status }] of answers.entries()) {
    const text = `status and code for ${EMPTY_FORMS[index]?.text}`;
    expect.decided.equal([status, object.code], [plain.status, plain.object.code], text, exchange);
  }
}

/** Other checks send these where an effect is allowed, or to a session that may end. */
const ELSEWHERE = /^(flight\.control\.|recordings\.control\.start$|auth\.token\.invalidate$)/;

/** Commands without a body, in the forms in which clients send none. */
export const emptyBodyChecks = (api: CheckedApi): ContractCheck[] =>
  api.operations
    .filter(({ body, id, method }) => body === undefined && method !== 'GET' && !ELSEWHERE.test(id))
    .map((op) => inEachForm(op));

const inEachForm = (op: Operation): ContractCheck => ({
  id: `${op.id}.body-empty`,
  sentence: `${op.method} ${op.path} takes no body, an empty one or {}, with or without a content type.`,
  source: decided('Requests and errors'),
  level: level(op),
  run: async (expect, station) => {
    if (op.id === 'recordings.control.stop' && (await station.ask('recordings.state')).object.is_recording === true)
      throw new NotApplicableFault('a recording is running already');
    const ask = (asked: EmptyForm['asked'] = {}) =>
      station.ask(op, { ...asked, params: ANY_PARAMS, ...(isSubscription(op) && { as: 'reader' }) });
    let [plain, answers] = [await ask(), await inEmptyForms(ask)];
    // The state may have changed in between: a recorder has just become ready, or a link is down.
    const isOdd = answers.some(({ status }) => status !== plain.status);
    if (isOdd) [plain, answers] = [await ask(), await inEmptyForms(ask)];
    judgeEmptyForms(expect, plain, answers);
  },
});
