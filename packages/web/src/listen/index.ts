export { EndedConnections } from './ended-connections.ts';
export { DEADLINES, type Deadlines } from './http-limits.ts';
export { HttpServers, type TlsPair } from './http-servers.ts';
export { InProcessClient } from './in-process-client.ts';
export { KnownHosts } from './known-hosts.ts';
export { ListenFault, listenFault } from './listen-fault.ts';
export { Network } from './network.ts';
export { stationUrl } from './station-url.ts';
