import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_COMPONENT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { VehicleComponent } from '../server/component-server.ts';
import { type OrderOutcome, UNSUPPORTED, type VehicleOrder } from '../server/order.ts';
import { partHeartbeat } from '../server/part-heartbeat.ts';
import type { Gimbal } from './gimbal.ts';

/** The gimbal as a component of its own. It takes orders too, as gimbals with a manager inside do. */
export class GimbalComponent implements VehicleComponent {
  readonly id = MAV_COMPONENT.GIMBAL;
  readonly intervalsUs = { GIMBAL_DEVICE_ATTITUDE_STATUS: 100_000 };
  readonly sources;
  readonly #gimbal: Gimbal;

  constructor(gimbal: Gimbal) {
    this.#gimbal = gimbal;
    this.sources = gimbal.deviceSources;
  }

  heartbeat(): FieldsToSend['HEARTBEAT'] | undefined {
    return this.#gimbal.isThere ? partHeartbeat(MAV_TYPE.GIMBAL) : undefined;
  }

  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    return this.#gimbal.run(order) ?? UNSUPPORTED;
  }
}
