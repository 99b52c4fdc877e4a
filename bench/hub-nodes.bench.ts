import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { TestCluster } from '@kitestring/hub-app/test/support/test-cluster.ts';
import { TestPostgres } from '@kitestring/hub-app/test/support/test-postgres.ts';
import { TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { type BenchRow, figure, median } from './result.ts';

/** Between two segments of the station. */
const SEGMENT_MS = 50;
const LOOK_MS = 5;
const NODES = 3;
/** Each node leads the stream at least once. */
const DEATHS = 6;
/** A restarted node catches up. */
const CALM_RECORDS = 400;

/** The longest time without an acknowledgement of the broker, and without one of the archive. */
interface DeathPause {
  ackMs: number;
  archivedMs: number;
}

/** Three nats-servers, each killed twice in turn while a station records all the time. */
export async function benchHubNodes(): Promise<BenchRow[]> {
  const pauses = await nodeDeaths(DEATHS);
  const row = (name: string, values: readonly number[]): BenchRow =>
    figure(name, Math.max(...values) / 1000, 's', {
      atMost: 10,
      note: `median ${(median(values) / 1000).toFixed(1)} s of ${values.map((ms) => (ms / 1000).toFixed(1)).join(', ')}`,
    });
  return [
    row(
      'a nats-server dies: no acknowledgement of the broker',
      pauses.map(({ ackMs }) => ackMs),
    ),
    row(
      'a nats-server dies: nothing is archived',
      pauses.map(({ archivedMs }) => archivedMs),
    ),
  ];
}

/** @returns the pauses of each death */
async function nodeDeaths(deaths: number): Promise<readonly DeathPause[]> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = cleanup.use(await TestPostgres.start());
  const cluster = cleanup.use(await TestCluster.start(postgres.url));
  const hub = cleanup.use(new HubProcess([], cluster.environment));
  await hub.start();
  const station = await TestStation.enrol(hub, 'Engine 7');
  await station.goOnline();
  cleanup.defer(() => station.connection?.close());
  const watch = new PauseWatch(station);
  const pauses: DeathPause[] = [];
  for (let death = 0; death < deaths; death += 1) {
    await until('some records', () => station.have >= CALM_RECORDS * (death + 1));
    watch.restart();
    const { have } = station;
    await cluster.end(death % NODES, 'SIGKILL');
    await until('further records', () => station.have > have + CALM_RECORDS / 2);
    pauses.push(watch.end());
    await cluster.startNode(death % NODES);
  }
  await watch.stop();
  return pauses;
}

/** A station that records continuously, and the longest pauses of its acknowledgements. */
class PauseWatch {
  pause: DeathPause = { ackMs: 0, archivedMs: 0 };
  readonly #station: TestStation;
  readonly #recording: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #isOn = true;
  #ackMs = performance.now();
  #archivedMs = performance.now();
  #have = 0;

  constructor(station: TestStation) {
    this.#station = station;
    this.#recording = this.#record();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  restart(): void {
    this.pause = { ackMs: 0, archivedMs: 0 };
  }

  /** The pauses since `restart`, including the one that has just ended. */
  end(): DeathPause {
    this.#look();
    return this.pause;
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    clearInterval(this.#timer);
    await this.#recording;
  }

  async #record(): Promise<void> {
    while (this.#isOn) {
      this.#station.journal.seal(4, 'flight.phase', { state: 'Flying', previous: 'TakingOff' });
      await this.#station.sendAll();
      this.#station.beat({ phase: 'Flying' });
      const nowMs = performance.now();
      this.pause.ackMs = Math.max(this.pause.ackMs, nowMs - this.#ackMs);
      this.#ackMs = nowMs;
      await new Promise((resolve) => setTimeout(resolve, SEGMENT_MS));
    }
  }

  #look(): void {
    if (this.#station.have === this.#have) return;
    this.#have = this.#station.have;
    const nowMs = performance.now();
    this.pause.archivedMs = Math.max(this.pause.archivedMs, nowMs - this.#archivedMs);
    this.#archivedMs = nowMs;
  }
}
