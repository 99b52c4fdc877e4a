import type { IncomingMessage, RequestListener } from 'node:http';
import { every, US_PER_S } from '@kitestring/base/clock.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { ApiAnswer, ApiRequest, StationApi } from '@kitestring/hub-link/commands/station-api.ts';
import type { FleetLinkStatus } from '@kitestring/hub-link/fleet-link-status.ts';
import type { VideoPublisher } from '@kitestring/hub-link/relay/video-publisher.ts';
import type { HubSettings } from '@kitestring/settings/server-settings.ts';
import type { Notifications } from '@kitestring/station-core/notifications';
import type { Station } from '@kitestring/station-core/station.ts';
import { InProcessClient } from '@kitestring/web/listen';
import type { StationGauge } from '@kitestring/web/pages';
import type { Core } from '../core.ts';
import { HubPeople } from './hub-people.ts';
import { stationFeed } from './station-feed.ts';

interface HubLinkDeps {
  readonly core: Core;
  readonly station: Station;
  readonly settings: HubSettings & { readonly url: string };
  readonly streamIds: readonly string[];
  /** Live video for relays; undefined on a station without video. */
  readonly video: VideoPublisher | undefined;
  /** State of a video stream; undefined if there is none. */
  readonly streamTopic: (id: string) => PublishedTopic | undefined;
  /** Handler of the station’s API. */
  readonly apiListener: RequestListener;
}

/** A short interruption is usual on a mobile network. */
const SHOWN_AFTER_S = 30;
/** Twice a bad round trip; a larger difference is a wrong clock. */
const CLOCK_OFF_MS = 5000;
const LOOK_EVERY_S = 1;

/** The link of a station to its hub. */
export interface HubLink extends AsyncDisposable {
  status(): FleetLinkStatus;
}

/** Starts the link. Its code is loaded here: a station without a hub never loads it. */
export async function startHubLink({
  apiListener,
  core,
  settings,
  station,
  streamIds,
  streamTopic,
  video,
}: HubLinkDeps): Promise<HubLink> {
  const [{ FleetLink }, { scopesWithin }] = await Promise.all([
    import('@kitestring/hub-link/fleet-link.ts'),
    import('@kitestring/hub-link/commands/command-executor.ts'),
  ]);
  const { log, recordings, store, systemClock: clock } = core;
  const { access } = settings;
  const people = new HubPeople({ auth: station.auth, documents: store.documents, scopes: scopesWithin(access) });
  const link = new FleetLink({
    settings,
    dataDir: core.settings.dataDir,
    feed: stationFeed({ station, recordings, settings: core.settings, streamIds, streamTopic }),
    api: ownApi(new InProcessClient(apiListener), people),
    ...(video !== undefined && { video }),
    clock,
    stationClock: station.clock,
    log,
  });
  const shown = new ShownLink(station.notifications, clock.nowUs());
  const cancel = every(clock, LOOK_EVERY_S * US_PER_S, () => shown.update(link.status(), clock.nowUs()));
  return {
    status: () => link.status(),
    [Symbol.asyncDispose]: async () => {
      cancel();
      await link.stop();
      people.stop();
    },
  };
}

/** Notifies the operator that the hub gets no data of this station. */
class ShownLink {
  readonly #notifications: Pick<Notifications, 'set'>;
  #lastUpUs: number;

  constructor(notifications: Pick<Notifications, 'set'>, nowUs: number) {
    this.#notifications = notifications;
    this.#lastUpUs = nowUs;
  }

  update({ clockOffsetMs = 0, connection, journalFault }: FleetLinkStatus, nowUs: number): void {
    if (connection.state === 'Up') this.#lastUpUs = nowUs;
    const isMissed = nowUs - this.#lastUpUs >= SHOWN_AFTER_S * US_PER_S;
    const reason = 'reason' in connection ? connection.reason : '';
    this.#notifications.set('HUB_NOT_CONNECTED', isMissed, { reason });
    const difference = `${clockOffsetMs > 0 ? '+' : ''}${Math.round(clockOffsetMs / 1000)}`;
    this.#notifications.set('HUB_CLOCK_DIFFERS', Math.abs(clockOffsetMs) >= CLOCK_OFF_MS, { difference });
    this.#notifications.set('HUB_JOURNAL_UNUSABLE', journalFault !== undefined, { reason: journalFault ?? '' });
  }
}

/** Metrics of a link. */
export function hubLinkGauges(status: () => FleetLinkStatus | undefined): readonly StationGauge[] {
  const gauge = (name: string, help: string, read: (status: FleetLinkStatus) => number | undefined): StationGauge => ({
    name: `kitestring_${name}`,
    help,
    read: () => {
      const now = status();
      return now === undefined ? undefined : read(now);
    },
  });
  return [
    gauge('hub_link_up', '1 while the hub has greeted this station.', ({ connection: { state } }) => {
      return state === 'Up' ? 1 : 0;
    }),
    gauge('hub_link_rtt_seconds', 'Round trip to the broker of the hub.', ({ connection }) => {
      return connection.state === 'Up' && connection.rttMs !== undefined ? connection.rttMs / 1000 : undefined;
    }),
    gauge('hub_clock_offset_seconds', 'Time by which the clock is ahead of the hub’s.', ({ clockOffsetMs }) => {
      return clockOffsetMs === undefined ? undefined : clockOffsetMs / 1000;
    }),
    gauge('hub_journal_unsent', 'Records that the broker has not confirmed.', ({ unsent }) => unsent),
    gauge('hub_journal_unarchived', 'Records that the hub has not stored.', ({ unarchived }) => unarchived),
    gauge('hub_journal_bytes', 'Size of the records that are kept for the hub.', ({ journalBytes }) => journalBytes),
    gauge('hub_video_streams', 'Streams that go to a relay of the hub.', ({ video }) => video.length),
    gauge('hub_video_encoded', 'Those of them that are encoded smaller, for the link or the hub.', ({ video }) => {
      return video.filter(({ made }) => made !== undefined).length;
    }),
    gauge('hub_video_target_kbps', 'Most that all of them take of the link.', ({ video }) => {
      return video.reduce((sum, { targetKbps }) => sum + targetKbps, 0);
    }),
    gauge('hub_events_lost_total', 'Events lost because the disk failed.', ({ lost }) => lost),
  ];
}

/** The station’s API: people of the hub get the same answers, limits and audit entries as every client. */
const ownApi = (client: InProcessClient, people: Pick<HubPeople, 'signIn'>): StationApi => ({
  request: async ({ body, headers, method, path, person, scopes, signal }: ApiRequest) => {
    const { session, token } = await people.signIn(person, scopes);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const typed = text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const all = { ...headers, authorization: `Bearer ${token}`, ...typed };
    return { ...asAnswer(await client.send({ method, path, signal, headers: all }, text)), session };
  },
});

function asAnswer(response: IncomingMessage): Omit<ApiAnswer, 'session'> {
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response };
}
