import type { NotPossible } from '@kitestring/base/not-possible.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { StationSnapshotControl } from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import { type SimulationSnapshot, SNAPSHOTS_MAX } from '@kitestring/station-contract/sim/snapshot-operations.ts';
import { snapshotFile } from './snapshot-file.ts';
import { restoreSnapshot, type SnapshotSource, type StationSnapshot, takeSnapshot } from './station-snapshot.ts';

interface NamedSnapshotsDeps {
  /** The station as it is now. */
  readonly source: () => SnapshotSource;
  /** Ends a recording in progress. */
  readonly stopRecording: () => Promise<unknown>;
  /** Why the station cannot be reset now; undefined when it can. */
  readonly refusal: () => string | undefined;
  /** Called after a reset: subscribers would treat earlier times as stale data. */
  readonly onReset: () => void;
}

/** Limit of the total size; far more than `SNAPSHOTS_MAX` stations with a full history need. */
const TOTAL_MAX_BYTES = 256 * 1024 * 1024;

/** Snapshots of this station, kept in memory. */
export class StationSnapshots implements StationSnapshotControl {
  readonly #deps: NamedSnapshotsDeps;
  readonly #byName = new Map<string, StationSnapshot>();

  constructor(deps: NamedSnapshotsDeps) {
    this.#deps = deps;
  }

  list(): readonly SimulationSnapshot[] {
    return [...this.#byName].map(([name, snapshot]) => shown(name, snapshot));
  }

  take(name: string): SimulationSnapshot | NotPossible {
    const others = [...this.#byName].filter(([other]) => other !== name).map(([, snapshot]) => snapshot);
    if (others.length >= SNAPSHOTS_MAX) {
      return { reason: `${SNAPSHOTS_MAX} snapshots are in memory: delete one first` };
    }
    const snapshot = takeSnapshot(this.#deps.source());
    const bytes = others.reduce((sum, { content }) => sum + content.byteLength, snapshot.content.byteLength);
    if (bytes > TOTAL_MAX_BYTES) {
      return {
        reason: `the snapshots in memory would have ${bytes} bytes, at most ${TOTAL_MAX_BYTES}: delete one first`,
      };
    }
    this.#byName.delete(name);
    this.#byName.set(name, snapshot);
    return shown(name, snapshot);
  }

  file(name: string): Uint8Array | undefined {
    const snapshot = this.#byName.get(name);
    return snapshot && snapshotFile(snapshot);
  }

  async reset(name: string): Promise<SimulationSnapshot | NotPossible | undefined> {
    const snapshot = this.#byName.get(name);
    if (snapshot === undefined) return undefined;
    let reason = this.#deps.refusal();
    if (reason === undefined) {
      await this.#deps.stopRecording();
      // A scenario or a restart may have begun meanwhile.
      reason = this.#deps.refusal();
    }
    if (reason !== undefined) return { reason };
    const source = this.#deps.source();
    restoreSnapshot(source, snapshot);
    const { auth, handoff } = source.station;
    handoff.dropEnded((sessionId) => auth.isOpen(sessionId));
    this.#deps.onReset();
    return shown(name, snapshot);
  }

  delete(name: string): boolean {
    return this.#byName.delete(name);
  }
}

const shown = (name: string, { content, timeUs }: StationSnapshot): SimulationSnapshot => ({
  name,
  time: formatTimestamp(timeUs),
  bytes: content.byteLength,
});
