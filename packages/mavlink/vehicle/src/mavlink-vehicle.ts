import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_COMPONENT, MAV_RESULT, MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import {
  LinkSigning,
  type MavlinkAddress,
  MavlinkLink,
  type MavlinkLinkOptions,
  type SigningKey,
} from '@kitestring/mavlink-link';
import { VehicleAutopilot } from './autopilot/autopilot.ts';
import { FlightPicture } from './autopilot/flight-picture.ts';
import { CameraComponent } from './camera/camera-component.ts';
import { OfferedStreams } from './camera/offered-streams.ts';
import { EventLog } from './events/event-log.ts';
import { Gimbal } from './gimbal/gimbal.ts';
import { GimbalComponent } from './gimbal/gimbal-component.ts';
import type { PersonaName } from './personas/persona.ts';
import { PERSONAS } from './personas/personas.ts';
import { RemoteId } from './remoteid/remote-id.ts';
import { RemoteIdComponent } from './remoteid/remote-id-component.ts';
import { ComponentServer, type VehicleComponent } from './server/component-server.ts';
import { STEP_US } from './server/message-streams.ts';
import { TextSender } from './server/text-sender.ts';
import { ActiveNotifications } from './station/active-notifications.ts';
import { VehicleControl } from './station/vehicle-control.ts';
import type { VehicleStation } from './station/vehicle-station.ts';
import { WinchComponent } from './winch/winch-component.ts';

export interface MavlinkVehicleOptions {
  readonly station: VehicleStation;
  readonly persona: PersonaName;
  /** Real time: rates and deadlines of the link keep to it, however fast a simulation runs. */
  readonly clock: Clock;
  /** System id of the vehicle; 1 by default. */
  readonly system?: number;
  readonly onBug?: OnBug;
  /** With it everything that is sent is signed, and nothing else is taken. */
  readonly signing?: SigningKey;
}

type OpenLink = (options: MavlinkLinkOptions) => Promise<MavlinkLink>;

/** The aircraft of a station as a MAVLink vehicle. It is a client of the station, whose rules decide on each order. */
export class MavlinkVehicle implements AsyncDisposable {
  readonly link: MavlinkLink;
  readonly #autopilot: VehicleAutopilot;
  readonly #active = new ActiveNotifications();
  readonly #servers: readonly ComponentServer[];
  readonly #control: VehicleControl;
  readonly #remoteId: RemoteId;
  /** Undefined without signing. */
  readonly signing: LinkSigning | undefined;
  readonly #cancels: readonly Cancel[];

  private constructor(
    link: MavlinkLink,
    options: MavlinkVehicleOptions,
    heartbeat: { of: () => VehicleAutopilot },
    signing: LinkSigning | undefined,
  ) {
    this.signing = signing;
    const { clock, station } = options;
    const persona = PERSONAS[options.persona];
    const { tell } = new TextSender(link, persona.textEnd);
    this.link = link;
    this.#control = new VehicleControl({
      station,
      refusalOf: (system) => this.#autopilot.refusalOf(system),
      onLost: (by) => tell(MAV_SEVERITY.WARNING, `Control is lost: ${by}`),
    });
    const picture = new FlightPicture(station);
    const control = this.#control;
    const gimbal = new Gimbal({ station, control, persona, picture, clock });
    const remoteId = new RemoteId(station, picture);
    this.#remoteId = remoteId;
    const events = new EventLog(link, () => picture.bootMs);
    const { result, text } = persona.unknownInterval;
    const unknownInterval = { result: MAV_RESULT[result], ...(text !== undefined && { text }) };
    const cameras = {
      link,
      station,
      control,
      picture,
      streams: new OfferedStreams(station, clock),
      gimbalDeviceId: persona.gimbal.deviceId,
    };
    const camera = new CameraComponent(MAV_COMPONENT.CAMERA, 'Color', cameras);
    const flying = { link, station, control, persona, picture, tell };
    this.#autopilot = new VehicleAutopilot({ ...flying, gimbal, camera, remoteId, events });
    heartbeat.of = () => this.#autopilot;
    const parts: readonly VehicleComponent[] = [
      camera,
      new CameraComponent(MAV_COMPONENT.CAMERA2, 'Thermal', cameras),
      ...(persona.gimbal.deviceId > 6 ? [new GimbalComponent(gimbal)] : []),
      new WinchComponent(station, picture),
      new RemoteIdComponent(remoteId),
    ];
    this.#servers = [
      new ComponentServer(link, this.#autopilot, tell, unknownInterval),
      ...parts.map((part) => new ComponentServer(link, part, tell)),
    ];
    this.#cancels = [
      link.onMessage((message, peer) => this.#take(message, peer)),
      station.onNotification((notification) => {
        // One whose figures change is the same one.
        if (!this.#active.isNew(notification)) return;
        const severity = SEVERITIES[notification.severity];
        tell(severity, notification.message);
        if (persona.hasEvents) events.tell(notification.code, severity);
      }),
      every(clock, STEP_US, () => this.#step()),
    ];
  }

  /** @throws TransportFault one line with the remedy */
  static async open(address: MavlinkAddress, options: MavlinkVehicleOptions): Promise<MavlinkVehicle> {
    return MavlinkVehicle.over((link) => MavlinkLink.open(address, link), options);
  }

  /** A vehicle on another link. */
  static async over(open: OpenLink, options: MavlinkVehicleOptions): Promise<MavlinkVehicle> {
    const { clock, onBug, signing: key, system = 1 } = options;
    const signing = key && new LinkSigning(key, clock);
    const heartbeat = {
      of: (): VehicleAutopilot => {
        throw new Error('the link is not stepped before the vehicle is complete');
      },
    };
    const link = await open({
      ids: { system, component: 1 },
      clock,
      heartbeat: () => heartbeat.of().heartbeat(),
      ...(onBug !== undefined && { onBug }),
      signing,
    });
    return new MavlinkVehicle(link, options, heartbeat, signing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.link[Symbol.asyncDispose]();
    if (this.#control.isHeld) await this.#control.release();
  }

  #step(): void {
    this.link.step();
    for (const server of this.#servers) server.step();
  }

  #take(message: Message, peer: string): void {
    this.#autopilot.hear(message);
    const target = targetOf(message);
    if (target.system !== 0 && target.system !== this.link.ids.system) return;
    this.#control.operatorPlace = this.#remoteId.take(message) ?? this.#control.operatorPlace;
    for (const server of this.#servers) {
      if (target.component === server.id || target.component === 0) server.take(message, peer);
    }
  }
}

/** Addressee of a message; zeros are all. */
function targetOf({ fields }: Message): { readonly system: number; readonly component: number } {
  const { target_component: component = 0, target_system: system = 0 } = fields as {
    readonly target_system?: number;
    readonly target_component?: number;
  };
  return { system, component };
}

const SEVERITIES = {
  Info: MAV_SEVERITY.INFO,
  Warning: MAV_SEVERITY.WARNING,
  Critical: MAV_SEVERITY.CRITICAL,
  Fatal: MAV_SEVERITY.ALERT,
} as const;
