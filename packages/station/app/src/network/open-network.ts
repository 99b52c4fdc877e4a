import type { IncomingMessage } from 'node:http';
import type { Api } from '@kitestring/station-api/api/make-api.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth';
import { type Deadlines, type EndedConnections, KnownHosts, Network } from '@kitestring/web/listen';
import type { ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import { certificateNames } from '@kitestring/web/tls/certificate-names.ts';
import type { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import type { Foundation } from '../foundation.ts';

interface NetworkOptions {
  readonly core: Pick<Foundation, 'log' | 'systemClock' | 'settings'>;
  readonly certificate: ServerCertificate;
  readonly listeners: readonly ListenAddress[];
  readonly deadlines: Deadlines;
  readonly ended: EndedConnections;
  /** Knows the addresses from which clients have signed in. */
  readonly loginThrottle: Pick<LoginThrottle, 'isKnown'>;
}

/** Opens every listener of an API, or none. @throws ListenFault */
export function openNetwork(
  { certificate, core, deadlines, ended, listeners, loginThrottle }: NetworkOptions,
  api: Api,
): Promise<Network> {
  const { log, systemClock: realTimeClock, settings } = core;
  const { limits, tlsMode = 'both' } = settings;
  const { proxies } = api;
  const hosts = new KnownHosts({
    names: [...certificateNames(settings), ...settings.network.hosts],
    certificate: () => certificate.current.pair.cert,
    proxies,
  });
  return Network.open({
    api,
    tls: certificate.current.pair,
    tlsMode,
    isKnownHost: (request: IncomingMessage) => hosts.has(request),
    listeners,
    connectionsMax: limits.connections,
    connectionsPerAddressMax: limits.connectionsPerAddress,
    isKnownClient: (address) => loginThrottle.isKnown(address),
    proxies,
    ended,
    deadlines,
    log,
    realTimeClock,
  });
}
