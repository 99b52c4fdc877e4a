import { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';

/** An order to one component. A parameter without a meaning is NaN where the command says so, else 0. */
export type MavlinkCommand =
  | {
      readonly form: 'Long';
      readonly target: MavlinkIds;
      readonly command: number;
      /** Up to seven; the rest is 0. */
      readonly params: readonly number[];
    }
  | {
      /** With a frame, and positions as integers. */
      readonly form: 'Int';
      readonly target: MavlinkIds;
      readonly command: number;
      readonly frame: number;
      readonly params: readonly number[];
      readonly x: number;
      readonly y: number;
      readonly z: number;
    };

export type CommandRefusal =
  | 'TemporarilyRejected'
  | 'Denied'
  | 'Unsupported'
  | 'Failed'
  | 'Cancelled'
  | 'LongOnly'
  | 'IntOnly'
  | 'UnsupportedFrame'
  | 'NotInControl'
  | 'Unknown';

/** How an order ended. An acceptance is no movement: that is seen by telemetry only. */
export type MavlinkCommandOutcome =
  /** `detail` is `result_param2`. */
  | { readonly outcome: 'Accepted'; readonly detail: number }
  | {
      readonly outcome: 'Refused';
      readonly reason: CommandRefusal;
      readonly detail: number;
      /** It was sent before without an answer: an autopilot may refuse again what it is doing already. */
      readonly isRepeated?: true;
    }
  /** No answer by its deadline. A component that does not know a command often says nothing: it counts as unsupported. */
  | { readonly outcome: 'Silent' }
  /** Said to be in progress, and then nothing more. */
  | { readonly outcome: 'Unfinished' }
  /** A later order took its place, it is not needed any more, or too many waited. */
  | { readonly outcome: 'Superseded' }
  /** The link was closed. */
  | { readonly outcome: 'Stopped' };

/** How often an order is sent while it is not answered, and until when. */
export interface CommandPace {
  /** Microseconds between two packets. */
  readonly everyUs: number;
  /** Microseconds from the first packet to the end. */
  readonly withinUs: number;
}

/** Whether an order is to be sent again. */
export type CommandNeed =
  | 'Wanted'
  /** Telemetry shows it, with or without an answer. */
  | 'Shown'
  /** Superseded by an order of another kind, aborted, or no longer ours to give. */
  | 'Dropped';

export type MavlinkCommandState =
  | {
      readonly state: 'Waiting';
      readonly pace: CommandPace;
      /** Not sent any more from then on. */
      readonly deadlineUs: number;
      /** Sent so many times; the confirmation of each is one less. */
      readonly sent: number;
      readonly untilUs: number;
      /** Answers to an earlier order of the same kind that may still be on the way, until then. */
      readonly stale: number;
      readonly staleUntilUs: number;
    }
  | { readonly state: 'InProgress'; readonly percent: number; readonly untilUs: number; readonly endUs: number }
  | { readonly state: 'Ended'; readonly outcome: MavlinkCommandOutcome };

export type CommandEvent =
  | {
      readonly event: 'Answered';
      readonly nowUs: number;
      readonly result: number;
      readonly progress: number;
      readonly detail: number;
    }
  | { readonly event: 'Due'; readonly nowUs: number; readonly need: CommandNeed };

/** As the command protocol has it. A round trip over a radio takes up to a second. */
export const ANSWER_WITHIN_US = 1_500_000;
/** A question, which is asked again later by its asker: three times, as the command protocol has it. */
const QUESTION_PACE: CommandPace = { everyUs: ANSWER_WITHIN_US, withinUs: 3 * ANSWER_WITHIN_US };
/**
 * An order that may be carried out twice without harm: two packets a second. A line that loses half of its packets loses each of 30
 * orders once in 10^9 times, and each of their answers once in 5,000.
 */
export const ORDER_PACE: CommandPace = { everyUs: 500_000, withinUs: 15_000_000 };
/** Time between two reports of progress, and of the whole. */
const PROGRESS_WITHIN_US = 10_000_000;
const LONGEST_US = 300_000_000;

const REFUSALS: Readonly<Record<number, CommandRefusal>> = {
  [MAV_RESULT.TEMPORARILY_REJECTED]: 'TemporarilyRejected',
  [MAV_RESULT.DENIED]: 'Denied',
  [MAV_RESULT.UNSUPPORTED]: 'Unsupported',
  [MAV_RESULT.FAILED]: 'Failed',
  [MAV_RESULT.CANCELLED]: 'Cancelled',
  [MAV_RESULT.COMMAND_LONG_ONLY]: 'LongOnly',
  [MAV_RESULT.COMMAND_INT_ONLY]: 'IntOnly',
  [MAV_RESULT.COMMAND_UNSUPPORTED_MAV_FRAME]: 'UnsupportedFrame',
  [MAV_RESULT.NOT_IN_CONTROL]: 'NotInControl',
};

/** An order that was sent now for the first time. */
export const commandSent = (
  nowUs: number,
  { pace = QUESTION_PACE, stale = 0, staleUntilUs = nowUs }: CommandStart = {},
): MavlinkCommandState => ({
  state: 'Waiting',
  sent: 1,
  untilUs: nowUs + pace.everyUs,
  pace,
  deadlineUs: nowUs + pace.withinUs,
  stale,
  staleUntilUs,
});

interface CommandStart {
  readonly pace?: CommandPace;
  readonly stale?: number;
  readonly staleUntilUs?: number;
}

/**
 * One step of an order.
 *
 *     Waiting --Due--> Waiting (sent again, until its deadline) --Due--> Ended: Silent
 *     Waiting, InProgress --in progress--> InProgress --Due--> Ended: Unfinished
 *     Waiting, InProgress --Due, shown--> Ended: Accepted
 *     Waiting, InProgress --Due, dropped--> Ended: Superseded
 *     Waiting, InProgress --any other answer--> Ended: Accepted, Refused
 */
export function commandStep(state: MavlinkCommandState, event: CommandEvent): MavlinkCommandState {
  if (state.state === 'Ended') return state;
  return event.event === 'Due' ? due(state, event) : answered(state, event);
}

type Open = Exclude<MavlinkCommandState, { state: 'Ended' }>;
const ended = (outcome: MavlinkCommandOutcome): MavlinkCommandState => ({ state: 'Ended', outcome });

function due(state: Open, { need, nowUs }: Extract<CommandEvent, { event: 'Due' }>): MavlinkCommandState {
  if (need === 'Shown') return ended({ outcome: 'Accepted', detail: 0 });
  // Safety: what is not wanted any more is never sent again.
  if (need === 'Dropped') return ended({ outcome: 'Superseded' });
  if (nowUs < state.untilUs) return state;
  if (state.state === 'InProgress') return ended({ outcome: 'Unfinished' });
  if (nowUs >= state.deadlineUs) return ended({ outcome: 'Silent' });
  return { ...state, sent: state.sent + 1, untilUs: nowUs + state.pace.everyUs };
}

function answered(state: Open, event: Extract<CommandEvent, { event: 'Answered' }>): MavlinkCommandState {
  const { detail, nowUs, progress, result } = event;
  // Safety: the answer to an earlier order must not end this one, whose packet may be lost. It is sent again in time.
  if (state.state === 'Waiting' && state.stale > 0 && nowUs < state.staleUntilUs) {
    return { ...state, stale: state.stale - 1 };
  }
  if (result === MAV_RESULT.ACCEPTED) return ended({ outcome: 'Accepted', detail });
  if (result !== MAV_RESULT.IN_PROGRESS) {
    const isRepeated = state.state === 'Waiting' && state.sent > 1;
    return ended({
      outcome: 'Refused',
      reason: REFUSALS[result] ?? 'Unknown',
      detail,
      ...(isRepeated && { isRepeated }),
    });
  }
  const endUs = state.state === 'InProgress' ? state.endUs : nowUs + LONGEST_US;
  return { state: 'InProgress', percent: progress, untilUs: Math.min(endUs, nowUs + PROGRESS_WITHIN_US), endUs };
}
