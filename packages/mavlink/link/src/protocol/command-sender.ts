import type { Cancel } from '@kitestring/base/clock.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { MavlinkLink } from '../link/mavlink-link.ts';
import {
  ANSWER_WITHIN_US,
  type CommandEvent,
  type CommandNeed,
  type CommandPace,
  commandSent,
  commandStep,
  type MavlinkCommand,
  type MavlinkCommandOutcome,
  type MavlinkCommandState,
} from './command.ts';

/** The part of a link that protocols need. */
export type ProtocolLink = Pick<MavlinkLink, 'clock' | 'ids' | 'onMessage' | 'send'>;

/** Orders of one kind to one component that may wait for each other; the next ends at once. */
const WAITING_MAX = 32;

export interface CommandOptions {
  /** Takes the place of earlier orders of its kind that are not answered yet: only the newest set point counts. */
  readonly isNewest?: boolean;
  /** How often, and how long, it is sent; by default three times in 4.5 s. */
  readonly pace?: CommandPace;
  /** Asked before each further packet; by default an order is wanted until it is answered. */
  readonly need?: () => CommandNeed;
}

interface Pending {
  readonly command: MavlinkCommand;
  readonly pace: CommandPace | undefined;
  readonly need: () => CommandNeed;
  readonly end: (outcome: MavlinkCommandOutcome) => void;
}

/** Orders of one kind to one component. An answer names only the kind, so one is under way at a time. */
interface Lane {
  current: (Pending & { state: MavlinkCommandState; sent: number; stale: number; answers: number }) | undefined;
  waiting: Pending[];
  cancelTimer: Cancel;
  stale: number;
  staleUntilUs: number;
}

/** Whether an order is still needed is asked so often, at least. */
const NEED_EVERY_US = 500_000;
const CONFIRMATION_MAX = 255;

/** Sends orders, again where no answer comes, and tells how each ended. */
export class MavlinkCommandSender implements Disposable {
  readonly #link: ProtocolLink;
  readonly #lanes = new Map<string, Lane>();
  readonly #cancelListener: Cancel;
  #isStopped = false;

  constructor(link: ProtocolLink) {
    this.#link = link;
    this.#cancelListener = link.onMessage((message) => {
      if (message.name === 'COMMAND_ACK') this.#takeAnswer(message);
    });
  }

  /** Always resolves: within the time of its pace where no answer comes, or within 5 minutes of progress. */
  run(
    command: MavlinkCommand,
    { isNewest = false, need = () => 'Wanted', pace }: CommandOptions = {},
  ): Promise<MavlinkCommandOutcome> {
    if (this.#isStopped) return Promise.resolve({ outcome: 'Stopped' });
    return new Promise((end) => {
      const lane = this.#laneOf(command);
      if (isNewest) this.#supersede(lane);
      if (lane.waiting.length >= WAITING_MAX) return end({ outcome: 'Superseded' });
      lane.waiting.push({ command, pace, need, end });
      this.#next(lane);
    });
  }

  /** Ends what is under way as stopped. */
  [Symbol.dispose](): void {
    this.#isStopped = true;
    this.#cancelListener();
    for (const lane of this.#lanes.values()) {
      lane.cancelTimer();
      for (const { end } of [lane.current, ...lane.waiting].filter((each) => each !== undefined)) {
        end({ outcome: 'Stopped' });
      }
    }
    this.#lanes.clear();
  }

  #laneOf({ command, target }: MavlinkCommand): Lane {
    const key = laneKey(target, command);
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { current: undefined, waiting: [], cancelTimer: () => {}, stale: 0, staleUntilUs: 0 };
    this.#lanes.set(key, lane);
    return lane;
  }

  #supersede(lane: Lane): void {
    const { current, waiting } = lane;
    lane.waiting = [];
    if (current !== undefined) this.#end(lane, { outcome: 'Superseded' });
    for (const { end } of waiting) end({ outcome: 'Superseded' });
  }

  #next(lane: Lane): void {
    if (lane.current !== undefined) return;
    const pending = lane.waiting.shift();
    if (pending === undefined) return;
    const nowUs = this.#link.clock.nowUs();
    const stale = nowUs < lane.staleUntilUs ? lane.stale : 0;
    const { pace } = pending;
    const state = commandSent(nowUs, { stale, staleUntilUs: lane.staleUntilUs, ...(pace !== undefined && { pace }) });
    lane.current = { ...pending, state, sent: 1, stale, answers: 0 };
    this.#send(pending.command, 0);
    this.#arm(lane);
  }

  #takeAnswer({ component, fields, system }: Message<'COMMAND_ACK'>): void {
    const { ids, clock } = this.#link;
    // Both ids are 0 where the sender is older than these fields.
    const isOurs =
      [0, ids.system].includes(fields.target_system) && [0, ids.component].includes(fields.target_component);
    const lane = this.#lanes.get(laneKey({ system, component }, fields.command));
    if (lane?.current === undefined || !isOurs) return;
    lane.current.answers += 1;
    this.#step(lane, {
      event: 'Answered',
      nowUs: clock.nowUs(),
      result: fields.result,
      progress: fields.progress,
      detail: fields.result_param2,
    });
  }

  #step(lane: Lane, event: CommandEvent): void {
    const { current } = lane;
    if (current === undefined) return;
    const before = current.state;
    const state = commandStep(before, event);
    current.state = state;
    if (state.state === 'Ended') {
      this.#end(lane, state.outcome);
      this.#next(lane);
      return;
    }
    if (state.state === 'Waiting' && before.state === 'Waiting' && state.sent > before.sent) {
      current.sent = state.sent;
      this.#send(current.command, state.sent - 1);
    }
    this.#arm(lane);
  }

  #arm(lane: Lane): void {
    const state = lane.current?.state;
    if (state === undefined || state.state === 'Ended') return;
    lane.cancelTimer();
    const { clock } = this.#link;
    const dueUs = Math.min(state.untilUs, clock.nowUs() + NEED_EVERY_US);
    lane.cancelTimer = clock.schedule(dueUs, () => {
      const need = lane.current?.need() ?? 'Dropped';
      this.#step(lane, { event: 'Due', nowUs: clock.nowUs(), need });
    });
  }

  #end(lane: Lane, outcome: MavlinkCommandOutcome): void {
    const { current } = lane;
    if (current === undefined) return;
    lane.cancelTimer();
    lane.current = undefined;
    // Each packet of late may still be answered.
    const { sent, stale, answers } = current;
    const late = current.pace === undefined ? sent : Math.ceil(ANSWER_WITHIN_US / current.pace.everyUs);
    lane.stale = Math.min(late, Math.max(0, stale + sent - answers));
    lane.staleUntilUs = this.#link.clock.nowUs() + ANSWER_WITHIN_US;
    current.end(outcome);
  }

  #send(command: MavlinkCommand, confirmation: number): void {
    const { target } = command;
    const [param1 = 0, param2 = 0, param3 = 0, param4 = 0, param5 = 0, param6 = 0, param7 = 0] = command.params;
    const head = {
      target_system: target.system,
      target_component: target.component,
      command: command.command,
      param1,
      param2,
      param3,
      param4,
    };
    if (command.form === 'Long') {
      const confirmed = Math.min(confirmation, CONFIRMATION_MAX);
      this.#link.send('COMMAND_LONG', { ...head, param5, param6, param7, confirmation: confirmed });
      return;
    }
    const { frame, x, y, z } = command;
    this.#link.send('COMMAND_INT', { ...head, frame, x, y, z, current: 0, autocontinue: 0 });
  }
}

const laneKey = ({ component, system }: MavlinkIds, command: number): string => `${system} ${component} ${command}`;
