import { apiOf } from '../../src/api-version.ts';
import { type ContractCheck, isWithin, type Level } from '../../src/check.ts';
import { allChecks } from '../../src/checks/all-checks.ts';
import { paramsFor } from '../../src/checks/params.ts';
import { isReadable } from '../../src/checks/replies.ts';
import { runCheck } from '../../src/conform.ts';
import { HttpLink } from '../../src/link/http-link.ts';
import { connectToStation } from '../../src/station/connect.ts';
import { stateWithin } from '../../src/station/moments.ts';
import { landed } from '../../src/station/safe-end.ts';
import { StationUnderTest } from '../../src/station/station-under-test.ts';
import type { DefectChange } from '../defect.ts';
import { DefectProxy } from '../defect-proxy.ts';
import type { SeededStation } from '../judge-defect.ts';
import { SPEED } from '../seeded-station.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import { BASE } from './targets.ts';

const API = apiOf('1.1.2');
/** Slow checks run last: most defects are found by then. */
const SLOW_MS = 1500;
const FREE_WITHIN_S = 90;
const TRIES = 3;

/** Read-only stations run at low speed, to save processor time. */
const READING_SPEED = 2;
/** On a busy machine a station may be slower than configured: deadlines must allow for it. */
const REACHED = 0.7;

const speedAt = (level: Level): number => (level === 'read' ? READING_SPEED : SPEED);

/** A station with adjustable speed. */
type PacedStation = SeededStation & { readonly goAt: (speed: number) => void };

/** Requests of a check to a station without a defect. */
interface Trace {
  readonly keys: ReadonlySet<string>;
  readonly tookMs: number;
}

const everyCheck = (): readonly ContractCheck[] => allChecks(API).filter(({ isLong }) => isLong !== true);

/** Tests generated defects on one station: each by the related checks only, until one fails. */
export class Examiner {
  readonly #station: PacedStation;
  readonly #traces: ReadonlyMap<string, Trace>;

  private constructor(station: PacedStation, traces: ReadonlyMap<string, Trace>) {
    this.#station = station;
    this.#traces = traces;
  }

  /** @throws Error if a check fails without a defect */
  static async prepare(station: PacedStation, traces?: ReadonlyMap<string, Trace>): Promise<Examiner> {
    return new Examiner(station, traces ?? (await new Examiner(station, new Map()).#traced()));
  }

  get traces(): ReadonlyMap<string, Trace> {
    return this.#traces;
  }

  /** Answers to GETs, by operation. */
  async samples(): Promise<ReadonlyMap<string, unknown>> {
    return directly(this.#station, async (direct) => {
      const samples = new Map<string, unknown>();
      for (const op of API.operations.filter((one) => isReadable(one))) {
        const params = await paramsFor(op, direct).catch(() => undefined);
        if (params === undefined) continue;
        const query = op.id === 'notifications.history' ? '?from_time=1970-01-01T00:00:00Z' : '';
        const answer = await direct.ask(op, { params, query });
        if (answer.status === 200) samples.set(op.id, answer.json);
      }
      return samples;
    });
  }

  /** @returns the id of the failed check; undefined if none failed */
  async caughtBy(defect: GeneratedDefect): Promise<string | undefined> {
    const change = defect.make({ speed: speedAt(defect.level) });
    const found = await this.#behind(change, defect.level, (station) =>
      this.#firstFailed(this.#checksFor(defect), station),
    );
    await this.#restored(defect.level);
    return found;
  }

  /**
   * All related checks, those of its operation and quick ones first; the whole flight in its order if a flight is
   * needed.
   */
  #checksFor({ hasVideo, id: name, level, touches }: GeneratedDefect): readonly ContractCheck[] {
    const checks = everyCheck();
    const beforeFlight = checks.filter(
      ({ id, level: own }) =>
        own !== 'flight' && isWithin(own, level) && [...(this.#traces.get(id)?.keys ?? [])].some(touches),
    );
    const isSlow = ({ id }: ContractCheck) => (this.#traces.get(id)?.tookMs ?? 0) > SLOW_MS;
    const target = name.slice(name.indexOf(':') + 1);
    // Recordings are made, used and deleted in the order of the catalogue.
    const isOwn = ({ id }: ContractCheck) => !hasVideo && target.startsWith(id.split('.').slice(0, 2).join('.'));
    const quick = beforeFlight.filter((check) => !isSlow(check));
    return [
      ...quick.filter(isOwn),
      ...quick.filter((check) => !isOwn(check)),
      ...beforeFlight.filter(isSlow),
      ...(level === 'flight' ? checks.filter(({ level: own }) => own === 'flight') : []),
    ];
  }

  async #firstFailed(checks: readonly ContractCheck[], station: StationUnderTest): Promise<string | undefined> {
    for (const check of checks) {
      const { outcome } = await runCheck(check, station, () => true);
      if (outcome === 'failed') return check.id;
    }
    return undefined;
  }

  async #traced(): Promise<ReadonlyMap<string, Trace>> {
    const traces = new Map<string, Trace>();
    for (const check of everyCheck().filter(({ level }) => level !== 'flight')) {
      let failure: string | undefined;
      // A stalled machine may fail a check once.
      for (let tries = 0; tries < TRIES && !traces.has(check.id); tries += 1) {
        const { failures, ...trace } = await this.#trace(check);
        failure = failures[0];
        if (failure === undefined) traces.set(check.id, trace);
      }
      if (!traces.has(check.id)) throw new Error(`without a defect ${check.id} fails: ${failure}`);
    }
    return traces;
  }

  async #trace(check: ContractCheck): Promise<Trace & { readonly failures: readonly string[] }> {
    const keys = new Set<string>();
    const note: Note = ({ method, path }, isUpgrade) =>
      keys.add(isUpgrade ? `WS ${path.replace(/\/subscribe$/, '')}` : `${method} ${path}`);
    const made = async (station: StationUnderTest) => {
      keys.clear();
      const { failures, tookMs } = await runCheck(check, station, () => true);
      return { keys: new Set(keys), tookMs, failures: failures.map(({ message }) => message) };
    };
    return this.#behind({}, check.level, made, note);
  }

  /** A run through its own proxy. */
  async #behind<T>(
    change: DefectChange,
    level: Level,
    act: (station: StationUnderTest) => Promise<T>,
    onRequest?: Note,
  ): Promise<T> {
    const { key, tls, url } = this.#station;
    this.#station.goAt(speedAt(level));
    await using proxy = await DefectProxy.open(url, change, { base: BASE, tls, ...(onRequest && { onRequest }) });
    const link = new HttpLink(new URL(proxy.url), {});
    await using station = new StationUnderTest({ link, api: API, key, level, reportedVersion: API.version });
    station.speed = speedAt(level) * REACHED;
    // Some defects authorise a request by the token of another session: one of each kind must exist.
    await station.sessions.of('reader').catch(() => undefined);
    if (level !== 'read') await station.sessions.of('commander').catch(() => undefined);
    return await act(station);
  }

  /** Without the proxy, so that no defect affects the next run. */
  async #restored(level: Level): Promise<void> {
    if (level === 'read') return;
    await directly(this.#station, async (direct) => {
      if (level === 'flight' && !(await landed(direct))) throw new Error('the Kite does not land');
      await stateWithin(direct, 'handoff.state', FREE_WITHIN_S, ({ controlling_client: holder }) => holder === null);
      const { altitude_hard_max: altitude } = await direct.read('flight.info');
      await direct.ask('flight.control.altitude_soft_max', { json: { altitude } });
      await direct.ask('camera.control.rotate_to_angle', { json: { tilt_ned: 0 } });
      const { is_recording: isRecording } = (await direct.ask('recordings.state')).object;
      if (isRecording === true) await direct.ask('recordings.control.stop');
    });
  }
}

type Note = NonNullable<Parameters<typeof DefectProxy.open>[2]['onRequest']>;

/** A connection to the station itself. */
async function directly<T>({ key, url }: SeededStation, act: (station: StationUnderTest) => Promise<T>): Promise<T> {
  await using station = await connectToStation({ url, key, level: 'flight' });
  return await act(station);
}
