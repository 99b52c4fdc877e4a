import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';
import { writePrivateFile } from '@kitestring/os/private-file.ts';
import { listenFault } from '@kitestring/web/listen';
import { HubFault } from '../hub-fault.ts';
import { type EngineConfigOptions, engineConfig, pidFile } from './engine-config.ts';
import { endLeftOver } from './left-over.ts';

interface LogSink {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface NatsServerOptions extends EngineConfigOptions {
  /** File of the program. */
  readonly file: string;
  readonly log: LogSink;
}

/** Recovering streams of some GiB takes seconds on a busy machine. */
const START_DEADLINE_MS = 60_000;
/** JetStream syncs its files before it ends. */
const STOP_DEADLINE_MS = 10_000;
/** Number of last log lines, which show why it did not start. */
const KEPT_LINES = 5;

/**
 * Ends the server when the hub ends for any reason, because the hub holds the other end of the pipe. The server
 * replaces the shell and keeps its process id. Only builtins of the shell: the PATH may be empty.
 */
const WATCHED =
  '( while read -r x <&3; do :; done; kill -TERM $$ 2>/dev/null ) </dev/null >/dev/null 2>&1 & exec "$1" -c "$2" 3<&-';

/** Ports of a running server. */
export interface EnginePorts {
  readonly client: number;
  readonly webSocket: number;
}

/** One run of nats-server. */
export class NatsServer {
  readonly ports: EnginePorts;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
  /** Resolves when the server has disabled a stream, which happens on a full disk: it stays disabled until the next start. */
  readonly givenUp: Promise<void>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ports: EnginePorts, ended: Promise<string>, givenUp: Promise<void>) {
    this.#child = child;
    this.ports = ports;
    this.ended = ended;
    this.givenUp = givenUp;
  }

  /** Ends a server that a killed hub has left, and starts a new one. @throws HubFault, ListenFault */
  static async start(options: NatsServerOptions): Promise<NatsServer> {
    const { file, folder, log } = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const config = join(folder, 'nats-server.conf');
    await endLeftOver(pidFile(folder), config);
    writePrivateFile(config, engineConfig(options));
    const child = spawn('/bin/sh', ['-c', WATCHED, 'nats-server', file, config], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // Ctrl-C in a terminal reaches all processes of its group; the hub must end before its broker.
      detached: true,
    });
    const ended = endOf(child);
    const givenUp = Promise.withResolvers<void>();
    const ports = await readyPorts(child, ended, log, givenUp.resolve);
    return new NatsServer(child, ports, ended, givenUp.promise);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Loads configuration and certificates again. */
  reload(): void {
    this.#child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await this.ended;
    clearTimeout(late);
  }
}

function endOf(child: ChildProcess): Promise<string> {
  const ended = Promise.withResolvers<string>();
  const watch = child.stdio[3] as Writable;
  watch.on('error', () => {});
  child.once('error', (error) => ended.resolve(error.message));
  child.once('exit', (status, signal) => {
    watch.destroy();
    ended.resolve(signal === null ? `it ended with status ${status}` : `it was ended by ${signal}`);
  });
  return ended.promise;
}

/** Log lines with the listening addresses: only the log is complete when the server is ready. */
const LISTENING = {
  client: /^Listening for client connections on .*:(\d+)$/,
  webSocket: /^Listening for websocket clients on .*:(\d+)$/,
} as const;

/** Log line of an address that is not available; the server then ends. */
const UNBOUND = /listen tcp (\S+):(\d+): bind: (.+)$/m;
const STATION_PORT = { purpose: 'the broker, which stations connect to', flag: '--broker-port' };
const BIND_CODES: Readonly<Record<string, string>> = {
  'address already in use': 'EADDRINUSE',
  'permission denied': 'EACCES',
  'cannot assign requested address': 'EADDRNOTAVAIL',
};
const bindError = (why: string): Error => Object.assign(new Error(why), { code: BIND_CODES[why] });

/** After a disk error it disables one stream, or all, and logs it in one of these forms. */
const GIVEN_UP = /^JetStream stream .* critical write error|^JetStream out of .*will be DISABLED/;

/** Not worth a warning: the broker is without TLS only on loopback addresses, or as configured. */
const WITHOUT_TLS = 'Websocket not configured with TLS';

async function readyPorts(
  child: ChildProcess,
  ended: Promise<string>,
  log: LogSink,
  onGivenUp: () => void,
): Promise<EnginePorts> {
  const lines: string[] = [];
  const ports = { client: 0, webSocket: 0 };
  const ready = Promise.withResolvers<undefined>();
  followLog(child, log, (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    ports.client = Number(LISTENING.client.exec(line)?.[1] ?? ports.client);
    ports.webSocket = Number(LISTENING.webSocket.exec(line)?.[1] ?? ports.webSocket);
    if (line.startsWith('Server is ready')) ready.resolve(undefined);
    if (GIVEN_UP.test(line)) onGivenUp();
  });
  const late = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE_MS);
  const reason = await Promise.race([ready.promise, ended]);
  clearTimeout(late);
  if (reason !== undefined) {
    const [, host = '', port, why = ''] = UNBOUND.exec(lines.join('\n')) ?? [];
    if (port !== undefined) throw listenFault({ host, port: Number(port) }, bindError(why), STATION_PORT);
    throw new HubFault('ENGINE_FAILED', `nats-server did not start: ${reason}: ${lines.join(' | ')}`);
  }
  if (ports.client > 0 && ports.webSocket > 0) return ports;
  child.kill('SIGKILL');
  throw new HubFault('ENGINE_FAILED', 'nats-server has not said where it listens');
}

/** Limit for warnings of the server in the log of the hub: each sign-in with invalid credentials causes two. */
const WARNINGS = { perS: 1, burst: 60 };

function followLog(child: ChildProcess, log: LogSink, onLine: (line: string) => void): void {
  if (child.stderr === null) return;
  const nowUs = () => performance.now() * 1000;
  const warnings = new TokenBucket(WARNINGS, nowUs());
  createInterface({ input: child.stderr }).on('line', (line) => {
    // "[pid] date time [INF] text"
    const [, level = '', text = line] = /^\[\d+\] \S+ \S+ \[(\w+)\] (.*)$/.exec(line) ?? [];
    if (level === 'INF' || level === '' || text.startsWith(WITHOUT_TLS)) log.debug({ engine: text }, 'nats-server');
    else if (warnings.take(nowUs())) log.warn({ engine: text, said: level }, 'nats-server');
    onLine(text);
  });
}
