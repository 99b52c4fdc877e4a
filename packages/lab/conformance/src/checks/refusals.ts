import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';

/**
 * Asserts a refusal: status, form, error code if our table has one, and that it is not cacheable.
 * @param codes permitted codes; empty if stations may differ
 */
export function judgeRefusal(
  expect: Expectations,
  answer: Answer,
  status: number,
  codes: readonly ErrorCode[] = [],
): void {
  const { exchange, object } = answer;
  expect.equal(answer.status, status, 'status', exchange);
  if (answer.status < 400) return;
  expect.that(
    typeof object.code === 'string',
    `the body has a text "code", got ${JSON.stringify(object.code)}`,
    exchange,
  );
  expect.that(typeof object.message === 'string' && object.message !== '', 'the body has a "message"', exchange);
  expect.matches(answer.header('content-type'), /^application\/json\b/, 'content type of the error', exchange);
  const { decided } = expect;
  decided.matches(String(object.code), /^[A-Z][A-Z0-9_]*$/, 'form of code', exchange);
  if (codes.length > 0) decided.oneOf(object.code, codes, 'code', exchange);
  decided.matches(answer.header('cache-control'), /\bno-store\b/, 'Cache-Control', exchange);
  decided.that(!/\bat .+\.[cm]?[jt]s:\d+/.test(answer.bytes.toString()), 'the body has no stack trace', exchange);
}

/** Asserts a response with a status only: a body would be read as the next response. */
export function judgeDone(expect: Expectations, answer: Answer, status: number, what = 'status'): void {
  expect.equal(answer.status, status, what, answer.exchange);
  if (answer.status < 300) expect.equal(answer.bytes.length, 0, 'bytes of the body', answer.exchange);
}
