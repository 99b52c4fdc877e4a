import {
  getSnapshot,
  getVideoStreamState,
  listVideoStreams,
  setPalette,
  setZoom,
} from '@kitestring/contract/videostreams/operations.ts';
import { ok } from '@kitestring/station/refusal.ts';
import { noVideo } from '@kitestring/video/streams/known-streams.ts';
import type { Video } from '@kitestring/video/video.ts';
import { type Route, route } from '../../http/route.ts';
import { streamHostOf } from './stream-host.ts';

/** The five video operations. @param video absent on a station without streams */
export function videoRoutes(video?: Video): readonly Route[] {
  if (video === undefined) {
    return [
      route(listVideoStreams, () => ok([])),
      ...[getVideoStreamState, setZoom, setPalette, getSnapshot].map((operation) =>
        route(operation, ({ params }) => noVideo(params.stream_id)),
      ),
    ];
  }
  return [
    route(listVideoStreams, ({ caller, exchange }) => video.list(caller, streamHostOf(exchange.request))),
    route(getVideoStreamState, ({ params }) => video.state(params.stream_id)),
    route(setZoom, ({ caller, params, body }) => video.setZoom(caller, params.stream_id, body.zoom_level)),
    route(setPalette, ({ caller, params, body }) => {
      return video.setPalette(caller, params.stream_id, body.thermal_color_palette);
    }),
    route(getSnapshot, async ({ params }) => {
      const taken = await video.snapshot(params.stream_id);
      if (!taken.ok) return taken;
      return { status: 200, bytes: taken.value, mediaType: 'image/jpeg', cacheControl: 'no-cache' };
    }),
  ];
}
