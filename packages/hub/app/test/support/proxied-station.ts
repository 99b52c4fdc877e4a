import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIdentity, writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type Answer, HubProcess } from './hub-process.ts';
import { until } from './until.ts';

const PROGRAM = join(import.meta.dirname, '../../../../cli/bin/kitestring.mjs');
const run = promisify(execFile);

/** Enrols the station of a data folder by an address of the hub, as its operator does. @returns its sid */
export async function enrolByAddress(hub: HubProcess, folder: string): Promise<string> {
  const { body } = await hub.ask('enrolments', { body: { note: 'truck' } });
  const isNew = !existsSync(join(folder, 'station.sqlite'));
  const { stderr } = await run(process.execPath, [PROGRAM, 'enrol', body.url, '--data-dir', folder]);
  assert.equal(/^No station has been started in .* yet/.test(stderr), isNew, stderr);
  const { enrolments } = (await hub.ask('enrolments')).body;
  return enrolments.find(({ id }: { readonly id: string }) => id === body.enrolment.id).sid;
}

/** A hub and a station of it, in processes of their own. */
export class ProxiedStation {
  readonly hub = new HubProcess();
  readonly folder = new TestFolder();
  sid = '';
  /** Base URL of the station at the hub. */
  base = '';
  /** Token of the station itself. */
  token = '';
  /** Speed of the simulation; set before the start. */
  simSpeed = 20;
  /** The way of the station to the broker. */
  uplink: ChaosRelay | undefined;
  #env: Readonly<Record<string, string>> = {};
  #station: StationProcess | undefined;

  /** @param hasOwnUplink the station reaches the broker by `uplink` */
  async start(env: Readonly<Record<string, string>> = {}, hasOwnUplink = false): Promise<void> {
    await this.hub.start();
    this.sid = await enrolByAddress(this.hub, this.folder.path);
    if (hasOwnUplink) await this.#insertUplink();
    this.base = `${this.hub.url}/fleet/v1/stations/${this.sid}`;
    this.#env = env;
    await this.startStation();
    await this.online();
  }

  /** Starts the process of the station, also after its end, then perhaps with other settings. */
  async startStation(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const speed = ['--sim-speed', String(this.simSpeed)];
    const flags = [...speed, '--hub-url', `${this.hub.url}/`, '--hub-access', 'can_override'];
    this.#station = await StationProcess.start({ folder: this.folder.path, flags, env: this.#env });
    this.token = await this.station.token();
  }

  async #insertUplink(): Promise<void> {
    this.uplink = await ChaosRelay.start(Number(new URL(this.hub.brokerUrl).port), 1, Number.POSITIVE_INFINITY);
    const server = `ws://127.0.0.1:${this.uplink.port}`;
    const identity = readIdentity(this.folder.path);
    if (identity === undefined) throw new Error('the station is not enrolled');
    const credentials = { ...identity.credentials, servers: [server] };
    writeIdentity(this.folder.path, { ...identity, credentials });
  }

  async stop(): Promise<void> {
    await this.#station?.end('SIGKILL');
    await this.uplink?.[Symbol.asyncDispose]();
    await this.hub[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }

  get station(): StationProcess {
    if (this.#station === undefined) throw new Error('not started');
    return this.#station;
  }

  online(): Promise<unknown> {
    return until(
      'the station',
      async () => (await this.hub.ask(`stations/${this.sid}`)).body.station.state === 'online',
    );
  }

  /** Pauses the time of the simulation, or lets it go on. */
  async setClock(body: { readonly paused: boolean }): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const { status } = await fetch(`${this.station.url}/sim/v1/clock`, init);
    assert.equal(status, 200);
  }

  async newKey(name: string, role: string): Promise<Answer> {
    return (await this.hub.ask('keys', { body: { name, role } })).body;
  }

  /** A token request of a client: form fields, as RFC 6749 has them. */
  async requestToken(fields: Readonly<Record<string, string>>) {
    const response = await fetch(`${this.base}/api/v1/auth/token/request`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }
}
