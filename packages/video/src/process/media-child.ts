import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MessagePipe, PIPE_FD } from '@kitestring/media/process/message-pipe.ts';
import { type FromMedia, fromMedia, type ToMedia } from '@kitestring/media/process/protocol.ts';
import { TokenBucket } from '@kitestring/station/limits/token-bucket.ts';
import { childEnvironment } from './child-environment.ts';
import { permissionFlags } from './child-permissions.ts';
import { lowerPriority } from './lower-priority.ts';

const ENTRY = import.meta.resolve('@kitestring/media/process/media-main.ts');
/** Flight and API have priority. */
const NICE = 5;
/**
 * Message rate limit. Four streams with viewers, recordings and browsers send some hundred messages per second, and a
 * busy machine delivers a backlog at once; this many cost the station less than half of a core.
 */
const MESSAGES = { perS: 5000, burst: 20_000 };
/** Characters kept of its standard error output; the end says why it died. */
const KEPT_STDERR = 2000;

export interface MediaChildEvents {
  readonly onMessage: (message: FromMedia) => void;
  /** It sent an invalid message, and is being killed. */
  readonly onHostile: (reason: string) => void;
  /** It has ended, for any reason. Called once. */
  readonly onEnd: (reason: string) => void;
}

/** One run of the media process. */
export interface MediaChild {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  send(message: ToMedia): void;
  /** Kills it at once. */
  kill(): void;
}

export type StartMediaChild = (events: MediaChildEvents) => MediaChild;

interface MediaChildOptions {
  /** Folders and files that it writes: recordings, transport streams. */
  readonly writes: readonly string[];
  /** Its first file; overridden in tests. */
  readonly entry?: string;
}

const nowUs = (): number => performance.now() * 1000;

/**
 * Starts the process that renders, encodes and serves pictures. It has no access to API keys, nor to files other than
 * its own.
 */
export const mediaChildOf =
  ({ entry = ENTRY, writes }: MediaChildOptions): StartMediaChild =>
  ({ onEnd, onHostile, onMessage }) => {
    const cache = compileCacheFolder();
    const child = spawn(process.execPath, [...flagsOf(entry, writes, cache), fileURLToPath(entry)], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: childEnvironment({
        MALLOC_ARENA_MAX: '2',
        ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }),
      }),
    });
    lowerPriority(child, NICE);
    const stderr = keepStderr(child);
    let hasEnded = false;
    const end = (reason: string) => {
      if (hasEnded) return;
      hasEnded = true;
      onEnd(reason);
    };
    const kill = () => void child.kill('SIGKILL');
    // Safety: compromised codecs may make it send anything. That ends the child, never the station.
    const hostile = (reason: string) => {
      if (hasEnded) return;
      onHostile(reason);
      kill();
    };
    const allowed = new TokenBucket(MESSAGES, nowUs());
    const pipe = new MessagePipe(child.stdio[PIPE_FD] as Duplex, {
      onMessage: (value) => {
        if (hasEnded || child.killed) return;
        const message = fromMedia(value);
        if (message === undefined) hostile('a message that is none of its own');
        else if (!allowed.take(nowUs())) hostile('more messages than it can have to say');
        else onMessage(message);
      },
      onBroken: hostile,
    });
    child.on('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(`${signal ?? `exit status ${code}`}${stderr()}`));
    return { pid: child.pid, send: (message) => pipe.send(message), kill };
  };

function flagsOf(entry: string, writes: readonly string[], cache: string | undefined): readonly string[] {
  const folders = cache === undefined ? writes : [...writes, cache];
  return [
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    // A small young generation and few arenas: little garbage, and memory stays small.
    '--max-semi-space-size=1',
    ...permissionFlags(entry, { reads: [], writes: folders, mayUseNetwork: true }),
  ];
}

/** Shares this process's compile cache: halves the start time after a fault. */
function compileCacheFolder(): string | undefined {
  const folder = getCompileCacheDir();
  // The last part is Node's own: its version and this machine.
  return folder === undefined ? undefined : dirname(folder);
}

function keepStderr({ stderr }: ChildProcess): () => string {
  let kept = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-KEPT_STDERR);
  });
  return () => (kept === '' ? '' : `: ${kept.trim()}`);
}
