import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { type NodePlatformOptions, nodePlatform } from '@kitestring/client/node.ts';
import { NotInVersionError } from '@kitestring/client/not-in-version-error.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Station';
const ANSWER_MS = 3000;
const NEEDS_NEWER = 'Commands and console need API 1.0.0 or newer: start it without --api-version for them.';

/** Checks that a station answers at the address and is healthy. */
export async function checkHealth(
  url: string,
  trust: NodePlatformOptions,
  timeoutMs = ANSWER_MS,
): Promise<Finding & { isRunning: boolean }> {
  const client = new KitestringClient({ url, platform: nodePlatform(trust), timeoutMs });
  try {
    const { status, api_version: version } = await client.health.getHealth();
    return { ...fine(CHECK, `${status}, API ${version}, at ${url}`), isRunning: true };
  } catch (error) {
    return finding(error, url);
  }
}

function finding(error: unknown, url: string): Finding & { isRunning: boolean } {
  if (error instanceof NotInVersionError) {
    return { ...warn(CHECK, `API ${error.apiVersion}, at ${url}`, NEEDS_NEWER), isRunning: true };
  }
  if (error instanceof ApiError && error.status === 500) {
    return {
      ...fail(CHECK, `it is running at ${url} but unhealthy`, 'See its log, and the database above.'),
      isRunning: true,
    };
  }
  if (error instanceof ConnectionError && error.code === 'UNTRUSTED') {
    return {
      ...warn(CHECK, error.message, 'Give its public key with --pin (serve prints it), or --insecure.'),
      isRunning: true,
    };
  }
  if (error instanceof ConnectionError && error.code === 'UNREACHABLE') {
    return { ...fine(CHECK, `none is running at ${url}`), isRunning: false };
  }
  const found = `the server at ${url} is not a station`;
  return {
    ...fail(CHECK, found, 'Name the station with --url, or choose another port with --port.'),
    isRunning: false,
  };
}
