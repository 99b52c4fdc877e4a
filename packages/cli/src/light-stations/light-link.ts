import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { UniformStream } from '@kitestring/base/random.ts';
import { FleetLink } from '@kitestring/hub-link/fleet-link.ts';
import type { FleetLinkStatus } from '@kitestring/hub-link/fleet-link-status.ts';
import { dial } from '@kitestring/hub-link/transport/dial.ts';
import type { LightStation } from './light-station.ts';
import { lightStationApi } from './light-station-api.ts';

interface LightLinkOptions {
  readonly station: LightStation;
  /** Folder with its identity and journal. */
  readonly folder: string;
  readonly hubUrl: string;
  /** File with the hub's authority, PEM; undefined: a public one. */
  readonly hubCaFile: string | undefined;
  /** Share of the time without a network, 0 to 1. */
  readonly offlineShare: number;
  readonly random: UniformStream;
  readonly clock: Clock;
  readonly log: Log;
}

const MEAN_OFFLINE_S = 120;
const JOURNAL_MAX_MIB = 512;
const JOURNAL_KEEP_DAYS = 7;
const CATCHUP_KBPS = 2000;

type Connection = Awaited<ReturnType<typeof dial>>;

/** A light station with the link of a real one, on a network that goes and comes. */
export class LightLink {
  readonly #options: LightLinkOptions;
  readonly #link: FleetLink;
  readonly #cancel: Cancel;
  #connection: Connection | undefined;
  #hasNetwork: boolean;

  constructor(options: LightLinkOptions) {
    const { clock, folder, hubCaFile: caFile, hubUrl, log, offlineShare, random, station } = options;
    this.#options = options;
    this.#hasNetwork = random.uniform() >= offlineShare;
    this.#link = new FleetLink({
      settings: {
        url: hubUrl,
        caFile,
        access: 'control',
        catchupKbps: CATCHUP_KBPS,
        uploadKbps: 100_000,
        uploadSharePercent: 70,
        journalMaxMib: JOURNAL_MAX_MIB,
        journalKeepDays: JOURNAL_KEEP_DAYS,
      },
      dataDir: folder,
      feed: station,
      api: lightStationApi(station),
      clock,
      stationClock: clock,
      log,
      dial: async (identity, server) => {
        if (!this.#hasNetwork) throw new Error('there is no network');
        this.#connection = await dial(identity, server);
        return this.#connection;
      },
    });
    this.#cancel = every(clock, US_PER_S, () => this.#step());
  }

  status(): FleetLinkStatus & { readonly hasNetwork: boolean } {
    return { ...this.#link.status(), hasNetwork: this.#hasNetwork };
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#link.stop();
  }

  #step(): void {
    const { clock, offlineShare, random, station } = this.#options;
    station.step(clock.nowUs() / 1000);
    if (offlineShare === 0) return;
    const meanS = this.#hasNetwork ? MEAN_OFFLINE_S * (1 / offlineShare - 1) : MEAN_OFFLINE_S;
    if (random.uniform() * meanS >= 1) return;
    this.#hasNetwork = !this.#hasNetwork;
    if (!this.#hasNetwork) void this.#connection?.close();
  }
}
