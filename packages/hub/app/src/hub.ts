import { join } from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { storeFault } from '@kitestring/base/store-fault.ts';
import { HUB_PAGE } from '@kitestring/hub-page/build/page-folder.ts';
import { closeToOthers, dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { PageBuild } from '@kitestring/web/pages/page-build.ts';
import { type HubApi, makeHubApi } from './api/hub-api.ts';
import { Retention } from './archive/retention.ts';
import { type HubBroker, hasNatsServers, openBroker, streamReplicasOf } from './broker/hub-broker.ts';
import { stationCaOf } from './broker/nats-tls.ts';
import { migrate } from './database/migrations.ts';
import { openDatabase } from './database/open-database.ts';
import type { Engine } from './engine/find-engine.ts';
import { joinFleet } from './fleet.ts';
import { openReadiness } from './health/open-readiness.ts';
import { openStorageWatch } from './health/open-storage-watch.ts';
import { ChallengeNonces } from './identity/challenge-nonces.ts';
import { keysFolder, openHubKeys } from './identity/hub-keys.ts';
import { Identity } from './identity/identity.ts';
import { StationEnrolment } from './identity/station-enrolment.ts';
import { openHubNetwork } from './listen/hub-network.ts';
import { openHubTls } from './listen/hub-tls.ts';
import { FolderObjects } from './objects/folder-objects.ts';
import { objectsOf } from './objects/open-objects.ts';
import { openPeople } from './people/people.ts';
import { ConsolePages } from './proxy/console-pages.ts';
import { StationTokens } from './proxy/station-tokens.ts';
import { ApiKeys } from './registry/api-keys.ts';
import { HubAudit } from './registry/audit.ts';
import { Enrolments } from './registry/enrolments.ts';
import { makeFirstKey } from './registry/first-key.ts';
import { Stations } from './registry/stations.ts';
import { OtlpExporter } from './telemetry/otlp-exporter.ts';
import { Traces } from './telemetry/traces.ts';
import { UploadTable } from './uploads/upload-table.ts';
import { OutboundAddresses } from './webhooks/outbound-addresses.ts';
import { WebhookTable } from './webhooks/webhook-table.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** Time to wait until another hub releases the data folder. */
const LOCK_WAIT_MS = 5000;
/** Each of these files marks a folder as the data folder of a hub. */
const OWN_FILES = ['keys/operator.nk', 'database/PG_VERSION', 'broker/nats-server.conf'];

interface HubOptions {
  readonly version: string;
  readonly settings: HubSettingValues;
  /** The nats-server to start; undefined for external ones. */
  readonly engine: Engine | undefined;
  readonly log: Log;
}

/** A running hub. */
export interface RunningHub {
  /** Base URL of the API. */
  readonly url: string;
  /** Addresses of the broker for stations, separated by spaces. */
  readonly brokerUrl: string;
  readonly databaseText: string;
  /** Key of the first administrator; only at the first start. */
  readonly firstKey: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a hub: a single process with the broker as its child, or one of several replicas with external nats-servers.
 * @throws StoreFault, HubFault, TlsFault, ListenFault
 */
export async function startHub({ engine, log, settings, version }: HubOptions): Promise<RunningHub> {
  await using cleanup = new AsyncDisposableStack();
  const dataDir = settings.data_dir;
  const lock = FolderLock.take(dataFolder(dataDir), LOCK_WAIT_MS);
  if (lock === undefined) throw storeFault('STORE_IN_USE', dataDir);
  cleanup.defer(() => lock.release());
  closeToOthers(dataDir, OWN_FILES);
  const clock = new RealTimeClock((bug) => log.error({ err: bug }, 'a timer failed'));
  cleanup.defer(() => clock.stop());
  const nowMs = () => Math.floor(clock.nowUs() / 1000);

  const database = await openDatabase(settings);
  cleanup.defer(() => database.close());
  await migrate(database);
  const base = { database, settings, log, clock, realTimeClock: clock, nowMs };
  const stations = await Stations.open(database);
  const keys = await ApiKeys.open(database);
  const enrolments = new Enrolments(database);
  const audit = new HubAudit(database, nowMs);
  const people = await openPeople(base);

  const tls = await openHubTls(base);
  const hubKeys = openHubKeys(keysFolder(settings), { mayMake: engine !== undefined });
  const identity = new Identity({
    ...{ keys: hubKeys, stations, nowMs, brokerUrls: () => broker.stationUrls },
    ca: () => stationCaOf(settings, tls.ownPem()),
  });
  const broker: HubBroker = await openBroker({ ...base, engine, identity, urlHost: tls.urlHost, tls: tls.files });
  cleanup.defer(() => broker.stop());
  const nonces = new ChallengeNonces(hubKeys.command.key, nowMs);
  const enrolment = new StationEnrolment({ database, stations, enrolments, audit, identity, nonces, nowMs });

  let baseUrl = '';
  const folderObjects = new FolderObjects({ folder: join(dataDir, 'objects'), baseUrl: () => baseUrl, nowMs });
  const objects = objectsOf(settings, nowMs) ?? folderObjects;
  const uploadTable = new UploadTable(database);
  const fleet = await joinFleet({
    ...{ ...base, stations, audit, identity, enrolment, objects, uploadTable },
    ...{ persons: people.persons, rights: people.rights, keys: hubKeys, broker: broker.address, apiKeys: keys },
    renew: (person, secret) => people.personSignIn.renew(person, secret),
    onKeyRemoved: (id) => api.endKey(id),
    hasReplicas: hasNatsServers(settings),
    streamReplicas: streamReplicasOf(settings),
    isArchive: settings.roles.includes('archive'),
  });
  cleanup.defer(() => fleet.stop());

  const retention = new Retention({ ...base, removeUploads: (now) => fleet.uploadRetention.remove(now) });
  cleanup.defer(() => retention.stop());
  void retention.remove();
  const otlpUrl = settings['telemetry.otlp_url'];
  const exporter = otlpUrl === undefined ? undefined : new OtlpExporter({ ...base, url: otlpUrl, version });
  cleanup.defer(() => exporter?.stop());
  const readiness = await openReadiness({ ...base, ...fleet, broker });
  cleanup.defer(() => readiness.stop());
  const storage = await openStorageWatch({ ...base, keys: hubKeys, broker: broker.address });
  cleanup.defer(() => storage.stop());
  const webhookTable = new WebhookTable(database);
  const addresses = new OutboundAddresses(settings['webhooks.allow_networks']);
  const webhooks = new Webhooks({ ...base, table: webhookTable, addresses });
  cleanup.defer(() => webhooks.stop());

  const firstKey = await makeFirstKey(keys, dataDir, nowMs());
  const { presence } = fleet;
  const { stationTokens: secret } = hubKeys;
  const tokens = await StationTokens.open({ ...base, keys, rights: people.rights, presence, secret });
  cleanup.defer(() => tokens.stop());
  const page = new PageBuild(HUB_PAGE, log);
  cleanup.defer(() => page.stop());
  const consolePages = new ConsolePages(log);
  cleanup.defer(() => consolePages.stop());
  const api: HubApi = makeHubApi({
    ...{ ...base, ...people, ...fleet, stations, keys, enrolments, audit, enrolment, tokens, page, consolePages },
    ...{ webhookTable, webhooks, objects, uploadTable, isSecure: tls.scheme === 'https', certificatePin: tls.pin },
    ...{ version, readiness, storage, traces: new Traces(exporter) },
  });
  cleanup.defer(() => api.stop());

  const network = await openHubNetwork({ ...base, api, broker, folderObjects, tls });
  cleanup.defer(() => network.stop());
  page.begin();
  baseUrl = settings.public_url ?? `${network.url}/`;
  const running = cleanup.move();
  return {
    ...{ url: network.url, brokerUrl: broker.stationUrls.join(' '), databaseText: database.text, firstKey },
    stop: () => running.disposeAsync(),
  };
}
