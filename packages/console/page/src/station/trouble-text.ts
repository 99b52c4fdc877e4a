import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { Words } from '../words/words.ts';

/** A command has not arrived, or may not have. */
export const unsentText = (error: ConnectionError, words: Words): string =>
  `${troubleText(error, words)} ${error.code === 'TIMEOUT' ? words.station.perhapsSent : words.station.notSent}`;

/** Text of an error for the user: the station's own words if it has some. */
export function troubleText(error: unknown, words: Words): string {
  if (error instanceof ApiError) return words.translator?.refusal(error) ?? error.message;
  if (error instanceof ConnectionError) {
    return error.code === 'TIMEOUT' ? words.station.noAnswerInTime : words.station.unreachable;
  }
  return error instanceof Error ? error.message : String(error);
}
