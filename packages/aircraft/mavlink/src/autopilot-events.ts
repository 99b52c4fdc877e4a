import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';

/** PX4 sends an event and its text within one turn of its loop; a link may part them. */
const TOGETHER_US = 1_500_000;
const WAITING_MAX = 16;

/** An event without its text, which is in the metadata of the firmware. */
interface AutopilotEvent {
  /** MAV_SEVERITY. */
  readonly severity: number;
  /** As the metadata of the firmware numbers it. */
  readonly id: number;
}

interface Waiting extends AutopilotEvent {
  readonly atUs: number;
}

/** The other 8 bits name the part of the firmware. */
const ID_BITS = 0xff_ffff;

/**
 * Events of PX4. Most come with a text that says the same for ground stations without the metadata of the firmware: these are left to it.
 */
export class AutopilotEvents {
  #waiting: readonly Waiting[] = [];
  #textUs: readonly { readonly severity: number; readonly atUs: number }[] = [];

  take({ fields }: Message<'EVENT'>, nowUs: number): void {
    // The upper half is the level in the log of the vehicle.
    const severity = fields.log_levels & 0xf;
    // Without a text, one of this level tells nothing; PX4 sends several at each start.
    if (severity >= MAV_SEVERITY.INFO) return;
    this.#waiting = [...this.#waiting, { severity, id: fields.id & ID_BITS, atUs: nowUs }].slice(-WAITING_MAX);
  }

  takeText(severity: number, nowUs: number): void {
    this.#textUs = [...this.#textUs, { severity, atUs: nowUs }].slice(-WAITING_MAX);
  }

  /** Events that no text has explained. */
  due(nowUs: number): readonly AutopilotEvent[] {
    const due = this.#waiting.filter(({ atUs }) => nowUs - atUs >= TOGETHER_US);
    if (due.length === 0) return due;
    this.#waiting = this.#waiting.filter((event) => !due.includes(event));
    const untold: AutopilotEvent[] = [];
    for (const event of due) {
      const said = this.#textUs.find(
        ({ atUs, severity }) => severity === event.severity && Math.abs(atUs - event.atUs) < TOGETHER_US,
      );
      if (said === undefined) untold.push(event);
      // One text explains one event.
      else this.#textUs = this.#textUs.filter((text) => text !== said);
    }
    return untold;
  }
}
