import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { Words } from '../words/words.ts';

/** What to tell a person about an error: the station's own words where it has some. */
export function troubleText(error: unknown, words: Words): string {
  if (error instanceof ApiError) return words.translator?.refusal(error) ?? error.message;
  if (error instanceof ConnectionError) {
    return error.code === 'TIMEOUT' ? words.station.noAnswerInTime : words.station.unreachable;
  }
  return error instanceof Error ? error.message : String(error);
}
