import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UniformStream } from '@kitestring/base/random.ts';
import { ChaosCommands, ChaosFleet, compareJournals } from '@kitestring/hub-app/test/support/chaos.ts';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { TestPostgres } from '@kitestring/hub-app/test/support/test-postgres.ts';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';

interface SoakedHubOptions {
  readonly stations: number;
  readonly seed: number;
  readonly commandsPerS: number;
  readonly database: 'pglite' | 'postgres';
}

const DISK_MIB = 384;
/** For each station; each event is a segment of its own. */
const EVENTS_PER_S = 0.5;
/** Commands that wait for their answer at the same time. */
const COMMANDS_OPEN_MAX = 200;
const HUB_LOOK_MS = 50;
/** Disturbances at the same time: one of processes and disks, the others of networks, each of other stations. */
const LANES = 4;
const SETTLED_MS = 180_000;
const UNARCHIVED_MAX = 15;
/** A third of all runs has clocks of the stations that are hours wrong. */
const CLOCK_OFFSETS_MS = [0, 5 * 3_600_000, -7 * 3_600_000];

/** A hub with its parts and stations, for disturbances at random moments. */
export class SoakedHub implements AsyncDisposable {
  readonly commands: ChaosCommands;
  /** How often each disturbance was. */
  readonly counts: Record<string, number> = {};
  readonly #options: SoakedHubOptions;
  readonly #random: UniformStream;
  readonly #cleanup: AsyncDisposableStack;
  readonly #hub: HubProcess;
  readonly #fleet: ChaosFleet;
  readonly #postgres: TestPostgres | undefined;
  readonly #disks: { readonly hub: string; readonly station: string };
  readonly #calm = new AbortController();
  /** Commands for a killed station would prove nothing. */
  #isHubUp = true;
  #giving: Promise<void> = Promise.resolve();

  private constructor(parts: {
    options: SoakedHubOptions;
    cleanup: AsyncDisposableStack;
    hub: HubProcess;
    fleet: ChaosFleet;
    postgres: TestPostgres | undefined;
    disks: { hub: string; station: string };
  }) {
    this.#options = parts.options;
    this.#random = new UniformStream(parts.options.seed);
    this.#cleanup = parts.cleanup;
    this.#hub = parts.hub;
    this.#fleet = parts.fleet;
    this.#postgres = parts.postgres;
    this.#disks = parts.disks;
    this.commands = new ChaosCommands(parts.hub, parts.fleet);
  }

  static async start(options: SoakedHubOptions): Promise<SoakedHub> {
    const cleanup = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-soak-hub-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    // The user of PostgreSQL is another one.
    chmodSync(folder, 0o755);
    const disks = { hub: join(folder, 'hub'), station: join(folder, 'stations') };
    if (WITHOUT_SMALL_DISKS === false) {
      for (const place of Object.values(disks)) cleanup.use(new SmallDisk(place, DISK_MIB));
    }
    const isPostgres = options.database === 'postgres';
    const postgres = isPostgres ? await TestPostgres.start(join(disks.hub, 'postgres')) : undefined;
    if (postgres !== undefined) cleanup.use(postgres);
    const environment = postgres === undefined ? {} : { KITESTRING_HUB_DATABASE: postgres.url };
    const hub = new HubProcess(['--log-level', 'debug'], environment, undefined, join(disks.hub, 'data'));
    cleanup.use(hub);
    await hub.start();
    const fleet = await ChaosFleet.start(hub, {
      stations: options.stations,
      seed: options.seed,
      eventsPerS: EVENTS_PER_S,
      folder: disks.station,
      clockOffsetMs: CLOCK_OFFSETS_MS[options.seed % CLOCK_OFFSETS_MS.length] ?? 0,
    });
    cleanup.use(fleet);
    const soaked = new SoakedHub({ options, cleanup, hub, fleet, postgres, disks });
    await soaked.commands.start();
    soaked.#giving = soaked.#give();
    return soaked;
  }

  /**
   * Disturbs something at random moments, so often, and goes on until so many commands are given.
   * @param only the name of the only disturbance
   */
  async disturb(wanted: { rounds: number; commands: number; only?: string }, onRound: (name: string) => void) {
    let rounds = 0;
    const lane = async (stations: ChaosFleet['stations'] | undefined) => {
      while (rounds < wanted.rounds || this.commands.count < wanted.commands) {
        rounds += 1;
        await wait(200 + this.#random.uniform() * 2000);
        const all = stations === undefined ? this.#processes() : this.#networks(stations);
        const name = this.#random.pick(Object.keys(all).filter((one) => one === (wanted.only ?? one)));
        if (name === undefined) return;
        await all[name]?.();
        this.counts[name] = (this.counts[name] ?? 0) + 1;
        onRound(name);
      }
    };
    const networks = Array.from({ length: LANES - 1 }, (_, index) =>
      this.#fleet.stations.filter((_station, number) => number % (LANES - 1) === index),
    );
    await Promise.all([undefined, ...networks].map(lane));
  }

  /** Waits until everything is at rest, and compares. */
  async verdict() {
    this.#calm.abort();
    await this.#giving;
    for (const { relay } of this.#fleet.stations) relay.mend();
    const endMs = performance.now() + SETTLED_MS;
    while (performance.now() < endMs && !this.#isAtRest()) await wait(500);
    const isAtRest = this.#isAtRest();
    const unrest = isAtRest ? [] : this.#unrest();
    const commands = await this.commands.judge(SETTLED_MS);
    await this.#fleet.end('SIGTERM');
    return { isAtRest, unrest, commands, journals: await compareJournals(this.#hub, this.#fleet.stations) };
  }

  /** Lines of all starts. */
  get hubLog(): HubProcess['log'] {
    return this.#hub.log;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#calm.abort();
    await this.#cleanup.disposeAsync();
  }

  /** Stations that are not at rest, and the logs of their links. */
  #unrest(): readonly unknown[] {
    const { log, status } = this.#fleet;
    const restless = status.filter(
      (one) => one.state !== 'Up' || one.unarchived >= UNARCHIVED_MAX || one.fault !== undefined,
    );
    return restless.map((one) => ({ ...one, said: log.filter(({ sid }) => sid === one.sid).slice(-50) }));
  }

  /** Records of the last seconds are not in a segment yet. */
  #isAtRest(): boolean {
    return (
      this.#fleet.isUp &&
      this.#fleet.status.every(({ fault, unarchived }) => unarchived < UNARCHIVED_MAX && fault === undefined)
    );
  }

  async #give(): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!this.#calm.signal.aborted) {
      if (!this.#isHubUp) {
        await wait(HUB_LOOK_MS);
        continue;
      }
      const { sid } = this.#random.pick(this.#fleet.stations);
      const given = this.commands.give(sid).finally(() => open.delete(given));
      open.add(given);
      if (open.size >= COMMANDS_OPEN_MAX) await Promise.race(open);
      await wait((this.#random.uniform() * 2000) / this.#options.commandsPerS);
    }
    await Promise.all(open);
  }

  #some(stations: ChaosFleet['stations']): ChaosFleet['stations'] {
    const most = 1 + this.#random.below(stations.length);
    return stations.toSorted(() => this.#random.uniform() - 0.5).slice(0, most);
  }

  #processes(): Readonly<Record<string, () => Promise<void>>> {
    return { ...this.#kills(), ...(WITHOUT_SMALL_DISKS === false ? this.#fullDisks() : {}) };
  }

  #kills(): Readonly<Record<string, () => Promise<void>>> {
    const random = this.#random;
    const hub = this.#hub;
    return {
      'hub killed': async () => {
        await this.#restartHub(() => wait(random.uniform() * 3000));
      },
      'broker killed': async () => {
        try {
          process.kill(Number(readFileSync(join(hub.dataDir, 'broker/nats-server.pid'), 'utf8')), 'SIGKILL');
        } catch {
          // It is starting after the previous disturbance.
        }
      },
      'streams wiped': async () => {
        await this.#restartHub(() =>
          rmSync(join(hub.dataDir, 'broker'), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
        );
      },
      'stations killed': async () => {
        await this.#fleet.end('SIGKILL');
        await wait(random.uniform() * 2000);
        await this.#fleet.run();
      },
      // Both beat for longer than it takes to be sure of two, and shorter.
      'station cloned': async () => {
        const end = this.#fleet.startClone(random.pick(this.#fleet.stations));
        await wait(2000 + random.uniform() * 25_000);
        await end();
      },
      ...(this.#postgres !== undefined && {
        'database killed': async () => {
          await this.#postgres?.end('SIGKILL');
          await wait(random.uniform() * 5000);
          await this.#postgres?.run();
        },
        'database stopped': async () => {
          await this.#postgres?.end('SIGQUIT');
          await wait(random.uniform() * 20_000);
          await this.#postgres?.run();
        },
      }),
    };
  }

  async #restartHub(meanwhile: () => Promise<void> | void): Promise<void> {
    this.#isHubUp = false;
    await this.#hub.end('SIGKILL');
    await meanwhile();
    await this.#hub.start();
    this.#isHubUp = true;
  }

  #networks(all: ChaosFleet['stations']): Readonly<Record<string, () => Promise<void>>> {
    const random = this.#random;
    const some = () => this.#some(all);
    const during = async (leastMs: number, mostMs: number, stations: ChaosFleet['stations']) => {
      await wait(leastMs + random.uniform() * (mostMs - leastMs));
      for (const { relay } of stations) relay.mend();
    };
    return {
      partition: async () => {
        const stations = some();
        for (const { relay } of stations) relay.freeze();
        await during(200, 6000, stations);
      },
      'long partition': async () => {
        const stations = some();
        for (const { relay } of stations) relay.freeze();
        await during(20_000, 45_000, stations);
      },
      'network cut': async () => {
        const stations = some();
        for (const { relay } of stations) relay.cut();
        await during(100, 8000, stations);
      },
      'connections forgotten': async () => {
        for (const { relay } of some()) relay.forget();
      },
      'loss of 20 %': async () => {
        const stations = some();
        for (const { relay } of stations) relay.conditions = { latencyMs: 30, lossShare: 0.2, kbps: 1000 };
        await during(3000, 10_000, stations);
      },
      'latency of 2 s': async () => {
        const stations = some();
        for (const { relay } of stations) relay.conditions = { latencyMs: 2000, lossShare: 0, kbps: 1000 };
        await during(3000, 10_000, stations);
      },
      flapping: async () => {
        const stations = some();
        for (let times = 0; times < 10; times += 1) {
          for (const { relay } of stations) random.uniform() < 0.5 ? relay.cut() : relay.freeze();
          await during(50, 600, stations);
          await wait(random.uniform() * 600);
        }
      },
    };
  }

  #fullDisks(): Readonly<Record<string, () => Promise<void>>> {
    const full = (place: string) => async () => {
      const ballast = join(place, 'ballast');
      try {
        writeFileSync(ballast, Buffer.alloc(DISK_MIB * 1024 * 1024));
      } catch {
        // It is full now.
      }
      await wait(3000 + this.#random.uniform() * 10_000);
      rmSync(ballast, { force: true });
    };
    return {
      'disk of the hub full': async () => {
        await full(this.#disks.hub)();
        // Its service manager starts it again.
        if (this.#postgres?.isRunning === false) await this.#postgres.run();
        if (!this.#hub.isRunning) await this.#hub.start();
      },
      'disk of the stations full': full(this.#disks.station),
    };
  }
}
