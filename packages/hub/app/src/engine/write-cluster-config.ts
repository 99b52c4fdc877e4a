import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@kitestring/os/private-file.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { BrokerAccounts } from '../identity/broker-accounts.ts';
import { keysFolder, openHubKeys } from '../identity/hub-keys.ts';
import { type ClusterNode, clusterConfig } from './cluster-config.ts';
import type { EngineConfigOptions } from './engine-config.ts';

const NATS_PORT = 4222;
/** The accounts of a configuration are older than every version pushed by a hub, so that a restart does not readmit revoked stations. */
const FIRST_MS = 1000;

interface ClusterPlaces extends Pick<EngineConfigOptions, 'tls'> {
  /** Output folder, with one file per node. */
  readonly folder: string;
  /** Folder of streams and accounts on the node; each node has a subfolder. */
  readonly nodeFolder: string;
  readonly listenHost: string;
  /** Ports of the first node; nodes on the same host get the following ones. */
  readonly clusterPort: number;
  readonly webSocketPort: number;
  /** On the node: certificate authority for certificates of hubs; absent: hubs need none. */
  readonly clientCaFile?: string | undefined;
}

/**
 * Writes the configuration of every node of `nats.servers`, and creates missing keys of the hub.
 * @returns the files, one per node @throws HubFault
 */
export function writeClusterConfig(settings: HubSettingValues, places: ClusterPlaces): readonly string[] {
  const keysDir = keysFolder(settings);
  const keys = openHubKeys(keysDir, { mayMake: true });
  const { accounts, operatorJwt, systemAccount } = new BrokerAccounts({
    keys,
    stations: { list: () => [], keysOf: () => [] },
    nowMs: () => FIRST_MS,
  }).start();
  const clusterPassword = clusterPasswordIn(keysDir);
  const nodes = clusterNodes(settings['nats.servers'], places);
  const isEncrypted = settings['nats.servers'].some((server) => server.startsWith('tls:'));
  const hubTls = isEncrypted && {
    hubTls: { isFirst: settings['nats.tls_first'], clientCaFile: places.clientCaFile },
  };
  mkdirSync(places.folder, { recursive: true, mode: 0o700 });
  return nodes.map((node) => {
    const file = join(places.folder, `${node.name}.conf`);
    const { listenHost, tls } = places;
    const options = { nodes, listenHost, clusterPassword, tls, operatorJwt, accounts, systemAccount };
    writePrivateFile(file, clusterConfig(node, { ...options, ...hubTls }));
    return file;
  });
}

function clusterNodes(servers: readonly string[], places: ClusterPlaces): readonly ClusterNode[] {
  const onHost = new Map<string, number>();
  return servers.map((server, index) => {
    const { hostname: host, port } = new URL(server);
    const before = onHost.get(host) ?? 0;
    onHost.set(host, before + 1);
    const name = `n${index + 1}`;
    return {
      name,
      host,
      clientPort: port === '' ? NATS_PORT : Number(port),
      clusterPort: places.clusterPort + before,
      webSocketPort: places.webSocketPort + before,
      folder: join(places.nodeFolder, name),
    };
  });
}

function clusterPasswordIn(keysDir: string): string {
  const file = join(keysDir, 'cluster-password');
  if (!existsSync(file)) writePrivateFile(file, `${randomBytes(24).toString('base64url')}\n`);
  return readFileSync(file, 'utf8').trim();
}
