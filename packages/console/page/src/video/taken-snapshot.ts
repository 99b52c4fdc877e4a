import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { CaptureNotice } from './capture-notice.tsx';

interface SnapshotOptions {
  /** The token may store captures at the station. */
  readonly mayKeep: boolean;
  readonly textOf: (error: unknown) => string;
}

interface TakenSnapshot {
  readonly response: Response;
  /** Location, or the reason why it was not stored; undefined if storing was not requested. */
  readonly notice: CaptureNotice | undefined;
}

/** Takes a snapshot that the station stores; if that fails, one for this computer only, with the reason. */
export async function takenSnapshot(
  { station, videostreams }: Pick<KitestringClient, 'station' | 'videostreams'>,
  streamId: string,
  { mayKeep, textOf }: SnapshotOptions,
): Promise<TakenSnapshot> {
  const other = () => videostreams.getSnapshot({ stream_id: streamId });
  if (!mayKeep) return { response: await other(), notice: undefined };
  const notice = await station.takeSnapshot({ stream_id: streamId }).then(
    ({ capture_id: captureId }) => ({ kind: 'snapshot', captureId }) as const,
    (error: unknown) => ({ kind: 'notKept', reason: textOf(error) }) as const,
  );
  // A picture on this computer is better than none.
  if (notice.kind === 'notKept') return { response: await other(), notice };
  const response = await station.getKeptSnapshot({ capture_id: notice.captureId }).catch(other);
  return { response, notice };
}
