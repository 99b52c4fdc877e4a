import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** PostgreSQL refuses to run as root: then it runs as this user, who owns nothing. */
const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const DEADLINE_MS = 180_000;
const ATTEMPTS_MAX = 40;
const RETRY_MS = 250;

/** Folder of `initdb` and `postgres`: of the PATH, or where Debian puts them; undefined where there is none. */
function postgresPrograms(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The reason to skip what needs a PostgreSQL; false where there is one. */
export const missingPostgres = (): string | false =>
  postgresPrograms() === undefined && 'no PostgreSQL: apt-get install postgresql';

/** The PATH with the programs of PostgreSQL. */
export const postgresPath = (): string => [postgresPrograms(), process.env.PATH].join(delimiter);

/** The reason to skip what copies databases; false where there is a pg_dump that is not older than the server. */
export function missingPgDump(): string | false {
  const [server = Number.POSITIVE_INFINITY, client = 0] = ['postgres', 'pg_dump'].map((program) => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH: postgresPath() } });
    return /\d+/.exec(stdout ?? '')?.map(Number)[0];
  });
  return client < server && 'no pg_dump as new as the PostgreSQL: apt-get install postgresql-client';
}

/** A PostgreSQL of its own, in a temporary folder, reached by a socket in it. */
export class TestPostgres implements AsyncDisposable {
  readonly url: string;
  readonly socket: string;
  readonly #folder: string;
  readonly #programs: string;
  #server: ChildProcess | undefined;

  private constructor(folder: string, programs: string) {
    this.#folder = folder;
    this.#programs = programs;
    this.url = `postgres://hub@/postgres?host=${folder}`;
    this.socket = join(folder, '.s.PGSQL.5432');
  }

  /** @param folder for its data, made and removed; a temporary one when absent */
  static async start(folder = mkdtempSync(join(tmpdir(), 'kitestring-pg-'))): Promise<TestPostgres> {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('there is no PostgreSQL');
    mkdirSync(folder, { recursive: true });
    if (USER.uid !== undefined) chownSync(folder, USER.uid, USER.gid);
    const made = spawnSync(
      join(programs, 'initdb'),
      ['-D', join(folder, 'data'), '-U', 'hub', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { ...USER, encoding: 'utf8', timeout: DEADLINE_MS, cwd: folder },
    );
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    const postgres = new TestPostgres(folder, programs);
    await postgres.run();
    return postgres;
  }

  get isRunning(): boolean {
    return this.#server !== undefined && this.#server.exitCode === null && this.#server.signalCode === null;
  }

  /** Starts the server on its data; again while processes of one that was killed are still there, or its disk is full. */
  async run(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#start();
        return;
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error;
        await wait(RETRY_MS);
      }
    }
  }

  async #start(): Promise<void> {
    const data = ['-D', join(this.#folder, 'data'), '-k', this.#folder];
    // Without fsync: kills of the process lose nothing that the system has.
    const server = spawn(
      join(this.#programs, 'postgres'),
      [...data, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_wal_size=64MB'],
      {
        ...USER,
        cwd: this.#folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#server = server;
    await isReady(server);
  }

  /** Ends it in this way: SIGQUIT at once, SIGKILL as a power cut would, for which its children follow it. */
  async end(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    if (!this.isRunning || this.#server === undefined) return;
    const ended = new Promise((resolve) => this.#server?.once('exit', resolve));
    this.#server.kill(signal);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('exit', (status) => reject(new Error(`postgres ended with status ${status}`)));
    if (server.stderr === null) return;
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve();
    });
  });
}
