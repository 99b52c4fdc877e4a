import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Oldest nats-server that the hub accepts. Older ones have the required features, but are not tested. */
export const ENGINE_VERSION_MIN = '2.14.0';

/** A busy machine needs a second to start a Go program; one that hangs must not block the start. */
const VERSION_TIMEOUT_MS = 10_000;

/** Version of a nats-server, such as `2.15.0`; undefined when the file is another program or does not run. */
export async function engineVersion(file: string): Promise<string | undefined> {
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
