/** Below this share of the wanted rate a message counts as reverted: rates are measured over five seconds, on lines that lose some. */
const ENOUGH = 0.6;
/** A whole window of measurement, and time for the change. */
const JUDGED_AFTER_US = 12_000_000;
const BACKOFF_US = { first: 10_000_000, most: 120_000_000 };
/** After this many reversions in a row another ground station insists. */
const CONTESTED_AFTER = 3;

/** A message that is wanted at a rate. */
export type IntervalState =
  /** Not asked for yet, or to be asked for again at `askUs`. */
  | { readonly state: 'Wanted'; readonly askUs: number; readonly reversions: number }
  /** The order is under way. */
  | { readonly state: 'Asking'; readonly reversions: number }
  /** Accepted; its rate counts from `judgeUs` on. */
  | { readonly state: 'Set'; readonly judgeUs: number; readonly reversions: number }
  /** The component does not offer it, or not at all by this way. Asked for again only after it has started again. */
  | { readonly state: 'Refused' };

export type IntervalEvent =
  | {
      readonly event: 'Looked';
      readonly nowUs: number;
      readonly wantedHz: number;
      readonly measuredHz: number | undefined;
    }
  | { readonly event: 'Answered'; readonly nowUs: number; readonly answer: 'Accepted' | 'Refused' | 'Silent' }
  /** The component has appeared, returned or started again: it has forgotten what was set. */
  | { readonly event: 'Restarted'; readonly nowUs: number };

export const intervalWanted = (nowUs: number): IntervalState => ({ state: 'Wanted', askUs: nowUs, reversions: 0 });

/** Another ground station, or the component itself, sets the rate back again and again. */
export const isContested = (state: IntervalState): boolean =>
  state.state !== 'Refused' && state.reversions >= CONTESTED_AFTER;

const backoffUs = (reversions: number): number =>
  Math.min(BACKOFF_US.most, BACKOFF_US.first * 2 ** Math.max(0, Math.min(reversions, 16) - 1));

/**
 * One step.
 *
 *     Wanted --Looked, due--> Asking --Accepted--> Set --Looked, too slow--> Wanted (later each time)
 *                             Asking --Silent--> Wanted (later)
 *                             Asking --Refused--> Refused
 *     any --Restarted--> Wanted (now)
 */
export function intervalStep(state: IntervalState, event: IntervalEvent): IntervalState {
  switch (event.event) {
    case 'Restarted':
      return intervalWanted(event.nowUs);
    case 'Answered':
      return state.state === 'Asking' ? answered(state.reversions, event) : state;
    case 'Looked':
      return looked(state, event);
  }
}

function answered(reversions: number, { answer, nowUs }: Extract<IntervalEvent, { event: 'Answered' }>): IntervalState {
  if (answer === 'Refused') return { state: 'Refused' };
  if (answer === 'Accepted') return { state: 'Set', judgeUs: nowUs + JUDGED_AFTER_US, reversions };
  return { state: 'Wanted', askUs: nowUs + backoffUs(reversions + 1), reversions: reversions + 1 };
}

function looked(state: IntervalState, event: Extract<IntervalEvent, { event: 'Looked' }>): IntervalState {
  const { measuredHz, nowUs, wantedHz } = event;
  if (state.state === 'Wanted' && nowUs >= state.askUs) return { state: 'Asking', reversions: state.reversions };
  if (state.state !== 'Set' || nowUs < state.judgeUs || measuredHz === undefined) return state;
  if (measuredHz >= wantedHz * ENOUGH) return state.reversions === 0 ? state : { ...state, reversions: 0 };
  const reversions = state.reversions + 1;
  return { state: 'Wanted', askUs: reversions === 1 ? nowUs : nowUs + backoffUs(reversions - 1), reversions };
}
