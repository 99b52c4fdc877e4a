import type { OnBug } from '@kitestring/base/containment.ts';
import type { WireFaults } from '@kitestring/lab-wire-faults/wire-faults.ts';
import type { OnvifLab } from '@kitestring/station-api/api/sim/onvif-lab.ts';
import type { StationSnapshotControl } from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import type { Recordings } from '@kitestring/station-core/recordings';
import type { Station } from '@kitestring/station-core/station.ts';
import type { FlightLog } from '@kitestring/station-flightlog/write';
import type { RecorderLink } from '@kitestring/video-host/recordings/recorder-link.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { stationUrl } from '@kitestring/web/listen';
import type { ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import type { Core } from './core.ts';
import type { RunningOnvif } from './onvif/start-onvif.ts';
import type { StationComputer } from './station-computer.ts';
import type { SimulatedWorld, World } from './worlds/world.ts';

/** A running station: its parts, for the code that started it. */
export interface RunningStation<W extends World = SimulatedWorld> extends AsyncDisposable {
  /** The current station; replaced at each restart of the computer. */
  readonly station: Station;
  readonly world: W;
  /** Flight log; further logs can be attached. */
  readonly flightLog: Pick<FlightLog, 'current' | 'lastFinished' | 'recovered' | 'startNow' | 'finish' | 'flush'>;
  /** Undefined without live video, and while the computer restarts. */
  readonly video: Video | undefined;
  /** Undefined where ONVIF is off, and while the computer restarts. */
  readonly onvif: RunningOnvif | undefined;
  /** The ONVIF camera in the hands of a tester; undefined with a real aircraft. */
  readonly onvifLab: OnvifLab | undefined;
  readonly recordings: Recordings;
  /** Attachment point of a recorder; used by the live video. */
  readonly recorderLink: RecorderLink;
  /** Listening addresses, in the order of the settings, with actual ports. */
  readonly addresses: readonly ListenAddress[];
  /** `http://127.0.0.1:3128`: address of the first listener for this machine. */
  readonly url: string;
  /** Faults between station and clients. */
  readonly wireFaults: Pick<WireFaults, 'isActive'>;
  /** Snapshots of the whole station, in memory. */
  readonly snapshots: StationSnapshotControl;
  /** Receives uncaught exceptions: counted and logged as bugs. */
  readonly onBug: OnBug;
  /** Public key of HTTPS, `sha256//...`. */
  readonly pin: string;
  /** Why nothing is stored, without a path; undefined while all is. */
  readonly storeTrouble: string | undefined;
  /** API key created by this start, to be shown once. It is also in `firstKeyFile`. */
  readonly firstKey: string | undefined;
  /** Resolves at once, or when a restart that is over in station time has reopened the listeners. */
  settled(): Promise<void>;
  /** Stops gracefully: requests and WebSockets first, the store last. No effect when it has stopped. */
  stop(): Promise<void>;
}

interface StartedDeps<W extends World> {
  readonly core: Core<W>;
  readonly computer: StationComputer;
  readonly pin: string;
  readonly firstKey: string | undefined;
}

/** @param cleanup stops the station, the last part first */
export function runningStation<W extends World>(
  {
    core: { bugs, flightLog, recorderLink, recordings, settings, storeFaults, world },
    computer,
    pin,
    firstKey,
  }: StartedDeps<W>,
  cleanup: AsyncDisposableStack,
): RunningStation<W> {
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= cleanup.disposeAsync();
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
    get onvif() {
      return computer.onvif;
    },
    get storeTrouble() {
      return storeFaults.reason;
    },
    onvifLab: computer.onvifLab,
    world,
    flightLog,
    recordings,
    recorderLink,
    addresses,
    url: stationUrl(addresses[0], settings.tlsMode),
    wireFaults: computer.wireFaults,
    snapshots: computer.snapshots,
    onBug: bugs.report,
    pin,
    firstKey,
    settled: () => computer.settled(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
