import { randomUUID } from 'node:crypto';
import { Fault } from '@kitestring/base/fault.ts';
import type { Log } from '@kitestring/base/log.ts';
import { nearestName } from '@kitestring/settings/nearest-name.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import type {
  RunScenario,
  ScenarioSummary,
  ScenarioRun as ShownRun,
} from '@kitestring/station-contract/sim/scenarios.ts';
import type { ScenarioRunner } from '@kitestring/station-core/ports';
import type { Problem } from '../file/problem.ts';
import { runScenario } from '../run/run-scenario.ts';
import type { OpenStation } from '../run/scenario-station.ts';
import type { Scenario } from '../scenario.ts';
import { notNow, unfitFor } from './fitness.ts';
import { LiveStation } from './live-station.ts';
import type { ScenarioHost } from './scenario-host.ts';
import { ScenarioReader, type ScenarioReading } from './scenario-reader.ts';
import { type RunEnd, type RunRecord, shownRun, shownSummary } from './shown-run.ts';

interface LiveScenariosDeps {
  readonly host: ScenarioHost;
  /** Settings that the station was started with. */
  readonly settings: SettingValues;
  readonly log: Log;
  /** Scenarios that can be started by name; the included ones when absent. */
  readonly shipped?: ReadonlyMap<string, Scenario>;
  /** A thread of its own when absent. */
  readonly reader?: Pick<ScenarioReader, 'text' | 'shipped' | 'close'>;
}

/** Requests the end of a run. */
class StopRequestFault extends Fault {}

/** A run in progress. */
interface OngoingRun {
  readonly record: RunRecord;
  readonly stop: (reason: string) => void;
  /** Resolves when it is over and everything is restored. */
  readonly ended: Promise<void>;
}

interface NamedScenario {
  readonly name: string | undefined;
  readonly scenario: Scenario;
}

/** Runs scenarios on the station of this process, one at a time. */
export class LiveScenarios implements ScenarioRunner {
  readonly #deps: LiveScenariosDeps;
  readonly #reader: Pick<ScenarioReader, 'text' | 'shipped' | 'close'>;
  #shipped: Promise<ReadonlyMap<string, Scenario>> | undefined;
  #ongoing: OngoingRun | undefined;
  #last: RunRecord | undefined;

  constructor(deps: LiveScenariosDeps) {
    this.#deps = deps;
    this.#reader = deps.reader ?? new ScenarioReader();
    if (deps.shipped !== undefined) this.#shipped = Promise.resolve(deps.shipped);
  }

  async list(): Promise<readonly ScenarioSummary[]> {
    const { settings } = this.#deps;
    return [...(await this.#shippedByName())].map(([name, scenario]) =>
      shownSummary(name, scenario, unfitFor(scenario, settings)),
    );
  }

  async start(request: RunScenario, caller: Caller): Promise<Result<ShownRun>> {
    const asked = await this.#scenarioOf(request);
    if (!asked.ok) return asked;
    const possible = this.#check(asked.value.scenario, caller);
    if (!possible.ok) return possible;
    return ok(shownRun(this.#begin(asked.value, caller)));
  }

  current(): ShownRun | undefined {
    return this.#last && shownRun(this.#last);
  }

  async stop(reason: string): Promise<Result<ShownRun>> {
    this.#reader.close();
    const run = this.#ongoing;
    if (run === undefined) return refuse('SCENARIO_NOT_RUNNING');
    run.stop(reason);
    await run.ended;
    return ok(shownRun(run.record));
  }

  // ---- preparation

  /** Loaded on first use. */
  #shippedByName(): Promise<ReadonlyMap<string, Scenario>> {
    this.#shipped ??= this.#reader.shipped().catch((fault) => {
      // Retried on the next call.
      this.#shipped = undefined;
      throw fault;
    });
    return this.#shipped;
  }

  async #scenarioOf({ name, text }: RunScenario): Promise<Result<NamedScenario>> {
    if (name !== undefined && text !== undefined) {
      return refuse('INVALID_REQUEST', { fault: 'the body must have name or text, not both' });
    }
    if (text !== undefined) return scenarioOfText(await this.#reader.text(text));
    const shipped = await this.#shippedByName();
    const scenario = shipped.get(name ?? '');
    if (scenario !== undefined) return ok({ name, scenario });
    const wanted = (name ?? '').slice(0, 40);
    const nearest = nearestName(wanted, [...shipped.keys()]);
    if (nearest === undefined) return refuse('SCENARIO_NOT_FOUND.unknown', { name: wanted });
    return refuse('SCENARIO_NOT_FOUND.misspelt', { name: wanted, nearest });
  }

  /** All checks before the run; nothing is awaited from here to its start. */
  #check(scenario: Scenario, caller: Caller): Result<void> {
    const { host, settings } = this.#deps;
    if (this.#ongoing !== undefined) {
      return refuse('SCENARIO_RUNNING', { title: this.#ongoing.record.scenario.title });
    }
    const reason = unfitFor(scenario, settings) ?? notNow(host);
    if (reason !== undefined) return refuse('SCENARIO_NOT_POSSIBLE', { reason });
    const permitted = checkScopes(scenario, caller);
    return permitted.ok ? freeControl(host, caller) : permitted;
  }

  // ---- the run

  #begin({ name, scenario }: NamedScenario, caller: Caller): RunRecord {
    const { host } = this.#deps;
    const stopper = new AbortController();
    const record: RunRecord = {
      id: randomUUID(),
      scenario,
      name,
      startedBy: caller.callerName,
      startedAtUs: host.station.clock.nowUs(),
      run: undefined,
      end: undefined,
    };
    const stop = (reason: string) => stopper.abort(new StopRequestFault(reason));
    this.#last = record;
    this.#ongoing = { record, stop, ended: this.#fly(record, caller, stopper.signal, stop) };
    return record;
  }

  async #fly(record: RunRecord, caller: Caller, signal: AbortSignal, stop: (reason: string) => void): Promise<void> {
    const { host, log } = this.#deps;
    const { scenario } = record;
    log.info({ scenario: oneLine(scenario.title), by: caller.callerName }, 'a scenario begins');
    const open: OpenStation = async (_, { journal }) =>
      new LiveStation({ host, scenario, journal, signal, caller, stop });
    const outcome = await outcomeOf(scenario, open, signal, (run) => {
      record.run = run;
    });
    record.end = { atUs: host.station.clock.nowUs(), ...outcome };
    this.#ongoing = undefined;
    log.info({ scenario: oneLine(scenario.title), ...outcome }, 'the scenario is over');
  }
}

/** Never rejects. */
async function outcomeOf(
  scenario: Scenario,
  open: OpenStation,
  signal: AbortSignal,
  onRun: (run: NonNullable<RunRecord['run']>) => void,
): Promise<Omit<RunEnd, 'atUs'>> {
  try {
    const { outcome, error } = await runScenario(scenario, open, { signal, onRun });
    return { outcome, reason: error };
  } catch (error) {
    if (error instanceof StopRequestFault) return { outcome: 'stopped', reason: error.message };
    return { outcome: 'error', reason: String(error) };
  }
}

const PROBLEM_LENGTH_MAX = 300;

function scenarioOfText(read: ScenarioReading | 'busy' | 'given up'): Result<NamedScenario> {
  if (read === 'busy') return refuse('STATION_BUSY.scenario');
  if (read === 'given up')
    return refuse('INVALID_REQUEST', { fault: 'text is no scenario: reading it takes too long' });
  if (read.ok) return ok({ name: undefined, scenario: read.scenario });
  const problems = read.problems.map(problemText);
  const more = read.problemCount - problems.length;
  const [first = ''] = problems;
  const rest = read.problemCount > 1 ? `; ${read.problemCount - 1} more in details` : '';
  const details = [...problems, ...(more > 0 ? [`and ${more} more`] : [])];
  return {
    ok: false,
    refusal: {
      ...refusal('INVALID_REQUEST', { fault: `text is no scenario: ${first}${rest}` }),
      details: details.map((message) => ({ path: '/text', message })),
    },
  };
}

const problemText = ({ line, column, message }: Problem): string =>
  `line ${line}, column ${column}: ${message}`.slice(0, PROBLEM_LENGTH_MAX);

/** The run may not do more than its caller. */
function checkScopes({ clients }: Scenario, { scopes: held }: Caller): Result<void> {
  for (const { name, scopes } of clients) {
    const missing = scopes.filter((scope) => !held.includes(scope));
    if (missing.length === 0) continue;
    const values = { client: name, needed: missing.join(', '), held: held.join(', ') };
    return refuse('INSUFFICIENT_SCOPE.scenario', values);
  }
  return accepted;
}

/** Releases the caller's control for the scenario; another client's control is not taken. */
function freeControl({ station: { handoff } }: ScenarioHost, caller: Caller): Result<void> {
  if (handoff.topic.value.controlling_client?.session_id === caller.sessionId) handoff.release(caller);
  // Checked as a session that is certainly not in control.
  return handoff.permit({ ...caller, sessionId: '' });
}
