import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { MessagePipe, PIPE_FD } from '@kitestring/video-process/process';

/** Data that a test prepares for this child. */
export interface Surroundings {
  /** Folder of recordings, in a folder with the API key. */
  readonly folder: string;
  /** Folders with compiled or bundled code that other processes run. */
  readonly code: readonly string[];
  /** A port on which the test listens. */
  readonly port: number;
  /** A socket file on which the test listens. */
  readonly socket: string;
}

/** A media process that tries forbidden actions, for media-child.test.ts, and reports those that succeeded: of its main thread, and of another. */
if (isMainThread) {
  const pipe = new MessagePipe(new Socket({ fd: PIPE_FD, readable: true, writable: true }), {
    onMessage: async (value) => {
      const { host } = (value as { outputs: { host: string } }).outputs;
      const surroundings = JSON.parse(host) as Surroundings;
      const could = await triedBy(surroundings);
      const threadCould = await triedByThread(surroundings);
      const secrets = Object.keys(process.env).filter((name) => /KEY|TOKEN|SECRET|PASS|KITESTRING/.test(name));
      pipe.send({ kind: 'trouble', reason: JSON.stringify({ could, threadCould, secrets }) });
    },
    onBroken: () => process.exit(1),
  });
} else parentPort?.postMessage(await triedBy(workerData as Surroundings));

async function triedBy({ code, folder, port, socket }: Surroundings): Promise<readonly string[]> {
  const beside = (name: string) => join(dirname(folder), name);
  const source = fileURLToPath(import.meta.url);
  const attempts: Record<string, () => unknown> = {
    'read the API key': () => readFileSync(beside('api-key')),
    'write beside its folder': () => writeFileSync(beside('station.sqlite'), ''),
    'read the passwords': () => readFileSync('/etc/passwd'),
    'read the environment of the station': () => readFileSync(`/proc/${process.ppid}/environ`),
    'start a program': () => {
      const { error } = spawnSync(process.execPath, ['--version']);
      if (error !== undefined) throw error;
    },
    'signal the station': () => process.kill(process.ppid, 0),
    'change its own source': () => writeFileSync(source, readFileSync(source)),
    'change a package': () => writeFileSync(join(dirname(source), '../../package.json'), '', { flag: 'a' }),
    'change rights of code': () => chmodSync(source, 0o777),
    'reach code by a link': () => {
      symlinkSync(code[0] ?? '', join(folder, 'link'));
      writeFileSync(join(folder, 'link/main.mjs'), '');
    },
    ...Object.fromEntries(code.map((path) => [`write ${path}`, () => writeFileSync(join(path, 'main.mjs'), '')])),
    'connect to a port': () => connected({ host: '127.0.0.1', port }),
    'connect to a service of the machine': () => connected({ path: socket }),
    'see what its viewers have taken': () => readFileSync('/proc/self/net/tcp'),
    'read its own source': () => readFileSync(source),
    'write a recording': () => writeFileSync(join(folder, 'main.mp4'), ''),
  };
  const could: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) if (await isPossible(attempt)) could.push(name);
  return could;
}

function triedByThread(surroundings: Surroundings): Promise<unknown> {
  const worker = new Worker(new URL(import.meta.url), { workerData: surroundings });
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error) => resolve([error.message]));
  });
}

const connected = (target: { host: string; port: number } | { path: string }) =>
  new Promise((resolve, reject) => {
    const socket = connect(target, () => resolve(socket.destroy()));
    socket.once('error', reject);
  });

async function isPossible(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch {
    return false;
  }
}
