import type { Log } from '@kitestring/base/log.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { openHubApi } from './api/open-hub-api.ts';
import type { Engine } from './engine/find-engine.ts';
import { joinFleet } from './fleet.ts';
import { openFoundation } from './foundation.ts';
import { openUpkeep } from './health/open-upkeep.ts';
import { openMembership } from './identity/open-membership.ts';
import { openHubNetwork } from './listen/hub-network.ts';
import { openHubTls } from './listen/hub-tls.ts';
import { HubUrl } from './listen/hub-url.ts';
import { openObjects } from './objects/open-objects.ts';
import { openPeople } from './people/people.ts';
import { makeFirstKey } from './registry/first-key.ts';
import { openRegistry } from './registry/open-registry.ts';
import { openWebhooks } from './webhooks/open-webhooks.ts';

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
 * Each part is opened after those that it uses, and stopped before them.
 * @throws StoreFault, HubFault, TlsFault, ListenFault
 */
export async function startHub({ engine, log, settings, version }: HubOptions): Promise<RunningHub> {
  await using cleanup = new AsyncDisposableStack();
  const { clock, database, nowMs } = await openFoundation({ settings, log }, cleanup);
  const realTimeClock = clock;
  const { audit, enrolments, keys, stations } = await openRegistry({ database, nowMs });
  const { persons, personSignIn, provider, rights } = await openPeople({ database, settings, nowMs, log });
  const tls = await openHubTls({ settings, realTimeClock, log });
  const { accounts, broker, enrolment, hubKeys, identity } = await openMembership(
    { audit, database, engine, enrolments, settings, stations, tls, nowMs, log },
    cleanup,
  );
  const url = new HubUrl(settings.public_url);
  const { folderObjects, objects } = openObjects(settings, url, nowMs);
  const fleet = await joinFleet(
    {
      ...{ accounts, apiKeys: keys, audit, broker: broker.address, database, enrolment, hubKeys, identity, objects },
      ...{ persons, rights, settings, stations, clock, nowMs, log },
      renew: (person, secret) => personSignIn.renew(person, secret),
    },
    cleanup,
  );
  const { commands, commandTable, connection, events, fleetArchive, flows, link, mirror, policies, presence } = fleet;
  const { reads, revocations, sessions, uploadRetention, uploads, uploadTable, video } = fleet;
  const { readiness, storage, traces } = await openUpkeep(
    {
      ...{ broker, connection, database, fleetArchive, hubKeys, link, settings, uploadRetention, version },
      ...{ clock, nowMs, log },
    },
    cleanup,
  );
  const { webhooks, webhookTable } = openWebhooks({ database, settings, clock, nowMs, log }, cleanup);
  const firstKey = await makeFirstKey(keys, settings.data_dir, nowMs());
  const { api, page } = await openHubApi(
    {
      ...{ audit, commands, commandTable, connection, database, enrolment, enrolments, events, fleetArchive, flows },
      ...{ hubKeys, keys, link, mirror, objects, persons, personSignIn, policies, presence, provider, readiness },
      ...{ reads, revocations, rights, sessions, settings, stations, storage, traces, uploads, uploadTable },
      ...{ version, video, webhooks, webhookTable },
      ...{ isSecure: tls.scheme === 'https', certificatePin: tls.pin, realTimeClock, nowMs, log },
    },
    cleanup,
  );
  const network = await openHubNetwork({ api, broker, folderObjects, settings, tls, realTimeClock, log });
  cleanup.defer(() => network.stop());
  page.begin();
  url.listening(network.url);
  const running = cleanup.move();
  return {
    ...{ url: network.url, brokerUrl: broker.stationUrls.join(' '), databaseText: database.text, firstKey },
    stop: () => running.disposeAsync(),
  };
}
