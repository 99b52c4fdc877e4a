import { ok, refusal } from '@kitestring/station-contract/refusal.ts';
import type { getMap, getMapArchive } from '@kitestring/station-contract/station/map-operations.ts';
import { type Route, route } from '../http/route.ts';
import { DownloadSlots } from '../limits/download-slots.ts';
import type { MapArchive } from './map-archive.ts';

/** A browser opens at most six connections. */
const DOWNLOADS_PER_SESSION = 8;

interface MapOperations {
  readonly state: typeof getMap;
  readonly archive: typeof getMapArchive;
}

/** The map stored at the station, or at the hub. */
export function mapRoutes(mapArchive: MapArchive, { archive, state }: MapOperations): readonly Route[] {
  const slots = new DownloadSlots(DOWNLOADS_PER_SESSION);
  return [
    route(state, async () => ok(await mapArchive.state())),
    route(archive, async ({ caller, exchange: { request, response } }) => {
      if (!slots.take(caller.sessionId, response)) {
        const values = { most: DOWNLOADS_PER_SESSION };
        return { refusal: refusal('TOO_MANY_DOWNLOADS', values), headers: ['Retry-After', '1'] };
      }
      return await mapArchive.download(request);
    }),
  ];
}
