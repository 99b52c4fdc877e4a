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
  const registry = await openRegistry({ database, nowMs });
  const people = await openPeople({ database, settings, nowMs, log });
  const tls = await openHubTls({ settings, realTimeClock: clock, log });
  const { accounts, broker, enrolment, hubKeys, identity } = await openMembership(
    { registry, database, engine, settings, tls, nowMs, log },
    cleanup,
  );
  const url = new HubUrl(settings.public_url);
  const { folderObjects, objects } = openObjects(settings, url, nowMs);
  const fleet = await joinFleet(
    {
      accounts,
      registry,
      people,
      broker: broker.address,
      database,
      enrolment,
      hubKeys,
      identity,
      objects,
      settings,
      clock,
      nowMs,
      log,
    },
    cleanup,
  );
  const upkeep = await openUpkeep({ broker, database, fleet, hubKeys, settings, version, clock, nowMs, log }, cleanup);
  const webhooks = openWebhooks({ database, settings, clock, nowMs, log }, cleanup);
  const firstKey = await makeFirstKey(registry.keys, settings.data_dir, nowMs());
  const isSecure = tls.scheme === 'https';
  const { api, page } = await openHubApi(
    {
      base: { version, isSecure, certificatePin: tls.pin, settings, database, realTimeClock: clock, nowMs, log },
      hubKeys,
      registry,
      people,
      enrolment,
      objects,
      fleet,
      upkeep,
      webhooks,
    },
    cleanup,
  );
  const network = await openHubNetwork({ api, broker, folderObjects, settings, tls, realTimeClock: clock, log });
  cleanup.defer(() => network.stop());
  page.begin();
  url.listening(network.url);
  const running = cleanup.move();
  return {
    url: network.url,
    brokerUrl: broker.stationUrls.join(' '),
    databaseText: database.text,
    firstKey,
    stop: () => running.disposeAsync(),
  };
}
