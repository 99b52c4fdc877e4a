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
  | { readonly outcome: 'Refused'; readonly reason: CommandRefusal; readonly detail: number }
  /** No answer to any of the attempts. A component that does not know a command often says nothing: it counts as unsupported. */
  | { readonly outcome: 'Silent' }
  /** Said to be in progress, and then nothing more. */
  | { readonly outcome: 'Unfinished' }
  /** A later order took its place, or too many waited. */
  | { readonly outcome: 'Superseded' }
  /** The link was closed. */
  | { readonly outcome: 'Stopped' };

export type MavlinkCommandState =
  | {
      readonly state: 'Waiting';
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
  | { readonly event: 'Due'; readonly nowUs: number };

/** As the command protocol has it. A round trip over a radio takes up to a second. */
export const ANSWER_WITHIN_US = 1_500_000;
const ATTEMPTS = 3;
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
export const commandSent = (nowUs: number, stale = 0, staleUntilUs = nowUs): MavlinkCommandState => ({
  ...{ state: 'Waiting', sent: 1, untilUs: nowUs + ANSWER_WITHIN_US },
  ...{ stale, staleUntilUs },
});

/**
 * One step of an order.
 *
 *     Waiting --Due--> Waiting (sent again, up to 3 times) --Due--> Ended: Silent
 *     Waiting, InProgress --in progress--> InProgress --Due--> Ended: Unfinished
 *     Waiting, InProgress --any other answer--> Ended: Accepted, Refused
 */
export function commandStep(state: MavlinkCommandState, event: CommandEvent): MavlinkCommandState {
  if (state.state === 'Ended') return state;
  return event.event === 'Due' ? due(state, event.nowUs) : answered(state, event);
}

type Open = Exclude<MavlinkCommandState, { state: 'Ended' }>;
const ended = (outcome: MavlinkCommandOutcome): MavlinkCommandState => ({ state: 'Ended', outcome });

function due(state: Open, nowUs: number): MavlinkCommandState {
  if (nowUs < state.untilUs) return state;
  if (state.state === 'InProgress') return ended({ outcome: 'Unfinished' });
  if (state.sent >= ATTEMPTS) return ended({ outcome: 'Silent' });
  return { ...state, sent: state.sent + 1, untilUs: nowUs + ANSWER_WITHIN_US };
}

function answered(state: Open, event: Extract<CommandEvent, { event: 'Answered' }>): MavlinkCommandState {
  const { detail, nowUs, progress, result } = event;
  // Safety: the answer to an earlier order must not end this one, whose packet may be lost. It is sent again in time.
  if (state.state === 'Waiting' && state.stale > 0 && nowUs < state.staleUntilUs) {
    return { ...state, stale: state.stale - 1 };
  }
  if (result === MAV_RESULT.ACCEPTED) return ended({ outcome: 'Accepted', detail });
  if (result !== MAV_RESULT.IN_PROGRESS) {
    return ended({ outcome: 'Refused', reason: REFUSALS[result] ?? 'Unknown', detail });
  }
  const endUs = state.state === 'InProgress' ? state.endUs : nowUs + LONGEST_US;
  return { state: 'InProgress', percent: progress, untilUs: Math.min(endUs, nowUs + PROGRESS_WITHIN_US), endUs };
}
