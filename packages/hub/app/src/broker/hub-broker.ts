import { join } from 'node:path';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { EngineHost } from '../engine/engine-host.ts';
import type { Engine } from '../engine/find-engine.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { BrokerAccounts } from '../identity/broker-accounts.ts';
import type { BrokerAddress } from './broker.ts';
import { natsTls } from './nats-tls.ts';

/** The broker of the hub: a child process, or external nats-servers. */
export interface HubBroker {
  readonly address: BrokerAddress;
  /** Addresses for stations. */
  readonly stationUrls: readonly string[];
  /** Why the hub’s own nats-server does not run; undefined while it runs, and for external servers. */
  readonly fault: string | undefined;
  /** Certificates have changed. */
  reload(): void;
  stop(): Promise<void>;
}

interface HubBrokerDeps extends Pick<HubDeps, 'settings' | 'log'> {
  readonly accounts: Pick<BrokerAccounts, 'start'>;
  /** Undefined for external nats-servers. */
  readonly engine: Engine | undefined;
  /** Host of the URL for stations. */
  readonly urlHost: string;
  /** Files of the certificate for stations; undefined without TLS. */
  readonly tls: { readonly keyFile: string; readonly certFile: string } | undefined;
}

/** Default number of copies: one node may be lost. */
const REPLICAS = 3;

/** Number of copies of each stream. */
export const streamReplicas = (settings: HubSettingValues): number =>
  settings['nats.replicas'] ?? (settings['nats.servers'].length >= REPLICAS ? REPLICAS : 1);

/** Whether the nats-servers are external: then other replicas of the hub may use them. */
export const hasNatsServers = (settings: HubSettingValues): boolean => settings['nats.servers'].length > 0;

/** @throws HubFault */
export async function openBroker(deps: HubBrokerDeps): Promise<HubBroker> {
  const { accounts, engine, log, settings, tls, urlHost } = deps;
  const stationUrls = settings['nats.station_urls'];
  if (engine === undefined) {
    const address = { servers: settings['nats.servers'], tls: natsTls(settings) };
    return { address, stationUrls, fault: undefined, reload: () => {}, stop: () => Promise.resolve() };
  }
  const host = await EngineHost.start({
    file: engine.file,
    folder: join(settings.data_dir, 'broker'),
    port: -1,
    log,
    tls,
    webSocket: { host: settings.host, port: settings.broker_port === 0 ? -1 : settings.broker_port },
    accounts: () => accounts.start(),
  });
  const ownUrl = `${tls === undefined ? 'ws' : 'wss'}://${urlHost}:${host.ports.webSocket}`;
  return {
    address: { servers: [`127.0.0.1:${host.ports.client}`], tls: undefined },
    stationUrls: stationUrls.length > 0 ? stationUrls : [ownUrl],
    get fault() {
      return host.fault;
    },
    reload: () => host.reload(),
    stop: () => host.stop(),
  };
}
