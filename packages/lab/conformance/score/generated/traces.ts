import type { ContractCheck } from '../../src/check.ts';
import { runCheck } from '../../src/conform.ts';
import { HttpLink } from '../../src/link/http-link.ts';
import { StationUnderTest } from '../../src/station/station-under-test.ts';
import { DefectProxy } from '../defect-proxy.ts';
import { API, everyCheck, isOfFlight, type PacedStation, speedAt } from './proxied-run.ts';
import { BASE } from './targets.ts';

/** Requests of a check to a station without a defect. */
interface Trace {
  /** `GET flight/state`; of an upgrade `WS flight/state`. */
  readonly keys: readonly string[];
  readonly tookMs: number;
}

/** Traces by the id of the check, in the form sent to the judging processes. */
export type Traces = Readonly<Record<string, Trace>>;

const TRIES = 4;

/** Records the requests of the current check, also those that an earlier one has sent already. */
class TracedStation extends StationUnderTest {
  keys = new Set<string>();
  /** After a failure everything is requested again, also requests that are sent once per run. */
  attempt = 0;
  readonly #ofFacts = new Map<string, Set<string>>();

  override async once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const outer = this.keys;
    this.keys = new Set();
    const own = this.#ofFacts.get(name) ?? this.keys;
    this.#ofFacts.set(name, own);
    try {
      return await super.once(`${name} (${this.attempt})`, ask);
    } finally {
      this.keys = outer;
      for (const key of own) outer.add(key);
    }
  }
}

/** Runs each check without a defect, except those of a whole flight. */
export async function tracesOf({ goAt, key, tls, url }: PacedStation): Promise<Traces> {
  let traced: TracedStation | undefined;
  goAt(speedAt('control'));
  await using proxy = await DefectProxy.open(
    url,
    {},
    {
      base: BASE,
      tls,
      onRequest: ({ method, path }, isUpgrade) =>
        void traced?.keys.add(isUpgrade ? `WS ${path.replace(/\/subscribe$/, '')}` : `${method} ${path}`),
    },
  );
  const link = new HttpLink(new URL(proxy.url), {});
  await using station = new TracedStation({ link, api: API, key, level: 'flight', reportedVersion: API.version });
  station.speed = speedAt('control');
  traced = station;
  const traces: Record<string, Trace> = {};
  for (const check of everyCheck().filter((one) => !isOfFlight(one))) {
    const trace = await traceOf(check, station);
    if (trace !== undefined) traces[check.id] = trace;
  }
  return traces;
}

/** A machine that is suspended for a moment may fail a check once. One that fails each time finds nothing. */
async function traceOf(check: ContractCheck, station: TracedStation): Promise<Trace | undefined> {
  let fault: string | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    station.keys = new Set();
    const { failures, outcome, tookMs } = await runCheck(check, station, () => true);
    fault = failures[0]?.message;
    if (outcome !== 'failed') return { keys: [...station.keys], tookMs };
    station.attempt += 1;
  }
  console.log(`not used, for it fails without a defect: ${check.id} (${fault})`);
  return undefined;
}
