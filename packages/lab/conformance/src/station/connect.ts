import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { NodePlatformOptions } from '@kitestring/client/node.ts';
import { apiOf, CHECKED_VERSIONS, type CheckedVersion, checkedVersion } from '../api-version.ts';
import type { Level } from '../check.ts';
import { ConformFault } from '../conform-fault.ts';
import type { Answer } from '../link/answer.ts';
import { HttpLink, LinkFault } from '../link/http-link.ts';
import { sessionOf } from './sessions.ts';
import { StationUnderTest } from './station-under-test.ts';

export interface ConnectOptions {
  /** Base URL, `http://127.0.0.1:3128`. */
  readonly url: string;
  readonly key: string;
  readonly level: Level;
  /** Version to check; absent: detected. */
  readonly version?: CheckedVersion;
  readonly trust?: NodePlatformOptions;
}

/** Detects the station and its version. @throws ConformFault */
export async function connectToStation(options: ConnectOptions): Promise<StationUnderTest> {
  const link = new HttpLink(new URL(options.url), options.trust ?? {});
  let station: StationUnderTest | undefined;
  try {
    const reportedVersion = await reportedVersionAt(link);
    const version = options.version ?? versionFor(reportedVersion);
    const api = apiOf(version);
    station = new StationUnderTest({ link, api, key: options.key, level: options.level, reportedVersion });
    await checkKey(station, options.level);
    station.speed = await speedOf(station);
    return station;
  } catch (error) {
    await station?.[Symbol.asyncDispose]();
    link[Symbol.dispose]();
    throw fault(error, link.url);
  }
}

/** @throws ConformFault */
async function reportedVersionAt(link: HttpLink): Promise<string> {
  for (const path of ['health', 'v0/health']) {
    const answer = await reached(link, `${link.url.pathname.replace(/\/+$/, '')}/api/${path}`);
    const { api_version: version } = answer.object;
    if (typeof version === 'string') return version;
    const location = answer.header('location');
    if (answer.status < 400 && location !== undefined) {
      throw new ConformFault('foreign', `${link.url.origin} redirects to ${location}: give the address of the station`);
    }
    if (answer.status === 500 && answer.json === 'Service Unavailable') {
      throw new ConformFault(
        'not-ready',
        `${link.url.origin} says that it cannot do its work (health 500): see its log`,
      );
    }
  }
  throw new ConformFault(
    'foreign',
    `${link.url.origin} answers, but not with this API: there is no /api/health with an api_version; check address and port`,
  );
}

async function reached(link: HttpLink, path: string): Promise<Answer> {
  try {
    return await link.send({ path });
  } catch (error) {
    throw fault(error, link.url);
  }
}

function fault(error: unknown, url: URL): unknown {
  if (error instanceof ConnectionError) {
    return new ConformFault('untrusted', `${error.message}; give --pin, --ca or --insecure`, { cause: error });
  }
  if (!(error instanceof LinkFault)) return error;
  if (/^HPE_/.test(error.code)) {
    return new ConformFault('foreign', `${url.origin} does not speak HTTP: check address and port`, { cause: error });
  }
  if (/EPROTO|ERR_SSL/.test(error.code)) {
    return new ConformFault('foreign', `${url.origin} does not speak HTTPS: try http://`, { cause: error });
  }
  const reason = error.code === '' ? error.message : error.code;
  const message = `cannot reach ${url.origin} (${reason}): check address and port, and that the station runs`;
  return new ConformFault('unreachable', message, { cause: error });
}

/** @throws ConformFault */
function versionFor(reported: string): CheckedVersion {
  const version = checkedVersion(reported);
  if (version !== undefined) return version;
  throw new ConformFault(
    'version',
    `the station speaks version ${reported.slice(0, 40)}, which is not known here (${CHECKED_VERSIONS.join(', ')}): update, or choose one with --version`,
  );
}

/** @throws ConformFault */
async function checkKey(station: StationUnderTest, level: Level): Promise<void> {
  const scope = level === 'read' ? 'read' : 'read control';
  const json = { client_secret: station.key, scope, token_name: 'conformance' };
  const answer = await station.ask('auth.token.request', { as: 'nobody', json });
  const session = sessionOf(answer);
  if (session !== undefined) {
    station.sessions.adopt(level === 'read' ? 'reader' : 'commander', session);
    return;
  }
  if (answer.status === 403) {
    throw new ConformFault(
      'key',
      `the key does not get the scope "${scope}", which this run needs: ${reasonIn(answer)}`,
    );
  }
  if (answer.status === 401) throw new ConformFault('key', `the station does not accept the key: ${reasonIn(answer)}`);
  throw new ConformFault(
    'foreign',
    `${station.link.url.origin} has a health as this API has, but answers a token request with ${answer.status} (${reasonIn(answer)}): check address and port`,
  );
}

const reasonIn = ({ object, status }: Answer): string => String(object.message ?? `status ${status}`).slice(0, 200);

/** A stall of this machine spoils a reading of the station's clock, so the median of these is used. */
const MEASUREMENTS = 3;
const MEASURED_MS = 150;
/** A clock within this tolerance runs in real time: the network delays responses unevenly. */
const REAL_TIME_TOLERANCE = 0.25;

/** Lower bound of the station's speed: deadlines must not be too short when responses are slow. */
async function speedOf(station: StationUnderTest): Promise<number> {
  const speeds: number[] = [];
  while (speeds.length < MEASUREMENTS) {
    const sentMs = performance.now();
    const beganS = await station.nowS();
    await sleep(MEASURED_MS);
    const passedMs = ((await station.nowS()) - beganS) * 1000;
    speeds.push(passedMs / (performance.now() - sentMs));
  }
  const speed = speeds.sort((one, other) => one - other)[1] ?? 1;
  return speed > 1 + REAL_TIME_TOLERANCE ? speed : 1;
}
