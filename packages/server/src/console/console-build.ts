import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pageFolder, removeOlderThan } from '@kitestring/console/build/page-folder.ts';
import { childEnvironment } from '../children/child-environment.ts';
import { permissionFlags } from '../children/child-permissions.ts';
import type { Log } from '../http/log.ts';
import { type PageFile, readPageFiles } from './page-files.ts';

const BUILDER = import.meta.resolve('@kitestring/console/build/build-page.ts');
/** A build takes seconds; one that takes this long hangs. */
const BUILD_WITHIN_MS = 120_000;
const KEPT_STDERR = 2000;

/** The page on its way to being served. */
export type PageState =
  | { readonly kind: 'building' }
  | { readonly kind: 'ready'; readonly files: ReadonlyMap<string, PageFile> }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The operator's page, built once from its sources by a process of its own, so that neither the start of the station nor
 * its API waits for it, and no native code of the builder is in the station. All stations of a process share it.
 */
export class ConsoleBuild {
  readonly #log: Log;
  #shared: SharedBuild | undefined;
  #hasLeft = false;

  /** @param log told when the page is there, or why it is not */
  constructor(log: Log) {
    this.#log = log;
  }

  get state(): PageState {
    return this.#shared?.state ?? BUILDING;
  }

  /** Begins to build; once the station is there, which comes first. */
  begin(): void {
    if (this.#shared !== undefined || this.#hasLeft) return;
    const joined = join();
    this.#shared = joined;
    void joined.ended.then(() => this.#tell(joined.state));
  }

  /** Ends the build if no other station waits for it. */
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
  // What is ready stays for the next station of this process; what has failed or was broken off is tried again.
  if (build.state.kind !== 'ready' && shared === build) shared = undefined;
  await build.ended;
}

async function make(build: SharedBuild): Promise<void> {
  try {
    // Looking at hundreds of files is not to delay the start.
    await setImmediate();
    const { folder, isBuilt } = pageFolder();
    if (!isBuilt) await runBuilder(folder, build.abort.signal);
    build.state = { kind: 'ready', files: readPageFiles(folder) };
    if (!isBuilt) removeOlderThan(folder);
  } catch (error) {
    build.state = { kind: 'failed', reason: (error as Error).message };
  }
}

/** Files that Vite asks for and that may well not be there: what tells of Windows' Linux, and of the root of a workspace. */
function probedFiles(): readonly string[] {
  const probed = ['/proc/sys/fs/binfmt_misc/WSLInterop', '/run/WSL'];
  for (let folder = dirname(fileURLToPath(BUILDER)); folder !== dirname(folder); folder = dirname(folder)) {
    probed.push(...['package.json', 'pnpm-workspace.yaml', 'lerna.json'].map((name) => resolve(folder, name)));
  }
  return probed;
}

function runBuilder(folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // Beside the folder it builds under another name first.
    const flags = permissionFlags(BUILDER, { reads: probedFiles(), writes: [dirname(folder)], mayUseNetwork: false });
    const child = spawn(process.execPath, [...flags, fileURLToPath(BUILDER), folder], {
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
