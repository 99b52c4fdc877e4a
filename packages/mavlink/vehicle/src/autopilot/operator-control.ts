import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { GCS_CONTROL_STATUS_FLAGS, MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import { ACCEPTED, type OrderOutcome, refused, type VehicleOrder } from '../server/order.ts';

interface OperatorControlDeps {
  readonly link: MavlinkLink;
  /** The ground station for which the vehicle has control of the station; undefined without control. */
  readonly holder: () => number | undefined;
  /** Whether a ground station is heard. */
  readonly isHeard: (system: number) => boolean;
}

/** One ground station in control among those on the link (CONTROL_STATUS, REQUEST_OPERATOR_CONTROL). Without a request all may order. */
export class OperatorControl {
  readonly #deps: OperatorControlDeps;
  #owner: { readonly system: number; readonly isTakeoverAllowed: boolean } | undefined;

  constructor(deps: OperatorControlDeps) {
    this.#deps = deps;
  }

  /** Changes are told at once; the message repeats them. */
  status(): FieldsToSend['CONTROL_STATUS'] {
    const owner = this.#present;
    const { SYSTEM_MANAGER, TAKEOVER_ALLOWED } = GCS_CONTROL_STATUS_FLAGS;
    const flags = SYSTEM_MANAGER | (owner === undefined || owner.isTakeoverAllowed ? TAKEOVER_ALLOWED : 0);
    return { flags, gcs_main: owner?.system ?? this.#deps.holder() ?? 0, gcs_secondary: [] };
  }

  /** Undefined where the ground station may order. */
  refusalOf(system: number): string | undefined {
    const owner = this.#present;
    return owner === undefined || owner.system === system ? undefined : `Ground station ${owner.system} is in control`;
  }

  /** REQUEST_OPERATOR_CONTROL: request or release, takeover allowed, time for an answer, system of the requester. */
  request({ from, params: [isRequest, isTakeoverAllowed, timeoutS] }: VehicleOrder): OrderOutcome {
    const owner = this.#present;
    const isOwn = owner === undefined || owner.system === from.system;
    if (isRequest !== 1) {
      if (!isOwn) return refused('FAILED', `Ground station ${owner.system} is in control`);
      this.#become(undefined);
      return ACCEPTED;
    }
    if (isOwn || owner.isTakeoverAllowed) {
      this.#become({ system: from.system, isTakeoverAllowed: isTakeoverAllowed === 1 });
      return ACCEPTED;
    }
    // Its operator may release, or allow the takeover.
    this.#ask(owner.system, from.system, timeoutS);
    return refused('FAILED', `Ground station ${owner.system} is in control, and was asked`);
  }

  /** One that is silent has left. */
  get #present() {
    if (this.#owner !== undefined && !this.#deps.isHeard(this.#owner.system)) this.#owner = undefined;
    return this.#owner;
  }

  #become(owner: { readonly system: number; readonly isTakeoverAllowed: boolean } | undefined): void {
    this.#owner = owner;
    this.#deps.link.send('CONTROL_STATUS', this.status());
  }

  #ask(owner: number, requester: number, timeoutS: number): void {
    const target = { target_system: owner, target_component: 0, command: MAV_CMD.REQUEST_OPERATOR_CONTROL };
    const params = { param1: 1, param2: 0, param3: timeoutS, param4: requester, param5: 0, param6: 0, param7: 0 };
    this.#deps.link.send('COMMAND_LONG', { ...target, ...params, confirmation: 0 });
  }
}
