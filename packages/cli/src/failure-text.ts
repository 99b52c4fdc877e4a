import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';

/** The error in one line; a refusal with its code and remedy. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return oneLine(error instanceof Error ? messageOf(error) : String(error));
  const remedy = error.code in ERRORS ? ` ${ERRORS[error.code as keyof typeof ERRORS].remedy}` : '';
  // The message already has the first one.
  const others = error.details.filter(({ message }) => !error.message.includes(message));
  const details = others.map(({ path, message }) => ` ${path} ${message}.`).join('');
  return oneLine(`Refused: ${error.status} ${error.code}: ${error.message}.${details}${remedy}`);
}

/** Its message, and what to do about an address or a certificate. */
export function messageOf(error: Error): string {
  const code = error instanceof ConnectionError ? error.code : undefined;
  if (code === 'UNTRUSTED') return `${error.message}; give --pin (serve prints it), --ca or --insecure`;
  return code === 'UNREACHABLE' ? `${error.message}: check the address, and that the station runs` : error.message;
}
