import type { Cancel } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import type { Message, MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD, MAV_WINCH_STATUS_FLAG, WINCH_ACTIONS } from '@kitestring/mavlink-codec/enums.ts';
import {
  type CommandRefusal,
  type MavlinkCommandOutcome,
  MavlinkCommandSender,
  type MavlinkIds,
  type MavlinkLink,
  ORDER_PACE,
} from '@kitestring/mavlink-link';
import {
  type GroundCapabilities,
  type GroundEquipment,
  type GroundLink,
  type GroundNote,
  type GroundOrder,
  type GroundOutcome,
  type GroundReading,
  type LineOrder,
  NO_GROUND_CAPABILITIES,
} from '@kitestring/station-core/ports';

const NEWTONS_PER_KG = 9.80665;
const NO_TEMPERATURE = 0x7fff;
/** WINCH_STATUS comes once or twice a second. */
const STATUS_VALID_US = 3_000_000;
/** As the command protocol has it. */
const ONCE = { everyUs: 1_500_000, withinUs: 1_500_000 };
/** The winch of a vehicle that has several is the first. */
const INSTANCE = 1;

type Status = MessageFields['WINCH_STATUS'];

/**
 * A winch that speaks MAVLink: a component of its own, or behind the autopilot. It is known from its first WINCH_STATUS on, whose sender
 * gets the orders.
 */
export class MavlinkWinch implements GroundEquipment, Disposable {
  readonly #link: MavlinkLink;
  readonly #commands: MavlinkCommandSender;
  readonly #notes: Listeners<[GroundNote]>;
  readonly #cancels: Cancel[];
  #ids: MavlinkIds | undefined;
  #status: Status | undefined;
  #statusUs = 0;
  #isUnhealthyTold = false;

  constructor(link: MavlinkLink, onBug?: OnBug) {
    this.#link = link;
    this.#commands = new MavlinkCommandSender(link);
    this.#notes = new Listeners('notification', onBug);
    this.#cancels = [
      link.onMessage((message) => {
        if (message.name === 'WINCH_STATUS') this.#take(message);
      }),
    ];
  }

  get name(): string | undefined {
    return this.#ids === undefined ? undefined : `winch ${this.#ids.system}/${this.#ids.component}`;
  }

  get link(): GroundLink {
    if (this.#ids === undefined) return 'NotHeard';
    return this.#link.clock.nowUs() - this.#statusUs <= STATUS_VALID_US ? 'Heard' : 'Lost';
  }

  get capabilities(): GroundCapabilities {
    if (this.#ids === undefined) return NO_GROUND_CAPABILITIES;
    return {
      ...NO_GROUND_CAPABILITIES,
      line: { orders: ['lineLength', 'lineRate', 'lineStop'] },
      spoolTemperature: this.#status !== undefined && this.#status.temperature !== NO_TEMPERATURE,
    };
  }

  get reading(): GroundReading | undefined {
    if (this.link !== 'Heard' || this.#status === undefined) return undefined;
    return reading(this.#status);
  }

  onNote(listener: (note: GroundNote) => void): Cancel {
    return this.#notes.add(listener);
  }

  order(order: GroundOrder): Promise<GroundOutcome> {
    const target = this.#ids;
    if (target === undefined || order.kind === 'tetherPower' || order.kind === 'lids' || order.kind === 'lineTension') {
      return Promise.resolve({ outcome: 'NotFitted' });
    }
    if (this.link !== 'Heard') return Promise.resolve({ outcome: 'Silent' });
    const params = paramsOf(order, this.reading?.line?.lengthM);
    if (params === undefined) {
      return Promise.resolve({ outcome: 'Refused', reason: 'the length that is out is not known' });
    }
    return this.#send(target, order, params);
  }

  [Symbol.dispose](): void {
    for (const cancel of this.#cancels) cancel();
    this.#commands[Symbol.dispose]();
  }

  #take({ component, fields, system }: Message<'WINCH_STATUS'>): void {
    const isSame = this.#ids?.system === system && this.#ids.component === component;
    // A second winch gets its place only when nothing more is heard of the first.
    if (!isSame && this.link === 'Heard') return;
    if (!isSame) {
      this.#ids = { system, component };
      this.#notes.tell({ severity: 'info', text: `winch: component ${component} of system ${system}` });
    }
    this.#status = fields;
    this.#statusUs = this.#link.clock.nowUs();
    const isHealthy = (fields.status & MAV_WINCH_STATUS_FLAG.HEALTHY) !== 0;
    if (!isHealthy && !this.#isUnhealthyTold) {
      this.#notes.tell({ severity: 'error', text: `the ${this.name} says that it is not healthy` });
    }
    this.#isUnhealthyTold = !isHealthy;
  }

  async #send(target: MavlinkIds, order: LineOrder, params: WinchParams): Promise<GroundOutcome> {
    const command = { form: 'Long', target, command: MAV_CMD.DO_WINCH, params } as const;
    // Safety: a length is relative: sent again it would be wound twice where only the answer was lost. A rate, or a stop, is not.
    const pace = order.kind === 'lineLength' ? ONCE : ORDER_PACE;
    return outcome(await this.#commands.run(command, { isNewest: true, pace }));
  }
}

type WinchParams = readonly [instance: number, action: number, lengthM: number, rateMps: number];

/** @param lengthM length that is out: DO_WINCH winds by a length, not to one. @returns undefined where it is needed and not known */
function paramsOf(
  order: Exclude<LineOrder, { kind: 'lineTension' }>,
  lengthM: number | undefined,
): WinchParams | undefined {
  const { RATE_CONTROL, RELATIVE_LENGTH_CONTROL } = WINCH_ACTIONS;
  switch (order.kind) {
    case 'lineLength':
      if (lengthM === undefined) return undefined;
      return [INSTANCE, RELATIVE_LENGTH_CONTROL, order.lengthM - lengthM, Math.abs(order.rateMps ?? 0)];
    case 'lineRate':
      return [INSTANCE, RATE_CONTROL, 0, order.rateMps];
    case 'lineStop':
      return [INSTANCE, RATE_CONTROL, 0, 0];
  }
}

const REASONS: Partial<Readonly<Record<CommandRefusal, string>>> = {
  TemporarilyRejected: 'not now',
  Denied: 'denied',
  Unsupported: 'it does not know this order',
  Failed: 'failed',
};

function outcome(ended: MavlinkCommandOutcome): GroundOutcome {
  switch (ended.outcome) {
    case 'Accepted':
    case 'Superseded':
      return { outcome: ended.outcome };
    case 'Refused':
      return { outcome: 'Refused', reason: REASONS[ended.reason] ?? ended.reason };
    case 'Silent':
    case 'Stopped':
    case 'Unfinished':
      return { outcome: 'Silent' };
  }
}

function reading({ line_length, speed, status, temperature, tension }: Status): GroundReading {
  const isHealthy = (status & MAV_WINCH_STATUS_FLAG.HEALTHY) !== 0;
  const line = {
    ...(Number.isFinite(line_length) && line_length >= 0 && { lengthM: line_length }),
    ...(Number.isFinite(tension) && { tensionN: tension * NEWTONS_PER_KG }),
    ...(Number.isFinite(speed) && { rateMps: speed }),
  };
  return {
    // Measurements of a faulty winch are not believed.
    ...(isHealthy && { line }),
    ...(temperature !== NO_TEMPERATURE && { spoolTemperatureC: temperature }),
    faults: [],
  };
}
