/** Requests under way at a time: more would fill the queue of a slow radio. */
const WINDOW = 8;
const ANSWER_WITHIN_US = 1_000_000;
const ATTEMPTS_MAX = 10;
/** On a line that loses little, a name that is asked for three times in vain is one that the autopilot does not have. */
const GOOD_LINE = { answered: 0.8, attempts: 3 };

export interface ParameterValue {
  readonly value: number;
  /** MAV_PARAM_TYPE. */
  readonly type: number;
}

export type ParameterAnswer =
  | ({ readonly state: 'Known' } & ParameterValue)
  /** The autopilot has none of this name: it says so, or is silent about this one only. */
  | { readonly state: 'Absent' }
  /** It answers nothing. */
  | { readonly state: 'Silent' };

interface Asked {
  readonly attempts: number;
  readonly untilUs: number;
}

/** Reads of parameters by name, in any order. */
export interface ParameterReads {
  /** Not asked for yet. */
  readonly waiting: readonly string[];
  readonly asked: ReadonlyMap<string, Asked>;
  readonly answers: ReadonlyMap<string, ParameterAnswer>;
  /** Requests that were needed for the answers so far. */
  readonly requests: number;
  readonly replies: number;
}

export type ParameterReadEvent =
  | { readonly event: 'Answered'; readonly nowUs: number; readonly name: string; readonly answer: ParameterAnswer }
  | { readonly event: 'Due'; readonly nowUs: number };

export const readsOf = (names: readonly string[]): ParameterReads => ({
  ...{ waiting: [...new Set(names)], asked: new Map(), answers: new Map(), requests: 0, replies: 0 },
});

/** Time of the next `Due`, microseconds; undefined when all is read. */
export const readsDueUs = ({ asked }: ParameterReads): number | undefined =>
  asked.size === 0 ? undefined : Math.min(...[...asked.values()].map(({ untilUs }) => untilUs));

interface Stepped {
  readonly reads: ParameterReads;
  /** Names to ask for now. */
  readonly ask: readonly string[];
}

/** One step: takes an answer, or asks again for what was not answered in time. A free place in the window is used at once. */
export function readsStep(before: ParameterReads, event: ParameterReadEvent): Stepped {
  const { ask, reads } = event.event === 'Answered' ? answered(before, event) : due(before, event.nowUs);
  const next = reads.waiting.slice(0, WINDOW - reads.asked.size);
  const asked = new Map(reads.asked);
  for (const name of next) asked.set(name, { attempts: 1, untilUs: event.nowUs + ANSWER_WITHIN_US });
  return { reads: { ...reads, waiting: reads.waiting.slice(next.length), asked }, ask: [...ask, ...next] };
}

function answered(
  reads: ParameterReads,
  { answer, name }: Extract<ParameterReadEvent, { event: 'Answered' }>,
): Stepped {
  const known = reads.asked.get(name);
  if (known === undefined) return { reads, ask: [] };
  const asked = new Map(reads.asked);
  asked.delete(name);
  const counts = { requests: reads.requests + known.attempts, replies: reads.replies + 1 };
  return { reads: { ...reads, asked, answers: new Map(reads.answers).set(name, answer), ...counts }, ask: [] };
}

function due(reads: ParameterReads, nowUs: number): Stepped {
  const isGood = reads.replies > 0 && reads.replies / reads.requests >= GOOD_LINE.answered;
  const attemptsMax = isGood ? GOOD_LINE.attempts : ATTEMPTS_MAX;
  const asked = new Map(reads.asked);
  const answers = new Map(reads.answers);
  const ask: string[] = [];
  for (const [name, { attempts, untilUs }] of reads.asked) {
    if (nowUs < untilUs) continue;
    if (attempts < attemptsMax) {
      asked.set(name, { attempts: attempts + 1, untilUs: nowUs + ANSWER_WITHIN_US });
      ask.push(name);
    } else {
      asked.delete(name);
      answers.set(name, { state: reads.replies > 0 ? 'Absent' : 'Silent' });
    }
  }
  return { reads: { ...reads, asked, answers }, ask };
}
