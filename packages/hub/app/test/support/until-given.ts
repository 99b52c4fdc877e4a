import type { Answer } from './hub-process.ts';
import { until } from './until.ts';

/** Refusals that a busy machine may cause by being late, and those that a repetition may meet. */
const LATE: readonly string[] = ['STATION_NOT_LIVE', 'STATION_OFFLINE', 'OUTCOME_UNKNOWN', 'RATE_LIMITED'];

interface CommandAnswer {
  readonly status: number;
  readonly body: Answer;
}

/** Gives a command, again where its station was not heard in time: with an Idempotency-Key it is carried out once all the same. */
export const untilGiven = <T extends CommandAnswer>(give: () => Promise<T>): Promise<T> =>
  until('the outcome of a command', async () => {
    const answer = await give();
    return !LATE.includes(answer.body?.code) && answer;
  });
