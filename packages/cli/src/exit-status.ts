import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError, type ConnectionErrorCode } from '@kitestring/client/connection-error.ts';
import { NotInVersionError } from '@kitestring/client/not-in-version-error.ts';
import type { ExitStatus } from './context.ts';

const OF_CONNECTION: Partial<Readonly<Record<ConnectionErrorCode, ExitStatus>>> = {
  UNREACHABLE: 3,
  TIMEOUT: 3,
  UNTRUSTED: 4,
  NOT_A_STATION: 6,
};

/** Exit status for a fault between a command and its station, the same for each command; undefined for any other error. */
export function statusOfStation(error: unknown): ExitStatus | undefined {
  if (error instanceof ConnectionError) return OF_CONNECTION[error.code] ?? 1;
  if (error instanceof NotInVersionError) return 7;
  if (!(error instanceof ApiError)) return undefined;
  const isOfKey = error.status === 401 || (error.status === 403 && error.code !== 'CONTROL_TAKEN');
  return isOfKey ? 5 : 1;
}
