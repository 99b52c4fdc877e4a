import { parentPort, workerData } from 'node:worker_threads';
import { makeRenderer } from './make-renderer.ts';
import { PictureMaker } from './picture-maker.ts';
import type { ToWorker, WorkerSetup } from './worker-messages.ts';

/* Entry point of a worker thread: one source. A fault ends the thread, which its owner detects. */
const port = parentPort;
if (port === null) throw new Error('source-worker.ts is the entry of a worker thread');

const setup = workerData as WorkerSetup;
// Messages before the world is built wait in the port.
const maker = await PictureMaker.open(
  setup,
  (renderer) => makeRenderer(renderer, true),
  (message, transfer = []) => port.postMessage(message, transfer),
);
port.on('message', (message: ToWorker) => {
  maker.receive(message);
  if (message.kind === 'end') port.close();
});
// By then it is known whether a viewer is waiting.
if (setup.warmsUp) setImmediate(() => maker.warmUp());
