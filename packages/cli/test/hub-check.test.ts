import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { TestCluster } from '@kitestring/hub-app/test/support/test-cluster.ts';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';

const PROGRAM = join(import.meta.dirname, '../bin/kitestring.mjs');

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly found: string;
  readonly todo?: string;
}

/** Runs `kitestring hub check --json`. */
async function check(folder: string, flags: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const args = [PROGRAM, 'hub', 'check', '--json', '--data-dir', folder, ...flags];
  const env = { ...process.env, ...environment };
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  execFile(process.execPath, args, { env, timeout: 180_000 }, (error, text) =>
    resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, text }),
  );
  const { status, text } = await promise;
  const findings = JSON.parse(text) as readonly Finding[];
  for (const { check: name, status: one, todo } of findings) assert.equal(todo === undefined, one === 'ok', name);
  return { status, of: (name: string) => findings.find((finding) => finding.check === name), findings };
}

describe('kitestring hub check', { skip: missingNatsServer() }, () => {
  const engine = ['--engine', natsServerProgram()?.path ?? ''];

  it('finds nothing wrong before the first start and beside a running hub, and what is wrong with the settings', async () => {
    using folder = new TestFolder();
    const ports = ['--port', '0', '--broker-port', '0'];
    const fresh = await check(folder.path, [...engine, ...ports]);
    assert.deepEqual([fresh.status, fresh.findings.filter(({ status }) => status !== 'ok')], [0, []]);
    assert.match(fresh.of('nats-server')?.found ?? '', /^\d+\.\d+\.\d+ \(setting: /);
    const wrong = await check(folder.path, ['--port', '99999']);
    assert.deepEqual([wrong.status, wrong.of('Settings')?.status], [1, 'fail']);
    await using hub = new HubProcess();
    await hub.start();
    const beside = await check(hub.dataDir, [...engine, '--port', new URL(hub.url).port, '--broker-port', '0']);
    assert.deepEqual([beside.status, beside.of('Hub')?.found], [0, `0.1.0 is ready, at ${hub.url}/readyz`]);
    assert.match(beside.of('Port')?.found ?? '', /used by the running hub$/);
    // Its database is its own, though the settings name another port.
    const elsewhere = await check(hub.dataDir, [...engine, '--port', '0', '--broker-port', '0']);
    assert.equal(elsewhere.of('Database')?.found, 'in data_dir, in use by the running hub');
  });

  it('asks provider, store and relays, and says of each what is wrong', async () => {
    using folder = new TestFolder();
    const server = createServer((_request, response) => response.end('{"issuer":"https://another.example"}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secret = join(folder.path, 'secret');
    writeFileSync(secret, 'swordfish');
    const flags = ['--port', '0', '--broker-port', '0', '--oidc-issuer', url, '--oidc-client-id', 'hub'];
    const relay = ['--relay-urls', url, '--relay-key', 'key', '--relay-secret-file', secret];
    const s3 = { ENDPOINT: `${url}/`, BUCKET: 'films', ACCESS_KEY_ID: 'id', SECRET_ACCESS_KEY: 'swordfish' };
    const environment = Object.entries(s3).map(([name, value]) => [`KITESTRING_HUB_S3_${name}`, value]);
    const found = await check(folder.path, [...engine, ...flags, ...relay], Object.fromEntries(environment));
    assert.equal(found.status, 1);
    assert.match(found.of('Sign-in')?.found ?? '', /names the issuer https:\/\/another\.example$/);
    assert.deepEqual([found.of('Recordings')?.status, found.of('Relay')?.status], ['fail', 'fail']);
    assert.match(found.of('Relay')?.found ?? '', /this is no LiveKit server: .* without a token with 200$/);
    assert.doesNotMatch(JSON.stringify(found.findings), /swordfish/);
    server.close();
  });

  it('finds a nats-server with less storage than the streams reserve, and streams that are not there', async () => {
    await using cluster = await TestCluster.start('postgres://hub@127.0.0.1:1/hub');
    // It waits three seconds for their answers, and nodes that have just started say that they have no JetStream.
    const checked = () =>
      until('answers of all servers', async () => {
        const found = await check(cluster.folder, ['--port', '0'], cluster.environment);
        return !/\b[012] of 3 servers|JetStream/.test(found.of('Broker')?.found ?? '') && found;
      });
    const first = await checked();
    assert.match(first.of('Broker')?.found ?? '', /3 of 3 servers answer; JOURNAL_00: stream not found/);
    assert.deepEqual([first.status, first.of('Database')?.status], [1, 'fail']);
    await cluster.end(0, 'SIGTERM');
    const [file = ''] = cluster.files;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("?max_file_store"?\s*[:=]\s*)\d+/, `$1${2 ** 30}`));
    await cluster.startNode(0);
    const small = await checked();
    assert.match(small.of('Broker')?.found ?? '', / has 1\.0 GiB for streams, which reserve 30 GiB$/);
    assert.match(small.of('Broker')?.todo ?? '', /max_file_store/);
  });
});
