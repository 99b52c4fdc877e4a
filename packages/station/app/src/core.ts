import { US_PER_S } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS, DEFAULT_RECORDINGS_SETTINGS } from '@kitestring/settings/records-settings.ts';
import type { ServerSettings, SimulationSettings } from '@kitestring/settings/server-settings.ts';
import { Captures, KeptSnapshots } from '@kitestring/station-core/captures';
import { Recordings, type RecordingsDeps, Removals } from '@kitestring/station-core/recordings';
import { FlightArchive } from '@kitestring/station-flightlog/archive/flight-archive.ts';
import type { Facts } from '@kitestring/station-flightlog/mcap';
import {
  FlightLog,
  type FlightLogDeps,
  flightFolder,
  flightId,
  type SimulatedSources,
} from '@kitestring/station-flightlog/write';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { RecorderLink } from '@kitestring/video-host/recordings/recorder-link.ts';
import { accompanyRecordings } from '@kitestring/video-host/recordings/recording-company.ts';
import { RecordingLibrary } from '@kitestring/video-host/recordings/recording-library.ts';
import { recordingsFolder } from '@kitestring/video-host/recordings/recordings-folder.ts';
import { SnapshotLibrary, snapshotsFolder } from '@kitestring/video-host/recordings/snapshot-library.ts';
import { Storage } from '@kitestring/video-host/recordings/storage.ts';
import { LostStreams } from '@kitestring/video-host/streams/lost-streams.ts';
import { type CoreOptions, type Foundation, startAudit, startFoundation } from './foundation.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';
import type { World } from './worlds/world.ts';

/** State that survives a restart of the Ground Station's computer: aircraft, stored data, and clocks. */
export interface Core<W extends World = World> extends Foundation {
  readonly world: W;
  readonly flightLog: FlightLog;
  /** The logs of all flights, for reading. */
  readonly flights: FlightArchive;
  readonly lostStreams: LostStreams;
  readonly recordings: Recordings;
  readonly captures: Captures;
  readonly audit: AuditLog;
  readonly removals: Removals;
  /** Attachment point of the recorder. */
  readonly recorderLink: RecorderLink;
}

/** Creates the world of a station at a station time, microseconds. */
export type MakeWorld<W extends World> = (settings: ServerSettings, startTimeUs: number, onBug: OnBug) => W;

/** @param cleanup collects the end of each part. @throws StoreFault, and errors of `makeWorld` */
export function startCore<W extends World>(
  settings: ServerSettings,
  options: CoreOptions,
  makeWorld: MakeWorld<W>,
  cleanup: AsyncDisposableStack,
): Core<W> {
  const foundation = startFoundation(settings, options, cleanup);
  const { bugs, log, onStoreFault, realTimeClock, store, systemClock } = foundation;
  const startUs = stationStartUs(store, realTimeClock.nowUs() - (options.behindS ?? 0) * US_PER_S);
  const world = makeWorld(settings, startUs, bugs.report);
  world.simulation?.clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const audit = startAudit(foundation, world.clock, cleanup);
  cleanup.defer(keepStationTime(store, world.clock, realTimeClock, onStoreFault));
  const removals = new Removals((operation, target) =>
    audit.note({ kind: 'Deletion', operation, outcome: 'Done', target }),
  );
  const onRemoved = (path: string) => removals.tell('flight_log', flightId(path));
  const flightLog = cleanup.adopt(stationFlightLog(settings, world, { realTimeClock, log, onRemoved }), (it) =>
    it.stop(),
  );
  const recorderLink = new RecorderLink();
  const { captures, recordings: recordingsOf } = stationRecordings(settings, world, {
    recorder: recorderLink,
    realTimeClock: systemClock,
    log,
    onBug: bugs.report,
    removals,
  });
  const recordings = cleanup.adopt(recordingsOf, (it) => it.end());
  const folder = flightFolder(settings.dataDir);
  const flights = cleanup.adopt(new FlightArchive({ folder, running: flightLog, captures, log }), (it) => it.stop());
  const lostStreams = new LostStreams();
  return { ...foundation, world, audit, flightLog, flights, lostStreams, recordings, captures, recorderLink, removals };
}

/** The recordings of a station, their files, and the list of captures. */
function stationRecordings(
  settings: ServerSettings,
  world: World,
  {
    log,
    onBug,
    realTimeClock,
    recorder,
    removals,
  }: Pick<RecordingsDeps, 'log' | 'onBug' | 'realTimeClock' | 'recorder' | 'removals'>,
): { readonly recordings: Recordings; readonly captures: Captures } {
  const { clock } = world;
  const { recordings = DEFAULT_RECORDINGS_SETTINGS } = settings;
  const folder = recordingsFolder(settings.dataDir);
  const library = RecordingLibrary.open(folder, log);
  library.catch((fault) => log.error({ err: fault, folder }, 'the recordings cannot be read'));
  const occupiedBytes = async () => (await library).occupiedBytes();
  const telemetry = { clock, realTimeClock, simulated: simulatedSources(world), facts: facts(settings, world), log };
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
    removals,
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
    removals,
    onKept: () => world.aircraft.video?.takeImages(),
  });
  return { recordings: kept, captures: new Captures({ library, snapshots, recorder, realTimeClock, log }) };
}

/** The flight log of a station. */
function stationFlightLog(
  settings: ServerSettings,
  world: World,
  given: Pick<FlightLogDeps, 'realTimeClock' | 'log' | 'onRemoved'>,
): FlightLog {
  return new FlightLog({
    clock: world.clock,
    simulated: simulatedSources(world),
    link: world.link,
    settings: settings.flightLog ?? DEFAULT_FLIGHT_LOG_SETTINGS,
    folder: flightFolder(settings.dataDir),
    facts: facts(settings, world),
    ...given,
  });
}

/** Equal settings give equal facts: they contain no path, no id, no real time. */
function facts({ apiVersion, simulation, station }: ServerSettings, world: World): Facts {
  const { kiteName, simulated } = world.aircraft.identity;
  return {
    version: station.softwareVersion,
    api_version: apiVersion,
    simulated: String(simulated),
    gs_name: station.gsName,
    model: station.model,
    installation: station.installation,
    timezone: station.timezone,
    ...(kiteName !== undefined && { kite_name: kiteName }),
    ...(world.simulation !== undefined && simulationFacts(simulation)),
    settings: JSON.stringify(station),
  };
}

const simulationFacts = (simulation: SimulationSettings): Facts => ({
  seed: String(simulation.seed),
  wind: `${simulation.windSpeedMps} m/s from ${simulation.windFromDeg}°, turbulence ${simulation.turbulence}`,
  ...(simulation.seaState > 0 && { sea: `sea state ${simulation.seaState}, waves from ${simulation.wavesFromDeg}°` }),
  camera_model: simulation.cameraModel,
});

/** True state for the log of a simulated aircraft; undefined with a real one. */
function simulatedSources({ simulation }: World): SimulatedSources | undefined {
  if (simulation === undefined) return undefined;
  const { aircraft } = simulation;
  return { truth: () => aircraft.truth(), faults: () => aircraft.faults.list() };
}
