// First start of the compose project: makes every secret, and the configuration of each service with it, into the volume that only this
// service sees. What is there already stays, so that it may run at each start. It prints names of files, never what is in them.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder = '/first'] = process.argv;
/** All services share the network of one container, so an address is the same for them, for stations and for browsers of this computer. */
const HOST = '127.0.0.1';
const PUBLIC_PORTS = { hub: 3180, broker: 3181, relay: 7880, s3: 7070, idp: 8180 };
const BUCKET = 'recordings';

const secret = () => randomBytes(32).toString('base64url');

/** The secret of this name, made once; mode 0400 in a volume of the hub. */
function secretOf(name) {
  const file = join(folder, 'hub/secrets', name);
  if (!existsSync(file)) write('hub', `secrets/${name}`, `${secret()}\n`, 0o400);
  return readFileSync(file, 'utf8').trim();
}

/** Whole or not at all: a start that was cut leaves nothing half written. */
function write(volume, name, text, mode) {
  const file = join(folder, volume, name);
  if (existsSync(file)) return;
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  // One of a start that was cut has its mode, and cannot be written.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
  console.log(`made ${volume}/${name}`);
}

const database = secretOf('database');
const relay = secretOf('relay');
const objects = secretOf('objects');

// The service that reads it may have another user: the volume is its own.
write('postgres', 'password', `${database}\n`, 0o444);
write('idp', 'admin-password', `${secretOf('idp-admin')}\n`, 0o444);
write('s3', 'secret-key', `${objects}\n`, 0o444);
mkdirSync(join(folder, 's3-data/objects', BUCKET), { recursive: true });
mkdirSync(join(folder, 's3-data/sidecar'), { recursive: true });
write(
  'relay',
  'livekit.yaml',
  `port: ${PUBLIC_PORTS.relay}
rtc:
  udp_port: 7882
  tcp_port: 7881
  node_ip: ${HOST}
  use_external_ip: false
keys:
  kitestring-hub: ${relay}
`,
  0o444,
);
const settings = join(folder, 'hub/hub.yaml');
write(
  'hub',
  'hub.yaml',
  `host: 0.0.0.0
port: ${PUBLIC_PORTS.hub}
public_host: ${HOST}
# Ports are published on this computer only.
tls.mode: off
database: postgres://hub:${database}@${HOST}:5432/hub
keys_dir: ${join(folder, 'hub/keys')}
nats:
  servers: [nats://${HOST}:4222]
  station_urls: [ws://${HOST}:${PUBLIC_PORTS.broker}]
relay:
  urls: [http://${HOST}:${PUBLIC_PORTS.relay}]
  key: kitestring-hub
  secret_file: ${join(folder, 'hub/secrets/relay')}
s3:
  endpoint: http://${HOST}:${PUBLIC_PORTS.s3}/
  bucket: ${BUCKET}
  access_key_id: kitestring-hub
  secret_access_key: ${objects}
${
  process.env.WITH_IDP === '1'
    ? `oidc:
  issuer: http://${HOST}:${PUBLIC_PORTS.idp}/realms/kitestring
  client_id: kitestring-hub
  name: Keycloak
`
    : ''
}`,
  0o400,
);
if (!existsSync(join(folder, 'broker/n1.conf'))) {
  // The command of the image, or of a checkout.
  const program = join(import.meta.dirname, '../../packages/cli/bin/kitestring.mjs');
  const places = ['--out', join(folder, 'broker'), '--node-dir', '/data', '--websocket-port', `${PUBLIC_PORTS.broker}`];
  const { status } = spawnSync(
    process.execPath,
    [program, 'hub', 'engine', 'config', '--config', settings, '--listen', '0.0.0.0', ...places],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) process.exit(1);
  console.log('made broker/n1.conf');
}
