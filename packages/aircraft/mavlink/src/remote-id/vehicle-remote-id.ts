import type { Cancel } from '@kitestring/base/clock.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_ODID_ARM_STATUS } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { Tell } from '../note.ts';
import type { VehicleTelemetry } from '../telemetry/vehicle-telemetry.ts';
import type { OperatorData } from './operator-data.ts';
import { remoteIdMessages } from './remote-id-messages.ts';

interface VehicleRemoteIdDeps {
  readonly link: MavlinkLink;
  readonly system: number;
  readonly telemetry: VehicleTelemetry;
  /** Undefined while nothing is to be sent. */
  readonly operator: () => OperatorData | undefined;
  /** Station time at a time of the link's clock. */
  readonly stationUs: (linkUs: number) => number;
  readonly tell: Tell;
}

/** Remote ID of a vehicle: gives it the data of the operator, and tells why its transmitter forbids the take-off. */
export class VehicleRemoteId implements Disposable {
  readonly #deps: VehicleRemoteIdDeps;
  readonly #cancel: Cancel;
  #told = '';

  constructor(deps: VehicleRemoteIdDeps) {
    this.#deps = deps;
    this.#cancel = deps.link.onMessage((message) => {
      if (message.system !== deps.system || message.name !== 'OPEN_DRONE_ID_ARM_STATUS') return;
      this.#takeArmStatus(message.fields);
    });
  }

  /** Called once a second, which is how often the position of the operator must be sent. */
  step(): void {
    const { link, operator: operatorOf, stationUs, system: targetSystem, telemetry } = this.#deps;
    const operator = operatorOf();
    if (operator === undefined) return;
    const { remoteIdSerial: heardSerial } = telemetry;
    const home = telemetry.home(link.clock.nowUs());
    const nowUs = stationUs(link.clock.nowUs());
    for (const { fields, name } of remoteIdMessages({ operator, home, heardSerial, targetSystem, nowUs }))
      link.send(name, fields, { sendClass: 'Telemetry' });
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #takeArmStatus({ error, status }: MessageFields['OPEN_DRONE_ID_ARM_STATUS']): void {
    const isGood = status === MAV_ODID_ARM_STATUS.GOOD_TO_ARM;
    const text = isGood ? '' : `Remote ID is not ready: ${error === '' ? 'no reason is given' : error}`;
    if (text === this.#told) return;
    const wasTold = this.#told !== '';
    this.#told = text;
    if (text !== '') this.#deps.tell('warn', text);
    else if (wasTold) this.#deps.tell('info', 'Remote ID is ready');
  }
}
