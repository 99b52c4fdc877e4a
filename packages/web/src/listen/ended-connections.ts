import type { StationFamily } from '../pages/metrics-page.ts';

/**
 * Why the station ended a connection: too many at its listening address; too many of one client's address; an unread response; the longest queue when all queues
 * together exceeded the limit.
 */
type ConnectionEnd = 'listener_full' | 'address_full' | 'unread' | 'queues_full';

/** Counts connections ended by the station, for monitoring. */
export class EndedConnections {
  readonly #counts: Record<ConnectionEnd, number> = { listener_full: 0, address_full: 0, unread: 0, queues_full: 0 };

  add(reason: ConnectionEnd): void {
    this.#counts[reason] += 1;
  }

  get family(): StationFamily {
    return {
      name: 'kitestring_ended_connections_total',
      help: 'Connections that the station ended by itself since its start, by reason.',
      kind: 'counter',
      label: 'reason',
      read: () => Object.entries(this.#counts),
    };
  }
}
