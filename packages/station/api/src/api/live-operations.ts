import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import type { Captures } from '@kitestring/station-core/captures';
import type { FlightLogs } from '@kitestring/station-core/ports';
import type { Recordings } from '@kitestring/station-core/recordings';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type AccessOperationsDeps, accessOperations } from './access-operations.ts';
import { cameraRoutes } from './camera/camera-routes.ts';
import { flightRoutes } from './flight/flight-routes.ts';
import { handoffRoutes } from './handoff/handoff-routes.ts';
import type { MakeRoutes } from './make-routes.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { recordingRoutes } from './recordings/recording-routes.ts';
import { clipRoutes } from './station/clip-routes.ts';
import { stationRoutes } from './station/station-routes.ts';
import { systemRoutes } from './system/system-routes.ts';
import { videoRoutes } from './videostreams/video-routes.ts';

interface LiveOperationsDeps extends Omit<AccessOperationsDeps, 'auth'> {
  readonly station: Station;
  /** Absent if recording is off. */
  readonly recordings?: Recordings;
  /** Absent under the same condition as the recordings. */
  readonly captures?: Captures;
  readonly flights: FlightLogs;
  /** Absent on a station without live video. */
  readonly video?: Video;
}

/** Every operation of the contract on a live station; verified by a test. */
export function liveOperations(deps: LiveOperationsDeps): MakeRoutes {
  const { captures, flights, recordings, station, video } = deps;
  return (parts) => {
    const { version } = parts;
    return [
      ...accessOperations({ ...deps, auth: station.auth }, parts),
      ...flightRoutes(station),
      ...cameraRoutes(station),
      ...handoffRoutes(station, version.topic('handoff/state', station.topics.handoff), deps.stationSpeed),
      ...notificationRoutes(station),
      ...systemRoutes(station, version.topic('system/state', station.topics.system)),
      ...stationRoutes({ station, video, captures, flights }),
      ...videoRoutes(video),
      ...recordingRoutes(station.handoff, recordings),
      ...clipRoutes(recordings),
    ];
  };
}

/** States of a live station that clients can subscribe to. @param recordings absent if recording is off */
export const liveTopics = (
  { topics }: Pick<Station, 'topics'>,
  recordings?: Pick<Recordings, 'topic'>,
): readonly (readonly [TopicName, PublishedTopic])[] => [
  ['flight/state', topics.flight],
  ['camera/state', topics.camera],
  ['system/state', topics.system],
  ['handoff/state', topics.handoff],
  ...(recordings === undefined ? [] : [['recordings/state', recordings.topic] as const]),
];
