import path from 'node:path';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { type Arguments, type CliCommand, textOf } from '../../command.ts';
import { UsageError } from '../../context.ts';
import { HUB_SETTING_FLAGS } from '../../settings-flags.ts';

const DEFAULTS = { out: 'nats', 'node-dir': '/var/lib/nats', 'cluster-port': '6222', 'websocket-port': '8443' };

export const hubEngineConfig: CliCommand = {
  name: 'hub engine config',
  summary: 'write the configuration of nats-servers that run elsewhere',
  details: [
    'One file for each of nats.servers, with the accounts of this hub. Makes the keys of the hub (keys_dir) at the first time:',
    'give every replica the same folder, and keep a backup. docs/hub/install.md explains it.',
  ],
  words: [],
  flags: {
    ...HUB_SETTING_FLAGS,
    config: { value: 'FILE', description: 'YAML file of settings; KITESTRING_HUB_CONFIG.' },
    out: { value: 'DIR', description: `Folder to write to. Default: ${DEFAULTS.out}.` },
    'node-dir': {
      value: 'DIR',
      description: `Folder of streams and accounts on a node. Default: ${DEFAULTS['node-dir']}.`,
    },
    listen: { value: 'HOST', description: 'Address on which nodes listen. Default: 0.0.0.0.' },
    'cluster-port': {
      value: 'PORT',
      description: `Port between nodes; the following ones for further nodes on the same host. Default: ${DEFAULTS['cluster-port']}.`,
    },
    'websocket-port': {
      value: 'PORT',
      description: `Port for stations; the following ones for further nodes on the same host. Default: ${DEFAULTS['websocket-port']}.`,
    },
    'node-tls-key': {
      value: 'FILE',
      description:
        'Key of the certificate of a node, for stations, and with tls:// in nats.servers for hubs. Default: no TLS, behind a proxy that ends it.',
    },
    'node-tls-cert': { value: 'FILE', description: 'Certificate chain of that key.' },
    'node-client-ca': {
      value: 'FILE',
      description: 'Certificate authority of hubs on a node: each must show a certificate (nats.cert_file).',
    },
  },
  examples: [
    'kitestring hub engine config --config hub.yaml --node-tls-key /etc/nats/key.pem --node-tls-cert /etc/nats/cert.pem',
  ],
  async run(args, { environment, folder, out }) {
    const { values } = loadSettingsOf(HUB_TABLE, { flags: args.flags, environment, folder });
    if (values['nats.servers'].length === 0) {
      throw new UsageError(
        'hub engine config: nats.servers is not set: name the nats-servers, for example nats://n1:4222',
      );
    }
    const tls = nodeTlsOf(args);
    const clientCaFile = textOf(args, 'node-client-ca');
    const isEncrypted = values['nats.servers'].some((server) => server.startsWith('tls:'));
    if (tls === undefined && isEncrypted)
      throw new UsageError('hub engine config: tls:// in nats.servers needs --node-tls-key and --node-tls-cert');
    if (clientCaFile !== undefined && !isEncrypted)
      throw new UsageError('hub engine config: --node-client-ca needs tls:// in nats.servers');
    const clusterPort = portOf(args, 'cluster-port');
    const webSocketPort = portOf(args, 'websocket-port');
    const { writeClusterConfig } = await import('@kitestring/hub/engine/write-cluster-config.ts');
    const files = writeClusterConfig(values, {
      folder: path.resolve(folder, textOf(args, 'out') ?? DEFAULTS.out),
      nodeFolder: textOf(args, 'node-dir') ?? DEFAULTS['node-dir'],
      listenHost: textOf(args, 'listen') ?? '0.0.0.0',
      ...{ clusterPort, webSocketPort, tls, clientCaFile },
    });
    for (const file of files) out.write(`${file}\n`);
    return 0;
  },
};

function portOf(args: Arguments, name: 'cluster-port' | 'websocket-port'): number {
  const text = textOf(args, name) ?? DEFAULTS[name];
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port <= 65_535) return port;
  throw new UsageError(`hub engine config: --${name} must be a number from 1 to 65535, got "${text}"`);
}

function nodeTlsOf(args: Arguments) {
  const keyFile = textOf(args, 'node-tls-key');
  const certFile = textOf(args, 'node-tls-cert');
  if (keyFile === undefined && certFile === undefined) return undefined;
  if (keyFile !== undefined && certFile !== undefined) return { keyFile, certFile };
  throw new UsageError('hub engine config: --node-tls-key and --node-tls-cert need each other');
}
