import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { EventSignal } from '../events/event-signal.ts';
import { EventTail } from '../events/event-tail.ts';
import type { HubDeps } from '../hub-deps.ts';
import { Archive } from './archive.ts';
import { FleetArchive } from './fleet-archive.ts';

interface OpenArchiveDeps
  extends Pick<HubDeps, 'budgets' | 'connection' | 'database' | 'news' | 'stations' | 'nowMs' | 'log'> {
  readonly link: Pick<BrokerLink, 'isConnected'>;
  readonly signal: EventSignal;
  readonly hasReplicas: boolean;
  /** Whether this replica may archive. */
  readonly isArchive: boolean;
  /** Copies of each stream. */
  readonly streamReplicas: number;
}

interface OpenArchive {
  readonly archive: Archive;
  readonly fleetArchive: FleetArchive;
  /** The newest events, for their readers. */
  readonly events: EventTail;
  /** Whether this replica performs the duties that only one of several performs. */
  readonly isInCharge: () => boolean;
}

/** The records of all stations, and the list of events. New events are published and sent to waiting readers. */
export function openArchive(deps: OpenArchiveDeps, cleanup: AsyncDisposableStack): OpenArchive {
  const { budgets, connection, database, link, log, news, nowMs, signal, stations } = deps;
  const { hasReplicas, isArchive, streamReplicas } = deps;
  const events = new EventTail({ database, log });
  cleanup.defer(() => events.stop());
  // Another replica has published an event.
  connection.subscribe(SUBJECTS.event('*', '>'), { callback: () => events.wake() });
  const archive = new Archive(database, nowMs);
  const fleetArchive = new FleetArchive({
    archive,
    budgets,
    connection,
    database,
    news,
    stations,
    nowMs,
    log,
    hasReplicas,
    isArchive,
    streamReplicas,
    isConnected: () => link.isConnected,
    onArchived: signal.raise,
  });
  cleanup.defer(() => fleetArchive.stop());
  signal.onEvent(() => fleetArchive.wake());
  signal.onEvent(() => events.wake());
  return { archive, fleetArchive, events, isInCharge: () => fleetArchive.isOn };
}
