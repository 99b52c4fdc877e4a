import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** PostgreSQL refuses to run as root: then it runs as this user, who owns nothing. */
const NOBODY = 65_534;
const DEADLINE_MS = 60_000;

/** Folder of `initdb` and `postgres`: of the PATH, or where Debian puts them; undefined where there is none. */
function postgresPrograms(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The reason to skip what needs a PostgreSQL; false where there is one. */
export const missingPostgres = (): string | false => postgresPrograms() === undefined && 'no PostgreSQL';

/** A PostgreSQL of its own, in a temporary folder, reached by a socket in it. */
export class TestPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(folder: string, server: ChildProcess) {
    this.#folder = folder;
    this.#server = server;
    this.url = `postgres://hub@/postgres?host=${folder}`;
  }

  static async start(): Promise<TestPostgres> {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('there is no PostgreSQL');
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-pg-'));
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if ('uid' in user) chownSync(folder, NOBODY, NOBODY);
    const data = join(folder, 'data');
    const made = spawnSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'hub', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { ...user, encoding: 'utf8', timeout: DEADLINE_MS, cwd: folder },
    );
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await isReady(server);
    return new TestPostgres(folder, server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    this.#server.kill('SIGQUIT');
    await ended;
    rmSync(this.#folder, { recursive: true });
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
