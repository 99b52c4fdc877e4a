import { parentPort, workerData } from 'node:worker_threads';
import { CameraSnapshots } from '../ingest/camera-snapshots.ts';
import { Thumbnails } from '../snapshot/thumbnails.ts';
import type { Snapshot, SnapshotOrder, SnapshotResult, SnapshotWorkerSetup } from './snapshot-messages.ts';
import { SnapshotRenderer } from './snapshot-renderer.ts';
import type { PictureBox } from './temperatures.ts';

/*
 * Entry point of the worker thread that takes single pictures: one for all streams, so that no stream waits for a
 * snapshot.
 */
const port = parentPort;
if (port === null) throw new Error('snapshot-worker.ts is the entry of a worker thread');

const post = (result: SnapshotResult, transfer: ArrayBuffer[] = []) => port.postMessage(result, transfer);
// Pictures of real cameras do not wait for synthetic ones.
const setup = workerData as SnapshotWorkerSetup;
const camera = SnapshotRenderer.open(setup);
const snapshots = new CameraSnapshots();
const thumbnails = new Thumbnails();
// A fault in the warm-up is reported to the next request.
camera.then((opened) => (setup.warmsUp ? opened.warmUp() : undefined)).catch(() => {});

type PictureOrder = Exclude<SnapshotOrder, { readonly jpeg: Uint8Array } | { readonly box: PictureBox }>;

const taken = async (order: PictureOrder): Promise<Snapshot> =>
  'pictures' in order
    ? { jpeg: await snapshots.encodeJpeg(order.pictures, order.codec), state: order.state }
    : (await camera).take(order.streamId, order.view, order.isRadiometric);

port.on('message', async (order: SnapshotOrder | { readonly kind: 'end' }) => {
  if ('kind' in order) return port.close();
  try {
    if ('jpeg' in order) {
      const thumbnail = await thumbnails.make(order.jpeg);
      return post({ id: order.id, thumbnail }, [thumbnail.buffer]);
    }
    if ('box' in order) {
      const temperatures = await (await camera).measure(order.streamId, order.view, order.box);
      return post({ id: order.id, temperatures });
    }
    const snapshot = await taken(order);
    post({ id: order.id, ...snapshot }, [snapshot.jpeg.buffer]);
  } catch (fault) {
    post({ id: order.id, failure: fault instanceof Error ? fault.message : String(fault) });
  }
});
