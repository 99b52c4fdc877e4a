import { US_PER_S } from '@kitestring/base/clock.ts';
import type { MakeScenarioRunner } from '@kitestring/lab-scenario/live/scenario-host.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { DEADLINES, type Deadlines } from '@kitestring/web/listen';
import { certificateNames } from '@kitestring/web/tls/certificate-names.ts';
import { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import { followMachineClock } from './clock/follow-machine-clock.ts';
import { type Core, type MakeWorld, startCore } from './core.ts';
import { ensureFirstKey } from './first-key/first-key-file.ts';
import { type CoreOptions, type Foundation, openAdministration } from './foundation.ts';
import { offerBox } from './ground/offer-box.ts';
import { type RunningStation, runningStation } from './running-station.ts';
import { continueFrom, forkSettings, onNewStore } from './snapshot/fork.ts';
import type { StationSnapshot } from './snapshot/station-snapshot.ts';
import { StationComputer } from './station-computer.ts';
import { isAirborne } from './station-gauges.ts';
import { passToFirstSample, simulatedWorld, startSimulatedTime } from './worlds/simulated.ts';
import { connectFaults, type FaultTargets } from './worlds/simulated-faults.ts';
import type { World } from './worlds/world.ts';

export interface StartOptions extends CoreOptions {
  /** False: simulated time stands still until the clock is advanced by the caller. */
  readonly drive?: boolean;
  readonly deadlines?: Deadlines;
  /** Snapshot from which the station continues, in a new data folder. */
  readonly snapshot?: StationSnapshot;
  /** Creates the scenario runner when a client starts a scenario. */
  readonly makeScenarioRunner?: MakeScenarioRunner;
}

/** Starts a station in a simulated world; see `startStationIn`. @throws StationSnapshotFault for an unusable `options.snapshot` */
export function startStation(settings: ServerSettings, options: StartOptions): Promise<RunningStation> {
  const { snapshot } = options;
  if (snapshot === undefined) return startStationIn(simulatedWorld, settings, options);
  const { parameters } = snapshot.settings;
  const makeWorld: typeof simulatedWorld = (own, timeUs, onBug) => simulatedWorld(own, timeUs, onBug, parameters);
  const start = () => startStationIn(makeWorld, forkSettings(settings, snapshot), options);
  return onNewStore(settings, snapshot, start);
}

/**
 * Starts a station in a world; resolves when the last listener is open.
 * @throws StoreFault, TlsFault, ListenFault, and what `makeWorld` throws; everything started has been stopped by then
 */
export async function startStationIn<W extends World>(
  makeWorld: MakeWorld<W>,
  settings: ServerSettings,
  options: StartOptions,
): Promise<RunningStation<W>> {
  // Stops everything in reverse order: now if a later part fails, else when the station stops.
  await using cleanup = new AsyncDisposableStack();
  const core = startCore(settings, options, makeWorld, cleanup);
  await offerBox(core, cleanup);
  const { simulation } = core.world;
  const { snapshot } = options;
  const driven = options.drive === false ? undefined : simulation;
  const certificate = await openCertificate(core);
  const computer = startComputer(core, certificate, options, cleanup);
  if (simulation !== undefined) connectFaults(simulation, faultTargets(core, computer));
  if (snapshot !== undefined) continueFrom({ core, station: computer.station }, snapshot);
  // Hashing a key chosen by a person takes a tenth of a second on another thread: token requests wait for it, but the
  // port opens.
  const firstKey = ensureFirstKey(computer.station.auth, settings);
  firstKey.catch(() => {});
  cleanup.defer(() => simulation?.driver.stop());
  if (driven !== undefined && snapshot === undefined) passToFirstSample(driven);
  const current = { auth: () => computer.station.auth, isAirborne: () => isAirborne(computer.station) };
  await openAdministration(core, core.audit, current, cleanup);
  cleanup.defer(() => computer.closeConnections());
  await computer.goOnline();
  core.console?.begin();
  forgetOldSchemas(core);
  cleanup.defer(followClock(core, computer));
  if (snapshot !== undefined) driven?.driver.start();
  else if (driven !== undefined)
    startSimulatedTime(
      driven,
      settings.simulation,
      () => core.realTimeClock.nowUs() - (options.behindS ?? 0) * US_PER_S,
    );
  return runningStation({ core, computer, pin: certificate.current.pin, firstKey: await firstKey }, cleanup.move());
}

/**
 * A station in real time follows a clock that is set forward by a restart, like a computer that boots with the right time. Safety: on the
 * ground only, because times of a flight decide about the flight.
 */
function followClock(
  { flightLog, log, machineNowUs, realTimeClock, recordings, world }: Core,
  computer: StationComputer,
) {
  const { clock, setForward } = world;
  if (setForward === undefined) return () => {};
  return followMachineClock({
    machineNowUs,
    realTimeClock,
    clock,
    log,
    setForward: (toUs) => {
      const { flight, telemetry } = computer.station;
      const { state } = flight.phase;
      const isOnGround = state === 'StandBy' || (state === 'Unknown' && telemetry.kiteUs === 0);
      if (!isOnGround || recordings.isRecording || flightLog.current !== undefined) return false;
      computer.restartWith(() => setForward(toUs));
      return true;
    },
  });
}

/** This version has started well: no copy of the database with an older schema is needed any more. */
function forgetOldSchemas({ onStoreFault, store }: Foundation): void {
  try {
    store.forgetOldSchemas();
  } catch (fault) {
    onStoreFault(fault);
  }
}

const faultTargets = ({ lostStreams, recordings, settings }: Core, computer: StationComputer): FaultTargets => ({
  computer,
  recordings,
  lostStreams: settings.video?.isOn === true ? lostStreams : undefined,
});

export function openCertificate({ settings, realTimeClock, log }: Foundation): Promise<ServerCertificate> {
  const { dataDir, tls: files } = settings;
  const names = certificateNames(settings);
  return ServerCertificate.open({ files, dataDir, names, realTimeClock, systemTimeMs: Date.now, log });
}

function startComputer(
  core: Core,
  certificate: ServerCertificate,
  { deadlines = DEADLINES, makeScenarioRunner }: StartOptions,
  cleanup: AsyncDisposableStack,
): StationComputer {
  const runner = makeScenarioRunner === undefined ? {} : { makeScenarioRunner };
  return cleanup.adopt(new StationComputer({ core, certificate, deadlines, ...runner }), (it) => it.stop());
}
