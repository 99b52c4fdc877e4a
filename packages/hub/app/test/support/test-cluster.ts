import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, isPortFree } from '@kitestring/lab-testing/free-port.ts';
import { natsServerProgram } from '@kitestring/lab-testing/programs.ts';

const PROGRAM = join(import.meta.dirname, '../../../../cli/bin/kitestring.mjs');
const NODES = 3;

/** Three nats-servers with the configuration of `kitestring hub engine config`, and the settings of a hub that uses them. */
export class TestCluster implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'kitestring-nats-'));
  /** Configurations of the nodes. */
  readonly files: readonly string[];
  readonly #nodes: (ChildProcess | undefined)[];
  readonly environment: Readonly<Record<string, string>>;

  private constructor(ports: readonly number[], databaseUrl: string) {
    const [clusterPort = 0, webSocketPort = 0, ...clientPorts] = ports;
    const at = (scheme: string, port: number) => `${scheme}://127.0.0.1:${port}`;
    this.environment = {
      KITESTRING_HUB_DATABASE: databaseUrl,
      KITESTRING_HUB_KEYS_DIR: join(this.folder, 'keys'),
      KITESTRING_HUB_NATS_SERVERS: clientPorts.map((port) => at('nats', port)).join(),
      KITESTRING_HUB_NATS_STATION_URLS: clientPorts.map((_, node) => at('ws', webSocketPort + node)).join(),
    };
    const places = ['--out', join(this.folder, 'conf'), '--node-dir', join(this.folder, 'nodes')];
    const at1 = ['--listen', '127.0.0.1', '--cluster-port', `${clusterPort}`, '--websocket-port', `${webSocketPort}`];
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [PROGRAM, 'hub', 'engine', 'config', ...places, ...at1],
      {
        env: { ...process.env, ...this.environment },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr);
    this.files = stdout.trim().split('\n');
    this.#nodes = this.files.map(() => undefined);
  }

  static async start(databaseUrl: string): Promise<TestCluster> {
    const cluster = new TestCluster(await freePorts(), databaseUrl);
    try {
      await Promise.all(cluster.#nodes.map((_, node) => cluster.startNode(node)));
      return cluster;
    } catch (fault) {
      await cluster[Symbol.asyncDispose]();
      throw fault;
    }
  }

  async startNode(node: number): Promise<void> {
    const child = spawn(natsServerProgram()?.path ?? '', ['-c', this.files[node] ?? ''], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#nodes[node] = child;
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (status) => reject(new Error(`nats-server ended with status ${status}: ${lines.join('\n')}`)));
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        if (line.includes('Server is ready')) resolve();
      });
    });
  }

  /** Ends a node in this way. */
  async end(node: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.#nodes[node];
    this.#nodes[node] = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((_, node) => this.end(node, 'SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Ports that are free now: two runs with one port per node, and one for each node. */
async function freePorts(): Promise<readonly number[]> {
  for (;;) {
    const [cluster, webSocket] = [await freePort(), await freePort()];
    const runs = [cluster, webSocket].flatMap((first) => [...Array(NODES).keys()].map((node) => first + node));
    const clients = await Promise.all(Array.from({ length: NODES }, () => freePort()));
    if (new Set([...runs, ...clients]).size < 3 * NODES) continue;
    const areFree = await Promise.all(runs.map(isPortFree));
    if (areFree.every(Boolean)) return [cluster, webSocket, ...clients];
  }
}
