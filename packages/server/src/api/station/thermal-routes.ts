import { getThermalArea, getThermalScale, getThermalSpot } from '@kitestring/contract/station/thermal-operations.ts';
import { placeInPicture } from '@kitestring/station/place/seen-place.ts';
import type { Station } from '@kitestring/station/station.ts';
import { noVideo } from '@kitestring/video/streams/known-streams.ts';
import type { Video } from '@kitestring/video/video.ts';
import { type Route, route } from '../../http/route.ts';

export interface ThermalRouteDeps {
  readonly station: Pick<Station, 'flight' | 'system'>;
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'state' | 'thermal'> | undefined;
}

/** Temperatures in the thermal picture. */
export function thermalRoutes({ station, video }: ThermalRouteDeps): readonly Route[] {
  /** To the ground that is seen there; undefined where there is none, or the Kite does not know where it is. */
  const distanceM = (streamId: string, x: number, y: number): number | undefined => {
    const stream = video?.state(streamId);
    if (stream?.ok !== true) return undefined;
    const published = { flight: station.flight.state(), system: station.system.state() };
    const place = placeInPicture(published, stream.value, { x, y });
    return place.ok ? place.value.slant_range_m : undefined;
  };
  return [
    route(getThermalSpot, ({ query: { stream_id: id, x, y } }) =>
      video === undefined ? noVideo(id) : video.thermal.spot(id, { x, y }, distanceM(id, x, y)),
    ),
    route(getThermalArea, ({ query: { height, stream_id: id, width, x, y } }) => {
      if (video === undefined) return noVideo(id);
      const middle = [Math.min(1, x + width / 2), Math.min(1, y + height / 2)] as const;
      return video.thermal.area(id, { x, y, width, height }, distanceM(id, ...middle));
    }),
    route(getThermalScale, ({ query: { stream_id: id } }) =>
      video === undefined ? noVideo(id) : video.thermal.scale(id),
    ),
  ];
}
