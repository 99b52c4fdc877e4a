import type { Cancel } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import type { Message, MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD, MAV_RESULT, MAV_WINCH_STATUS_FLAG, WINCH_ACTIONS } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds, MavlinkLink } from '@kitestring/mavlink-link';
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
} from '@kitestring/station-core/ports/ground-equipment.ts';

const NEWTONS_PER_KG = 9.80665;
const NO_TEMPERATURE = 0x7fff;
/** WINCH_STATUS comes once or twice a second. */
const STATUS_VALID_US = 3_000_000;
/** As the command protocol has it. */
const ANSWER_WITHIN_US = 1_500_000;
/** The winch of a vehicle that has several is the first. */
const INSTANCE = 1;

type Status = MessageFields['WINCH_STATUS'];

/**
 * A winch that speaks MAVLink: a component of its own, or behind the autopilot. It is known from its first WINCH_STATUS on, whose sender
 * gets the orders.
 */
export class MavlinkWinch implements GroundEquipment, Disposable {
  readonly #link: MavlinkLink;
  readonly #notes: Listeners<[GroundNote]>;
  readonly #cancels: Cancel[];
  #ids: MavlinkIds | undefined;
  #status: Status | undefined;
  #statusUs = 0;
  #isUnhealthyTold = false;
  /** Ends the order that is under way. */
  #endOrder: (outcome: GroundOutcome) => void = () => {};

  constructor(link: MavlinkLink, onBug?: OnBug) {
    this.#link = link;
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
    return readingOf(this.#status);
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
    this.#endOrder({ outcome: 'Superseded' });
    return this.#send(target, params);
  }

  [Symbol.dispose](): void {
    for (const cancel of this.#cancels) cancel();
    this.#endOrder({ outcome: 'Silent' });
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

  /** Safety: sent once. A length is relative: sent again it would be wound twice where only the answer was lost. */
  #send(target: MavlinkIds, [param1, param2, param3, param4]: WinchParams): Promise<GroundOutcome> {
    const { clock } = this.#link;
    return new Promise((resolve) => {
      const end = (outcome: GroundOutcome) => {
        cancelTimer();
        cancelListener();
        this.#endOrder = () => {};
        resolve(outcome);
      };
      this.#endOrder = end;
      const cancelTimer = clock.schedule(clock.nowUs() + ANSWER_WITHIN_US, () => end({ outcome: 'Silent' }));
      const cancelListener = this.#link.onMessage((message) => {
        const isAnswer = message.name === 'COMMAND_ACK' && message.fields.command === MAV_CMD.DO_WINCH;
        const isOfWinch = message.system === target.system && message.component === target.component;
        if (!isAnswer || !isOfWinch || message.fields.result === MAV_RESULT.IN_PROGRESS) return;
        end(outcomeOf(message.fields.result));
      });
      this.#link.send('COMMAND_LONG', {
        ...{ target_system: target.system, target_component: target.component, command: MAV_CMD.DO_WINCH },
        ...{ confirmation: 0, param1, param2, param3, param4, param5: 0, param6: 0, param7: 0 },
      });
    });
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

const REASONS: Readonly<Record<number, string>> = {
  [MAV_RESULT.TEMPORARILY_REJECTED]: 'not now',
  [MAV_RESULT.DENIED]: 'denied',
  [MAV_RESULT.UNSUPPORTED]: 'it does not know this order',
  [MAV_RESULT.FAILED]: 'failed',
};

const outcomeOf = (result: number): GroundOutcome =>
  result === MAV_RESULT.ACCEPTED
    ? { outcome: 'Accepted' }
    : { outcome: 'Refused', reason: REASONS[result] ?? `result ${result}` };

function readingOf({ line_length, speed, status, temperature, tension }: Status): GroundReading {
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
