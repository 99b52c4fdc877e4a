import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { helmProgram, missingHelm, missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { parse, parseAllDocuments } from 'yaml';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const CHART = join(import.meta.dirname, '../deploy/helm/kitestring-hub');
/** Helm that was compiled by Go alone does not know which Kubernetes it stands for. */
const KUBERNETES = '1.31.0';
const EVERYTHING = {
  replicas: 3,
  image: { repository: 'registry.example/kitestring', pullSecrets: ['registry'] },
  secrets: { keys: 'k', database: 'd', relay: 'r', s3: 's', oidc: 'o' },
  settings: {
    'oidc.issuer': 'https://idp.example/',
    'oidc.client_id': 'hub',
    'relay.urls': ['https://relay.example'],
    'relay.key': 'hub',
    's3.endpoint': 'https://s3.example/',
    's3.bucket': 'recordings',
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'hub', operator: 'Exists' }],
};
const EXTERNAL_NATS = {
  nats: { enabled: false, servers: ['tls://n1.internal:4222'], stationUrls: ['wss://n1.hub.example'] },
  ingress: { enabled: false },
  networkPolicy: { enabled: false },
};

/** A rendered object: the test knows what it looks at. */
// biome-ignore lint/suspicious/noExplicitAny: every kind has another form
type KubernetesObject = any;

describe('the chart', { skip: missingHelm() }, () => {
  const helm = (...args: string[]) => spawnSync(helmProgram() ?? '', args, { encoding: 'utf8' });
  const render = (values: object) => {
    using folder = new TestFolder();
    const file = join(folder.path, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return helm('template', 'fleet', CHART, '--namespace', 'hub', '--kube-version', KUBERNETES, '--values', file);
  };
  const rendered = (values: object): readonly KubernetesObject[] => {
    const { status, stderr, stdout } = render(values);
    assert.equal(status, 0, stderr);
    return parseAllDocuments(stdout).map((document) => document.toJS());
  };
  const oneOf = (objects: readonly KubernetesObject[], kind: string, name = 'fleet'): KubernetesObject =>
    objects.find((object) => object.kind === kind && object.metadata.name === name) ??
    assert.fail(`no ${kind} ${name}`);

  it('is without a fault for Helm', () => {
    const { status, stderr, stdout } = helm('lint', '--strict', CHART, '--kube-version', KUBERNETES);
    assert.equal(status, 0, stdout + stderr);
  });

  it('renders objects that Kubernetes knows, with each set of values', { skip: whyNoPython() }, () => {
    using folder = new TestFolder();
    for (const [name, values] of Object.entries({ plain: {}, EVERYTHING, EXTERNAL_NATS })) {
      const native = rendered(values).filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.coreos.com/'));
      const file = join(folder.path, `${name}.yaml`);
      writeFileSync(file, native.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
      const args = ['--strict', '--kubernetes-version', KUBERNETES.replace(/\.0$/, ''), file];
      const { status, stderr, stdout } = spawnSync(pythonProgram('kubernetes-validate'), args, { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });

  it('gives the hub settings that it accepts', () => {
    using folder = new TestFolder();
    for (const values of [{}, EVERYTHING, EXTERNAL_NATS]) {
      const file = join(folder.path, 'hub.yaml');
      writeFileSync(file, oneOf(rendered(values), 'ConfigMap').data['hub.yaml']);
      const environment = { KITESTRING_HUB_CONFIG: file, KITESTRING_HUB_DATABASE: 'postgres://hub@db/hub' };
      const secret =
        'secrets' in values ? { KITESTRING_HUB_S3_ACCESS_KEY_ID: 'a', KITESTRING_HUB_S3_SECRET_ACCESS_KEY: 'b' } : {};
      const loaded = loadSettingsOf(HUB_TABLE, {
        flags: new Map(),
        environment: { ...environment, ...secret },
        folder: folder.path,
      });
      assert.equal(loaded.values.public_url, 'https://hub.example/');
      assert.equal(loaded.values['nats.servers'].length, 'nats' in values ? 1 : 3);
    }
  });

  it('runs replicas that are replaced one by one, without rights, with nothing to write but their own folder', () => {
    const objects = rendered(EVERYTHING);
    const { spec } = oneOf(objects, 'Deployment');
    assert.deepEqual(spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    assert.equal(spec.replicas, 3);
    assert.deepEqual(oneOf(objects, 'PodDisruptionBudget').spec.selector, spec.selector);
    for (const object of objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')) {
      const pod = object.spec.template.spec;
      assert.equal(pod.automountServiceAccountToken, false);
      assert.equal(pod.securityContext.runAsNonRoot, true);
      for (const { securityContext } of pod.containers) {
        assert.deepEqual(securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
    const [hub] = spec.template.spec.containers;
    assert.deepEqual([hub.readinessProbe.httpGet.path, hub.livenessProbe.httpGet.path], ['/readyz', '/healthz']);
    // Every volume is there, and every secret is named by the values.
    const volumes = spec.template.spec.volumes.map(({ name }: { name: string }) => name);
    assert.deepEqual(new Set(hub.volumeMounts.map(({ name }: { name: string }) => name)), new Set(volumes));
    const labels = spec.template.metadata.labels;
    for (const policy of ['NetworkPolicy', 'Service'] as const) {
      const { podSelector, selector = podSelector.matchLabels } = oneOf(objects, policy).spec;
      for (const [name, value] of Object.entries(selector)) assert.equal(labels[name], value, `${policy}: ${name}`);
    }
    assert.deepEqual(oneOf(objects, 'PrometheusRule').spec, parse(readFileSync(join(CHART, 'alerts.yaml'), 'utf8')));
  });

  it('lets a node be drained: a budget for evictions is there only while one replica may go', () => {
    const budgets = (values: object) =>
      rendered(values).filter(({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === 'fleet');
    assert.equal(budgets({ replicas: 2 }).length, 1);
    assert.equal(budgets({ replicas: 1 }).length, 0);
    assert.equal(budgets({ replicas: 3, podDisruptionBudget: { minAvailable: 3 } }).length, 0);
  });

  it('starts a nats-server with the configuration of its number', () => {
    const { spec } = oneOf(rendered({}), 'StatefulSet', 'fleet-nats');
    const [, , script] = spec.template.spec.containers[0].command;
    const shown = script.replace('exec nats-server', 'echo');
    const { stdout } = spawnSync('sh', ['-c', shown], { encoding: 'utf8', env: { HOSTNAME: 'fleet-nats-2' } });
    assert.equal(stdout, '-c /config/n3.conf -m 8222\n');
  });

  it('replaces a nats-server once the one before has its streams, sends stations to ready ones, and lets each leave as a lame duck', async () => {
    const objects = rendered({});
    const { spec } = oneOf(objects, 'StatefulSet', 'fleet-nats').spec.template;
    const [nats] = spec.containers;
    const paths = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => nats[probe].httpGet.path);
    assert.deepEqual(paths, ['/healthz', '/healthz?js-server-only=true', '/healthz?js-enabled-only=true']);
    const ports = Object.fromEntries(
      nats.ports.map(({ containerPort, name }: KubernetesObject) => [name, containerPort]),
    );
    assert.equal(ports[nats.readinessProbe.httpGet.port], 8222);
    // Servers find each other before they are ready, stations do not.
    const { backend } = oneOf(objects, 'Ingress', 'fleet-nats').spec.rules[0].http.paths[0];
    const service = oneOf(objects, 'Service', backend.service.name);
    assert.deepEqual([service.spec.publishNotReadyAddresses, service.spec.ports[0].port], [undefined, ports.websocket]);
    assert.equal(oneOf(objects, 'Service', 'fleet-nats').spec.publishNotReadyAddresses, true);
    // Two minutes by default, of which ten seconds are for clients that leave by themselves.
    assert.ok(spec.terminationGracePeriodSeconds > 120);
    assert.deepEqual(nats.lifecycle.preStop.exec.command, ['nats-server', '--signal', 'ldm=1']);
  });

  it('has a preStop that a nats-server understands', { skip: missingNatsServer() }, async () => {
    using folder = new TestFolder();
    const program = natsServerProgram()?.path ?? '';
    const server = spawn(program, ['-js', '-sd', folder.path, '-p', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const { spec } = oneOf(rendered({}), 'StatefulSet', 'fleet-nats').spec.template;
    const [, ...args] = spec.containers[0].lifecycle.preStop.exec.command;
    const log: string[] = [];
    // Until it has ended, at once: it has no clients.
    for await (const line of createInterface({ input: server.stderr })) {
      log.push(line);
      if (!line.includes('Server is ready')) continue;
      const own = args.map((arg: string) => arg.replace('=1', `=${server.pid}`));
      assert.equal(spawnSync(program, own).status, 0);
    }
    assert.ok(
      log.some((line) => line.includes('lame duck')),
      log.join('\n'),
    );
  });

  it('refuses values that cannot work, and names them', () => {
    for (const [values, reason] of [
      [{ replicas: 0 }, /replicas.*(minimum|greater than or equal to 1)/s],
      [{ nats: { enabled: false } }, /nats.*servers/s],
      [{ nats: { replicas: 2 } }, /nats.*replicas/s],
      [{ secrets: { database: '' } }, /secrets.*database/s],
      [{ host: 'https://hub.example' }, /host/],
      [{ tag: 'x' }, /tag/],
    ] as const) {
      const { status, stderr } = render(values);
      assert.notEqual(status, 0, JSON.stringify(values));
      assert.match(stderr, reason);
    }
  });
});
