import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FromMedia, fromMedia, type ToMedia } from '@kitestring/media/process/protocol.ts';

const ENTRY = import.meta.resolve('@kitestring/media/process/media-main.ts');
/** Flight and API come first. */
const NICE = 5;
/** Of what it wrote on its standard error stream; the end says why it died. */
const KEPT_STDERR = 2000;

export interface MediaChildEvents {
  readonly onMessage: (message: FromMedia) => void;
  /** It is gone, for whatever reason. Said once. */
  readonly onEnd: (reason: string) => void;
}

/** One life of the media process. */
export interface MediaChild {
  /** Undefined when it could not even be started. */
  readonly pid: number | undefined;
  send(message: ToMedia): void;
  /** Ends it at once. */
  kill(): void;
}

export type StartMediaChild = (events: MediaChildEvents) => MediaChild;

/** Starts the process that draws, encodes and serves pictures. */
export const forkMediaChild: StartMediaChild = ({ onEnd, onMessage }) => {
  const child = fork(fileURLToPath(ENTRY), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A small young generation and few arenas: its garbage is small, and its memory is to stay small too.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...compileCache() },
  });
  lowerPriority(child);
  const stderr = keepStderr(child);
  let hasEnded = false;
  const end = (reason: string) => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(reason);
  };
  child.on('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(`${signal ?? `exit status ${code}`}${stderr()}`));
  child.on('message', (value) => {
    const message = fromMedia(value);
    if (message !== undefined && !hasEnded) onMessage(message);
  });
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message, () => {});
    },
    kill: () => child.kill('SIGKILL'),
  };
};

/** Where this process keeps compiled code the other does too: it is there in half of the time after a fault. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  // The last part is Node's own: its version and this machine.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // A system that does not allow it, or a process that has ended already: video works all the same.
  }
}

function keepStderr({ stderr }: ChildProcess): () => string {
  let kept = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-KEPT_STDERR);
  });
  return () => (kept === '' ? '' : `: ${kept.trim()}`);
}
