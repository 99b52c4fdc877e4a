import type { Recordings } from '@kitestring/station-core/recordings';
import type { LostStreams } from '@kitestring/video-host/streams/lost-streams.ts';
import type { SimulationControls } from './world.ts';

export interface FaultTargets {
  /** Absent on a station without live video. */
  readonly lostStreams: LostStreams | undefined;
  readonly recordings: Recordings;
  readonly computer: { shutDown(): void; boot(): void };
}

/** Connects faults of the simulation to components outside of it: streams, storage, and the computer of the station. */
export function connectFaults(
  { aircraft }: SimulationControls,
  { computer, lostStreams, recordings }: FaultTargets,
): void {
  aircraft.sideEffects = {
    ...(lostStreams !== undefined && {
      streamLost: (isLost: boolean, streamId: string) => lostStreams.set(isLost, streamId),
    }),
    storageFull: (isFull) => recordings.setStorageFull(isFull),
    reboot: (isAway) => {
      if (isAway) computer.shutDown();
      else computer.boot();
    },
  };
}
