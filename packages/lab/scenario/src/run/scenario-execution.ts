import { SETTINGS } from '@kitestring/settings/settings.ts';
import { compileCondition, type Holds } from '../condition/compile-condition.ts';
import { conditionText } from '../condition/condition-text.ts';
import { conditionValues } from '../condition/condition-values.ts';
import { notificationLabel } from '../condition/contract-name.ts';
import { durationText } from '../file/duration.ts';
import { START } from '../file/moment.ts';
import type { Judgement, Verdict } from '../judge/judgement.ts';
import { judgementOf } from '../judge/judgement-of.ts';
import { SAME_S } from '../judge/span-watch.ts';
import type { ClientResponse, Observation } from '../observation.ts';
import type { ClientSpec, CommandAction, Expectation, Scenario, TimelineStep, Trigger } from '../scenario.ts';
import { answerFault } from './answer-fault.ts';
import { ControlLeases } from './control-leases.ts';
import type { Journal } from './journal.ts';
import { ManualControls } from './manual-controls.ts';
import type { ScenarioFailure } from './result.ts';
import type { RunProgress } from './run-progress.ts';
import { ScenarioClient } from './scenario-client.ts';
import { scenarioOperation } from './scenario-operation.ts';
import type { ScenarioStation } from './scenario-station.ts';
import { TelemetryTable } from './telemetry-table.ts';
import { WorldSteps } from './world-steps.ts';

interface RunDeps {
  readonly scenario: Scenario;
  readonly station: ScenarioStation;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  /** Called after every observation with the time on the timeline, seconds. */
  readonly onLook: (timeS: number) => void;
}

interface Watched {
  readonly expectation: Expectation;
  readonly judgement: Judgement;
  failure: ScenarioFailure | undefined;
}

/** Failure of a step: what was expected, and what happened. */
type StepFault = Pick<ScenarioFailure, 'expected' | 'happened'>;

/** One run of a scenario on a station. */
export class ScenarioExecution {
  readonly #deps: RunDeps;
  readonly #clients: ReadonlyMap<string, ScenarioClient>;
  readonly #controlsClient: ScenarioClient;
  readonly #controls: ManualControls;
  readonly #leases: ControlLeases;
  readonly #world: WorldSteps;
  readonly #telemetry = new TelemetryTable();
  readonly #watched: readonly Watched[];
  readonly #stepTimesS = new Map<string, number>([[START, 0]]);
  #phase: 'preparing' | 'timeline' | 'settling' | 'complete' | 'broken off' = 'preparing';
  #stepsDone = 0;
  #broken: ScenarioFailure | undefined;
  #elapsedS = 0;
  #last: Observation | undefined;
  #lastStepS = 0;

  constructor(deps: RunDeps) {
    const { scenario, station, journal, signal } = deps;
    this.#deps = deps;
    this.#leases = new ControlLeases(
      Number(scenario.settings.get('handoff.lease_s') ?? SETTINGS['handoff.lease_s'].default),
    );
    const clientOf = (client: ClientSpec) =>
      new ScenarioClient({
        ...client,
        url: station.url,
        credentials: station.credentials(client),
        nowUs: () => station.nowUs(),
      });
    this.#clients = new Map(scenario.clients.map((client) => [client.name, clientOf(client)]));
    this.#controlsClient = clientOf({ name: 'scenario', scopes: station.simulatorScopes });
    this.#controls = new ManualControls(this.#controlsClient, journal, signal);
    this.#world = new WorldSteps({ scenario, station, journal, controls: this.#controls, leases: this.#leases });
    this.#watched = scenario.expectations.map((expectation) => ({
      expectation,
      judgement: judgementOf(expectation),
      failure: undefined,
    }));
  }

  /** Seconds on the timeline. */
  get nowS(): number {
    return this.#deps.journal.timelineS(this.#deps.station.nowUs());
  }

  get progress(): RunProgress {
    const isPreparing = this.#phase === 'preparing';
    return {
      isPreparing,
      elapsedS: isPreparing ? 0 : this.#elapsedS,
      stepsDone: this.#stepsDone,
      step: this.#phase === 'timeline' ? this.#deps.scenario.steps[this.#stepsDone] : undefined,
      expectations: this.#watched.map(({ expectation, judgement, failure }) => {
        const isMet = this.#phase === 'complete' || judgement.hasComeTrue;
        return { expectation, failure, status: failure !== undefined ? 'failed' : isMet ? 'met' : 'open' };
      }),
    };
  }

  /** Runs the whole timeline. @returns the failures */
  async run(): Promise<ScenarioFailure[]> {
    const beginning = await this.#prepare();
    if (beginning !== undefined) return this.#breakOff(beginning);
    this.#phase = 'timeline';
    const broken = await this.#steps();
    this.#phase = 'settling';
    if (broken === undefined) await this.#settle();
    this.#end(broken === undefined);
    if (broken !== undefined) return this.#breakOff(broken);
    this.#phase = 'complete';
    return this.#failures();
  }

  /** Cause that aborted the timeline; undefined if none. */
  get brokenOff(): ScenarioFailure | undefined {
    return this.#broken;
  }

  #breakOff(broken: ScenarioFailure): ScenarioFailure[] {
    this.#broken = broken;
    this.#phase = 'broken off';
    return [...this.#failures(), broken];
  }

  #failures(): ScenarioFailure[] {
    return this.#watched.flatMap(({ failure }) => failure ?? []);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values(), this.#controlsClient].map((client) => client.close()));
  }

  // ---- preparation

  async #prepare(): Promise<ScenarioFailure | undefined> {
    const { scenario, station, journal } = this.#deps;
    journal.zeroUs = station.nowUs();
    if (!(await this.#wait(isReady, 60, false))) return this.#notPrepared('be ready in StandBy');
    if (station.takesControl && !(await this.#takeControl()))
      return this.#notPrepared('be under control of the scenario');
    const { airborneAtM } = scenario;
    if (airborneAtM !== undefined && !(await this.#flyTo(airborneAtM))) {
      return this.#notPrepared(`hold ${airborneAtM} m`);
    }
    journal.zeroUs = station.nowUs();
    journal.takeAnswers();
    journal.takeEvents();
    this.#telemetry.clear();
    return undefined;
  }

  async #takeControl(): Promise<boolean> {
    const client = this.#deps.scenario.clients[0]?.name ?? '';
    const body = { operator_name: `Scenario ${this.#deps.scenario.title}` };
    const operation = 'handoff.control.request';
    const answer = await this.#send({
      kind: 'command',
      client,
      operation,
      body,
      parameters: {},
      renews: true,
      expected: {},
    });
    return answerFault(answer, { status: 201 }) === undefined;
  }

  async #flyTo(altitudeM: number): Promise<boolean> {
    const pilot = this.#deps.scenario.clients[0]?.name ?? '';
    const command = { kind: 'command', client: pilot, parameters: {}, renews: false, expected: {} } as const;
    const isFlying: Holds = ({ flight }) => flight.flight_state === 'Flying';
    const isThere: Holds = ({ flight }) => flight.flight_state === 'Flying' && flight.is_changing_altitude === false;
    const takeOff = await this.#send({ ...command, operation: 'flight.control.take_off', body: undefined });
    if (answerFault(takeOff, {}) !== undefined || !(await this.#wait(isFlying, 60, false))) return false;
    if (altitudeM - (this.#last?.flight.altitude_target ?? 0) < 1) return true;
    const climb = await this.#send({ ...command, operation: 'flight.control.altitude', body: { altitude: altitudeM } });
    return answerFault(climb, {}) === undefined && (await this.#wait(isThere, 300, false));
  }

  #notPrepared(what: string): ScenarioFailure {
    const answers = this.#deps.journal.takeAnswers().filter(({ status }) => status >= 400);
    const refusals = answers.map(({ code, message }) => `${code}: ${message}`);
    const state = this.#last?.flight.flight_state ?? 'nothing known';
    const active = [...(this.#last?.active ?? [])].map(notificationLabel);
    return this.#failure(1, {
      expected: `the Kite to ${what} before the timeline begins`,
      happened: [state, ...refusals, ...active].join('; '),
    });
  }

  // ---- the timeline

  async #steps(): Promise<ScenarioFailure | undefined> {
    for (const step of this.#deps.scenario.steps) {
      const fault = (await this.#trigger(step)) ?? (await this.#act(step));
      if (fault !== undefined) return this.#failure(step.line, fault);
      this.#stepsDone += 1;
    }
    return undefined;
  }

  async #trigger({ trigger, label }: TimelineStep): Promise<StepFault | undefined> {
    if (trigger.kind === 'when') {
      const holds = compileCondition(trigger.condition);
      if (await this.#wait(holds, trigger.withinS, true)) return undefined;
      const expected = `${conditionText(trigger.condition)} within ${durationText(trigger.withinS)}, for the step "${label}"`;
      const happened = this.#last === undefined ? 'nothing was seen' : conditionValues(trigger.condition, this.#last);
      return { expected, happened };
    }
    const dueS = this.#dueS(trigger);
    if (dueS < this.nowS - SAME_S) {
      const happened = `the steps before it took until ${durationText(this.nowS)}`;
      return { expected: `the step "${label}" at ${durationText(dueS)}`, happened };
    }
    await this.#advanceTo(dueS);
    return undefined;
  }

  #dueS(trigger: Exclude<Trigger, { kind: 'when' }>): number {
    switch (trigger.kind) {
      case 'next':
        return this.nowS;
      case 'at':
        return trigger.atS;
      case 'wait':
        return this.#lastStepS + trigger.waitS;
      case 'after':
        return (this.#stepTimesS.get(trigger.moment.step) ?? 0) + trigger.moment.laterS;
    }
  }

  async #act(step: TimelineStep): Promise<StepFault | undefined> {
    const atS = this.nowS;
    this.#lastStepS = atS;
    if (step.name !== undefined) {
      this.#stepTimesS.set(step.name, atS);
      for (const { judgement } of this.#watched) judgement.stepHappened(step.name, atS);
    }
    if (step.action?.kind === 'command') return this.#command(step.action, step.label);
    const { expected, refused } = await this.#world.handle(step);
    if (expected === undefined && refused === undefined) return undefined;
    if (expected !== undefined && refused?.includes(expected)) return undefined;
    return {
      expected: expected === undefined ? `"${step.label}" to be done` : `"${step.label}" to be refused: ${expected}`,
      happened: refused ?? 'it was done',
    };
  }

  async #command(command: CommandAction, label: string): Promise<StepFault | undefined> {
    const answer = await this.#send(command);
    const fault = answerFault(answer, command.expected);
    if (fault === undefined) return undefined;
    return { expected: `${fault.expected} to "${label}"`, happened: fault.happened };
  }

  async #send(command: CommandAction): Promise<ClientResponse> {
    const { signal, journal, station } = this.#deps;
    const client = this.#clients.get(command.client);
    const op = scenarioOperation(command.operation);
    if (client === undefined || op === undefined) throw new Error(`the check let pass ${JSON.stringify(command)}`);
    const request = { body: command.body, params: command.parameters };
    const { value: _, ...reply } = await client.send(op, request, signal);
    const answer = { ...reply, atS: this.nowS };
    journal.addAnswer(answer);
    const downtimeS = answer.status === 0 ? this.#controls.downtimeS(op.id) : undefined;
    if (downtimeS !== undefined) await station.passReboot(downtimeS);
    const next = answer.status < 300 ? this.#leases.accepted(command, answer.status, answer.atS) : undefined;
    if (next !== undefined) await this.#send(next);
    return answer;
  }

  // ---- time

  /** @returns true when the condition became true in time */
  async #wait(holds: Holds, withinS: number, isJudged: boolean): Promise<boolean> {
    let isReached = false;
    const stop = (observation: Observation) => {
      isReached = holds(observation);
      return isReached;
    };
    await this.#advanceTo(this.nowS + withinS, stop, isJudged);
    return isReached;
  }

  async #advanceTo(untilS: number, stop: Holds = () => false, isJudged = true): Promise<void> {
    const { station, journal, signal } = this.#deps;
    let isStopped = false;
    while (!isStopped && this.nowS < untilS - SAME_S) {
      signal.throwIfAborted();
      const stopS = Math.min(untilS, Math.max(this.#leases.nextS, this.nowS + station.periodS));
      await station.advance(journal.zeroUs + Math.round(stopS * 1e6), (observation) => {
        this.#look(observation, isJudged);
        isStopped = stop(observation);
        return isStopped || signal.aborted;
      });
      for (const renewal of this.#leases.takeDue(this.nowS)) await this.#send(renewal);
    }
    signal.throwIfAborted();
  }

  #look(observation: Observation, isJudged: boolean): void {
    this.#last = observation;
    if (isJudged) this.#elapsedS = observation.timeS;
    this.#telemetry.record(observation);
    if (!isJudged) return;
    for (const watched of this.#watched) {
      if (watched.failure !== undefined) continue;
      watched.judgement.observe(observation);
      if (watched.judgement.verdict !== undefined) watched.failure = this.#failed(watched, watched.judgement.verdict);
    }
    this.#deps.onLook(observation.timeS);
  }

  // ---- end

  async #settle(): Promise<void> {
    const { scenario, station } = this.#deps;
    await this.#advanceTo(this.nowS + scenario.settleS);
    // Everything that is awaited has its own deadline.
    while (this.#watched.some(({ judgement }) => judgement.isPending)) {
      await this.#advanceTo(this.nowS + station.periodS);
    }
  }

  #end(isComplete: boolean): void {
    const last = this.#last;
    if (last === undefined) throw new Error('a timeline that ran was looked at');
    for (const watched of this.#watched) {
      if (watched.failure !== undefined) continue;
      watched.judgement.end(last, isComplete);
      if (watched.judgement.verdict !== undefined) watched.failure = this.#failed(watched, watched.judgement.verdict);
    }
  }

  #failed({ expectation: { line, text, why } }: Watched, { happened, atS }: Verdict): ScenarioFailure {
    const telemetry = this.#last === undefined || atS === undefined ? [] : this.#telemetry.tableWith(this.#last);
    return { line, expected: text, why, happened, atS, telemetry };
  }

  #failure(line: number, fault: StepFault): ScenarioFailure {
    const telemetry = this.#last === undefined ? [] : this.#telemetry.tableWith(this.#last);
    return { line, why: undefined, atS: this.nowS, telemetry, ...fault };
  }
}

/** On the ground, with all preflight checks passed. */
const isReady: Holds = ({ flight, system }) =>
  flight.flight_state === 'StandBy' && system.drone_id?.status !== 'CHECKING';
