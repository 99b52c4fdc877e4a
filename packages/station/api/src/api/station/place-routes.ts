import { ok } from '@kitestring/station-contract/refusal.ts';
import { addZone, deleteZone, getGeofence } from '@kitestring/station-contract/station/geofence-operations.ts';
import * as operations from '@kitestring/station-contract/station/place-operations.ts';
import { placeInDirection, placeInPicture } from '@kitestring/station-core/place/seen-place.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { type Route, route } from '@kitestring/web/http';

export interface PlaceRouteDeps {
  readonly station: Pick<Station, 'pins' | 'geofence' | 'flight' | 'system' | 'settings'>;
  /** Absent on a station without streams. */
  readonly video?: Pick<Video, 'state'> | undefined;
}

/** Positions in the picture, pins, geofence. */
export function placeRoutes({ station, video }: PlaceRouteDeps): readonly Route[] {
  const { geofence, pins } = station;
  const { baseHeightM } = station.settings.flight;
  const published = () => ({ flight: station.flight.state(), system: station.system.state(), baseHeightM });
  return [
    route(operations.locateDirection, ({ query }) => {
      return placeInDirection(published(), { azimuthDeg: query.azimuth, depressionDeg: query.depression });
    }),
    route(operations.locatePixel, ({ query }) => {
      const stream = video === undefined ? noVideo(query.stream_id) : video.state(query.stream_id);
      return stream.ok ? placeInPicture(published(), stream.value, query) : stream;
    }),
    route(operations.listPins, () => ok(pins.list())),
    route(operations.addPin, ({ body, caller }) => pins.add(caller, body)),
    route(operations.deletePin, ({ params }) => pins.delete(params.pin_id)),
    route(getGeofence, () => ok(geofence.list())),
    route(addZone, ({ body, caller }) => geofence.add(caller, body)),
    route(deleteZone, ({ params }) => geofence.delete(params.zone_id)),
  ];
}
