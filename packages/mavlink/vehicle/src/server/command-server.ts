import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_RESULT, MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import { type OrderOutcome, orderOf, type VehicleOrder } from './order.ts';

/** A sender that has lost our answer asks again within this time. */
const REMEMBERED_US = 5_000_000;
const REMEMBERED_MAX = 64;
/** An order that takes longer is said to be in progress, or its sender gives up. */
const IN_PROGRESS_AFTER_US = 300_000;

interface Running {
  readonly order: VehicleOrder;
  readonly sinceUs: number;
  isTold: boolean;
}

interface Done {
  readonly order: VehicleOrder;
  readonly result: number;
  readonly atUs: number;
}

interface CommandServerDeps {
  readonly link: MavlinkLink;
  /** Our component that answers. */
  readonly component: number;
  readonly run: (order: VehicleOrder) => OrderOutcome | Promise<OrderOutcome>;
  readonly tell: (severity: number, text: string) => void;
}

/**
 * Carries out commands and answers each to its sender. A command that is sent again because its answer was lost is not carried out
 * again: it gets the same answer, or hears that it is in progress.
 */
export class CommandServer {
  readonly #deps: CommandServerDeps;
  readonly #running = new Map<string, Running>();
  readonly #done = new Map<string, Done>();

  constructor(deps: CommandServerDeps) {
    this.#deps = deps;
  }

  take(message: Message<'COMMAND_LONG' | 'COMMAND_INT'>, peer: string): void {
    const order = orderOf(message, peer);
    const key = `${order.from.system} ${order.from.component} ${order.command}`;
    const nowUs = this.#deps.link.clock.nowUs();
    const running = this.#running.get(key);
    if (running !== undefined && isSame(running.order, order)) {
      this.#answer(order, MAV_RESULT.IN_PROGRESS);
      return;
    }
    const done = this.#done.get(key);
    const isAgain = order.confirmation > 0 && done !== undefined && isSame(done.order, order);
    if (isAgain && nowUs - done.atUs < REMEMBERED_US) {
      this.#answer(order, done.result);
      return;
    }
    void this.#run(key, order, nowUs);
  }

  /** Called by the loop of the vehicle. */
  step(): void {
    const nowUs = this.#deps.link.clock.nowUs();
    for (const running of this.#running.values()) {
      if (running.isTold || nowUs - running.sinceUs < IN_PROGRESS_AFTER_US) continue;
      running.isTold = true;
      this.#answer(running.order, MAV_RESULT.IN_PROGRESS);
    }
  }

  async #run(key: string, order: VehicleOrder, nowUs: number): Promise<void> {
    const running = { order, sinceUs: nowUs, isTold: false };
    this.#running.set(key, running);
    const outcome = await this.#deps.run(order);
    if (this.#running.get(key) === running) this.#running.delete(key);
    if (outcome === 'Silent') return;
    const { messages = [], result, severity = MAV_SEVERITY.WARNING, text } = outcome;
    this.#done.delete(key);
    this.#done.set(key, { order, result, atUs: this.#deps.link.clock.nowUs() });
    const [oldest = ''] = this.#done.keys();
    if (this.#done.size > REMEMBERED_MAX) this.#done.delete(oldest);
    const { component, link, tell } = this.#deps;
    this.#answer(order, result);
    for (const { fields, name } of messages) link.send(name, fields, { from: component, peer: order.from.peer });
    if (text !== undefined) tell(severity, text);
  }

  #answer({ command, from }: VehicleOrder, result: number): void {
    const { component, link } = this.#deps;
    const target = { target_system: from.system, target_component: from.component };
    link.send('COMMAND_ACK', { command, result, ...target }, { from: component, peer: from.peer });
  }
}

const isSame = (a: VehicleOrder, b: VehicleOrder): boolean =>
  a.frame === b.frame && a.params.every((value, index) => Object.is(value, b.params[index]));
