import { FlightArchive } from '@kitestring/flightlog/archive/flight-archive.ts';
import { flightFolder } from '@kitestring/flightlog/write/flight-folder.ts';
import type { FlightLog } from '@kitestring/flightlog/write/flight-log.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Captures } from '@kitestring/station/captures/captures.ts';
import type { OnBug } from '@kitestring/station/containment.ts';
import type { Recordings } from '@kitestring/station/recordings/recordings.ts';
import type { AuditLog } from '@kitestring/store/audit/audit-log.ts';
import { RecorderLink } from '@kitestring/video/recordings/recorder-link.ts';
import { LostStreams } from '@kitestring/video/streams/lost-streams.ts';
import { type CoreOptions, type Foundation, startAudit, startFoundation } from './foundation.ts';
import { stationFlightLog } from './station-flight-log.ts';
import { stationRecordings } from './station-recordings.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';
import type { World } from './worlds/world.ts';

/** State that survives a restart of the Ground Station's computer: aircraft, stored data, and clocks. */
export interface Core<W extends World = World> extends Foundation {
  readonly world: W;
  readonly flightLog: FlightLog;
  /** The logs of all flights, to be read. */
  readonly flights: FlightArchive;
  readonly lostStreams: LostStreams;
  readonly recordings: Recordings;
  readonly captures: Captures;
  readonly audit: AuditLog;
  /** Attachment point of the recorder. */
  readonly recorderLink: RecorderLink;
}

/** Creates the world of a station at a station time, microseconds. */
export type MakeWorld<W extends World> = (settings: ServerSettings, startTimeUs: number, onBug: OnBug) => W;

/** @param cleanup collects what ends each part. @throws StoreFault, and what `makeWorld` throws */
export function startCore<W extends World>(
  settings: ServerSettings,
  options: CoreOptions,
  makeWorld: MakeWorld<W>,
  cleanup: AsyncDisposableStack,
): Core<W> {
  const foundation = startFoundation(settings, options, cleanup);
  const { bugs, log, onStoreFault, realTimeClock, store, systemClock } = foundation;
  const world = makeWorld(settings, stationStartUs(store, realTimeClock.nowUs()), bugs.report);
  world.simulation?.clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const audit = startAudit(foundation, world.clock, cleanup);
  cleanup.defer(keepStationTime(store, world.clock, realTimeClock, onStoreFault));
  const flightLog = cleanup.adopt(stationFlightLog(settings, world, systemClock, log), (it) => it.stop());
  const recorderLink = new RecorderLink();
  const { captures, recordings: recordingsOf } = stationRecordings(settings, world, {
    recorder: recorderLink,
    realTimeClock: systemClock,
    log,
    onBug: bugs.report,
  });
  const recordings = cleanup.adopt(recordingsOf, (it) => it.end());
  const flights = new FlightArchive({ folder: flightFolder(settings.dataDir), running: flightLog, captures, log });
  const lostStreams = new LostStreams();
  return { ...foundation, world, audit, flightLog, flights, lostStreams, recordings, captures, recorderLink };
}
