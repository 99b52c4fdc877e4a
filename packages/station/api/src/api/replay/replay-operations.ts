import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';
import { getCameraInfo, getCameraState } from '@kitestring/station-contract/camera/operations.ts';
import { getFlightInfo, getFlightState } from '@kitestring/station-contract/flight/operations.ts';
import { getHandoffState } from '@kitestring/station-contract/handoff/operations.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import {
  getRecording,
  getRecordingFile,
  getRecordingsState,
  listRecordings,
} from '@kitestring/station-contract/recordings/operations.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { getReplay, setReplay } from '@kitestring/station-contract/replay/operations.ts';
import type { ReplayChange, ReplayState } from '@kitestring/station-contract/replay/replay-state.ts';
import { listEndedNotifications, STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { getSystemInfo, getSystemState } from '@kitestring/station-contract/system/operations.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import {
  getSnapshot,
  getVideoStreamState,
  listVideoStreams,
} from '@kitestring/station-contract/videostreams/operations.ts';
import { endedPage } from '@kitestring/station-core/notifications';
import { type HandlerResult, parseTime, type Route, route, stateRoute } from '@kitestring/web/http';
import { type AccessOperationsDeps, accessOperations } from '../access-operations.ts';
import type { MakeRoutes } from '../make-routes.ts';
import { notificationRoutes } from '../notifications/notification-routes.ts';
import type { RecordedStreams } from './recorded-streams.ts';
import type { ReplayControl, ReplaySource } from './replay-source.ts';

const RECORDED_STATES: readonly (readonly [Operation, TopicName])[] = [
  [getFlightState, 'flight/state'],
  [getCameraState, 'camera/state'],
  [getSystemState, 'system/state'],
  [getHandoffState, 'handoff/state'],
  [getRecordingsState, 'recordings/state'],
];
const RECORDED_DOCUMENTS: readonly Operation[] = [getFlightInfo, getCameraInfo, getSystemInfo, listRecordings];

interface ReplayOperationsDeps extends AccessOperationsDeps {
  readonly replay: ReplaySource;
  readonly streams: RecordedStreams;
}

/** Every operation of the contract on a recording: answered from it, or refused by a common rule. */
export const replayOperations =
  (deps: ReplayOperationsDeps): MakeRoutes =>
  (parts) => {
    const { replay, streams } = deps;
    const answered = [
      ...accessOperations(deps, parts),
      ...RECORDED_STATES.flatMap(([operation, name]) => {
        const topic = replay.topics.get(name);
        return topic === undefined ? [] : [stateRoute(operation, parts.version.topic(name, topic))];
      }),
      ...RECORDED_DOCUMENTS.map((operation) => route(operation, () => documentOf(replay, operation))),
      ...notificationRoutes(replay),
      ...recordedVideoRoutes(replay, streams),
      ...recordedListRoutes(replay),
      endedRoute(replay),
      ...replayRoutes(replay),
    ];
    const known = new Set(answered.map(({ operation }) => operation));
    const others = [...OPERATIONS, ...STATION_OPERATIONS].filter((operation) => !known.has(operation));
    return [...answered, ...others.map(refusedRoute)];
  };

const missing = (what: string): Result<never> => refuse('NOT_IN_RECORDING', { what });

/** Commands cannot change a recording, and queries about other things have no answer. */
const refusedRoute = (operation: Operation): Route =>
  route(operation, () => (operation.method === 'GET' ? missing(operation.id) : refuse('REPLAY_READ_ONLY')));

function documentOf(replay: ReplaySource, { id }: Operation): HandlerResult {
  const body = replay.document(id);
  return body === undefined ? missing(id) : ok(body);
}

const recordedVideoRoutes = (replay: ReplaySource, streams: RecordedStreams): readonly Route[] => [
  route(listVideoStreams, () => ok(streams.list())),
  route(getVideoStreamState, ({ params }) => {
    const topic = streams.topicOf(params.stream_id);
    return topic.ok ? ok(topic.value.value) : topic;
  }),
  route(getSnapshot, ({ params: { stream_id: id } }) => {
    const known = streams.topicOf(id);
    if (!known.ok) return known;
    const bytes = replay.picture(id);
    if (bytes === undefined) return missing(`picture of ${id.slice(0, 64)}`);
    return { status: 200, bytes, mediaType: 'image/jpeg', cacheControl: 'no-cache' };
  }),
];

/** Recordings of video as listed at that time; their files are not included. */
function recordedListRoutes(replay: ReplaySource): readonly Route[] {
  const find = (id: string): Result<Recording> => {
    const known = replay.document(listRecordings.id) as readonly Recording[] | undefined;
    const found = known?.find(({ recording_id }) => recording_id === id);
    if (found !== undefined) return ok(found);
    if (known === undefined) return missing(listRecordings.id);
    return refuse('RECORDING_NOT_FOUND.noRecording', { recording: id.slice(0, 64) });
  };
  return [
    route(getRecording, ({ params }) => find(params.recording_id)),
    route(getRecordingFile, ({ params }) => {
      const found = find(params.recording_id);
      return found.ok ? missing('files of video') : found;
    }),
  ];
}

const endedRoute = ({ notifications }: ReplaySource): Route =>
  route(listEndedNotifications, ({ query: { before, from_time, limit } }) => {
    const page = endedPage(notifications, { before, limit, fromUs: parseTime(from_time) }, ({ shown }) => shown);
    return ok({ ...page, flights: [] });
  });

/** Controls of a replay. */
function replayRoutes({ loss, playback }: Pick<ReplaySource, 'loss' | 'playback'>): readonly Route[] {
  const state = () => ok(replayState(playback, loss));
  return [
    route(getReplay, state),
    route(setReplay, ({ body }) => {
      const gone = goTo(playback, body.time);
      if (!gone.ok) return gone;
      change(playback, body);
      return state();
    }),
  ];
}

function goTo(playback: ReplayControl, time: string | undefined): Result<void> {
  if (time === undefined) return accepted;
  const { fromUs, toUs } = playback;
  const timeUs = parseTimestamp(time);
  if (timeUs === undefined || timeUs < fromUs || timeUs > toUs) {
    return refuse('REPLAY_TIME_OUT_OF_RANGE', { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), time });
  }
  playback.jumpTo(timeUs);
  return accepted;
}

function change(playback: ReplayControl, { looped, paused, speed }: ReplayChange): void {
  if (speed !== undefined) playback.speed = speed;
  if (looped !== undefined) playback.isLooped = looped;
  if (paused === true) playback.pause();
  if (paused === false) playback.resume();
}

function replayState(playback: ReplayControl, loss: string | undefined): ReplayState {
  return {
    from_time: formatTimestamp(playback.fromUs),
    to_time: formatTimestamp(playback.toUs),
    time: formatTimestamp(playback.nowUs()),
    speed: playback.speed,
    paused: playback.isPaused,
    looped: playback.isLooped,
    is_at_end: playback.isAtEnd,
    ...(loss !== undefined && { loss }),
  };
}
