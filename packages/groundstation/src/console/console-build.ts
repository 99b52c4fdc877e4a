import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtIn, pageFolder, removeOlderThan } from '@kitestring/console/build/page-folder.ts';
import type { PageState } from '@kitestring/server/api/pages/page-files.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { childEnvironment } from '@kitestring/video/process/child-environment.ts';
import { permissionFlags } from '@kitestring/video/process/child-permissions.ts';
import { readPageFiles } from './read-page-files.ts';

const BUILDER = import.meta.resolve('@kitestring/console/build/build-page.ts');
/** Timeout of a build, which takes seconds. */
const BUILD_WITHIN_MS = 120_000;
const KEPT_STDERR = 2000;

/**
 * The operator's console, built once from its sources by a separate process, so that neither the start of the station
 * nor its API waits for it, and the station contains no native code of the bundler. Shared by all stations of a
 * process.
 */
export class ConsoleBuild {
  readonly #log: Log;
  #shared: SharedBuild | undefined;
  #hasLeft = false;

  /** @param log receives the result of the build */
  constructor(log: Log) {
    this.#log = log;
  }

  get state(): PageState {
    return this.#shared?.state ?? BUILDING;
  }

  /** Starts the build, after the start of the station. */
  begin(): void {
    if (this.#shared !== undefined || this.#hasLeft) return;
    const joined = join();
    this.#shared = joined;
    void joined.ended.then(() => this.#tell(joined.state));
  }

  /** Aborts the build if no other station waits for it. */
  async stop(): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    if (this.#shared !== undefined) await leave(this.#shared);
  }

  #tell(state: PageState): void {
    if (this.#hasLeft) return;
    if (state.kind !== 'failed') this.#log.info({}, 'the console is ready');
    else this.#log.warn({ reason: state.reason }, 'the console cannot be shown; the API is not affected');
  }
}

const BUILDING: PageState = { kind: 'building' };

interface SharedBuild {
  state: PageState;
  users: number;
  readonly abort: AbortController;
  ended: Promise<void>;
}

let shared: SharedBuild | undefined;

function join(): SharedBuild {
  if (shared === undefined) {
    const begun = { state: BUILDING, users: 0, abort: new AbortController() };
    shared = { ...begun, ended: Promise.resolve() };
    shared.ended = make(shared);
  }
  shared.users += 1;
  return shared;
}

async function leave(build: SharedBuild): Promise<void> {
  build.users -= 1;
  if (build.users > 0) return;
  build.abort.abort();
  // A finished build stays for the next station of this process; a failed or aborted one is retried.
  if (build.state.kind !== 'ready' && shared === build) shared = undefined;
  await build.ended;
}

async function make(build: SharedBuild): Promise<void> {
  try {
    // Reading hundreds of files must not delay the start.
    await setImmediate();
    const found = pageFolder();
    const folder = found.isBuilt ? found.folder : await built(found.cache, build.abort.signal);
    build.state = { kind: 'ready', files: readPageFiles(folder) };
    if (!found.isBuilt) removeOlderThan(folder);
  } catch (error) {
    build.state = { kind: 'failed', reason: (error as Error).message };
  }
}

/** In a clone only: an installed package contains the built console. */
async function built(cache: string, signal: AbortSignal): Promise<string> {
  await runBuilder(cache, signal);
  const folder = builtIn(cache);
  if (folder === undefined) throw new Error('the sources of the page have changed while it was built');
  return folder;
}

/** Files that Vite probes and that may be absent: detection of WSL, and of the root of a workspace. */
function probedFiles(): readonly string[] {
  const probed = ['/proc/sys/fs/binfmt_misc/WSLInterop', '/run/WSL'];
  for (let folder = dirname(fileURLToPath(BUILDER)); folder !== dirname(folder); folder = dirname(folder)) {
    probed.push(...['package.json', 'pnpm-workspace.yaml', 'lerna.json'].map((name) => resolve(folder, name)));
  }
  return probed;
}

function runBuilder(cache: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const flags = permissionFlags(BUILDER, { reads: probedFiles(), writes: [cache], mayUseNetwork: false });
    const child = spawn(process.execPath, [...flags, fileURLToPath(BUILDER), cache], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      timeout: BUILD_WITHIN_MS,
      env: childEnvironment(),
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-KEPT_STDERR);
    });
    child.once('error', reject);
    child.once('exit', (status, ended) => {
      if (status === 0) resolve();
      else reject(new Error(`the page could not be built (${ended ?? `status ${status}`}): ${said.trim()}`));
    });
  });
}
