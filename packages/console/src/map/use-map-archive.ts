import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { MapArchiveState } from '@kitestring/contract/station/map-archive.ts';
import { archiveBy, type ShownArchive, useShownArchive } from '@kitestring/kit/map/map-archive.ts';
import { onePer } from '@kitestring/kit/store.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useSharedReading } from '../station/use-reading.ts';

/** Files are exchanged while a station runs. */
const MAP_ARCHIVE: SharedReadingDefinition<MapArchiveState> = {
  read: ({ station }) => station.getMap(),
  pauseMs: 60_000,
};

/** Its header and directories are kept: one for each sign-in. */
export const archiveOf = onePer((link: StationLink) =>
  archiveBy((range, signal) =>
    link.call((client: KitestringClient) =>
      client.station.getMapArchive({ range, ...(signal !== undefined && { signal }) }),
    ),
  ),
);

/** The archive of the station, as far as it is known. */
export function useMapArchive(): ShownArchive {
  const { value: state } = useSharedReading(MAP_ARCHIVE);
  return useShownArchive(archiveOf(useStation().link), state);
}
