import type { FieldsToSend, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { definitionNamed } from '@kitestring/mavlink-codec/codec.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { Outgoing } from './order.ts';

/**
 * Fields of a message as they are now; undefined while they are not known. Several for one that comes in parts.
 * @param peer the end that asks for it; absent for all ends
 * @param part the one that it asks for; absent for all
 */
type MessageSource<N extends MessageName> = (
  peer?: string,
  part?: number,
) => FieldsToSend[N] | readonly FieldsToSend[N][] | undefined;

/** Sources of all messages of a component. */
export type Sources = { readonly [N in MessageName]?: MessageSource<N> };

/** No faster: the loop of the vehicle has this period. */
export const STEP_US = 20_000;
/** A message of a tenth of a millihertz is as good as none. */
const LONGEST_US = 0x7fff_ffff;

interface Stream {
  readonly name: MessageName;
  readonly source: MessageSource<MessageName>;
  readonly standardUs: number;
  intervalUs: number;
  dueUs: number;
}

/** The messages of a component that come by themselves, each at its interval. */
export class MessageStreams {
  readonly #link: MavlinkLink;
  readonly #component: number;
  readonly #streams = new Map<number, Stream>();

  /** @param intervalsUs of the messages that come without being asked for */
  constructor(
    link: MavlinkLink,
    component: number,
    sources: Sources,
    intervalsUs: { readonly [N in MessageName]?: number },
  ) {
    this.#link = link;
    this.#component = component;
    for (const [name, source] of Object.entries(sources) as [MessageName, MessageSource<MessageName>][]) {
      const standardUs = intervalsUs[name] ?? 0;
      const { id } = definitionNamed(name);
      this.#streams.set(id, { name, source, standardUs, intervalUs: standardUs, dueUs: Number.NEGATIVE_INFINITY });
    }
  }

  /** Sends what is due. */
  step(): void {
    const nowUs = this.#link.clock.nowUs();
    for (const stream of this.#streams.values()) {
      if (stream.intervalUs === 0 || nowUs < stream.dueUs) continue;
      // The next one an interval after this one was due, unless the loop stood still.
      stream.dueUs =
        nowUs - stream.dueUs < stream.intervalUs ? stream.dueUs + stream.intervalUs : nowUs + stream.intervalUs;
      for (const { fields, name } of now(stream)) {
        this.#link.send(name, fields, { from: this.#component, sendClass: 'Telemetry' });
      }
    }
  }

  /** As SET_MESSAGE_INTERVAL: 0 is the standard, -1 never. @returns false for a message that this component does not have */
  setInterval(id: number, intervalUs: number): boolean {
    const stream = this.#streams.get(id);
    if (stream === undefined || !Number.isFinite(intervalUs) || intervalUs < -1) return false;
    if (intervalUs === -1) stream.intervalUs = 0;
    else if (intervalUs === 0) stream.intervalUs = stream.standardUs;
    else stream.intervalUs = Math.min(LONGEST_US, Math.max(STEP_US, Math.round(intervalUs)));
    stream.dueUs = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** As MESSAGE_INTERVAL: -1 for one that does not come, 0 for one that this component does not have. */
  intervalOf(id: number): number {
    const stream = this.#streams.get(id);
    if (stream === undefined) return 0;
    return stream.intervalUs === 0 ? -1 : stream.intervalUs;
  }

  /** The message as it is now; empty while it is not known, undefined for one that this component does not have. */
  message(id: number, peer: string, part: number): readonly Outgoing[] | undefined {
    const stream = this.#streams.get(id);
    return stream === undefined ? undefined : now(stream, peer, part);
  }

  /** Intervals of the messages that come by themselves in any case. */
  scale(rateHz: number): void {
    for (const stream of this.#streams.values()) {
      if (stream.standardUs !== 0) stream.intervalUs = rateHz > 0 ? Math.max(STEP_US, Math.round(1e6 / rateHz)) : 0;
    }
  }
}

function now({ name, source }: Stream, peer?: string, part?: number): readonly Outgoing[] {
  const fields = source(peer, part);
  if (fields === undefined) return [];
  return [fields].flat().map((each) => ({ name, fields: each }) as Outgoing);
}
