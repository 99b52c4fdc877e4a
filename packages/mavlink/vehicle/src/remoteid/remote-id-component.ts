import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_COMPONENT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { VehicleComponent } from '../server/component-server.ts';
import { type OrderOutcome, UNSUPPORTED } from '../server/order.ts';
import { partHeartbeat } from '../server/part-heartbeat.ts';
import type { RemoteId } from './remote-id.ts';

/** The Remote ID transmitter. */
export class RemoteIdComponent implements VehicleComponent {
  readonly id = MAV_COMPONENT.ODID_TXRX_1;
  readonly intervalsUs = {
    OPEN_DRONE_ID_BASIC_ID: 1_000_000,
    OPEN_DRONE_ID_LOCATION: 1_000_000,
    OPEN_DRONE_ID_SYSTEM: 1_000_000,
    OPEN_DRONE_ID_OPERATOR_ID: 1_000_000,
    OPEN_DRONE_ID_ARM_STATUS: 1_000_000,
  };
  readonly sources;
  readonly #remoteId: RemoteId;

  constructor(remoteId: RemoteId) {
    this.#remoteId = remoteId;
    this.sources = { ...remoteId.sources, ...remoteId.armSources };
  }

  heartbeat(): FieldsToSend['HEARTBEAT'] | undefined {
    return this.#remoteId.isThere ? partHeartbeat(MAV_TYPE.ODID) : undefined;
  }

  run(): OrderOutcome {
    return UNSUPPORTED;
  }
}
