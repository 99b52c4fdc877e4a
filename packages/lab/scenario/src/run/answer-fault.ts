import type { ClientResponse } from '../observation.ts';
import type { ExpectedAnswer } from '../scenario.ts';

/** Difference between a response and the expected one; undefined when it matches. */
export function answerFault(
  answer: ClientResponse,
  expected: ExpectedAnswer,
): { readonly expected: string; readonly happened: string } | undefined {
  const { status, code, message } = expected;
  const isStatusRight = status === undefined ? code !== undefined || isAccepted(answer) : answer.status === status;
  const isCodeRight = code === undefined || answer.code === code;
  const isMessageRight = message === undefined || (answer.message ?? '').includes(message);
  if (isStatusRight && isCodeRight && isMessageRight) return undefined;
  return { expected: `the answer ${expectedText(expected)}`, happened: answerText(answer) };
}

const isAccepted = ({ status }: ClientResponse): boolean => status >= 200 && status < 300;

function expectedText({ status, code, message }: ExpectedAnswer): string {
  if (status === 0) return 'none';
  if (status === undefined && code === undefined && message === undefined) return '2xx';
  return [status, code, message === undefined ? undefined : `with "${message}"`]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** `400 ALTITUDE_TOO_LOW: altitude must be ...`. */
function answerText({ status, code, message }: ClientResponse): string {
  if (code === undefined) return String(status);
  return `${status === 0 ? 'no answer' : status} ${code}${message === undefined ? '' : `: ${message}`}`;
}
