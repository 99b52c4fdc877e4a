import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import {
  type LinkSigning,
  type MavlinkAddress,
  MavlinkCommandSender,
  type MavlinkIds,
  MavlinkLink,
  type MavlinkLinkOptions,
  Parameters,
  parameterEncoding,
  requestMessage,
  type VehicleLink,
  vehicleLink,
} from '@kitestring/mavlink-link';
import { autopilotText, type Firmware, firmwareOf, isArmed, versionOf } from '../autopilot.ts';
import { giveKey } from '../signing/give-key.ts';
import { type JudgedSetting, settingRules } from './judged-settings.ts';
import { SettingAccess, type WrittenSetting } from './setting-access.ts';
import type { SettingLimits } from './setting-rule.ts';

const STEP_US = 100_000;
/** Heartbeats come every second; a radio needs some seconds to connect. */
const HEARD_WITHIN_US = 10_000_000;
/** A first connection has failed by then. */
const CONNECTED_WITHIN_US = 6_000_000;
/** Older ones do not say whether it is armed now. */
const HEARTBEAT_VALID_US = 3_000_000;

interface InspectorOptions {
  readonly clock: Clock;
  /** As the station has it: its own system must count for the failsafe. */
  readonly ids: MavlinkIds;
  readonly ceilingM: number;
  /** Signing of the link; absent: nothing is signed, and everything is taken. */
  readonly signing?: LinkSigning | undefined;
}

/** The aircraft on a link, or the reason why there is none to inspect. */
export type InspectedAircraft =
  | {
      readonly found: 'Aircraft';
      /** Name that an operator types to change it: `ArduCopter-1`. */
      readonly name: string;
      /** `ArduCopter 4.6.3, system 1`. */
      readonly text: string;
      readonly settings: readonly JudgedSetting[];
    }
  /** Nothing is heard; a reason where the link itself has one. */
  | { readonly found: 'Nothing'; readonly reason: string | undefined }
  /** It is heard, and must not be judged. */
  | { readonly found: 'Unsuitable'; readonly reason: string };

/**
 * Reads and writes the settings of an aircraft without flying it. It sends no heartbeat: an autopilot that once heard one would take its end
 * for the loss of the station.
 */
export class AircraftInspector implements AsyncDisposable {
  readonly #link: MavlinkLink;
  readonly #limits: SettingLimits;
  readonly #cancel: Cancel;
  readonly #commands: MavlinkCommandSender;
  #ids: MavlinkIds | undefined;
  #access: SettingAccess | undefined;

  private constructor(link: MavlinkLink, limits: SettingLimits) {
    this.#link = link;
    this.#limits = limits;
    this.#commands = new MavlinkCommandSender(link);
    this.#cancel = every(link.clock, STEP_US, () => link.step());
  }

  /** @throws TransportFault one line with the remedy */
  static async open(address: MavlinkAddress, options: InspectorOptions): Promise<AircraftInspector> {
    return AircraftInspector.over((link) => MavlinkLink.open(address, link), options);
  }

  /** An inspector of another link. */
  static async over(
    open: (options: MavlinkLinkOptions) => Promise<MavlinkLink>,
    { ceilingM, clock, ids, signing }: InspectorOptions,
  ): Promise<AircraftInspector> {
    const link = await open({ ids, clock, signing, isPassive: true, asksForTime: true });
    return new AircraftInspector(link, { ceilingM, ourSystem: ids.system });
  }

  /** Undefined while nothing says so. */
  get isArmed(): boolean | undefined {
    const vehicle = this.#ids && this.#link.watch.find(this.#ids);
    const isFresh = vehicle !== undefined && this.#link.clock.nowUs() - vehicle.heartbeatUs < HEARTBEAT_VALID_US;
    return isFresh ? isArmed(vehicle.heartbeat) : undefined;
  }

  /** Always resolves: within half a minute where nothing answers. */
  async inspect(): Promise<InspectedAircraft> {
    const heard = await this.#heard();
    if (heard.state === 'NotHeard') {
      const { transportState } = this.#link;
      return { found: 'Nothing', reason: transportState.state === 'Down' ? transportState.reason : undefined };
    }
    if (heard.state === 'Ambiguous') {
      return { found: 'Unsuitable', reason: 'two autopilots, or two sources of one id, are on the link' };
    }
    const { component, heartbeat, system } = heard.vehicle;
    const firmware = firmwareOf(heartbeat);
    if (firmware === undefined || firmware === 'Generic') {
      return { found: 'Unsuitable', reason: `system ${system} is no multirotor with ArduCopter or PX4` };
    }
    this.#ids = { system, component };
    return this.#read(this.#ids, firmware);
  }

  /** Reads all again. */
  async readAgain(): Promise<readonly JudgedSetting[]> {
    return (await this.#access?.read()) ?? [];
  }

  /** Safety: nothing is written while it is armed, or does not say that it is not. */
  async write(settings: readonly JudgedSetting[]): Promise<readonly WrittenSetting[]> {
    return (await this.#access?.write(settings, () => this.isArmed === false)) ?? [];
  }

  /**
   * Gives the aircraft a key, over a link that is not signed. Safety: never while it is armed, or does not say that it is not.
   * @returns whether it signs with that key from then on; always resolves, within 10 s
   */
  async giveKey(key: Uint8Array, signing: LinkSigning): Promise<boolean> {
    if (this.#ids === undefined) return false;
    const isArmed = () => this.isArmed !== false;
    return giveKey({ link: this.#link, target: this.#ids, key, signing, isArmed });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel();
    this.#commands[Symbol.dispose]();
    await this.#link[Symbol.asyncDispose]();
  }

  async #read(ids: MavlinkIds, firmware: Firmware): Promise<InspectedAircraft> {
    const reply = await requestMessage(this.#link, this.#commands, { target: ids, name: 'AUTOPILOT_VERSION' });
    const { capabilities = 0n, flight_sw_version = 0 } = reply.outcome === 'Received' ? reply.message.fields : {};
    const version = versionOf(flight_sw_version);
    const { heartbeat } = this.#link.watch.find(ids) ?? {};
    const rules = settingRules(firmware, version) ?? [];
    const encoding = parameterEncoding({ autopilot: heartbeat?.autopilot ?? 0 }, capabilities);
    const parameters = new Parameters(this.#link, ids, encoding);
    this.#access = new SettingAccess({ parameters, rules, limits: () => this.#limits });
    return {
      found: 'Aircraft',
      name: `${firmware}-${ids.system}`,
      text: `${autopilotText(firmware, version)}, system ${ids.system}`,
      settings: await this.#access.read(),
    };
  }

  #heard(): Promise<VehicleLink> {
    const { clock } = this.#link;
    const beginUs = clock.nowUs();
    return new Promise((resolve) => {
      const cancel = every(clock, STEP_US, () => {
        const now = vehicleLink(this.#link.watch.all);
        const withinUs = this.#link.transportState.state === 'Down' ? CONNECTED_WITHIN_US : HEARD_WITHIN_US;
        if (now.state === 'NotHeard' && clock.nowUs() - beginUs < withinUs) return;
        cancel();
        resolve(now);
      });
    });
  }
}
