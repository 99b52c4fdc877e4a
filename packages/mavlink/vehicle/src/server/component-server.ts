import type { FieldsToSend, Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD, MAV_RESULT, MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import { CommandServer } from './command-server.ts';
import { MessageStreams, type Sources } from './message-streams.ts';
import { ACCEPTED, type OrderOutcome, UNSUPPORTED, type VehicleOrder } from './order.ts';

/** One component of the vehicle: what it tells, and what it does. */
export interface VehicleComponent {
  readonly id: number;
  /** Undefined while the component is off: it says nothing and takes no order then. */
  heartbeat(): FieldsToSend['HEARTBEAT'] | undefined;
  readonly sources: Sources;
  readonly intervalsUs: { readonly [N in MessageName]?: number };
  /** Commands other than those about messages. */
  run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome>;
  /** Other messages to this component. */
  take?(message: Message, peer: string): void;
  step?(): void;
}

/** Answer to an interval of a message that the component does not have. */
interface UnknownInterval {
  readonly result: number;
  readonly text?: string;
}

const HEARTBEAT_US = 1_000_000;

/** Requests for one message, older than REQUEST_MESSAGE. */
const OLD_REQUESTS: Readonly<Record<number, readonly number[]>> = {
  [MAV_CMD.REQUEST_PROTOCOL_VERSION]: [300],
  [MAV_CMD.REQUEST_AUTOPILOT_CAPABILITIES]: [148],
  [MAV_CMD.REQUEST_CAMERA_INFORMATION]: [259],
  [MAV_CMD.REQUEST_CAMERA_SETTINGS]: [260],
  [MAV_CMD.REQUEST_STORAGE_INFORMATION]: [261],
  [MAV_CMD.REQUEST_CAMERA_CAPTURE_STATUS]: [262],
  [MAV_CMD.REQUEST_CAMERA_IMAGE_CAPTURE]: [263],
  [MAV_CMD.REQUEST_VIDEO_STREAM_INFORMATION]: [269],
  [MAV_CMD.REQUEST_VIDEO_STREAM_STATUS]: [270],
  [MAV_CMD.GET_HOME_POSITION]: [242],
};

/** A component on a link: heartbeat, messages at intervals and on request, answers to commands. */
export class ComponentServer {
  readonly #link: MavlinkLink;
  readonly #component: VehicleComponent;
  readonly #streams: MessageStreams;
  readonly #commands: CommandServer;
  readonly #unknownInterval: UnknownInterval;
  #beatUs = Number.NEGATIVE_INFINITY;

  /** @param ownsHeartbeat false where the link sends it already */
  constructor(
    link: MavlinkLink,
    component: VehicleComponent,
    tell: (severity: number, text: string) => void,
    unknownInterval: UnknownInterval = { result: MAV_RESULT.UNSUPPORTED },
  ) {
    this.#link = link;
    this.#component = component;
    this.#unknownInterval = unknownInterval;
    this.#streams = new MessageStreams(link, component.id, component.sources, component.intervalsUs);
    const run = (order: VehicleOrder) =>
      order.isForAll && !this.#isMain ? this.#runOneOfAll(order) : this.#run(order);
    this.#commands = new CommandServer({ link, component: component.id, run, tell });
  }

  get id(): number {
    return this.#component.id;
  }

  /** The component whose heartbeat the link sends: the autopilot. */
  get #isMain(): boolean {
    return this.id === this.#link.ids.component;
  }

  take(message: Message, peer: string): void {
    if (this.#component.heartbeat() === undefined) return;
    if (message.name === 'COMMAND_LONG' || message.name === 'COMMAND_INT') this.#commands.take(message, peer);
    else if (message.name === 'REQUEST_DATA_STREAM') {
      const { req_message_rate, req_stream_id, start_stop } = message.fields;
      if (req_stream_id === 0) this.#streams.scale(start_stop === 0 ? 0 : req_message_rate);
    } else this.#component.take?.(message, peer);
  }

  step(): void {
    this.#component.step?.();
    const heartbeat = this.#component.heartbeat();
    if (heartbeat === undefined) return;
    const nowUs = this.#link.clock.nowUs();
    if (!this.#isMain && nowUs - this.#beatUs >= HEARTBEAT_US) {
      this.#beatUs = nowUs;
      this.#link.send('HEARTBEAT', heartbeat, { from: this.id });
    }
    this.#commands.step();
    this.#streams.step();
  }

  /** An order that all components get is refused by the autopilot only. */
  async #runOneOfAll(order: VehicleOrder): Promise<OrderOutcome> {
    const outcome = await this.#run(order);
    return outcome !== 'Silent' && outcome.result === MAV_RESULT.UNSUPPORTED ? 'Silent' : outcome;
  }

  #run(order: VehicleOrder): OrderOutcome | Promise<OrderOutcome> {
    const [param1, param2] = order.params;
    switch (order.command) {
      case MAV_CMD.SET_MESSAGE_INTERVAL:
        if (this.#streams.setInterval(param1, param2)) return ACCEPTED;
        return { ...this.#unknownInterval, severity: MAV_SEVERITY.NOTICE };
      case MAV_CMD.GET_MESSAGE_INTERVAL: {
        const fields = { message_id: param1 & 0xffff, interval_us: this.#streams.intervalOf(param1) };
        return { result: MAV_RESULT.ACCEPTED, messages: [{ name: 'MESSAGE_INTERVAL', fields }] };
      }
      case MAV_CMD.REQUEST_MESSAGE:
        return this.#request(param1, param2, order.from.peer);
      default: {
        const [id] = OLD_REQUESTS[order.command] ?? [];
        return id === undefined ? this.#component.run(order) : this.#request(id, param1, order.from.peer);
      }
    }
  }

  /** @param part number of one stream or mode, 0 for all, or of one image */
  #request(id: number, part: number, peer: string): OrderOutcome {
    const messages = this.#streams.message(id, peer, part)?.filter(({ fields }) => {
      const { mode_index, stream_id } = fields as { readonly mode_index?: number; readonly stream_id?: number };
      return !(part > 0) || (stream_id ?? mode_index ?? part) === part;
    });
    if (messages === undefined) return UNSUPPORTED;
    return messages.length === 0
      ? { result: MAV_RESULT.TEMPORARILY_REJECTED }
      : { result: MAV_RESULT.ACCEPTED, messages };
  }
}
