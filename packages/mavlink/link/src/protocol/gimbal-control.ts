import type { Cancel } from '@kitestring/base/clock.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { GIMBAL_MANAGER_FLAGS, MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '../link/component-watch.ts';
import { type CommandNeed, type MavlinkCommandOutcome, ORDER_PACE } from './command.ts';
import type { MavlinkCommandSender, ProtocolLink } from './command-sender.ts';
import type { GimbalManager } from './gimbal-managers.ts';

/** Where to point. What is left out is not ordered. */
export interface GimbalAngles {
  /** Relative to the horizon, up is positive. */
  readonly pitchDeg?: number;
  /** From the nose of the vehicle, right is positive: orders in the earth frame are lost by some managers. */
  readonly vehicleYawDeg?: number;
}

export interface GimbalRates {
  readonly pitchDps?: number;
  readonly yawDps?: number;
}

/** Who may move the gimbal, as far as the manager says. Some let others move it all the same: motion that was not ordered counts as well. */
export type GimbalHolder =
  | { readonly state: 'NotTaken' }
  | { readonly state: 'Ours' }
  | { readonly state: 'TakenAway'; readonly by: MavlinkIds };

/** A rate is ordered again within this time, or it ends: a gimbal would turn on after the loss of the link. */
const RATE_HOLDS_US = 600_000;
/** After taking control the manager may report its former holder once more. */
const OLD_STATUS_US = 3_000_000;

/** Points one gimbal through its manager. */
export class GimbalControl implements AsyncDisposable {
  readonly #link: ProtocolLink;
  readonly #commands: MavlinkCommandSender;
  readonly #manager: GimbalManager;
  readonly #cancelListener: Cancel;
  readonly #watchdog: WakeUp;
  #holder: GimbalHolder = { state: 'NotTaken' };
  #takenUs = Number.NEGATIVE_INFINITY;
  #taking: Promise<MavlinkCommandOutcome> | undefined;
  #isTurning = false;
  /** The manager reports us as the one in control. */
  #isReportedOurs = false;
  /** Orders so far: only the newest is sent once control is taken. */
  #orders = 0;

  constructor(link: ProtocolLink, commands: MavlinkCommandSender, manager: GimbalManager) {
    this.#link = link;
    this.#commands = commands;
    this.#manager = manager;
    this.#watchdog = new WakeUp(link.clock, () => void this.stop());
    this.#cancelListener = link.onMessage(({ component, fields, name, system }) => {
      const isManager = system === manager.ids.system && component === manager.ids.component;
      if (name === 'GIMBAL_MANAGER_STATUS' && isManager) this.#takeStatus(fields);
    });
  }

  get holder(): GimbalHolder {
    return this.#holder;
  }

  /** Takes control. A manager that does not know the order lets each sender move its gimbal. */
  async takeControl(): Promise<MavlinkCommandOutcome> {
    const { ids } = this.#link;
    const params = [ids.system, ids.component, -1, -1, 0, 0, this.#manager.deviceId];
    this.#isReportedOurs = false;
    const need = () => (this.#isReportedOurs ? 'Shown' : 'Wanted');
    this.#taking ??= this.#order(MAV_CMD.DO_GIMBAL_MANAGER_CONFIGURE, params, need).finally(() => {
      this.#taking = undefined;
    });
    const outcome = await this.#taking;
    const isUnknownOrder = outcome.outcome === 'Refused' && outcome.reason === 'Unsupported';
    if (outcome.outcome !== 'Accepted' && !isUnknownOrder) return outcome;
    this.#holder = { state: 'Ours' };
    this.#takenUs = this.#link.clock.nowUs();
    return { outcome: 'Accepted', detail: 0 };
  }

  /** Another has control, by what it does: the next order takes control again. */
  forget(): void {
    if (this.#holder.state === 'Ours') this.#holder = { state: 'NotTaken' };
  }

  /** Points at angles; takes control first. Whether it gets there is seen by its attitude only. */
  point(angles: GimbalAngles): Promise<MavlinkCommandOutcome> {
    this.#watchdog.cancel();
    this.#isTurning = false;
    return this.#move(angles.pitchDeg, angles.vehicleYawDeg, undefined, undefined);
  }

  /** Turns at rates until the next order, at most 0.6 s: called again and again while a stick is held. */
  turn(rates: GimbalRates): Promise<MavlinkCommandOutcome> {
    this.#isTurning = true;
    this.#watchdog.at(this.#link.clock.nowUs() + RATE_HOLDS_US);
    return this.#move(undefined, undefined, rates.pitchDps ?? 0, rates.yawDps ?? 0);
  }

  /** Ends a turn by rates of 0, ordered again until the manager has answered. */
  stop(): Promise<MavlinkCommandOutcome> {
    this.#watchdog.cancel();
    this.#isTurning = false;
    return this.#move(undefined, undefined, 0, 0);
  }

  /** A gimbal that turns is stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancelListener();
    if (this.#isTurning) await this.stop();
    this.#watchdog.cancel();
  }

  async #move(
    pitchDeg = Number.NaN,
    yawDeg = Number.NaN,
    pitchDps = Number.NaN,
    yawDps = Number.NaN,
  ): Promise<MavlinkCommandOutcome> {
    // Control that was taken away is taken back by an operator only.
    if (this.#holder.state === 'TakenAway') return { outcome: 'Refused', reason: 'NotInControl', detail: 0 };
    this.#orders += 1;
    const order = this.#orders;
    if (this.#holder.state === 'NotTaken') {
      const taken = await this.takeControl();
      if (taken.outcome !== 'Accepted') return taken;
      if (order !== this.#orders) return { outcome: 'Superseded' };
    }
    const { PITCH_LOCK, ROLL_LOCK, YAW_IN_VEHICLE_FRAME } = GIMBAL_MANAGER_FLAGS;
    const flags = PITCH_LOCK | ROLL_LOCK | YAW_IN_VEHICLE_FRAME;
    const params = [pitchDeg, yawDeg, pitchDps, yawDps, flags, 0, this.#manager.deviceId];
    return this.#order(MAV_CMD.DO_GIMBAL_MANAGER_PITCHYAW, params);
  }

  #order(command: number, params: readonly number[], need?: () => CommandNeed): Promise<MavlinkCommandOutcome> {
    const options = { isNewest: true, pace: ORDER_PACE, ...(need !== undefined && { need }) };
    return this.#commands.run({ form: 'Long', target: this.#manager.ids, command, params }, options);
  }

  #takeStatus(fields: MessageFields['GIMBAL_MANAGER_STATUS']): void {
    const { ids, clock } = this.#link;
    if (fields.gimbal_device_id !== this.#manager.deviceId) return;
    const by = { system: fields.primary_control_sysid, component: fields.primary_control_compid };
    this.#isReportedOurs = by.system === ids.system && by.component === ids.component;
    if (this.#holder.state === 'NotTaken') return;
    if (this.#isReportedOurs) this.#holder = { state: 'Ours' };
    else if (by.system !== 0 && clock.nowUs() - this.#takenUs > OLD_STATUS_US) {
      this.#holder = { state: 'TakenAway', by };
      this.#isTurning = false;
      this.#watchdog.cancel();
    }
  }
}
