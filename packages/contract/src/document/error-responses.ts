import { oauthError } from '../auth/oauth-error.ts';
import { ErrorReply } from '../error-reply.ts';
import { ERRORS, type ErrorCode, exampleMessage } from '../errors.ts';
import { errorsOf, type Operation } from '../operation.ts';
import type { Components, JsonObject } from './components.ts';

const EXAMPLE_DETAILS: Readonly<Partial<Record<ErrorCode, unknown>>> = {
  INVALID_REQUEST: [{ path: '/altitude', message: 'must be number' }],
};

/** Schema of the body of this error. */
function errorExample(op: Operation, code: ErrorCode): JsonObject {
  const message = exampleMessage(code);
  const details = EXAMPLE_DETAILS[code];
  return {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(op.errorReply === undefined ? {} : { error: oauthError(code), error_description: message }),
  };
}

const row = (code: ErrorCode): string => `- \`${code}\`: ${ERRORS[code].meaning}`;

function response(op: Operation, codes: readonly ErrorCode[], components: Components): JsonObject {
  const prefix = op.errorReply === undefined ? '' : 'TOKEN_ERROR_';
  const examples = codes.map((code) => {
    const { meaning, remedy } = ERRORS[code];
    const example = { summary: code, description: `${meaning} ${remedy}`, value: errorExample(op, code) };
    return [code, components.example(`${prefix}${code}`, example)];
  });
  return {
    description: codes.map(row).join('\n'),
    content: {
      'application/json': {
        schema: components.schema(op.errorReply ?? ErrorReply),
        examples: Object.fromEntries(examples),
      },
    },
    'x-error-codes': codes,
  };
}

/** One response for each status that an error of this operation has. */
export function errorResponses(op: Operation, components: Components): Readonly<Record<number, JsonObject>> {
  const byStatus = Map.groupBy(errorsOf(op), (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, response(op, codes, components)]));
}
