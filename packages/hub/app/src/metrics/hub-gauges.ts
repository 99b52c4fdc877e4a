import type { SignInFault } from '@kitestring/hub-contract/fleet/session.ts';
import { finishOidc, openSession, startOidc } from '@kitestring/hub-contract/fleet/session-operations.ts';
import type { RequestCounts } from '@kitestring/web/http';
import type { StationFamily, StationGauge } from '@kitestring/web/pages';
import { HUB_PARTS, type HubReadiness } from '../health/hub-readiness.ts';
import type { StorageWatch } from '../health/storage-watch.ts';
import type { ArchiveLag } from './archive-lag.ts';
import type { DatabaseFigures } from './database-figures.ts';
import type { ObservedRequests } from './observed-requests.ts';
import type { OutcomeCounts } from './outcome-counts.ts';
import type { StationFigures } from './station-figures.ts';

const SIGN_INS: ReadonlySet<string> = new Set([openSession.id, startOidc.id, finishOidc.id]);

type Reason = 'wrong' | 'throttled' | 'failed';

/** Refused sign-ins, by reason: `wrong`: key, link or answer of the provider; `throttled`: too many attempts; `failed`: a part is unavailable. */
function signInsRefused({ counts, refusedSignIns }: HubFigures): readonly (readonly [Reason, number])[] {
  const sums: Record<Reason, number> = { wrong: 0, throttled: 0, failed: 0 };
  for (const { count, operationId, status } of counts.entries()) {
    if (SIGN_INS.has(operationId) && status >= 400) sums[reason(status)] += count;
  }
  // Browsers are redirected to the page with the reason: 303.
  for (const [fault, count] of refusedSignIns.entries()) sums[fault === 'away' ? 'failed' : 'wrong'] += count;
  return Object.entries(sums) as [Reason, number][];
}

function reason(status: number): Reason {
  if (status === 429) return 'throttled';
  return status < 500 ? 'wrong' : 'failed';
}

/** All data behind the metrics of a hub. */
export interface HubFigures {
  readonly version: string;
  readonly readiness: HubReadiness;
  readonly storage: Pick<StorageWatch, 'places'>;
  readonly observed: ObservedRequests;
  readonly counts: RequestCounts;
  readonly refusedSignIns: OutcomeCounts<SignInFault>;
  readonly stations: () => StationFigures;
  readonly database: () => DatabaseFigures | undefined;
  readonly lag: () => ArchiveLag | undefined;
  readonly archive: { readonly isOn: boolean; readonly segments: number };
  readonly subscribers: () => readonly (readonly [kind: string, count: number])[];
  readonly relay: () => { readonly rooms: number; readonly viewers: number; readonly failures: number };
  readonly webhookDeliveries: () => readonly (readonly [outcome: string, count: number])[];
  readonly sessions: () => number;
  readonly reconnects: () => number;
}

const gauge = (name: string, help: string, read: StationGauge['read']): StationGauge => ({
  name: `kitestring_hub_${name}`,
  help,
  read,
});

const family =
  (kind: StationFamily['kind']) =>
  (name: string, help: string, label: string, read: StationFamily['read']): StationFamily => ({
    name: `kitestring_hub_${name}`,
    help,
    kind,
    label,
    read,
  });
const gauges = family('gauge');
const counters = family('counter');

/** Metrics with one value. */
export const hubGauges = ({
  archive,
  database,
  lag,
  reconnects,
  relay,
  sessions,
  stations,
}: HubFigures): StationGauge[] => [
  gauge(
    'beat_age_seconds',
    'Age of the newest beat of the online station that has been silent longest.',
    () => stations().beatAgeS,
  ),
  gauge('consumer_pending', 'Messages of the journals that the archive has not committed yet.', () => lag()?.messages),
  gauge('archive_oldest_waiting_seconds', 'Age of the oldest of them.', () => lag()?.oldestS),
  gauge('archive_duty', '1 while this replica archives.', () => (archive.isOn ? 1 : 0)),
  gauge('gaps_open', 'Ranges of records that neither the archive nor a station has.', () => database()?.gaps),
  gauge('quarantined_segments', 'Segments that were refused and are kept apart.', () => database()?.quarantined),
  gauge('commands_open', 'Commands whose outcome is not known yet.', () => database()?.commandsOpen),
  gauge('command_open_seconds', 'Age of the oldest of them.', () => database()?.commandOpenS),
  gauge('webhook_events_waiting', 'Events that webhooks have not taken yet.', () => database()?.webhookEventsWaiting),
  gauge('database_seconds', 'Time that the questions of this page took in the database.', () => database()?.askedS),
  gauge('signins', 'Sign-ins that this replica has seen and that have not ended.', sessions),
  gauge('relay_rooms', 'Streams of stations that are watched through this replica.', () => relay().rooms),
  gauge('relay_viewers', 'Viewers that this replica has let in to relays.', () => relay().viewers),
  gauge('nats_reconnects_total', 'How often the broker was away and came back.', reconnects),
  gauge('relay_failures_total', 'How often a relay has failed.', () => relay().failures),
];

/** Metrics with labels from a fixed set of words: no name, id or address. */
export const hubFamilies = (figures: HubFigures): StationFamily[] => {
  const { archive, database, observed, readiness, stations, storage, version } = figures;
  return [
    gauges('build_info', 'Version of the hub; always 1.', 'version', () => [[version, 1]]),
    gauges('up', '1 while the part is there: see /readyz.', 'part', () =>
      HUB_PARTS.map((part) => [part, readiness.of(part).isUp ? 1 : 0]),
    ),
    gauges('storage_free_bytes', 'Free storage: disk of the data folder, limits of nats-server.', 'place', () =>
      storage.places.map(({ freeBytes, place }) => [place, freeBytes]),
    ),
    gauges('storage_low', '1 while the free storage is below the setting for it.', 'place', () =>
      storage.places.map(({ isLow, place }) => [place, isLow ? 1 : 0]),
    ),
    gauges('stations', 'Stations by state.', 'state', () => stations().states),
    gauges('journal_lag_records', 'Records that online stations have and the archive has not.', 'shard', () => [
      ['0', stations().lagRecords],
    ]),
    counters('archive_segments_total', 'Segments that this replica has archived.', 'shard', () => [
      ['0', archive.segments],
    ]),
    counters('commands_total', 'Commands by outcome.', 'outcome', observed.commandCounts.entries),
    counters(
      'reads_total',
      'Reads passed on to stations, by what came back first.',
      'outcome',
      observed.readCounts.entries,
    ),
    gauges('relay_streams', 'Streams that stations send to relays, by who has encoded them.', 'coding', () => {
      return stations().relayed;
    }),
    gauges('live_subscribers', 'Clients that are sent changes now.', 'kind', figures.subscribers),
    counters('signins_refused_total', 'Sign-ins that were refused.', 'reason', () => signInsRefused(figures)),
    gauges('uploads', 'Recordings by state.', 'state', () => database()?.uploads ?? []),
    gauges('webhooks', 'Webhooks by state.', 'state', () => database()?.webhooks ?? []),
    counters('webhook_deliveries_total', 'Messages to webhooks.', 'outcome', figures.webhookDeliveries),
  ];
};
