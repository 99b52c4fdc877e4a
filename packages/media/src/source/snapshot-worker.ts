import { parentPort, workerData } from 'node:worker_threads';
import type { SnapshotOrder, SnapshotResult, SnapshotSetup } from './snapshot-messages.ts';
import { StillCamera } from './still-camera.ts';

/*
 * Entry of the worker thread that takes single pictures: one for all streams, so that no stream waits for a snapshot.
 */
const port = parentPort;
if (port === null) throw new Error('snapshot-worker.ts is the entry of a worker thread');

const post = (result: SnapshotResult, transfer: ArrayBuffer[] = []) => port.postMessage(result, transfer);
const camera = await StillCamera.open(workerData as SnapshotSetup);
port.on('message', ({ id, streamId, view }: SnapshotOrder) => {
  try {
    const { jpeg, state } = camera.take(streamId, view);
    post({ id, jpeg, state }, [jpeg.buffer]);
  } catch (fault) {
    post({ id, failure: fault instanceof Error ? fault.message : String(fault) });
  }
});
