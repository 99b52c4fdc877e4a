import { parentPort, workerData } from 'node:worker_threads';
import { makeRenderer } from './make-renderer.ts';
import { PictureMaker } from './picture-maker.ts';
import type { ToWorker, WorkerSetup } from './worker-messages.ts';

/*
 * Entry of a worker thread: one source. A fault ends the thread, and who started it sees that.
 */
const port = parentPort;
if (port === null) throw new Error('source-worker.ts is the entry of a worker thread');

const setup = workerData as WorkerSetup;
// What arrives before the encoder is open waits in the port.
const maker = await PictureMaker.open(
  setup,
  () => makeRenderer(setup.renderer),
  (message, transfer = []) => port.postMessage(message, transfer),
);
port.on('message', (message: ToWorker) => maker.receive(message));
