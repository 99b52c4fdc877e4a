import { parentPort } from 'node:worker_threads';
import { makeManual } from './make-manual.ts';
import { servedFile } from './served-file.ts';

const files = makeManual({ reference: '/docs' });
parentPort?.postMessage(new Map([...files].map(([name, bytes]) => [name, servedFile(name, bytes)])));
