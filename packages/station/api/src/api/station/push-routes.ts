import { accepted, ok } from '@kitestring/station-contract/refusal.ts';
import { endPush, listPushes, setPush } from '@kitestring/station-contract/station/push-operations.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type Route, route } from '@kitestring/web/http';

export interface PushRouteDeps {
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'pushes'> | undefined;
}

/** Streams that the station brings to relays. */
export const pushRoutes = ({ video }: PushRouteDeps): readonly Route[] => [
  route(listPushes, () => ok({ pushes: video?.pushes.list() ?? [] })),
  route(setPush, ({ body, params: { stream_id: id } }) =>
    video === undefined ? noVideo(id) : video.pushes.set(id, body.address),
  ),
  route(endPush, ({ params: { stream_id: id } }) => (video === undefined ? accepted : video.pushes.end(id))),
];
