import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import {
  MAV_CMD,
  MAV_COMPONENT,
  MAV_MODE_FLAG,
  MAV_RESULT,
  MAV_SEVERITY,
  MAV_STATE,
  MAV_TYPE,
  POSITION_TARGET_TYPEMASK,
} from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { EventLog } from '../events/event-log.ts';
import type { Gimbal } from '../gimbal/gimbal.ts';
import type { Persona } from '../personas/persona.ts';
import type { RemoteId } from '../remoteid/remote-id.ts';
import type { VehicleComponent } from '../server/component-server.ts';
import { type OrderOutcome, refused, UNSUPPORTED, type VehicleOrder } from '../server/order.ts';
import type { VehicleControl } from '../station/vehicle-control.ts';
import type { VehicleStation } from '../station/vehicle-station.ts';
import { AUTOPILOT_INTERVALS_US, autopilotSources } from './autopilot-sources.ts';
import { FlightOrders } from './flight-orders.ts';
import type { FlightPicture } from './flight-picture.ts';
import { LinkFailsafe } from './link-failsafe.ts';
import { OperatorControl } from './operator-control.ts';
import { VehicleParameters } from './parameters.ts';
import { answerSmallProtocols } from './small-protocols.ts';

interface AutopilotDeps {
  readonly link: MavlinkLink;
  readonly station: VehicleStation;
  readonly control: VehicleControl;
  readonly persona: Persona;
  readonly picture: FlightPicture;
  readonly gimbal: Gimbal;
  /** The camera that it orders itself. */
  readonly camera: VehicleComponent;
  readonly remoteId: RemoteId;
  readonly events: EventLog;
  readonly tell: (severity: number, text: string) => void;
}

/** A ground station that orders without heartbeats is there for as long as this. */
const ORDER_LASTS_US = 30_000_000;
const HEARD_LASTS_US = 5_000_000;

/** The component that flies. */
export class VehicleAutopilot implements VehicleComponent {
  readonly id = MAV_COMPONENT.AUTOPILOT1;
  readonly intervalsUs = {
    ...AUTOPILOT_INTERVALS_US,
    GIMBAL_MANAGER_STATUS: 2_000_000,
    GIMBAL_DEVICE_ATTITUDE_STATUS: 100_000,
    CONTROL_STATUS: 5_000_000,
    CURRENT_EVENT_SEQUENCE: 2_000_000,
  };
  readonly sources;
  readonly orders: FlightOrders;
  readonly #deps: AutopilotDeps;
  readonly #parameters: VehicleParameters;
  readonly #failsafe: LinkFailsafe;
  readonly #operators: OperatorControl;
  #orderedUs = Number.NEGATIVE_INFINITY;

  constructor(deps: AutopilotDeps) {
    const { control, events, gimbal, link, persona, picture, remoteId, station } = deps;
    this.#deps = deps;
    this.#parameters = new VehicleParameters(link, persona.parameterEncoding, persona.parameters);
    const parameter = (name: string) => this.#parameters.valueOf(name);
    this.#failsafe = new LinkFailsafe(persona, parameter);
    this.#operators = new OperatorControl({
      link,
      holder: () => control.holder,
      isHeard: (system) => this.#failsafe.isHeard(system, link.clock.nowUs()),
    });
    this.orders = new FlightOrders({ ...deps, parameter, clock: link.clock });
    this.sources = {
      ...autopilotSources({ station, picture, persona, customMode: () => this.orders.customMode }),
      ...gimbal.managerSources,
      // A gimbal that is wired to the autopilot has no component of its own.
      ...(persona.gimbal.deviceId <= 6 && gimbal.deviceSources),
      ...(persona.hasOperatorControl && { CONTROL_STATUS: () => this.#operators.status() }),
      ...(persona.hasEvents && events.sources),
      // Those who ask the autopilot get an answer; the transmitter sends by itself.
      ...(persona.name !== 'ardupilot' && remoteId.sources),
    };
  }

  heartbeat(): FieldsToSend['HEARTBEAT'] {
    const { persona, picture } = this.#deps;
    const { CUSTOM_MODE_ENABLED, GUIDED_ENABLED, SAFETY_ARMED, STABILIZE_ENABLED } = MAV_MODE_FLAG;
    const armed = this.orders.isArmed ? SAFETY_ARMED : 0;
    return {
      type: MAV_TYPE.QUADROTOR,
      autopilot: persona.autopilot,
      mavlink_version: 3,
      base_mode: CUSTOM_MODE_ENABLED | GUIDED_ENABLED | STABILIZE_ENABLED | armed,
      custom_mode: this.orders.customMode,
      system_status: systemStatus(picture, this.orders.isArmed),
    };
  }

  /** Why a ground station may not order; undefined where it may. */
  refusalOf(system: number): string | undefined {
    return this.#operators.refusalOf(system);
  }

  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const { command } = order;
    const { link, persona } = this.#deps;
    this.#orderedUs = link.clock.nowUs();
    if (persona.silent.includes(command)) return 'Silent';
    if (persona.unsupported.includes(command)) return UNSUPPORTED;
    if (persona.denied.includes(command)) return { result: MAV_RESULT.DENIED };
    if (persona.hasOperatorControl && command === MAV_CMD.REQUEST_OPERATOR_CONTROL)
      return this.#operators.request(order);
    const notInControl = this.refusalOf(order.from.system);
    if (notInControl !== undefined) return refused('NOT_IN_CONTROL', notInControl);
    if (command === MAV_CMD.COMPONENT_ARM_DISARM && order.params[0] === 1) {
      const text = this.#failsafe.cannotArm(link.clock.nowUs());
      if (text !== undefined)
        return { result: MAV_RESULT[persona.cannotArm], text: `${persona.cannotArmPrefix}${text}` };
    }
    const own = this.orders.run(order) ?? this.#deps.gimbal.run(order);
    if (own !== undefined) return own;
    return persona.ordersCamera ? this.#deps.camera.run(order) : UNSUPPORTED;
  }

  take(message: Message, peer: string): void {
    this.#parameters.take(message, peer);
    this.#deps.events.take(message, peer);
    answerSmallProtocols(this.#deps.link, message, peer);
    const from = { system: message.system, component: message.component, peer };
    if (this.refusalOf(from.system) !== undefined) return;
    this.#deps.gimbal.take(message, peer);
    if (message.name === 'SET_MODE') void this.orders.setMode({ from }, message.fields.custom_mode);
    if (message.name.startsWith('GIMBAL_MANAGER_SET')) this.#orderedUs = this.#deps.link.clock.nowUs();
    if (message.name !== 'SET_POSITION_TARGET_GLOBAL_INT') return;
    const { alt, coordinate_frame, type_mask } = message.fields;
    this.#orderedUs = this.#deps.link.clock.nowUs();
    // PX4 takes it in a mode of its own only, which a tethered aircraft does not have.
    const isTaken = this.#deps.persona.name !== 'px4' && (type_mask & POSITION_TARGET_TYPEMASK.Z_IGNORE) === 0;
    if (isTaken) void this.orders.guideTo(from, alt, coordinate_frame);
  }

  /** Takes every message in, also one without an addressee. */
  hear(message: Message): void {
    this.#failsafe.take(message, this.#deps.link.clock.nowUs());
  }

  step(): void {
    const { link, picture, control, tell } = this.#deps;
    const nowUs = link.clock.nowUs();
    this.orders.step();
    this.#parameters.step();
    const isThere = this.#failsafe.silentUs(nowUs) < HEARD_LASTS_US;
    const hasOrdered = nowUs - this.#orderedUs < ORDER_LASTS_US;
    control.step(hasOrdered || (isThere && this.orders.isArmed));
    this.#deps.gimbal.step();
    const event = this.#failsafe.look(nowUs, picture.isInAir);
    if (event === 'Back') tell(MAV_SEVERITY.NOTICE, this.#isPx4 ? 'GCS connection regained' : 'GCS Failsafe Cleared');
    if (event === 'Lost') {
      void this.orders.failsafeLand(this.#isPx4 ? 'Connection to ground station lost' : 'GCS Failsafe');
    }
  }

  get #isPx4(): boolean {
    return this.#deps.persona.name === 'px4';
  }
}

function systemStatus({ kite, state }: FlightPicture, isArmed: boolean): number {
  if (kite === undefined) return MAV_STATE.BOOT;
  if (state === 'SafetyLanding' || state === 'SafetyDescending') return MAV_STATE.CRITICAL;
  return isArmed ? MAV_STATE.ACTIVE : MAV_STATE.STANDBY;
}
