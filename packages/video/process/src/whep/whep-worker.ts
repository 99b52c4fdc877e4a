import { parentPort, workerData } from 'node:worker_threads';
import type { ToWhep, WhepSetup } from './whep-messages.ts';
import { WhepPeers } from './whep-peers.ts';

/* Entry of the WebRTC thread. A fault ends the thread with all its viewers, and the next offer starts another one. */
const port = parentPort;
if (port === null) throw new Error('whep-worker.ts is the entry of a worker thread');

const peers = new WhepPeers(workerData as WhepSetup, (message) => port.postMessage(message));
port.on('message', (message: ToWhep | { readonly kind: 'end' }) => {
  // The library's timers and sockets would keep the thread alive.
  if (message.kind === 'end') process.exit();
  peers.receive(message);
});

// A failed send, after a loss of the network, is a socket event that the library does not handle.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.syscall !== 'send') throw error;
});
