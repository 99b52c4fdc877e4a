import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import {
  crossingClaims,
  HUB_TEMPLATE,
  MESSAGE_BYTES_MAX,
  STATION_TEMPLATE,
  TO_HUB,
  TO_STATIONS,
} from '@kitestring/hub-contract/permissions.ts';
import { inboxPrefix } from '@kitestring/hub-contract/subjects.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type NatsConnection, wsconnect } from '@nats-io/nats-core';
import type { Static } from 'typebox';
import { CommandKey } from './command-key.ts';

/** JWTs of NATS are signed over their text; the id is not checked. */
function natsJwt(issuer: Nkey, subject: string, name: string, nats: object, expiresS?: number): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    jti: hash('sha256', subject),
    iat: 1,
    iss: issuer.publicKey,
    name,
    sub: subject,
    exp: expiresS,
    nats,
  };
  const text = `${encoded({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encoded(claims)}`;
  return `${text}.${issuer.sign(Buffer.from(text)).toString('base64url')}`;
}

/** Limit of all streams together: nothing is reserved on the disk by it. */
const STORE_BYTES = 64 * 1024 ** 3;
const NONE = -1;
/** A process of tests may stand still between the question of the server and its answer, for longer than the two seconds of a server. */
const SIGN_IN_S = 180;
const LIMITS = {
  subs: NONE,
  data: NONE,
  payload: NONE,
  imports: NONE,
  exports: NONE,
  wildcards: true,
  conn: NONE,
  leaf: NONE,
};
const STORAGE = { mem_storage: NONE, disk_storage: NONE, streams: NONE, consumer: NONE };

/** A real nats-server in operator mode with the permissions of stations and hubs, its streams on disk. */
export class TestBroker implements AsyncDisposable {
  /** Key of the commands of its hub. */
  readonly commandKey = new CommandKey();
  readonly #folder = new TestFolder();
  readonly #operator = Nkey.make('operator');
  readonly #account = Nkey.make('account');
  readonly #stations = Nkey.make('account');
  readonly #system = Nkey.make('account');
  readonly #stationKey = Nkey.make('account');
  readonly #hubKey = Nkey.make('account');
  #server: ChildProcess | undefined;
  #port = 0;

  static async start(): Promise<TestBroker> {
    const broker = new TestBroker();
    await broker.start();
    return broker;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#port}`;
  }

  /** Starts the server, on the port of its first start. */
  async start(): Promise<void> {
    const program = natsServerProgram();
    if (program === undefined) throw new Error('there is no nats-server');
    // None that the system would give to another connection until the next start.
    this.#port ||= await freePort();
    const config = this.#folder.file('nats.conf');
    writeFileSync(config, JSON.stringify(this.#config()));
    const server = spawn(program.path, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#server = server;
    const lines: string[] = [];
    for await (const line of createInterface({ input: server.stderr })) {
      lines.push(line);
      if (line.includes('Server is ready')) break;
    }
    server.stderr.resume();
    if (!lines.at(-1)?.includes('Server is ready')) throw new Error(`nats-server did not start: ${lines.join(' | ')}`);
  }

  /** Kills the server, as a power cut would. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.#folder[Symbol.dispose]();
  }

  /** Credentials of a station, as its hub gives them. */
  credentials(sid: string, key: string, expiresMs = Date.now() + 86_400_000): Static<typeof Credentials> {
    return {
      v: 1,
      sid,
      issued: Date.now(),
      expires: expiresMs,
      servers: [this.url],
      jwt: this.#userJwt(this.#stationKey, this.#stations, { name: sid, key, expiresS: Math.floor(expiresMs / 1000) }),
      hubKeys: [this.commandKey.pinned],
    };
  }

  /** A connection with the rights of a hub. */
  hub(): Promise<NatsConnection> {
    const key = Nkey.make('user');
    const user = { name: 'testhub', key: key.publicKey };
    return this.#connect('testhub', key, this.#userJwt(this.#hubKey, this.#account, user));
  }

  /** A connection with the rights of a station. */
  station(sid: string, key: Nkey): Promise<NatsConnection> {
    return this.#connect(sid, key, this.credentials(sid, key.publicKey).jwt);
  }

  #connect(name: string, key: Nkey, jwt: string): Promise<NatsConnection> {
    return wsconnect({
      servers: this.url,
      inboxPrefix: inboxPrefix(name),
      reconnect: false,
      authenticator: (nonce = '') => {
        return { jwt, nkey: key.publicKey, sig: key.sign(Buffer.from(nonce)).toString('base64url') };
      },
    });
  }

  #userJwt(
    signer: Nkey,
    account: Nkey,
    { expiresS, key, name }: { readonly name: string; readonly key: string; readonly expiresS?: number },
  ): string {
    return natsJwt(signer, key, name, { type: 'user', version: 2, issuer_account: account.publicKey }, expiresS);
  }

  /** With the rights of these users, and the services between it and the other account. */
  #accountJwt(account: Nkey, name: string, claims: object): string {
    return natsJwt(this.#operator, account.publicKey, name, {
      type: 'account',
      version: 2,
      limits: LIMITS,
      default_permissions: { pub: {}, sub: {} },
      ...claims,
    });
  }

  #config(): object {
    const operator = natsJwt(this.#operator, this.#operator.publicKey, 'test', { type: 'operator', version: 2 });
    const scope = (key: Nkey, role: string, template: object) => [
      { kind: 'user_scope', key: key.publicKey, role, template },
    ];
    const account = this.#accountJwt(this.#account, 'FLEET', {
      ...crossingClaims(TO_HUB, TO_STATIONS, this.#stations.publicKey),
      limits: { ...LIMITS, ...STORAGE },
      signing_keys: scope(this.#hubKey, 'hub', HUB_TEMPLATE),
    });
    const stations = this.#accountJwt(this.#stations, 'STATIONS', {
      ...crossingClaims(TO_STATIONS, TO_HUB, this.#account.publicKey),
      signing_keys: scope(this.#stationKey, 'station', STATION_TEMPLATE),
    });
    const system = this.#accountJwt(this.#system, 'SYS', {});
    return {
      host: '127.0.0.1',
      port: -1,
      max_payload: MESSAGE_BYTES_MAX,
      operator,
      websocket: { host: '127.0.0.1', port: this.#port, no_tls: true, authorization: { timeout: SIGN_IN_S } },
      jetstream: {
        store_dir: join(this.#folder.path, 'streams'),
        sync_interval: 'always',
        // Without it the server takes 75 % of what is free on the disk, and refuses the hub’s streams where that is less than their limits.
        max_file_store: STORE_BYTES,
      },
      resolver: 'MEMORY',
      system_account: this.#system.publicKey,
      resolver_preload: {
        [this.#account.publicKey]: account,
        [this.#stations.publicKey]: stations,
        [this.#system.publicKey]: system,
      },
    };
  }
}
