import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { issuedPair, selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { connectHub, newReplicaName } from '../src/broker/broker.ts';
import { natsTls, stationCa } from '../src/broker/nats-tls.ts';
import { writeClusterConfig } from '../src/engine/write-cluster-config.ts';
import { openHubKeys } from '../src/identity/hub-keys.ts';

const DAY_MS = 86_400_000;
const authority = selfSignedPair('Authority of the test');
const another = selfSignedPair('Another authority');
const HOST = 'localhost';

interface ServerOptions {
  readonly pair?: ReturnType<typeof selfSignedPair>;
  readonly isFirst?: boolean;
  readonly asksForCertificate?: boolean;
  readonly hasTls?: boolean;
}

/** A nats-server with the configuration of `kitestring hub engine config`, and hubs that connect to it. */
class TlsBroker implements AsyncDisposable {
  readonly #folder = new TestFolder();
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #port = '';

  private constructor({ isFirst = false }: ServerOptions) {
    this.#environment = {
      KITESTRING_HUB_DATABASE: 'postgres://nowhere/hub',
      KITESTRING_HUB_KEYS_DIR: join(this.#folder.path, 'keys'),
      KITESTRING_HUB_NATS_STATION_URLS: 'wss://localhost',
      KITESTRING_HUB_NATS_TLS_FIRST: String(isFirst),
    };
  }

  static async start(options: ServerOptions = {}): Promise<TlsBroker> {
    const broker = new TlsBroker(options);
    await broker.#start(options);
    return broker;
  }

  file(name: string, text: string): string {
    const file = join(this.#folder.path, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  async #start({ asksForCertificate = false, hasTls = true, pair = issuedPair(authority) }: ServerOptions) {
    const tls = { keyFile: this.file('node-key.pem', pair.key), certFile: this.file('node-cert.pem', pair.cert) };
    const settings = this.#settings({
      KITESTRING_HUB_NATS_SERVERS: `${hasTls ? 'tls' : 'nats'}://${HOST}:4222`,
      ...(!hasTls && { KITESTRING_HUB_NATS_TLS_FIRST: 'false' }),
    });
    const [file = ''] = writeClusterConfig(settings, {
      folder: this.#folder.path,
      nodeFolder: this.#folder.path,
      listenHost: '127.0.0.1',
      clusterPort: 1,
      webSocketPort: -1,
      tls,
      ...(asksForCertificate && { clientCaFile: this.file('authority.pem', authority.cert) }),
    });
    // The port of the settings may be in use on this machine.
    writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1:4222', '127.0.0.1:-1'));
    const child = spawn(natsServerProgram()?.path ?? '', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (status) => reject(new Error(`nats-server ended with status ${status}: ${lines.join('\n')}`)));
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        this.#port = /client connections on 127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? this.#port;
        if (line.includes('Server is ready')) resolve();
      });
    });
  }

  #settings(environment: Readonly<Record<string, string>>) {
    const given = { ...this.#environment, ...environment };
    return loadSettingsOf(HUB_TABLE, { flags: new Map(), environment: given, folder: this.#folder.path }).values;
  }

  /** Connects as a hub does. @param more further settings @returns the message of its fault; undefined when it is taken */
  async connect(more: Readonly<Record<string, string>> = {}, host = HOST): Promise<string | undefined> {
    const ca = this.file('ca.pem', authority.cert);
    const given = {
      KITESTRING_HUB_NATS_SERVERS: `tls://${host}:${this.#port}`,
      KITESTRING_HUB_NATS_CA_FILE: ca,
      ...more,
    };
    const settings = this.#settings(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')));
    const keys = openHubKeys(join(this.#folder.path, 'keys'), { mayMake: false });
    try {
      const broker = { servers: settings['nats.servers'], tls: natsTls(settings) };
      const connection = await connectHub({ broker, keys, name: newReplicaName(), nowMs: () => Date.now() });
      await connection.close();
      return undefined;
    } catch (fault) {
      return (fault as Error).message;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child?.once('exit', resolve));
    this.#child?.kill('SIGKILL');
    await ended;
    this.#folder[Symbol.dispose]();
  }
}

describe('TLS between a hub and nats-servers that run elsewhere', { skip: missingNatsServer() }, () => {
  it('is trusted by nats.ca_file, and a wrong one or none is named', async () => {
    await using broker = await TlsBroker.start();
    assert.equal(await broker.connect(), undefined);
    const other = broker.file('other.pem', another.cert);
    assert.match(
      (await broker.connect({ KITESTRING_HUB_NATS_CA_FILE: other })) ?? '',
      /nats\.ca_file: its certificate is not from the authority in .*other\.pem$/,
    );
    assert.match(
      (await broker.connect({ KITESTRING_HUB_NATS_CA_FILE: '' })) ?? '',
      /nats\.ca_file is not set, and no public authority has issued its certificate/,
    );
    for (const [text, reason] of [
      ['no PEM', /nats\.ca_file: .*bad\.pem cannot be used: /],
      ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', /nats\.ca_file: .*bad\.pem cannot be used: /],
    ] as const)
      assert.match((await broker.connect({ KITESTRING_HUB_NATS_CA_FILE: broker.file('bad.pem', text) })) ?? '', reason);
    const nowhere = (await broker.connect({ KITESTRING_HUB_NATS_CA_FILE: '/nowhere.pem' })) ?? '';
    assert.match(nowhere, /^nats\.ca_file: \/nowhere\.pem cannot be read/);
  });

  it('is trusted by stations as well, unless a proxy with a public certificate is before the nats-servers', () => {
    using folder = new TestFolder();
    const file = folder.file('ca.pem');
    writeFileSync(file, authority.cert);
    const told = (station: 'nats' | 'public', ca?: string) =>
      stationCa({ 'nats.ca_file': ca, 'nats.station_ca': station }, 'own');
    assert.deepEqual([told('nats', file), told('nats'), told('public', file)], [authority.cert, 'own', undefined]);
  });

  for (const [what, pair, reason] of [
    [
      'that has expired',
      issuedPair(authority, HOST, Date.now() - 3 * DAY_MS),
      /nats\.servers: its certificate has expired/,
    ],
    [
      'that is not valid yet',
      issuedPair(authority, HOST, Date.now() + 3 * DAY_MS),
      /nats\.servers: its certificate is not valid yet/,
    ],
    ['for another host', issuedPair(authority, 'n9.example'), /nats\.servers: its certificate is for another host/],
  ] as const) {
    it(`refuses a certificate ${what}, and says so`, async () => {
      await using broker = await TlsBroker.start({ pair });
      assert.match((await broker.connect()) ?? '', reason);
    });
  }

  it('compares an address with the certificate, and does not take one for localhost', async () => {
    await using named = await TlsBroker.start();
    assert.match((await named.connect({}, '127.0.0.1')) ?? '', /is for another host/);
  });

  it('shows the certificate of the hub to servers that ask for one', async () => {
    await using broker = await TlsBroker.start({ asksForCertificate: true });
    assert.match(
      (await broker.connect()) ?? '',
      /nats\.cert_file is not set, and it asks for the certificate of this hub/,
    );
    const settings = (pair: ReturnType<typeof selfSignedPair>) => ({
      KITESTRING_HUB_NATS_CERT_FILE: broker.file('hub-cert.pem', pair.cert),
      KITESTRING_HUB_NATS_KEY_FILE: broker.file('hub-key.pem', pair.key),
    });
    assert.equal(await broker.connect(settings(issuedPair(authority, 'hub'))), undefined);
    assert.match(
      (await broker.connect(settings(issuedPair(another, 'hub')))) ?? '',
      /nats\.cert_file: it does not take the certificate in .*hub-cert\.pem$/,
    );
    const mixed = { key: authority.key, cert: another.cert };
    assert.match((await broker.connect(settings(mixed))) ?? '', /^nats\.key_file: .*hub-key\.pem cannot be used: /);
  });

  it('begins with the handshake where the servers want that, and says when only one side does', async () => {
    await using first = await TlsBroker.start({ isFirst: true });
    assert.equal(await first.connect(), undefined);
    await using usual = await TlsBroker.start();
    assert.match(
      (await usual.connect({ KITESTRING_HUB_NATS_TLS_FIRST: 'true' })) ?? '',
      /nats\.tls_first: it greets before/,
    );
    assert.match(
      (await first.connect({ KITESTRING_HUB_NATS_TLS_FIRST: 'false' })) ?? '',
      /nats\.tls_first: it sends no greeting/,
    );
  });

  it('speaks to no server in the clear whose address is tls://', async () => {
    await using broker = await TlsBroker.start({ hasTls: false });
    assert.match((await broker.connect({ KITESTRING_HUB_NATS_CA_FILE: '' })) ?? '', /nats\.servers: it offers no TLS/);
  });
});
