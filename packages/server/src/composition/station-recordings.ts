import { Recordings, type RecordingsParts } from '../recordings/recordings.ts';
import { recordingsFolder } from '../recordings/recordings-folder.ts';
import { DEFAULT_RECORDINGS_SETTINGS } from '../recordings/recordings-settings.ts';
import type { ServerSettings } from '../server-settings.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { factsOf } from './station-flight-log.ts';

/** The recordings of a station with a simulated aircraft. */
export function stationRecordings(
  settings: ServerSettings,
  world: SimulatedWorld,
  { log, onBug, realTime, recorder }: Pick<RecordingsParts, 'log' | 'onBug' | 'realTime' | 'recorder'>,
): Recordings {
  const { aircraft, clock } = world;
  const simulated = { truth: () => aircraft.truth(), faults: () => aircraft.faults.list() };
  return new Recordings({
    folder: recordingsFolder(settings.dataDir),
    settings: settings.recordings ?? DEFAULT_RECORDINGS_SETTINGS,
    recorder,
    telemetry: { clock, realTime, simulated, facts: factsOf(settings, world), log },
    timezone: settings.station.timezone,
    clock,
    realTime,
    log,
    onBug,
  });
}
