import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { assertDescribed } from './described.ts';
import { putNewDatabase } from './new-database.ts';

/** The command line. */
export const PROGRAM = join(import.meta.dirname, '../../../../cli/bin/kitestring.mjs');

/** A third of the processor time of a hub that runs for seconds would go into optimizing its embedded database. */
const UNOPTIMIZED = '--liftoff-only';

/** A parsed answer: tests know what they ask for, and a wrong guess fails in their assertions. */
// biome-ignore lint/suspicious/noExplicitAny: every answer has another form
export type Answer = any;

interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  /** In place of a body: a form. */
  readonly form?: URLSearchParams;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One process of `kitestring hub`, its data folder and its API. Started again on the ports of its first start. */
export class HubProcess implements AsyncDisposable {
  readonly dataDir: string;
  url = '';
  brokerUrl = '';
  /** Lines of its log, parsed, over all starts. */
  readonly log: Readonly<Record<string, unknown>>[] = [];
  /** Further ones of the command. */
  readonly flags: string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #isReplica: boolean;
  readonly #engine: string;
  /** Whether its first start makes its database, rather than finding a new one there, which takes less. */
  makesDatabase = false;
  #child: ChildProcess | undefined;
  #ended: Promise<number | NodeJS.Signals> = Promise.resolve(0);

  /**
   * @param flags further ones of the command
   * @param environment of a replica beside nats-servers; absent: with a broker of its own
   * @param engine program of that broker
   * @param dataDir a temporary one when absent
   */
  constructor(
    flags: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
    engine: string = natsServerProgram()?.path ?? '',
    dataDir: string = mkdtempSync(join(tmpdir(), 'kitestring-hub-')),
  ) {
    this.dataDir = dataDir;
    this.#engine = engine;
    this.flags = [...flags];
    this.#environment = environment;
    this.#isReplica = 'KITESTRING_HUB_NATS_SERVERS' in environment;
  }

  async start(): Promise<void> {
    const database = join(this.dataDir, 'database');
    if (!this.makesDatabase && !this.#isReplica && !existsSync(database)) await putNewDatabase(database);
    const places = ['--data-dir', this.dataDir, '--port', await port(this.url)];
    const broker = this.#isReplica ? [] : ['--broker-port', await port(this.brokerUrl), '--engine', this.#engine];
    const args = [UNOPTIMIZED, PROGRAM, 'hub', ...places, ...broker, '--log-format', 'json', ...this.flags];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.#environment },
    });
    this.#child = child;
    const ended = Promise.withResolvers<number | NodeJS.Signals>();
    child.once('exit', (status, signal) => ended.resolve(status ?? signal ?? 'SIGKILL'));
    this.#ended = ended.promise;
    const said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
    const listening = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const entry = JSON.parse(line) as { msg: string; url: string; broker: string };
        this.log.push(entry);
        if (entry.msg !== 'listening') return;
        this.url = entry.url;
        this.brokerUrl = entry.broker;
        resolve();
      });
    });
    const status = await Promise.race([listening, this.#ended]);
    if (status !== undefined) throw new Error(`the hub has ended with ${status}: ${said.join('\n')}`);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it in this way. @returns its exit status, or the signal */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#child?.kill(signal);
    const ended = await this.#ended;
    this.log.push({ msg: 'ended', signal });
    return ended;
  }

  /** The replica that has made the key of the first administrator, if it is another one. */
  keyFrom: HubProcess | undefined;

  get key(): string {
    return readFileSync(join((this.keyFrom ?? this).dataDir, 'api-key'), 'utf8').trim();
  }

  /** A request to the API. @param path below `/fleet/v1` when it does not begin with a slash */
  async ask(path: string, options: AskOptions = {}) {
    const { body, form, headers, key = this.key, method = body === undefined ? 'GET' : 'POST' } = options;
    const response = await fetch(`${this.url}${path.startsWith('/') ? path : `/fleet/v1/${path}`}`, {
      method,
      headers: {
        ...headers,
        ...(key !== '' && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form }),
      redirect: 'manual',
    });
    const text = await response.text();
    const parsed = (text === '' ? undefined : JSON.parse(text)) as Answer;
    const { headers: received, status, url } = response;
    assertDescribed({ method, path: new URL(url).pathname, status, headers: received, body: parsed });
    return { status: response.status, body: parsed, headers: response.headers };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** That of an address, or one for the first start: none that the system would give to another process until the next start. */
const port = async (url: string): Promise<string> => (url === '' ? String(await freePort()) : new URL(url).port);
