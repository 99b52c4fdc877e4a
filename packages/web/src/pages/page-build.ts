import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Log } from '@kitestring/base/log.ts';
import { childEnvironment } from '@kitestring/os/child-environment.ts';
import { permissionFlags } from '@kitestring/os/child-permissions.ts';
import type { PageState } from './page-files.ts';
import { readPageFiles } from './read-page-files.ts';

/** Timeout of a build, which takes seconds. */
const BUILD_WITHIN_MS = 120_000;
/** A failed build is repeated at the next request, for example one that a busy machine did not finish in time. */
const MOST_BUILDS = 3;
const KEPT_STDERR = 2000;

type PageFolder =
  | { readonly isBuilt: true; readonly folder: string }
  | { readonly isBuilt: false; readonly cache: string };

/** A page that is built from its sources in a clone, and otherwise part of its package. */
interface BuildablePage {
  /** Path of the builder program; its arguments are the cache and the output folder in it. */
  readonly builder: string;
  /** Location of the built page, or where it has to be built. */
  find(): PageFolder;
  /** The page in this cache that was built from the current sources. */
  builtIn(cache: string): string | undefined;
  publish(part: string, cache: string): void;
  removeOlderThan(folder: string): void;
  listedNames(folder: string): readonly string[];
}

/**
 * A page, built once from its sources by a separate process: start and API of the service do not wait for it, and the
 * bundler's native code stays outside. Shared by all services of a process.
 */
export class PageBuild {
  readonly #page: BuildablePage;
  readonly #log: Log;
  #shared: SharedBuild | undefined;
  #hasLeft = false;

  /** @param log receives the result of the build */
  constructor(page: BuildablePage, log: Log) {
    this.#page = page;
    this.#log = log;
  }

  get state(): PageState {
    return this.#shared?.state ?? BUILDING;
  }

  /** State for a request, which repeats a failed build within {@link MOST_BUILDS}. */
  asked(): PageState {
    const { state } = this;
    if (state.kind !== 'failed' || this.#shared === undefined || this.#hasLeft) return state;
    if (this.#shared.builds < MOST_BUILDS) this.#follow(repeated(this.#page, this.#shared));
    return this.state;
  }

  /** Starts the build, after the start of the service. */
  begin(): void {
    if (this.#shared === undefined && !this.#hasLeft) this.#follow(join(this.#page));
  }

  /** Aborts the build if no other service waits for it. */
  async stop(): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    if (this.#shared !== undefined) await leave(this.#page, this.#shared);
  }

  #follow(build: SharedBuild): void {
    this.#shared = build;
    void build.ended.then(() => this.#tell(build.state));
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
  builds: number;
  readonly abort: AbortController;
  ended: Promise<void>;
}

const shared = new Map<BuildablePage, SharedBuild>();

function join(page: BuildablePage): SharedBuild {
  const running = shared.get(page);
  if (running !== undefined) {
    running.users += 1;
    return running;
  }
  const build = { state: BUILDING, users: 1, builds: 0, abort: new AbortController(), ended: Promise.resolve() };
  shared.set(page, build);
  return repeated(page, build);
}

function repeated(page: BuildablePage, build: SharedBuild): SharedBuild {
  build.state = BUILDING;
  build.builds += 1;
  build.ended = make(page, build);
  return build;
}

async function leave(page: BuildablePage, build: SharedBuild): Promise<void> {
  build.users -= 1;
  if (build.users > 0) return;
  build.abort.abort();
  // A finished build is reused by the next service of this process; a failed or aborted one is repeated.
  if (build.state.kind !== 'ready' && shared.get(page) === build) shared.delete(page);
  await build.ended;
}

async function make(page: BuildablePage, build: SharedBuild): Promise<void> {
  try {
    // Reading hundreds of files must not delay the start.
    await setImmediate();
    const found = page.find();
    const folder = found.isBuilt ? found.folder : await built(page, found.cache, build.abort.signal);
    build.state = { kind: 'ready', files: readPageFiles(folder, page.listedNames(folder)) };
    if (!found.isBuilt) page.removeOlderThan(folder);
  } catch (error) {
    build.state = { kind: 'failed', reason: (error as Error).message };
  }
}

/** In a clone only: an installed package contains the built page. */
async function built(page: BuildablePage, cache: string, signal: AbortSignal): Promise<string> {
  // The builder writes this folder only, not a served page.
  const part = resolve(cache, `${process.pid}.part`);
  mkdirSync(part, { recursive: true });
  try {
    await runBuilder(page.builder, cache, part, signal);
    page.publish(part, cache);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  const folder = page.builtIn(cache);
  if (folder === undefined) throw new Error('the sources of the page have changed while it was built');
  return folder;
}

/** Files that Vite probes and that may be absent: detection of WSL, and of the root of a workspace. */
function probedFiles(builder: string): readonly string[] {
  const probed = ['/proc/sys/fs/binfmt_misc/WSLInterop', '/run/WSL'];
  for (let folder = dirname(builder); folder !== dirname(folder); folder = dirname(folder)) {
    probed.push(...['package.json', 'pnpm-workspace.yaml', 'lerna.json'].map((name) => resolve(folder, name)));
  }
  return probed;
}

function runBuilder(builder: string, cache: string, part: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const grants = { reads: probedFiles(builder), writes: [part], mayUseNetwork: false };
    const flags = permissionFlags(pathToFileURL(builder).href, grants);
    const child = spawn(process.execPath, [...flags, builder, cache, part], {
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
