import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { CaptureNotice } from './capture-notice.tsx';

interface SnapshotOptions {
  /** The token may write at the station. */
  readonly mayKeep: boolean;
  readonly textOf: (error: unknown) => string;
}

interface TakenSnapshot {
  readonly response: Response;
  /** Location, or the reason for which it was not stored; undefined if storing was not requested. */
  readonly notice: CaptureNotice | undefined;
}

/** Takes a snapshot that the station keeps; where it cannot keep it, one for this computer only, and says why. */
export async function takenSnapshot(
  { station, videostreams }: Pick<KitestringClient, 'station' | 'videostreams'>,
  streamId: string,
  { mayKeep, textOf }: SnapshotOptions,
): Promise<TakenSnapshot> {
  const other = () => videostreams.getSnapshot({ stream_id: streamId });
  if (!mayKeep) return { response: await other(), notice: undefined };
  try {
    const { capture_id: captureId } = await station.takeSnapshot({ stream_id: streamId });
    const response = await station.getKeptSnapshot({ capture_id: captureId });
    return { response, notice: { kind: 'snapshot', captureId } };
  } catch (error) {
    // A picture on this computer is better than none.
    return { response: await other(), notice: { kind: 'notKept', reason: textOf(error) } };
  }
}
