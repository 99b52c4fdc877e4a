import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { childEnvironment } from '@kitestring/os/child-environment.ts';
import { codeFolders, fullAccessFlags, permissionFlags } from '@kitestring/os/child-permissions.ts';
import { lowerPriority } from '@kitestring/os/lower-priority.ts';
import { CONNECTION_LISTS } from '@kitestring/os/send-queues.ts';
import { type FromMedia, fromMedia, MessagePipe, PIPE_FD, type ToMedia } from '@kitestring/video-process/process';
import { absentChild } from './absent-child.ts';
import { MEMORY_FLAGS, mediaCodeCache } from './media-code-cache.ts';
import { MEDIA_MAIN } from './media-programs.ts';

/** Asks the kernel to confine the process before it becomes the media process. */
const CONFINED_START = fileURLToPath(import.meta.resolve('./confined-start.mjs'));
const CAN_BE_CONFINED =
  process.platform === 'linux' &&
  ['x64', 'arm64'].includes(process.arch) &&
  process.allowedNodeEnvironmentFlags.has('--experimental-ffi');
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
  /** Absolute paths of the folders that it writes: recordings. */
  readonly folders: readonly string[];
  /** Absolute paths of the files that it writes: a transport stream. */
  readonly files?: readonly string[];
  /** TCP ports of real cameras, asked for at each start; it connects to no others. `any`: the relays of a hub have ports of their own. */
  readonly ports?: 'any' | (() => readonly number[]);
  /** Its first file, undefined where it is not installed; overridden in tests. */
  readonly entry?: string | undefined;
  /** Node confines its JavaScript too; off in tests of what the kernel does. */
  readonly hasPermissionModel?: boolean;
}

const QUIET = ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'];

const nowUs = (): number => performance.now() * 1000;

/**
 * Starts the process that renders, encodes and serves pictures. It has no access to API keys, nor to files other than
 * its own: Node confines its JavaScript, and where Linux can, the kernel confines all of it (docs/adr/0168).
 */
export function mediaChild(options: MediaChildOptions): StartMediaChild {
  const { entry = MEDIA_MAIN } = options;
  return entry === undefined ? absentChild : forkChild({ ...options, entry });
}

const forkChild =
  (options: MediaChildOptions & { readonly entry: string }): StartMediaChild =>
  ({ onEnd, onHostile, onMessage }) => {
    const child = spawn(process.execPath, startArguments(options), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: childEnvironment({ MALLOC_ARENA_MAX: '2' }),
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

function startArguments(options: MediaChildOptions & { readonly entry: string }): readonly string[] {
  const { entry, files = [], folders, hasPermissionModel = true, ports = () => [] } = options;
  const grants = { reads: CONNECTION_LISTS, writes: [...folders, ...files], mayUseNetwork: true };
  const args = [
    ...QUIET,
    ...MEMORY_FLAGS,
    ...(hasPermissionModel ? permissionFlags(entry, grants) : []),
    fileURLToPath(entry),
  ];
  if (!CAN_BE_CONFINED) return args;
  const cache = mediaCodeCache.folder;
  const plan = {
    args,
    // Node reads compiled code where it may write only. The kernel lets it read.
    ...(cache === undefined
      ? { confinedArgs: [], confinedEnv: {} }
      : { confinedArgs: hasPermissionModel ? fullAccessFlags(cache) : [], confinedEnv: { NODE_COMPILE_CACHE: cache } }),
    keeps: PIPE_FD,
    grants: {
      reads: [...codeFolders(entry), ...(cache === undefined ? [] : [cache])],
      folders,
      files,
      ports: ports === 'any' ? ports : ports(),
    },
  };
  return ['--experimental-ffi', ...QUIET, CONFINED_START, JSON.stringify(plan)];
}

function keepStderr({ stderr }: ChildProcess): () => string {
  let kept = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = (kept + text).slice(-KEPT_STDERR);
  });
  return () => (kept === '' ? '' : `: ${kept.trim()}`);
}
