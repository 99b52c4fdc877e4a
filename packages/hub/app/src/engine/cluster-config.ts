import { type EngineConfigOptions, engineRules } from './engine-config.ts';

/** A nats-server of a cluster. */
export interface ClusterNode {
  /** Unique in the cluster. */
  readonly name: string;
  /** Name or address by which the other nodes and the hub reach it. */
  readonly host: string;
  readonly clientPort: number;
  readonly clusterPort: number;
  readonly webSocketPort: number;
  /** Folder of its streams and accounts. */
  readonly folder: string;
}

interface ClusterConfigOptions extends Pick<EngineConfigOptions, 'tls' | 'operatorJwt' | 'accounts' | 'systemAccount'> {
  readonly nodes: readonly ClusterNode[];
  /** Address to listen on, such as `0.0.0.0`. */
  readonly listenHost: string;
  /** Secret of the connections between nodes. */
  readonly clusterPassword: string;
  /** TLS for hubs, with the certificate for stations; absent: no TLS. */
  readonly hubTls?: {
    /** The handshake comes before the greeting of the server. */
    readonly isFirst: boolean;
    /** Certificate authority of the hubs; if present, hubs must have a certificate. */
    readonly clientCaFile: string | undefined;
  };
}

const CLUSTER_USER = 'node';

/** Configuration of one node of a cluster of nats-servers, or of a single server. */
export function clusterConfig(node: ClusterNode, options: ClusterConfigOptions): string {
  const { clusterPassword: password, hubTls, listenHost, nodes, ...rules } = options;
  const route = ({ clusterPort, host }: ClusterNode) =>
    `nats-route://${CLUSTER_USER}:${encodeURIComponent(password)}@${host}:${clusterPort}`;
  const cluster = {
    name: 'kitestring',
    listen: `${listenHost}:${node.clusterPort}`,
    authorization: { user: CLUSTER_USER, password, timeout: 5 },
    routes: nodes.filter(({ name }) => name !== node.name).map(route),
  };
  const config = {
    server_name: node.name,
    listen: `${listenHost}:${node.clientPort}`,
    ...engineRules({ ...rules, folder: node.folder, webSocket: { host: listenHost, port: node.webSocketPort } }),
    ...(hubTls !== undefined && rules.tls !== undefined && { tls: tls(rules.tls, hubTls) }),
    // A single node has no cluster.
    ...(nodes.length > 1 && { cluster }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const tls = (
  { certFile, keyFile }: NonNullable<ClusterConfigOptions['tls']>,
  { clientCaFile, isFirst }: NonNullable<ClusterConfigOptions['hubTls']>,
) => ({
  cert_file: certFile,
  key_file: keyFile,
  handshake_first: isFirst,
  ...(clientCaFile !== undefined && { ca_file: clientCaFile, verify: true }),
});
