import type { Cancel } from '@kitestring/base/clock.ts';
import { definitionNamed, type MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import type { MavlinkLink } from '../link/mavlink-link.ts';
import type { CommandPace, MavlinkCommandOutcome } from './command.ts';
import type { MavlinkCommandSender } from './command-sender.ts';
import {
  type IntervalEvent,
  type IntervalState,
  intervalStep,
  intervalWanted,
  isContested,
} from './message-interval.ts';

/** An interval that is set twice is set. */
const PACE: CommandPace = { everyUs: 500_000, withinUs: 5_000_000 };
/** Packets after which the loss of a line is known. */
const LOSS_KNOWN_AFTER = 100;

type IntervalLink = Pick<MavlinkLink, 'clock' | 'rates' | 'onEvent' | 'watch'>;

export interface MessageIntervalView {
  readonly name: MessageName;
  readonly wantedHz: number;
  /** Undefined while too little time has passed. */
  readonly measuredHz: number | undefined;
  readonly state: IntervalState['state'];
  /** It was changed several times: another ground station asks for another rate. */
  readonly isContested: boolean;
}

interface Wanted {
  readonly name: MessageName;
  readonly id: number;
  readonly hz: number;
  state: IntervalState;
}

/** Keeps the rates of messages of one component: asks for them, measures, and asks again where they have been changed. */
export class MessageIntervals implements Disposable {
  readonly #link: IntervalLink;
  readonly #commands: MavlinkCommandSender;
  readonly #target: MavlinkIds;
  readonly #wanted: readonly Wanted[];
  readonly #cancelListener: Cancel;

  constructor(
    link: IntervalLink,
    commands: MavlinkCommandSender,
    target: MavlinkIds,
    rates: Partial<Readonly<Record<MessageName, number>>>,
  ) {
    this.#link = link;
    this.#commands = commands;
    this.#target = target;
    const names = Object.entries(rates) as [MessageName, number][];
    const state = intervalWanted(link.clock.nowUs());
    this.#wanted = names.map(([name, hz]) => ({ name, id: definitionNamed(name).id, hz, state }));
    this.#cancelListener = link.onEvent((event) => {
      const isBack = event.event === 'ComponentReturned' || event.event === 'ComponentRestarted';
      if (!isBack || event.of.system !== target.system || event.of.component !== target.component) return;
      for (const wanted of this.#wanted) step(wanted, { event: 'Restarted', nowUs: link.clock.nowUs() });
    });
  }

  get all(): readonly MessageIntervalView[] {
    return this.#wanted.map((wanted) => ({
      name: wanted.name,
      wantedHz: wanted.hz,
      measuredHz: this.#measuredHz(wanted),
      state: wanted.state.state,
      isContested: isContested(wanted.state),
    }));
  }

  /** Called by the control loop, about once a second. One order at a time: a silent component is not asked for everything. */
  step(): void {
    const nowUs = this.#link.clock.nowUs();
    for (const wanted of this.#wanted) {
      if (this.#wanted.some(({ state }) => state.state === 'Asking')) return;
      // Packets that the line loses were sent all the same.
      const wantedHz = wanted.hz * this.#arrivingShare;
      const event = { event: 'Looked', nowUs, wantedHz, measuredHz: this.#measuredHz(wanted) } as const;
      step(wanted, event);
      if (wanted.state.state === 'Asking') void this.#ask(wanted);
    }
  }

  [Symbol.dispose](): void {
    this.#cancelListener();
  }

  async #ask(wanted: Wanted): Promise<void> {
    const { hz, id } = wanted;
    const params = [id, Math.round(1e6 / hz)];
    const command = { form: 'Long', target: this.#target, command: MAV_CMD.SET_MESSAGE_INTERVAL, params } as const;
    const outcome = await this.#commands.run(command, { pace: PACE });
    const answer = answerOf(outcome);
    if (answer === undefined) return;
    step(wanted, { event: 'Answered', nowUs: this.#link.clock.nowUs(), answer });
    // The next one at once, so that all are set a second after the first heartbeat.
    if (answer !== 'Silent') this.step();
  }

  get #arrivingShare(): number {
    const { lost, received } = this.#link.watch.find(this.#target)?.sequence ?? { lost: 0, received: 0 };
    return received < LOSS_KNOWN_AFTER ? 1 : received / (received + lost);
  }

  #measuredHz({ id }: Wanted): number | undefined {
    const { component, system } = this.#target;
    return this.#link.rates.rateHz(system, component, id, this.#link.clock.nowUs());
  }
}

function step(wanted: Wanted, event: IntervalEvent): void {
  wanted.state = intervalStep(wanted.state, event);
}

/** Undefined when the link has ended. */
function answerOf({ outcome, ...rest }: MavlinkCommandOutcome): 'Accepted' | 'Refused' | 'Silent' | undefined {
  if (outcome === 'Stopped') return undefined;
  if (outcome === 'Accepted') return 'Accepted';
  const isForNow = outcome === 'Refused' && 'reason' in rest && rest.reason === 'TemporarilyRejected';
  return outcome === 'Refused' && !isForNow ? 'Refused' : 'Silent';
}
