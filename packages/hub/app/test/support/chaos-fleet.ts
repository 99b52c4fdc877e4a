import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type EnrolmentUrl, readEnrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import { readIdentity, writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { enrol } from '@kitestring/hub-link/identity/enrol.ts';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { ChaosStationStatus, ChaosStationsConfig, LedgerLine } from './chaos-stations.ts';
import type { HubProcess } from './hub-process.ts';

const PROGRAM = join(import.meta.dirname, 'chaos-stations.ts');

interface ChaosStation {
  readonly sid: string;
  readonly folder: string;
  /** Its way to the broker. */
  readonly relay: ChaosRelay;
}

/** A line of the log of a link. */
interface ChaosLogLine {
  readonly atMs: number;
  readonly pid: number;
  readonly sid: string;
  readonly msg: string;
}

interface ChaosFleetOptions {
  readonly stations: number;
  readonly seed: number;
  /** For each station. */
  readonly eventsPerS: number;
  /** By which the clocks of the stations are wrong. */
  readonly clockOffsetMs?: number;
  /** Where the stations keep their data; a temporary folder when absent. */
  readonly folder?: string;
}

/** Stations with real links in one process that can be killed, each behind a network of its own that can be disturbed. */
export class ChaosFleet implements AsyncDisposable {
  readonly stations: readonly ChaosStation[];
  readonly folder: string;
  /** Apart from the data of the stations, whose disk may be full. */
  readonly #records = new TestFolder();
  readonly #hub: HubProcess;
  readonly #options: ChaosFleetOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #status: readonly ChaosStationStatus[] = [];

  private constructor(hub: HubProcess, options: ChaosFleetOptions, folder: string, stations: readonly ChaosStation[]) {
    this.#hub = hub;
    this.#options = options;
    this.folder = folder;
    this.stations = stations;
  }

  /** Enrols the stations and starts them. */
  static async start(hub: HubProcess, options: ChaosFleetOptions): Promise<ChaosFleet> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kitestring-chaos-'));
    const stations: ChaosStation[] = [];
    for (let index = 0; index < options.stations; index += 1) {
      stations.push(await enrolled(hub, join(folder, String(index)), options.seed + index));
    }
    const fleet = new ChaosFleet(hub, options, folder, stations);
    await fleet.run();
    return fleet;
  }

  /** Recent status of each station; empty until the first message of the process. */
  get status(): readonly ChaosStationStatus[] {
    return this.#status;
  }

  get isUp(): boolean {
    return this.#status.length > 0 && this.#status.every(({ state }) => state === 'Up');
  }

  /** Every command that was carried out. */
  get ledger(): readonly LedgerLine[] {
    return this.#lines<LedgerLine>('ledger');
  }

  /** Log of the links of stations and clones. */
  get log(): readonly ChaosLogLine[] {
    return this.#lines<ChaosLogLine>('log');
  }

  #lines<Line>(name: string): readonly Line[] {
    const lines = readFileSync(this.#records.file(name), 'utf8').trimEnd().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  }

  /** Starts the process. @param eventsPerS those of the options when absent */
  async run(eventsPerS = this.#options.eventsPerS): Promise<void> {
    const child = this.#spawn('stations', this.stations, eventsPerS);
    this.#child = child;
    this.#status = [];
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    const first = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#status = JSON.parse(line);
      first.resolve();
    });
    await Promise.race([
      first.promise,
      this.#ended.then((status) => Promise.reject(new Error(`the stations ended with ${status}`))),
    ]);
  }

  /** Enrols every station again, each with the identity that it has, at a hub that knows none of them any more. */
  async enrolAgain(): Promise<void> {
    for (const { folder, sid } of this.stations) {
      const identity = readIdentity(folder);
      const again = await enrol(await invitation(this.#hub), inventory(folder), undefined, undefined, identity);
      if (again.credentials.sid !== sid) throw new Error(`${sid} has become ${again.credentials.sid}`);
      writeIdentity(folder, again);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** A second service with the identity and the journal of a station, as from a copied disk, on the same network. @returns its end */
  startClone(station: ChaosStation): () => Promise<void> {
    const folder = `${station.folder}-clone`;
    cpSync(station.folder, folder, { recursive: true, filter: (file) => !file.endsWith('-shm') });
    const child = this.#spawn('clone', [{ ...station, folder }], this.#options.eventsPerS);
    child.stdout.resume();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    return async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    };
  }

  #spawn(name: string, stations: readonly ChaosStation[], eventsPerS: number) {
    const { clockOffsetMs = 0, seed } = this.#options;
    const config: ChaosStationsConfig = {
      hubUrl: `${this.#hub.url}/`,
      seed,
      eventsPerS,
      ledger: this.#records.file('ledger'),
      log: this.#records.file('log'),
      stations: stations.map(({ folder, relay, sid }) => ({ sid, folder, port: relay.port, clockOffsetMs })),
    };
    const file = this.#records.file(`${name}.json`);
    for (const one of [config.ledger, config.log]) writeFileSync(one, '', { flag: 'a' });
    writeFileSync(file, JSON.stringify(config));
    return spawn(process.execPath, [PROGRAM, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
    for (const { relay } of this.stations) await relay[Symbol.asyncDispose]();
    this.#records[Symbol.dispose]();
    if (this.#options.folder === undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}

async function enrolled(hub: HubProcess, folder: string, seed: number): Promise<ChaosStation> {
  mkdirSync(folder);
  const identity = await enrol(await invitation(hub), inventory(folder));
  writeIdentity(folder, identity);
  const [server = ''] = identity.credentials.servers;
  return { sid: identity.credentials.sid, folder, relay: await ChaosRelay.start(Number(new URL(server).port), seed) };
}

const inventory = (folder: string) => ({
  rev: 1,
  name: folder.split('/').at(-1) ?? '',
  software: '0.1.0',
  api: '1.1.0',
  cameras: [],
});

async function invitation(hub: HubProcess): Promise<EnrolmentUrl> {
  const { body } = await hub.ask('enrolments', { body: {} });
  const address = readEnrolmentUrl(body.url);
  if (address === undefined) throw new Error(`no address of an enrolment: ${JSON.stringify(body)}`);
  return address;
}
