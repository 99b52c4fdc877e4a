/** Requests under way at a time: more would fill the queue of a slow radio. */
const WINDOW = 8;
const ANSWER_WITHIN_US = 1_000_000;
const ATTEMPTS = { least: 3, silent: 10, most: 30 };
/** A name that the autopilot has is called absent so seldom, by the share of the requests that are answered. */
const WRONG_SHARE = 0.005;

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
  /** Requests sent so far, and those of them that were answered. */
  readonly requests: number;
  readonly replies: number;
}

export type ParameterReadEvent =
  | { readonly event: 'Answered'; readonly nowUs: number; readonly name: string; readonly answer: ParameterAnswer }
  | { readonly event: 'Due'; readonly nowUs: number };

export const readsOf = (names: readonly string[]): ParameterReads => ({
  waiting: [...new Set(names)],
  asked: new Map(),
  answers: new Map(),
  requests: 0,
  replies: 0,
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
  const all = [...ask, ...next];
  const requests = reads.requests + all.length;
  return { reads: { ...reads, waiting: reads.waiting.slice(next.length), asked, requests }, ask: all };
}

function answered(
  reads: ParameterReads,
  { answer, name }: Extract<ParameterReadEvent, { event: 'Answered' }>,
): Stepped {
  if (!reads.asked.has(name)) return { reads, ask: [] };
  const asked = new Map(reads.asked);
  asked.delete(name);
  const answers = new Map(reads.answers).set(name, answer);
  return { reads: { ...reads, asked, answers, replies: reads.replies + 1 }, ask: [] };
}

function due(reads: ParameterReads, nowUs: number): Stepped {
  const asked = new Map(reads.asked);
  const answers = new Map(reads.answers);
  const ask: string[] = [];
  for (const [name, { attempts, untilUs }] of reads.asked) {
    if (nowUs < untilUs) continue;
    if (attempts < attemptsMax(reads, attempts)) {
      asked.set(name, { attempts: attempts + 1, untilUs: nowUs + ANSWER_WITHIN_US });
      ask.push(name);
    } else {
      asked.delete(name);
      answers.set(name, { state: reads.replies > 0 ? 'Absent' : 'Silent' });
    }
  }
  return { reads: { ...reads, asked, answers }, ask };
}

/**
 * One that answers nothing is asked ten times; on a line that loses little, three attempts in vain show an absent name.
 * @param attempts for the name in question, which say nothing about the line
 */
function attemptsMax({ replies, requests }: ParameterReads, attempts: number): number {
  if (replies === 0) return ATTEMPTS.silent;
  const answeredShare = Math.min(0.99, replies / (requests - attempts));
  const enough = Math.ceil(Math.log(WRONG_SHARE) / Math.log(1 - answeredShare));
  return Math.min(ATTEMPTS.most, Math.max(ATTEMPTS.least, enough));
}
