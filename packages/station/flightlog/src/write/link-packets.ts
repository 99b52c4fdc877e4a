import type { Cancel } from '@kitestring/base/clock.ts';
import type { ChannelName } from '../channels/channels.ts';
import { logEncoder } from '../encode/log-encoder.ts';
import type { MessageRecords } from '../encode/message-records.ts';

/** The link to a real aircraft, as far as it is recorded. */
export interface LoggedLink {
  /** Every packet as on the wire; `In` is from the aircraft. */
  onPacket(listener: (packet: Uint8Array, direction: 'In' | 'Out') => void): Cancel;
}

/**
 * Bytes of packets between two ticks of the log. Five times a second: as much as three serial lines of 921600 baud. A link
 * that is flooded must fill neither memory nor disk.
 */
const BYTES_PER_TICK_MAX = 64 * 1024;

const CHANNEL_OF: Readonly<Record<'In' | 'Out', ChannelName>> = { In: 'mavlinkIn', Out: 'mavlinkOut' };

/** Packets of a link as messages of the log, up to a rate. */
export class LinkPackets {
  #bytes = 0;
  #lost = 0;

  write(records: MessageRecords, timeUs: number, packet: Uint8Array, direction: 'In' | 'Out'): void {
    this.#bytes += packet.length;
    if (this.#bytes > BYTES_PER_TICK_MAX) this.#lost += 1;
    else logEncoder.bytes(records, CHANNEL_OF[direction], timeUs, packet);
  }

  /** Called at each tick of the log. */
  tick(): void {
    this.#bytes = 0;
  }

  /** A log begins or ends. @returns packets beyond the rate since the last call */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }
}
