import { parentPort, workerData } from 'node:worker_threads';
import { CameraStills } from '../ingest/camera-stills.ts';
import { keepCompiledCode } from '../process/compiled-code.ts';
import type { SnapshotOrder, SnapshotResult, SnapshotSetup } from './snapshot-messages.ts';
import { StillCamera } from './still-camera.ts';

/*
 * Entry of the worker thread that takes single pictures: one for all streams, so that no stream waits for a snapshot.
 */
const port = parentPort;
if (port === null) throw new Error('snapshot-worker.ts is the entry of a worker thread');

keepCompiledCode();
const post = (result: SnapshotResult, transfer: ArrayBuffer[] = []) => port.postMessage(result, transfer);
// Pictures of real cameras need not wait until the drawn ones can be had.
const camera = StillCamera.open(workerData as SnapshotSetup);
const stills = new CameraStills();
// What goes wrong with it, whoever wants a picture is told.
camera.then((opened) => opened.warmUp()).catch(() => {});

const taken = async (order: SnapshotOrder) =>
  'pictures' in order
    ? { jpeg: await stills.develop(order.pictures), state: order.state }
    : (await camera).take(order.streamId, order.view);

port.on('message', async (order: SnapshotOrder) => {
  try {
    const { jpeg, state } = await taken(order);
    post({ id: order.id, jpeg, state }, [jpeg.buffer]);
  } catch (fault) {
    post({ id: order.id, failure: fault instanceof Error ? fault.message : String(fault) });
  }
});
