import { hash } from 'node:crypto';
import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_EVENT_CURRENT_SEQUENCE_FLAGS, MAV_EVENT_ERROR_REASON } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import type { Sources } from '../server/message-streams.ts';

/** A ground station that has lost more than these gets an error. */
const KEPT = 64;
const SEQUENCES = 0x1_0000;
/** A sequence begins with the vehicle: its first numbers say so. */
const RESET_FOR = 10;
/** The number of the component is in the upper byte of an id. */
const OF_AUTOPILOT = 1 << 24;

type Event = FieldsToSend['EVENT'];

/**
 * Events by MAVLink's events interface: numbered, so that a ground station notices a gap and asks for what it has lost. Their ids are those of
 * the station's notifications, which no metadata of an autopilot explains.
 */
export class EventLog {
  readonly #link: MavlinkLink;
  readonly #bootMs: () => number;
  readonly #kept: Event[] = [];
  #sequence = 0;

  constructor(link: MavlinkLink, bootMs: () => number) {
    this.#link = link;
    this.#bootMs = bootMs;
  }

  readonly sources: Sources = {
    CURRENT_EVENT_SEQUENCE: () => ({
      sequence: this.#sequence,
      flags: this.#sequence < RESET_FOR ? MAV_EVENT_CURRENT_SEQUENCE_FLAGS.RESET : 0,
    }),
  };

  /** @param subject number of a notification, or the text of what is none @param severity MAV_SEVERITY, which are the levels of events */
  tell(subject: number | string, severity: number): void {
    this.#sequence = (this.#sequence + 1) % SEQUENCES;
    const event: Event = {
      id: (OF_AUTOPILOT | (typeof subject === 'number' ? subject & 0xff_ffff : hashOf(subject))) >>> 0,
      event_time_boot_ms: this.#bootMs(),
      sequence: this.#sequence,
      arguments: [],
      // The level inside and outside.
      log_levels: (severity << 4) | severity,
      destination_system: 0,
      destination_component: 0,
    };
    this.#kept.push(event);
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.#link.send('EVENT', event);
  }

  take({ component, fields, name, system }: Message, peer: string): void {
    if (name !== 'REQUEST_EVENT') return;
    const { first_sequence: first, last_sequence: last } = fields;
    const count = ((last - first + SEQUENCES) % SEQUENCES) + 1;
    // A range around the whole circle asks for everything, and gets what is kept.
    const wanted = Array.from({ length: Math.min(count, KEPT) }, (_, index) => (first + index) % SEQUENCES);
    for (const sequence of wanted) {
      const event = this.#kept.find((each) => each.sequence === sequence);
      if (event !== undefined) this.#link.send('EVENT', event, { peer });
      else if (sequence === first) {
        const sequence_oldest_available = this.#kept[0]?.sequence ?? this.#sequence;
        const target = { target_system: system, target_component: component };
        const answer = { sequence, sequence_oldest_available, reason: MAV_EVENT_ERROR_REASON.UNAVAILABLE, ...target };
        this.#link.send('RESPONSE_EVENT_ERROR', answer, { peer });
      }
    }
  }
}

const hashOf = (text: string): number => hash('sha256', text, 'buffer').readUIntLE(0, 3);
