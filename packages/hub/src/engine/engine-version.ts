import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Oldest nats-server that the hub takes: what it needs is older, but no older one is tested with it. */
export const ENGINE_VERSION_MIN = '2.14.0';

/** A busy machine needs a second to start a Go program; a hung one must not hold the start up. */
const VERSION_TIMEOUT_MS = 10_000;

/** Version of a nats-server, `2.15.0`; undefined when the file is not one or does not run. */
export async function engineVersionOf(file: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: VERSION_TIMEOUT_MS });
    return /nats-server: v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = ENGINE_VERSION_MIN.split('.').map(Number);
  return major === majorMin ? minor >= minorMin : major > majorMin;
}
