import { DEFAULT_RECORDINGS_SETTINGS } from '@kitestring/settings/recordings-settings.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { Captures } from '@kitestring/station/captures/captures.ts';
import { KeptSnapshots } from '@kitestring/station/captures/kept-snapshots.ts';
import { Recordings, type RecordingsDeps } from '@kitestring/station/recordings/recordings.ts';
import { accompanyRecordings } from '@kitestring/video/recordings/recording-company.ts';
import { RecordingLibrary } from '@kitestring/video/recordings/recording-library.ts';
import { recordingsFolder } from '@kitestring/video/recordings/recordings-folder.ts';
import { SnapshotLibrary, snapshotsFolder } from '@kitestring/video/recordings/snapshot-library.ts';
import { Storage } from '@kitestring/video/recordings/storage.ts';
import { factsOf, simulatedSources } from './station-flight-log.ts';
import type { World } from './worlds/world.ts';

interface StationRecordings {
  readonly recordings: Recordings;
  readonly captures: Captures;
}

/** The recordings of a station, their files, and the list of what the camera has left. */
export function stationRecordings(
  settings: ServerSettings,
  world: World,
  { log, onBug, realTimeClock, recorder }: Pick<RecordingsDeps, 'log' | 'onBug' | 'realTimeClock' | 'recorder'>,
): StationRecordings {
  const { clock } = world;
  const { recordings = DEFAULT_RECORDINGS_SETTINGS } = settings;
  const folder = recordingsFolder(settings.dataDir);
  const library = RecordingLibrary.open(folder, log);
  library.catch((fault) => log.error({ err: fault, folder }, 'the recordings cannot be read'));
  const occupiedBytes = async () => (await library).occupiedBytes();
  const telemetry = { clock, realTimeClock, simulated: simulatedSources(world), facts: factsOf(settings, world), log };
  const storage = new Storage({ folder, maxBytes: recordings.maxBytes, occupiedBytes });
  const kept = new Recordings({
    settings: recordings,
    library,
    storage,
    recorder,
    accompany: accompanyRecordings({ telemetry, recorder, log }),
    timezone: settings.station.timezone,
    clock,
    realTimeClock,
    log,
    onBug,
  });
  const disk = new Storage({ folder: snapshotsFolder(settings.dataDir), maxBytes: undefined, occupiedBytes });
  const store = SnapshotLibrary.open(snapshotsFolder(settings.dataDir), log);
  store.catch((fault) => log.error({ err: fault }, 'the snapshots cannot be read'));
  const snapshots = new KeptSnapshots({
    store,
    limits: recordings,
    availableBytes: async () => (storage.isFull ? 0 : (await disk.space()).availableBytes),
    flightUs: (nowUs) => kept.flightSince(nowUs),
    incident: () => kept.incident,
    timezone: settings.station.timezone,
    clock,
    log,
  });
  return { recordings: kept, captures: new Captures({ library, snapshots, recorder, realTimeClock, log }) };
}
