import { randomUUID } from 'node:crypto';
import type { RunScenario, ScenarioSummary, ScenarioRun as ShownRun } from '@kitestring/contract/sim/scenarios.ts';
import type { ScenarioHost, ScenarioRunner } from '@kitestring/server/api/sim/scenario-runner.ts';
import { nearestName } from '@kitestring/server/config/nearest-name.ts';
import type { SettingValues } from '@kitestring/server/config/settings.ts';
import { oneLine } from '@kitestring/server/config/settings-error.ts';
import type { Log } from '@kitestring/server/http/log.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Problem } from '../file/problem.ts';
import { runScenario } from '../run/run-scenario.ts';
import type { OpenStation } from '../run/scenario-station.ts';
import type { Scenario } from '../scenario.ts';
import { notNow, unfitFor } from './fitness.ts';
import { LiveStation } from './live-station.ts';
import { ScenarioReader, type ScenarioReading } from './scenario-reader.ts';
import { type RunEnd, type RunRecord, shownRun, shownSummary } from './shown-run.ts';

export interface LiveScenariosParts {
  readonly host: ScenarioHost;
  /** With which the station was started. */
  readonly settings: SettingValues;
  readonly log: Log;
  /** The scenarios that can be asked for by name; those that ship when absent. */
  readonly shipped?: ReadonlyMap<string, Scenario>;
}

/** Asks a run to end. */
class StopRequest extends Error {
  override readonly name = 'StopRequest';
}

/** A run that goes on. */
interface OngoingRun {
  readonly record: RunRecord;
  readonly stop: (reason: string) => void;
  /** Kept when it is over and everything is set back. */
  readonly ended: Promise<void>;
}

interface NamedScenario {
  readonly name: string | undefined;
  readonly scenario: Scenario;
}

/** Runs scenarios on the station of this process, one at a time. */
export class LiveScenarios implements ScenarioRunner {
  readonly #parts: LiveScenariosParts;
  readonly #reader = new ScenarioReader();
  #shipped: Promise<ReadonlyMap<string, Scenario>> | undefined;
  #ongoing: OngoingRun | undefined;
  #last: RunRecord | undefined;

  constructor(parts: LiveScenariosParts) {
    this.#parts = parts;
    if (parts.shipped !== undefined) this.#shipped = Promise.resolve(parts.shipped);
  }

  async list(): Promise<readonly ScenarioSummary[]> {
    const { settings } = this.#parts;
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
    if (run === undefined) return refuse('SCENARIO_NOT_RUNNING', 'no scenario is running');
    run.stop(reason);
    await run.ended;
    return ok(shownRun(run.record));
  }

  // ---- before

  /** Read when somebody asks first. */
  #shippedByName(): Promise<ReadonlyMap<string, Scenario>> {
    this.#shipped ??= this.#reader.shipped().catch((fault) => {
      // The next one who asks tries again.
      this.#shipped = undefined;
      throw fault;
    });
    return this.#shipped;
  }

  async #scenarioOf({ name, text }: RunScenario): Promise<Result<NamedScenario>> {
    if (name !== undefined && text !== undefined) {
      return refuse('INVALID_REQUEST', 'the body must have name or text, not both');
    }
    if (text !== undefined) return scenarioOfText(await this.#reader.text(text));
    const shipped = await this.#shippedByName();
    const scenario = shipped.get(name ?? '');
    if (scenario !== undefined) return ok({ name, scenario });
    const shown = (name ?? '').slice(0, 40);
    const nearest = nearestName(shown, [...shipped.keys()]);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    return refuse('SCENARIO_NOT_FOUND', `there is no scenario ${shown}${hint}`);
  }

  /** Everything that can be known before; from here to the beginning of the run nothing is waited for. */
  #check(scenario: Scenario, caller: Caller): Result<void> {
    const { host, settings } = this.#parts;
    if (this.#ongoing !== undefined) {
      const { title } = this.#ongoing.record.scenario;
      return refuse('SCENARIO_RUNNING', `the scenario "${title}" is running`);
    }
    const reason = unfitFor(scenario, settings) ?? notNow(host);
    if (reason !== undefined) return refuse('SCENARIO_NOT_POSSIBLE', reason);
    const permitted = checkScopes(scenario, caller);
    return permitted.ok ? freeControl(host, caller) : permitted;
  }

  // ---- the run

  #begin({ name, scenario }: NamedScenario, caller: Caller): RunRecord {
    const { host } = this.#parts;
    const stopper = new AbortController();
    const record: RunRecord = {
      id: randomUUID(),
      scenario,
      name,
      startedBy: caller.pluginName,
      startedAtUs: host.station.clock.nowUs(),
      run: undefined,
      end: undefined,
    };
    const stop = (reason: string) => stopper.abort(new StopRequest(reason));
    this.#last = record;
    this.#ongoing = { record, stop, ended: this.#fly(record, caller, stopper.signal, stop) };
    return record;
  }

  async #fly(record: RunRecord, caller: Caller, signal: AbortSignal, stop: (reason: string) => void): Promise<void> {
    const { host, log } = this.#parts;
    const { scenario } = record;
    log.info({ scenario: oneLine(scenario.title), by: caller.pluginName }, 'a scenario begins');
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
    if (error instanceof StopRequest) return { outcome: 'stopped', reason: error.message };
    return { outcome: 'error', reason: String(error) };
  }
}

const PROBLEM_LENGTH_MAX = 300;

function scenarioOfText(read: ScenarioReading | 'busy' | 'given up'): Result<NamedScenario> {
  if (read === 'busy') return refuse('STATION_BUSY', 'another scenario is being read, try again in 1 s');
  if (read === 'given up') return refuse('INVALID_REQUEST', 'text is no scenario: reading it takes too long');
  if (read.ok) return ok({ name: undefined, scenario: read.scenario });
  const problems = read.problems.map(problemText);
  const more = read.problemCount - problems.length;
  const [first = ''] = problems;
  const rest = read.problemCount > 1 ? `; ${read.problemCount - 1} more in details` : '';
  const details = [...problems, ...(more > 0 ? [`and ${more} more`] : [])];
  return {
    ok: false,
    refusal: {
      code: 'INVALID_REQUEST',
      message: `text is no scenario: ${first}${rest}`,
      details: details.map((message) => ({ path: '/text', message })),
    },
  };
}

const problemText = ({ line, column, message }: Problem): string =>
  `line ${line}, column ${column}: ${message}`.slice(0, PROBLEM_LENGTH_MAX);

/** The run may not do more than whoever asks for it. */
function checkScopes({ clients }: Scenario, { scopes: held }: Caller): Result<void> {
  for (const { name, scopes } of clients) {
    const missing = scopes.filter((scope) => !held.includes(scope));
    if (missing.length === 0) continue;
    const message = `the scenario’s client ${name} needs the scope ${missing.join(', ')}, the token has ${held.join(', ')}`;
    return refuse('INSUFFICIENT_SCOPE', message);
  }
  return accepted;
}

/** The caller makes room for the scenario; somebody else in control is not pushed out. */
function freeControl({ station: { handoff } }: ScenarioHost, caller: Caller): Result<void> {
  if (handoff.topic.value.controlling_client?.session_id === caller.sessionId) handoff.release(caller);
  // Asked as somebody who is certainly not in control.
  return handoff.permit({ ...caller, sessionId: '' });
}
