import { DEG_PER_RAD, RAD_PER_DEG } from '@kitestring/base/angles.ts';
import type { Cancel } from '@kitestring/base/clock.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { CAMERA_ZOOM_TYPE, MAV_CMD, MAV_COMPONENT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import {
  describeCamera,
  type MavlinkCommandOutcome,
  type MavlinkCommandSender,
  type MavlinkIds,
  type MavlinkLink,
  ORDER_PACE,
  requestMessage,
  type WatchedComponent,
} from '@kitestring/mavlink-link';
import type { AircraftStream, AircraftVideo } from '@kitestring/station-core/ports';
import type { Tell } from '../note.ts';
import { faultOf } from '../orders/order-context.ts';
import { CameraImages } from './camera-images.ts';
import { type DescribedCamera, type FoundStream, foundStreams } from './camera-streams.ts';

/** An address may change, and a camera may be switched on late. */
const ASK_AGAIN_US = 60_000_000;

interface VehicleCamerasDeps {
  readonly link: MavlinkLink;
  readonly commands: MavlinkCommandSender;
  readonly autopilot: MavlinkIds;
  readonly tell: Tell;
  /** False while no order may be sent. */
  readonly mayOrder: () => boolean;
}

interface Asked {
  readonly described: DescribedCamera | undefined;
  readonly isAsking: boolean;
  readonly nextUs: number;
}

/** Cameras of a vehicle: components of their own, or connected to its autopilot. */
export class VehicleCameras implements AircraftVideo, Disposable {
  readonly #deps: VehicleCamerasDeps;
  readonly #asked = new Map<number, Asked>();
  readonly #cancel: Cancel;
  readonly #images: CameraImages;
  #streams: readonly FoundStream[] = [];
  #isEnded = false;

  constructor(deps: VehicleCamerasDeps) {
    this.#deps = deps;
    this.#images = new CameraImages({ ...deps, system: deps.autopilot.system });
    this.#cancel = deps.link.onMessage((message) => {
      if (message.name === 'CAMERA_SETTINGS') this.#takeSettings(message);
    });
  }

  get streams(): readonly AircraftStream[] {
    return this.#streams;
  }

  /** Whether a camera has described itself. */
  get hasCamera(): boolean {
    return [...this.#asked.values()].some(({ described }) => described !== undefined);
  }

  /** Called about once a second: asks what has not described itself yet. */
  step(): void {
    const { autopilot, link } = this.#deps;
    const nowUs = link.clock.nowUs();
    for (const each of link.watch.all) {
      if (each.system !== autopilot.system || !this.#mayBeCamera(each)) continue;
      const { isAsking, nextUs } = this.#of(each.component);
      if (each.state === 'Lost') this.#set(each.component, { nextUs: 0 });
      else if (!isAsking && nowUs >= nextUs) void this.#ask(each);
    }
  }

  zoom(id: AircraftStream['id'], factor: number, most: number): void {
    const stream = this.#streams.find((each) => each.id === id);
    if (stream?.zoom === undefined || most <= 1 || !this.#deps.mayOrder()) return;
    void this.#zoom(stream, factor, (factor - 1) / (most - 1));
  }

  takeImages(): void {
    if (!this.#deps.mayOrder()) return;
    for (const { described } of this.#asked.values()) {
      if (described?.camera.hasSnapshots === true) this.#images.take(described.camera.ids);
    }
  }

  [Symbol.dispose](): void {
    this.#isEnded = true;
    this.#cancel();
    this.#images[Symbol.dispose]();
  }

  #mayBeCamera({ component, heartbeat }: WatchedComponent): boolean {
    const { CAMERA, CAMERA6 } = MAV_COMPONENT;
    const isOfCamera = heartbeat.type === MAV_TYPE.CAMERA || (component >= CAMERA && component <= CAMERA6);
    return isOfCamera || component === this.#deps.autopilot.component;
  }

  #of(component: number): Asked {
    return this.#asked.get(component) ?? { described: undefined, isAsking: false, nextUs: 0 };
  }

  #set(component: number, change: Partial<Asked>): void {
    this.#asked.set(component, { ...this.#of(component), ...change });
  }

  async #ask({ component, peer, system }: WatchedComponent): Promise<void> {
    const { commands, link } = this.#deps;
    const target = { system, component };
    this.#set(component, { isAsking: true });
    const reply = await describeCamera(link, commands, target);
    if (this.#isEnded) return;
    const { described } = this.#of(component);
    this.#set(component, { isAsking: false, nextUs: this.#nextUs(component, reply.outcome === 'Refused') });
    if (reply.outcome !== 'Received') return;
    const { camera } = reply;
    // Over a bad link the answer for a stream may be lost: what was known of it holds.
    const isPartial = camera.streams.length < (described?.camera.streams.length ?? 0);
    const whole = isPartial ? (described?.camera ?? camera) : camera;
    this.#set(component, { described: { camera: whole, peer, zoomShare: described?.zoomShare } });
    if (described === undefined) this.#tellOf(component);
    this.#renew();
    if (camera.hasZoom) void requestMessage(link, commands, { target, name: 'CAMERA_SETTINGS' });
  }

  /** An autopilot without cameras will have none; a camera that does not answer yet may still start, or was not heard. */
  #nextUs(component: number, hasRefused: boolean): number {
    const { autopilot, link } = this.#deps;
    const isNoCamera = hasRefused && component === autopilot.component && !this.#of(component).described;
    return isNoCamera ? Number.POSITIVE_INFINITY : link.clock.nowUs() + ASK_AGAIN_US;
  }

  #tellOf(component: number): void {
    const { camera } = this.#of(component).described ?? {};
    if (camera === undefined) return;
    const { model, streams, vendor } = camera;
    const text = streams.map(({ encoding, name, url }) => `${name} (${url === undefined ? 'no address' : encoding})`);
    this.#deps.tell('info', `camera ${vendor} ${model}: ${text.length === 0 ? 'no streams' : text.join(', ')}`);
  }

  #takeSettings({ component, fields, system }: Message<'CAMERA_SETTINGS'>): void {
    const { zoomLevel } = fields;
    const isKnown = Number.isFinite(zoomLevel) && zoomLevel >= 0 && zoomLevel <= 100;
    if (system === this.#deps.autopilot.system && isKnown) this.#takeZoom(component, zoomLevel / 100);
  }

  #takeZoom(component: number, zoomShare: number): void {
    const { described } = this.#of(component);
    if (described === undefined || described.zoomShare === zoomShare) return;
    this.#set(component, { described: { ...described, zoomShare } });
    this.#renew();
  }

  #renew(): void {
    const described = [...this.#asked].toSorted(([a], [b]) => a - b).flatMap(([, asked]) => asked.described ?? []);
    const streams = foundStreams(described);
    if (JSON.stringify(streams) !== JSON.stringify(this.#streams)) this.#streams = streams;
  }

  /** By its range, which most cameras know; where that is refused, by the field of view. */
  async #zoom({ hfovDeg, ids }: FoundStream, factor: number, share: number): Promise<void> {
    const { HORIZONTAL_FOV, RANGE } = CAMERA_ZOOM_TYPE;
    let outcome = await this.#orderZoom(ids, RANGE, share * 100);
    if (outcome.outcome === 'Refused' && hfovDeg > 0) {
      const narrowed = Math.tan((hfovDeg * RAD_PER_DEG) / 2) / factor;
      outcome = await this.#orderZoom(ids, HORIZONTAL_FOV, 2 * Math.atan(narrowed) * DEG_PER_RAD);
    }
    const fault = faultOf(outcome);
    if (fault !== undefined) this.#deps.tell('warn', `zoom of the camera: ${fault}`);
    else if (outcome.outcome === 'Accepted') this.#takeZoom(ids.component, share);
  }

  #orderZoom(target: MavlinkIds, type: number, value: number): Promise<MavlinkCommandOutcome> {
    const order = { form: 'Long', target, command: MAV_CMD.SET_CAMERA_ZOOM, params: [type, value] } as const;
    const need = () => (this.#deps.mayOrder() ? 'Wanted' : 'Dropped');
    return this.#deps.commands.run(order, { isNewest: true, pace: ORDER_PACE, need });
  }
}
