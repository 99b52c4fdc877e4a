import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EndedConnections } from '@kitestring/server/listen/ended-connections.ts';
import { DEADLINES } from '@kitestring/server/listen/http-limits.ts';
import { KnownHosts } from '@kitestring/server/listen/known-hosts.ts';
import { Network } from '@kitestring/server/listen/network.ts';
import { RealTimeClock } from '@kitestring/server/real-time-clock.ts';
import { certificateNames } from '@kitestring/server/tls/certificate-names.ts';
import { ServerCertificate } from '@kitestring/server/tls/server-certificate.ts';
import { firstKeyFile, ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import { areLoopback, type ListenAddress } from '@kitestring/settings/listen-address.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import { dataFolder } from '@kitestring/store/data-folder.ts';
import { FolderLock } from '@kitestring/store/folder-lock.ts';
import { writePrivateFile } from '@kitestring/store/private-file.ts';
import { storeFault } from '@kitestring/store/store-fault.ts';
import { makeHubApi } from './api/hub-api.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrations.ts';
import { openPglite } from './database/pglite-database.ts';
import { openPostgres } from './database/postgres-database.ts';
import { EngineHost } from './engine/engine-host.ts';
import type { Engine } from './engine/find-engine.ts';
import { Fleet } from './fleet.ts';
import { openHubKeys } from './identity/hub-keys.ts';
import { Identity } from './identity/identity.ts';
import { StationEnrolment } from './identity/station-enrolment.ts';
import { ApiKeys } from './registry/api-keys.ts';
import { HubAudit } from './registry/audit.ts';
import { Enrolments } from './registry/enrolments.ts';
import { Stations } from './registry/stations.ts';

/** How long another hub may take to let go of the data folder. */
const LOCK_WAIT_MS = 5000;
/** The machine's name in mDNS. */
const SYSTEM_NAME = { network: { systemDomain: 'local' }, station: { gsName: hostname() } };

interface HubOptions {
  readonly version: string;
  readonly dataDir: string;
  /** Address of the API. Port 0: any free one. */
  readonly listen: ListenAddress;
  /** Port of the broker for stations; -1: any free one. */
  readonly brokerPort: number;
  /** Name or address under which stations reach this hub; absent: that of `listen`, or the name of the machine. */
  readonly publicHost?: string | undefined;
  /** Files of key and certificate; absent: a self-signed one is made and kept. */
  readonly tls?: { readonly keyFile: string; readonly certFile: string } | undefined;
  readonly engine: Engine;
  /** `postgres://...`; absent: a database in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly log: Log;
}

/** A hub that runs. */
export interface RunningHub {
  /** Base URL of the API. */
  readonly url: string;
  /** Where stations reach the broker. */
  readonly brokerUrl: string;
  readonly databaseText: string;
  /** Key of the first administrator, at the first start only. */
  readonly firstKey: string | undefined;
  readonly engineVersion: string;
  stop(): Promise<void>;
}

/**
 * Starts a hub in one process with a broker as its child.
 * @throws StoreFault, HubFault, TlsFault, ListenFault
 */
export async function startHub(options: HubOptions): Promise<RunningHub> {
  await using cleanup = new AsyncDisposableStack();
  const { dataDir, log, engine, listen } = options;
  const folder = dataFolder(dataDir);
  const lock = FolderLock.take(folder, LOCK_WAIT_MS);
  if (lock === undefined) throw storeFault('STORE_IN_USE', dataDir);
  cleanup.defer(() => lock.release());
  const clock = new RealTimeClock((bug) => log.error({ err: bug }, 'a timer failed'));
  cleanup.defer(() => clock.stop());
  const nowMs = () => Math.floor(clock.nowUs() / 1000);

  const database = await openDatabase(options);
  cleanup.defer(() => database.close());
  await migrate(database);
  const stations = await Stations.open(database);
  const keys = await ApiKeys.open(database);
  const audit = new HubAudit(database, nowMs);
  const enrolments = new Enrolments(database);

  const publicHost = options.publicHost ?? (isAny(listen.host) ? hostname() : listen.host);
  const isSecure = !areLoopback([listen]);
  const certificate = await ServerCertificate.open({
    ...{ files: options.tls, dataDir, realTimeClock: clock, log },
    names: [...certificateNames({ listeners: [listen], ...SYSTEM_NAME }), publicHost],
  });
  const caFile = isSecure && options.tls === undefined ? ownCertificateFile(dataDir) : undefined;

  const hubKeys = openHubKeys(join(dataDir, 'keys'));
  const scheme = isSecure ? 'wss' : 'ws';
  const brokerUrl = () => `${scheme}://${inUrl(publicHost)}:${engineHost.ports.webSocket}`;
  const identity = new Identity({
    ...{ keys: hubKeys, stations, nowMs, brokerUrls: () => [brokerUrl()] },
    ca: () => (caFile === undefined ? undefined : readFileSync(caFile, 'utf8')),
  });
  const engineHost: EngineHost = await EngineHost.start({
    ...{ file: engine.file, folder: join(dataDir, 'broker'), port: -1, log },
    webSocket: { host: listen.host, port: options.brokerPort },
    tls: isSecure ? certificateFiles(options) : undefined,
    accounts: () => identity.brokerAccounts,
  });
  cleanup.defer(() => engineHost.stop());

  const enrolment = new StationEnrolment({ database, stations, enrolments, audit, identity, nowMs });
  const fleet = await Fleet.join({
    ...{ database, stations, audit, identity, enrolment, log, clock, nowMs, keys: hubKeys },
    server: `127.0.0.1:${engineHost.ports.client}`,
  });
  cleanup.defer(() => fleet.stop());

  const firstKey = await makeFirstKey(keys, dataDir, nowMs());
  const api = makeHubApi({
    ...{ database, stations, keys, enrolments, audit, enrolment, log, nowMs, isSecure },
    ...{ realTimeClock: clock, presence: fleet.presence, mirror: fleet.mirror },
    ...{ commands: fleet.commands, commandTable: fleet.commandTable },
    cursorOf: (sid, epoch) => fleet.cursorOf(sid, epoch),
    revoke: (sid, by) => fleet.revoke(sid, by),
    certificatePin: () => (caFile === undefined ? undefined : pinOf(certificate.current.pair.cert)),
    health: () => healthOf(options.version, fleet, database),
  });
  cleanup.defer(() => api.stop());
  cleanup.defer(fleet.presence.onChange(({ sid }) => api.live.touch(sid)));
  const hosts = new KnownHosts({
    ...{ names: [publicHost], proxies: api.proxies, certificate: () => certificate.current.pair.cert },
  });
  const network = await Network.open({
    ...{ api, proxies: api.proxies, log, realTimeClock: clock, deadlines: DEADLINES, ended: new EndedConnections() },
    tls: certificate.current.pair,
    tlsMode: isSecure ? 'https_only' : 'off',
    listeners: [listen],
    isKnownHost: (request) => hosts.has(request),
    connectionsMax: DEFAULT_LIMITS.connections,
    connectionsPerAddressMax: DEFAULT_LIMITS.connectionsPerAddress,
  });
  cleanup.defer(() => network.stop());
  cleanup.defer(
    certificate.watch(
      (pair) => {
        network.renewTls(pair);
        engineHost.reload();
      },
      { set: () => {} },
    ),
  );
  const [address] = network.addresses;
  const running = cleanup.move();
  return {
    url: `${isSecure ? 'https' : 'http'}://${inUrl(publicHost)}:${address?.port}`,
    brokerUrl: brokerUrl(),
    databaseText: database.text,
    firstKey,
    engineVersion: engine.version,
    stop: () => running.disposeAsync(),
  };
}

const openDatabase = ({ databaseUrl, dataDir }: HubOptions): Promise<Database> =>
  databaseUrl === undefined ? openPglite(join(dataDir, 'database')) : openPostgres(databaseUrl);

const certificateFiles = ({ dataDir, tls }: HubOptions) =>
  tls ?? { keyFile: join(dataDir, 'tls-key.pem'), certFile: ownCertificateFile(dataDir) };

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const pinOf = (pem: string): string =>
  Buffer.from(new X509Certificate(pem).fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');

/** The first administrator's key, at the first start; kept in a file until a user removes it. */
async function makeFirstKey(keys: ApiKeys, dataDir: string, nowMs: number): Promise<string | undefined> {
  if (!keys.isEmpty) return undefined;
  const { secret } = await keys.add('first', 'admin', nowMs);
  writePrivateFile(firstKeyFile(dataDir), `${secret}\n`);
  return secret;
}

async function healthOf(version: string, fleet: Fleet, database: Database) {
  const broker = fleet.isConnected ? 'up' : 'down';
  const isThere = await database.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const status: 'up' | 'degraded' = broker === 'up' && isThere ? 'up' : 'degraded';
  return { status, version, broker, database: isThere ? 'up' : 'down' };
}
