import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { RefusalAnswer } from '@kitestring/web/http';
import { FIRST_CHUNK_MS } from './chunked-answer.ts';
import type { ReadAnswer, ReadOutcome } from './station-reads.ts';

/** Refusal of a read that the station has not answered. */
export function readRefusal(outcome: Exclude<ReadOutcome, ReadAnswer>, station: string): Refusal {
  if (outcome.kind === 'busy') return refusal('STATION_BUSY.reads');
  if (outcome.kind === 'silent') return refusal('STATION_NOT_LIVE.silent', { station, waitS: FIRST_CHUNK_MS / 1000 });
  const { error, message } = outcome;
  if (error === 'STATION_BUSY') return refusal('STATION_BUSY.reads');
  if (error === 'MALFORMED_COMMAND') return refusal('INVALID_REQUEST', { fault: message });
  return refusal('STATION_NOT_LIVE.notAnswered', { station, reason: `${message} (${error})` });
}

/** The same, with the time after which to try again. */
export function refusedRead(outcome: Exclude<ReadOutcome, ReadAnswer>, station: string): RefusalAnswer {
  const refusal = readRefusal(outcome, station);
  return refusal.code === 'STATION_BUSY' ? { refusal, headers: ['Retry-After', '1'] } : { refusal };
}
