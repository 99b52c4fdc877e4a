import { writeFileSync } from 'node:fs';
import type { OnBug } from '@kitestring/station/containment.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { MakeScenarioRunner } from './api/sim/scenario-runner.ts';
import { type Core, type CoreOptions, startCore } from './composition/core.ts';
import type { SimulatedWorld } from './composition/simulated-world.ts';
import { StationComputer } from './composition/station-computer.ts';
import { firstKeyFile } from './config/data-folder.ts';
import type { FlightLog } from './flight-log/flight-log.ts';
import { DEADLINES, type Deadlines } from './listen/http-limits.ts';
import { stationUrl } from './listen/station-url.ts';
import type { RecorderLink } from './recordings/recorder-link.ts';
import type { Recordings } from './recordings/recordings.ts';
import type { ListenAddress, ServerSettings } from './server-settings.ts';
import { certificateNames } from './tls/certificate-names.ts';
import { ServerCertificate } from './tls/server-certificate.ts';
import type { Video } from './video/video.ts';

/** By then the aircraft has reported once: nobody who finds the port open finds the Kite `Unknown`. */
const FIRST_SAMPLE_S = 0.1;

/** A start takes less; a clock of the computer that is set meanwhile is no reason to simulate a year. */
const LATE_START_MAX_US = 60_000_000;

export interface StartOptions extends CoreOptions {
  /** False: simulated time stands still until somebody advances the clock. */
  readonly drive?: boolean;
  readonly deadlines?: Deadlines;
  /** What runs scenarios on the station when a client asks for one. */
  readonly makeScenarioRunner?: MakeScenarioRunner;
}

/** A station that runs: its parts, for whoever started it. */
export interface RunningStation extends AsyncDisposable {
  /** The one that runs now: another one after each restart of the computer. */
  readonly station: Station;
  readonly world: SimulatedWorld;
  /** Records flights; anybody may have a log of their own written. */
  readonly flightLog: Pick<FlightLog, 'current' | 'lastFinished' | 'recovered' | 'startNow' | 'finish' | 'flush'>;
  /** Undefined without live video, and while the computer restarts. */
  readonly video: Video | undefined;
  readonly recordings: Recordings;
  /** Where a recorder is plugged in; the live video plugs in its own. */
  readonly recorderLink: RecorderLink;
  /** Where it listens, in the order of the settings, with real ports. */
  readonly addresses: readonly ListenAddress[];
  /** `http://127.0.0.1:3128`: where the first listener can be reached from this machine. */
  readonly url: string;
  /** Told of what was thrown where nobody was left to catch it: counted and logged as every other bug. */
  readonly onBug: OnBug;
  /** Public key of HTTPS, `sha256//...`. */
  readonly pin: string;
  /** The API key that this start has made, to be shown once. It is also in `firstKeyFile`. */
  readonly firstKey: string | undefined;
  /** Kept at once, or when a restart of the computer that is over in station time has opened the doors again. */
  settled(): Promise<void>;
  /** Ends it in good order: requests and WebSockets first, the store last. Harmless when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts everything and answers when the last listener is open.
 * @throws StoreFault, TlsFault, ListenFault; what had begun by then has ended again
 */
export async function startStation(settings: ServerSettings, options: StartOptions): Promise<RunningStation> {
  // Ends what has begun, the last first: now if a later part fails, else when the station stops.
  await using begun = new AsyncDisposableStack();
  const core = startCore(settings, options, begun);
  const certificate = await openCertificate(core);
  const computer = startComputer(core, certificate, options, begun);
  const firstKey = await ensureFirstKey(computer.station, settings);
  begun.defer(() => core.world.driver.stop());
  if (options.drive !== false) core.world.clock.advance(FIRST_SAMPLE_S);
  begun.defer(() => computer.hangUp());
  await computer.goOnline();
  core.console?.begin();
  if (options.drive !== false) startTime(core);
  return runningStation({ core, computer, pin: certificate.current.pin, firstKey }, begun.move());
}

/** Station time has stood still while everything was started: it begins to run at the time of the world, or it would be late for ever. */
function startTime({ settings, wall, world: { clock, driver } }: Core): void {
  const lateUs = Math.min(wall.nowUs() - clock.nowUs(), LATE_START_MAX_US);
  if (lateUs > 0 && settings.simulation.speed === 1) clock.advanceTo(clock.nowUs() + lateUs);
  driver.start();
}

function openCertificate({ settings, wall, log }: Core): Promise<ServerCertificate> {
  const { dataDir, tls: files } = settings;
  return ServerCertificate.open({ files, dataDir, names: certificateNames(settings), wall, log });
}

function startComputer(
  core: Core,
  certificate: ServerCertificate,
  { deadlines = DEADLINES, makeScenarioRunner }: StartOptions,
  begun: AsyncDisposableStack,
): StationComputer {
  const runner = makeScenarioRunner === undefined ? {} : { makeScenarioRunner };
  const parts = { core, certificate, deadlines, ...runner };
  const computer = begun.adopt(new StationComputer(parts), (it) => it.stop());
  const { lostStreams, settings, world } = core;
  world.aircraft.sideEffects = {
    ...(settings.video?.isOn === true && {
      streamLost: (isLost: boolean, streamId: string) => lostStreams.set(isLost, streamId),
    }),
    storageFull: (isFull) => core.recordings.setStorageFull(isFull),
    reboot: (isAway) => {
      if (isAway) computer.goAway();
      else computer.comeBack();
    },
  };
  return computer;
}

async function ensureFirstKey(station: Station, { apiKey, dataDir }: ServerSettings): Promise<string | undefined> {
  const made = await station.auth.ensureFirstPlugin(apiKey === undefined ? {} : { key: apiKey });
  if (made !== undefined) writeFileSync(firstKeyFile(dataDir), `${made}\n`, { mode: 0o600 });
  return made;
}

interface StartedParts {
  readonly core: Core;
  readonly computer: StationComputer;
  readonly pin: string;
  readonly firstKey: string | undefined;
}

function runningStation(
  { core: { bugs, flightLog, recorderLink, recordings, settings, world }, computer, pin, firstKey }: StartedParts,
  begun: AsyncDisposableStack,
): RunningStation {
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= begun.disposeAsync();
    return stopped;
  };
  const { addresses } = computer;
  return {
    get station() {
      return computer.station;
    },
    get video() {
      return computer.video;
    },
    world,
    flightLog,
    recordings,
    recorderLink,
    addresses,
    url: stationUrl(addresses[0], settings.tlsMode),
    onBug: bugs.report,
    pin,
    firstKey,
    settled: () => computer.settled(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
