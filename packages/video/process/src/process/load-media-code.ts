import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { loadNativeCodecs } from '../encode/native-codecs.ts';

/*
 * Loads the modules of the media process and its threads, and ends: Node then writes the compiled code into the folder
 * given by the environment. It opens no socket, file or picture, so its output can be trusted.
 */
await loadNativeCodecs();
/*
 * Each of their first files throws, because this is none of them, and is compiled by then with all that it imports. Node would strip the
 * types of one without compiled code at every start, and loads for that what costs more than all of our code.
 */
const [[ofProcess], ...ofThreads] = await Promise.all([
  once(new Worker(new URL('media-main.ts', import.meta.url)), 'error'),
  ...[
    import('../relay/relay-encoder-worker.ts'),
    import('../source/snapshot-worker.ts'),
    import('../source/source-worker.ts'),
    import('../whep/whep-worker.ts'),
  ].map((loading) => loading.catch((fault: unknown) => fault)),
]);
for (const fault of [ofProcess, ...ofThreads]) {
  if (!(fault instanceof Error && / is the entry of a (process|worker thread)$/.test(fault.message))) throw fault;
}
process.exit(0);
