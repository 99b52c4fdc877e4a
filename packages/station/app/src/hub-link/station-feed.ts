import type { Cancel } from '@kitestring/base/clock.ts';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { type PublishedTopic, Topic } from '@kitestring/base/topic.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import {
  NOTIFICATION_EVENTS_MAX,
  NOTIFICATIONS_TOPIC,
  type NotificationEvents,
} from '@kitestring/hub-contract/want.ts';
import type { StationEvent, StationFeed } from '@kitestring/hub-link/station-feed.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { Notifications } from '@kitestring/station-core/notifications';
import type { Recordings } from '@kitestring/station-core/recordings';
import type { Station } from '@kitestring/station-core/station.ts';

/**
 * Single notifications as a state, for a link on which the newest message wins: it has the newest changes with numbers,
 * so that none is missed between two messages.
 */
function notificationEvents(notifications: Pick<Notifications, 'active' | 'onEvent'>): Topic {
  const events: Notification[] = [];
  let count = 0;
  const topic = new Topic(() => fitting(notifications.active(), events, count));
  notifications.onEvent((notification) => {
    count += 1;
    events.push(notification);
    if (events.length > NOTIFICATION_EVENTS_MAX) events.shift();
    topic.invalidate();
  });
  return topic;
}

/** As many of the newest events as fit into a message. */
function fitting(active: readonly Notification[], events: readonly Notification[], count: number): NotificationEvents {
  for (let skipped = 0; ; skipped += 1) {
    const shown = events.slice(skipped);
    const message = { active: [...active], first: count - shown.length + 1, events: shown };
    if (shown.length === 0 || JSON.stringify(message).length < LIMITS.messageBytes / 2) return message;
  }
}

interface StationFeedDeps {
  readonly station: Station;
  readonly recordings: Recordings;
  readonly settings: Pick<ServerSettings, 'apiVersion' | 'console'>;
  /** Ids of the video streams. */
  readonly streamIds: readonly string[];
  /** State of a video stream; undefined if there is none. */
  readonly streamTopic: (id: string) => PublishedTopic | undefined;
}

const STREAM_STATE = /^videostreams\/([^/]+)\/state$/;

const SEVERITIES = ['Fatal', 'Critical', 'Warning', 'Info'] as const;

/** The station for its link to a hub. */
export function stationFeed({ recordings, settings, station, streamIds, streamTopic }: StationFeedDeps): StationFeed {
  const { notifications, topics } = station;
  const published = new Map<string, PublishedTopic>([
    ['flight/state', topics.flight],
    ['camera/state', topics.camera],
    ['system/state', topics.system],
    ['handoff/state', topics.handoff],
    ['recordings/state', recordings.topic],
    [NOTIFICATIONS_TOPIC, notificationEvents(notifications)],
  ]);
  const position = () => {
    const { gs_gps_lat: lat, gs_gps_lon: lon } = topics.system.value;
    return { ...(lat !== undefined && { lat }), ...(lon !== undefined && { lon }) };
  };
  return {
    sample: () => {
      const { altitude, flight_state: phase, kite_heading: hdg } = topics.flight.value;
      const { gs_battery_level: gsBat, kite_battery_level: bat } = topics.system.value;
      return { phase, ...height(altitude), ...defined({ hdg, bat, gsBat }), ...position() };
    },
    beat: () => {
      const { altitude, flight_state: phase } = topics.flight.value;
      const active = notifications.active();
      const [fatal = 0, critical = 0, warning = 0, info = 0] = SEVERITIES.map(
        (severity) => active.filter((one) => one.severity === severity).length,
      );
      return { phase, ...height(altitude), ...position(), alarms: [fatal, critical, warning, info] };
    },
    inventory: () => {
      const { boards, drone_id, gs_name: name, software_version: software } = station.system.info();
      const serial = boards[0]?.id;
      const kite = drone_id?.serial;
      const { mapAttribution: attribution = '', mapTilesUrl } = settings.console ?? {};
      const map = mapTilesUrl === undefined ? undefined : { tiles_url: mapTilesUrl, attribution };
      return { name, software, api: settings.apiVersion, ...defined({ serial, kite, map }), cameras: [...streamIds] };
    },
    activeNotifications: () => notifications.active().map(journalRecord),
    onEvent: (listener) => followed(station, recordings, listener),
    topic: (name) => {
      const stream = STREAM_STATE.exec(name)?.[1];
      return stream === undefined ? published.get(name) : streamTopic(stream);
    },
  };
}

const height = (altitudeM: number | undefined) => (altitudeM === undefined ? {} : { alt: roundTo(altitudeM, 2) });

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };
const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;

const journalRecord = ({ begin_time, code, message, severity }: Notification) => ({
  code,
  severity,
  message: message.slice(0, 2000).toWellFormed(),
  began: Math.floor((parseTimestamp(begin_time) ?? 0) / 1000),
});

function followed(station: Station, recordings: Recordings, tell: (event: StationEvent) => void): Cancel {
  let state = station.topics.flight.value.flight_state;
  const isRecording = () => (recordings.topic.value as { readonly is_recording: boolean }).is_recording;
  let recording = isRecording();
  const cancels = [
    station.topics.flight.onInvalidate(() => {
      const previous = state;
      state = station.topics.flight.value.flight_state;
      if (state !== previous) tell({ kind: 'flight.phase', data: { state, previous } });
    }),
    station.notifications.onEvent((notification) => {
      const data = journalRecord(notification);
      tell({ kind: notification.end_time === undefined ? 'notification.begin' : 'notification.end', data });
    }),
    recordings.topic.onInvalidate(() => {
      if (isRecording() === recording) return;
      recording = !recording;
      tell({ kind: 'recording', data: { recording } });
    }),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
}
