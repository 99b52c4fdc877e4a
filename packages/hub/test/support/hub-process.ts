import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { natsServerProgram } from '@kitestring/testing/nats-server.ts';

const PROGRAM = join(import.meta.dirname, '../../../cli/bin/kitestring.mjs');

/** A parsed answer: tests know what they ask for, and a wrong guess fails in their assertions. */
// biome-ignore lint/suspicious/noExplicitAny: every answer has another form
export type Answer = any;

interface AskOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One process of `kitestring hub`, its data folder and its API. Started again on the ports of its first start. */
export class HubProcess implements AsyncDisposable {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'kitestring-hub-'));
  url = '';
  brokerUrl = '';
  /** Lines of its log, parsed, over all starts. */
  readonly log: Readonly<Record<string, unknown>>[] = [];
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<number | NodeJS.Signals> = Promise.resolve(0);

  /** @param flags further ones of the command */
  constructor(flags: readonly string[] = []) {
    this.#flags = flags;
  }

  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const brokerPort = this.brokerUrl === '' ? '0' : new URL(this.brokerUrl).port;
    const places = ['--data-dir', this.dataDir, '--port', port, '--broker-port', brokerPort];
    const engine = ['--engine', natsServerProgram()?.path ?? ''];
    const args = [PROGRAM, 'hub', ...places, ...engine, '--log-format', 'json', ...this.#flags];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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

  /** Ends it in this way. @returns its exit status, or the signal */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#child?.kill(signal);
    return this.#ended;
  }

  get key(): string {
    return readFileSync(join(this.dataDir, 'api-key'), 'utf8').trim();
  }

  /** A request to the API. @param path below `/fleet/v1` when it does not begin with a slash */
  async ask(path: string, options: AskOptions = {}) {
    const { body, headers, key = this.key, method = body === undefined ? 'GET' : 'POST' } = options;
    const response = await fetch(`${this.url}${path.startsWith('/') ? path : `/fleet/v1/${path}`}`, {
      method,
      headers: {
        ...headers,
        ...(key !== '' && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Answer };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
