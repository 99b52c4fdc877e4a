import { ok } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/videostreams/operations.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type Route, route } from '@kitestring/web/http';
import { streamHost } from './stream-host.ts';

/** The five video operations. @param video absent on a station without streams */
export function videoRoutes(video?: Video): readonly Route[] {
  if (video === undefined) {
    return [
      route(operations.listVideoStreams, () => ok([])),
      ...[operations.getVideoStreamState, operations.setZoom, operations.setPalette, operations.getSnapshot].map(
        (operation) => route(operation, ({ params }) => noVideo(params.stream_id)),
      ),
    ];
  }
  return [
    route(operations.listVideoStreams, ({ caller, exchange }) => video.list(caller, streamHost(exchange.request))),
    route(operations.getVideoStreamState, ({ params }) => video.state(params.stream_id)),
    route(operations.setZoom, ({ caller, params, body }) => video.setZoom(caller, params.stream_id, body.zoom_level)),
    route(operations.setPalette, ({ caller, params, body }) => {
      return video.setPalette(caller, params.stream_id, body.thermal_color_palette);
    }),
    route(operations.getSnapshot, async ({ params }) => {
      const taken = await video.snapshot(params.stream_id);
      if (!taken.ok) return taken;
      return { status: 200, bytes: taken.value, mediaType: 'image/jpeg', cacheControl: 'no-cache' };
    }),
  ];
}
