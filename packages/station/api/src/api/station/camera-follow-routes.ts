import { ok, type Result } from '@kitestring/station-contract/refusal.ts';
import {
  getCameraFollow,
  moveFollowBox,
  startCameraFollow,
  stopCameraFollow,
} from '@kitestring/station-contract/station/camera-follow-operations.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type Route, route } from '@kitestring/web/http';

interface CameraFollowRouteDeps {
  readonly station: Pick<Station, 'camera'>;
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'state'> | undefined;
}

/** A target that the camera follows. */
export function cameraFollowRoutes({ station, video }: CameraFollowRouteDeps): readonly Route[] {
  const { follow } = station.camera;
  const stream = (id: string): Result<VideoStreamState> => (video === undefined ? noVideo(id) : video.state(id));
  return [
    route(getCameraFollow, () => ok(follow.state())),
    route(startCameraFollow, ({ body, caller }) => {
      const shown = body.box && stream(body.box.stream_id);
      return shown?.ok === false ? shown : follow.start(caller, body, shown?.value);
    }),
    route(moveFollowBox, ({ body, caller }) => {
      const shown = stream(body.stream_id);
      return shown.ok ? follow.moveBox(caller, body, shown.value) : shown;
    }),
    route(stopCameraFollow, ({ caller }) => follow.stop(caller)),
  ];
}
