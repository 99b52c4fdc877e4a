import type { MapArchiveState } from '@kitestring/contract/station/map-archive.ts';
import { useEffect, useState } from 'react';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { useSharedReading } from '../station/use-reading.ts';
import { type ArchiveAbout, aboutArchive, archiveOf } from './archive-tiles.ts';

/** Files are exchanged while a station runs. */
const MAP_ARCHIVE: SharedReadingDefinition<MapArchiveState> = {
  read: ({ station }) => station.getMap(),
  pauseMs: 60_000,
};

export interface ShownArchive {
  /** State reported by the station; undefined before the first report. */
  readonly state: MapArchiveState | undefined;
  /** Contents; undefined until they have been read. */
  readonly about: ArchiveAbout | undefined;
  /** Its own description cannot be read. */
  readonly isUnreadable: boolean;
}

/** The archive of the station, as far as it is known. */
export function useMapArchive(): ShownArchive {
  const { link } = useStation();
  const { value: state } = useSharedReading(MAP_ARCHIVE);
  const [read, setRead] = useState<{ readonly key: string; readonly about: ArchiveAbout | undefined }>();
  const key = state?.state === 'ready' ? JSON.stringify(state.tiles) : undefined;
  useEffect(() => {
    if (key === undefined) return;
    let isWanted = true;
    aboutArchive(archiveOf(link)).then(
      (about) => isWanted && setRead({ key, about }),
      () => isWanted && setRead({ key, about: undefined }),
    );
    return () => {
      isWanted = false;
    };
  }, [link, key]);
  const known = key !== undefined && read?.key === key ? read : undefined;
  return { state, about: known?.about, isUnreadable: known !== undefined && known.about === undefined };
}
