import { defaultHubFolder } from '@kitestring/hub/hub-folder.ts';
import { type Arguments, type CliCommand, textOf } from '../command.ts';
import { UsageError } from '../context.ts';

const DEFAULTS = { host: '127.0.0.1', port: '3180', 'broker-port': '3181' };

export const hub: CliCommand = {
  name: 'hub',
  summary: 'run the hub: many stations, one place',
  details: [
    'One process with a nats-server as its child and a database in its data folder, for up to a few hundred stations.',
    'On an address other than this machine it speaks HTTPS and WSS only. KITESTRING_HUB_DATABASE=postgres://... uses a PostgreSQL.',
    'docs/hub/install.md explains it.',
  ],
  words: [],
  flags: {
    'data-dir': { value: 'DIR', description: `Folder of keys, database and broker. Default: ${defaultHubFolder()}.` },
    host: { value: 'HOST', description: `Address to listen on. Default: ${DEFAULTS.host}.` },
    port: { value: 'PORT', description: `Port of the API; 0: any free one. Default: ${DEFAULTS.port}.` },
    'broker-port': {
      value: 'PORT',
      description: `Port of the broker for stations, WebSocket; 0: any free one. Default: ${DEFAULTS['broker-port']}.`,
    },
    'public-host': {
      value: 'HOST',
      description: 'Name or address under which stations reach this hub. Default: --host, or the name of this machine.',
    },
    'tls-key': { value: 'FILE', description: 'Key of the certificate, PEM. Default: a self-signed one is made.' },
    'tls-cert': { value: 'FILE', description: 'Certificate chain, PEM.' },
    engine: {
      value: 'FILE',
      description: 'nats-server to start. Default: the one in the PATH, or of kitestring hub engine install.',
    },
    'log-format': { value: 'FORMAT', description: 'auto, json or pretty. Default: auto.' },
    'log-level': { value: 'LEVEL', description: 'debug, info, warn or error. Default: info.' },
  },
  examples: [
    'kitestring hub engine install',
    'kitestring hub',
    'kitestring hub --host 0.0.0.0 --public-host hub.example',
  ],
  async run(args, context) {
    const tls = tlsFilesOf(args);
    const settings = {
      dataDir: textOf(args, 'data-dir') ?? defaultHubFolder(),
      host: textOf(args, 'host') ?? DEFAULTS.host,
      port: portOf(args, 'port'),
      brokerPort: portOf(args, 'broker-port') || -1,
      publicHost: textOf(args, 'public-host'),
      ...(tls !== undefined && { tls }),
      engine: textOf(args, 'engine'),
      databaseUrl: context.environment.KITESTRING_HUB_DATABASE,
      logFormat: oneOf(args, 'log-format', ['auto', 'json', 'pretty'] as const),
      logLevel: oneOf(args, 'log-level', ['info', 'debug', 'warn', 'error'] as const),
    };
    // Loaded late: a wrong flag is reported at once, and other commands need no hub.
    const { runHub } = await import('../hub/run-hub.ts');
    return runHub(settings, context);
  },
};

function portOf(args: Arguments, name: 'port' | 'broker-port'): number {
  const text = textOf(args, name) ?? DEFAULTS[name];
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`hub: --${name} must be a number from 0 to 65535, got "${text}"`);
}

function oneOf<const T extends readonly [string, ...string[]]>(args: Arguments, name: string, allowed: T): T[number] {
  const text = textOf(args, name) ?? allowed[0];
  if (allowed.includes(text)) return text;
  throw new UsageError(`hub: --${name} must be ${allowed.join(', ')}, got "${text}"`);
}

function tlsFilesOf(args: Arguments) {
  const keyFile = textOf(args, 'tls-key');
  const certFile = textOf(args, 'tls-cert');
  if (keyFile === undefined && certFile === undefined) return undefined;
  if (keyFile !== undefined && certFile !== undefined) return { keyFile, certFile };
  throw new UsageError('hub: --tls-key and --tls-cert need each other');
}
