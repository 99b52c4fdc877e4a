import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import { DEADLINES, EndedConnections, KnownHosts, Network } from '@kitestring/web/listen';
import type { HubApi } from '../api/hub-api.ts';
import type { HubBroker } from '../broker/hub-broker.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { FolderObjects } from '../objects/folder-objects.ts';
import { PartReceiver } from '../uploads/part-receiver.ts';
import type { HubTls } from './hub-tls.ts';

interface HubNetworkDeps extends Pick<HubDeps, 'settings' | 'realTimeClock' | 'log'> {
  readonly api: HubApi;
  readonly broker: Pick<HubBroker, 'reload'>;
  readonly folderObjects: FolderObjects;
  readonly tls: HubTls;
}

interface HubNetwork {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Opens the port of the API, and reloads a changed certificate. @throws ListenFault */
export async function openHubNetwork(deps: HubNetworkDeps): Promise<HubNetwork> {
  const { api, broker, folderObjects, log, realTimeClock, settings, tls } = deps;
  const { certificate, publicHost, scheme, urlHost } = tls;
  const hosts = new KnownHosts({
    names: names(settings, publicHost),
    proxies: api.proxies,
    certificate: () => certificate.current.pair.cert,
  });
  const parts = new PartReceiver(folderObjects, log);
  const network = await Network.open({
    proxies: api.proxies,
    log,
    realTimeClock,
    deadlines: DEADLINES,
    ended: new EndedConnections(),
    api: { ...api, listener: parts.before(api.listener) },
    hasOwnDeadline: (stream) => parts.isReceiving(stream),
    tls: certificate.current.pair,
    tlsMode: scheme === 'https' ? 'https_only' : 'off',
    listeners: [{ host: settings.host, port: settings.port }],
    isKnownHost: (request) => hosts.has(request),
    connectionsMax: DEFAULT_LIMITS.connections,
    connectionsPerAddressMax: DEFAULT_LIMITS.connectionsPerAddress,
  });
  const renew = (pair: typeof certificate.current.pair) => {
    network.renewTls(pair);
    broker.reload();
  };
  const endWatch = certificate.watch(renew, { set: () => {} });
  return {
    url: `${scheme}://${urlHost}:${network.addresses[0]?.port}`,
    stop: () => {
      endWatch();
      api.endStreams();
      return network.stop();
    },
  };
}

/** Host names that clients may use. */
const names = ({ public_url }: HubSettingValues, publicHost: string) =>
  public_url === undefined ? [publicHost] : [publicHost, new URL(public_url).hostname];
