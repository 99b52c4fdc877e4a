import type { Cancel } from '@kitestring/base/clock.ts';
import { type MavlinkCommandSender, type MavlinkIds, type MavlinkLink, SnapshotOrders } from '@kitestring/mavlink-link';
import type { Tell } from '../note.ts';
import { faultOf } from '../orders/order-context.ts';

interface CameraImagesDeps {
  readonly link: MavlinkLink;
  readonly commands: MavlinkCommandSender;
  /** System id of the vehicle. */
  readonly system: number;
  readonly tell: Tell;
}

/** Images in full resolution that cameras keep on their own cards. */
export class CameraImages implements Disposable {
  readonly #deps: CameraImagesDeps;
  readonly #cancel: Cancel;
  readonly #orders = new Map<number, SnapshotOrders>();

  constructor(deps: CameraImagesDeps) {
    this.#deps = deps;
    this.#cancel = deps.link.onMessage((message) => {
      if (message.name !== 'CAMERA_IMAGE_CAPTURED' || message.system !== deps.system) return;
      // One that another station has ordered is not told.
      if (message.fields.capture_result !== 1 && this.#orders.has(message.component)) {
        deps.tell('warn', `image of the camera: it could not store image ${message.fields.image_index}`);
      }
    });
  }

  /** Takes one image. A refusal is told; a camera that does not answer is told, too. */
  take(camera: MavlinkIds): void {
    const { commands, link, tell } = this.#deps;
    const orders = this.#orders.get(camera.component) ?? new SnapshotOrders(commands, camera, link.clock.nowUs() / 1e6);
    this.#orders.set(camera.component, orders);
    void orders.take().then((outcome) => {
      const fault = faultOf(outcome);
      if (fault !== undefined) tell('warn', `image of the camera: ${fault}`);
    });
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}
