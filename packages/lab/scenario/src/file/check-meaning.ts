import { crossCheck } from '@kitestring/settings/cross-check.ts';
import { SETTING_LIST, type SettingName, type SettingValues } from '@kitestring/settings/settings.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { STATION_TABLE } from '@kitestring/settings/station-table.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { didYouMean, listed } from '../condition/did-you-mean.ts';
import { fieldNamed } from '../condition/field.ts';
import { type ExpectationText, moment, type ScenarioText, type StepText } from './build-scenario.ts';
import type { Reference } from './check-format.ts';
import { readDuration } from './duration.ts';
import { STATION_SETTINGS } from './form/station-form.ts';
import type { FormCheck } from './form-check.ts';
import { START } from './moment.ts';

const TRIGGERS = ['at', 'after', 'wait', 'when'] as const;

/** Maximum number of steps including repetitions: a week with one per minute. */
const MAX_STEPS = 10_000;
export const DEFAULT_CLIENTS = { operator: {} };

/** Adds semantic errors of a well-formed file: times that go back, contradictions. */
export function checkMeaning(scenario: ScenarioText, check: FormCheck): void {
  checkTimeline(scenario.timeline, check);
  for (const [index, expectation] of scenario.expect.entries())
    checkExpectation(expectation, `/expect/${index}`, check);
  checkSettings(scenario, check);
}

/** More unknown names get no suggestion: among thousands each takes milliseconds to find. */
const SUGGESTIONS_MAX = 20;

/** Adds references to unknown names. The file may have other problems. */
export function checkReferences({ timeline, clients }: Partial<ScenarioText>, check: FormCheck): void {
  const steps = stepsIn(timeline);
  const named = steps.flatMap(({ name }) => name ?? []);
  const faults = steps.filter(({ fault, wire_fault }) => (fault ?? wire_fault) !== undefined);
  const known: Readonly<Record<Reference['kind'], ReadonlySet<string>>> = {
    step: new Set([START, ...named]),
    fault: new Set(faults.flatMap(({ name }) => name ?? [])),
    client: new Set(Object.keys(clients ?? DEFAULT_CLIENTS)),
    snapshot: new Set(steps.flatMap(({ snapshot }) => snapshot ?? [])),
  };
  const unknown = check.references.filter(({ kind, name }) => !known[kind].has(name));
  for (const [index, { kind, name, at }] of unknown.entries()) {
    const what = kind === 'fault' ? 'step with a fault' : kind;
    const isHelped = known[kind].size > 0 && index < SUGGESTIONS_MAX;
    check.wrong(at, `there is no ${what} named ${name}${isHelped ? didYouMean(name, known[kind]) : ''}`);
  }
}

/** All readable steps, including repeated ones. */
function stepsIn(timeline: readonly StepText[] | undefined): StepText[] {
  const isStep = (step: StepText | undefined) => typeof step === 'object';
  return (timeline ?? []).filter(isStep).flatMap((step) => [step, ...(step.steps ?? []).filter(isStep)]);
}

function checkTimeline(timeline: readonly StepText[], check: FormCheck): void {
  const order = new StepOrder(timeline, check);
  let count = 0;
  for (const [index, step] of timeline.entries()) {
    const path = `/timeline/${index}`;
    order.add(step, path);
    for (const [inner, member] of (step.steps ?? []).entries()) order.add(member, `${path}/steps/${inner}`);
    count += (step.repeat ?? 1) * (step.steps?.length ?? 1);
  }
  if (count > MAX_STEPS)
    check.wrongAt('/timeline', `${count} steps with the repeated ones, allowed: at most ${MAX_STEPS}`);
}

/** Steps run in file order, so each can only wait for earlier ones. */
class StepOrder {
  readonly #check: FormCheck;
  readonly #earlier = new Set([START]);
  readonly #snapshots = new Set<string>();
  readonly #faults = new Set(['all']);
  /** Names of all steps and snapshots. */
  readonly #all: ReadonlySet<string>;
  #lastAtS = 0;

  constructor(timeline: readonly StepText[], check: FormCheck) {
    this.#check = check;
    this.#all = new Set(stepsIn(timeline).flatMap(({ name = START, snapshot = START }) => [name, snapshot]));
  }

  add(step: StepText, path: string): void {
    this.#checkTrigger(step, path);
    this.#checkAnswer(step, path);
    this.#checkOrder(step, path);
    if (step.snapshot !== undefined) this.#snapshots.add(step.snapshot);
    if (step.name === undefined) return;
    if ((step.fault ?? step.wire_fault) !== undefined) this.#faults.add(step.name);
    if (this.#earlier.has(step.name)) this.#check.wrongAt(`${path}/name`, `there are two steps named ${step.name}`);
    this.#earlier.add(step.name);
  }

  #checkTrigger(step: StepText, path: string): void {
    const given = TRIGGERS.filter((key) => step[key] !== undefined);
    const [, second] = given;
    if (second !== undefined) {
      this.#check.wrongAt(`${path}/${second}`, `${listed(given)} do not go together, allowed: one of them`);
    }
    if (step.within !== undefined && step.when === undefined) {
      this.#check.wrongAt(`${path}/within`, 'within has a meaning only beside when');
    }
    if (step.at !== undefined) this.#checkAt(step.at, path);
  }

  /** A name that is nowhere in the file is reported as such. */
  #checkOrder({ after, clear, reset }: StepText, path: string): void {
    const wanted = [
      ['after', after && moment(after).step, this.#earlier, 'an earlier step'],
      ['clear', clear, this.#faults, 'the fault of an earlier step'],
      ['reset', reset, this.#snapshots, 'a snapshot of an earlier step'],
    ] as const;
    for (const [key, name, earlier, allowed] of wanted) {
      if (name === undefined || earlier.has(name) || !this.#all.has(name)) continue;
      this.#check.wrongAt(`${path}/${key}`, `${name} comes later, allowed: ${allowed}`);
    }
  }

  #checkAt(text: string, path: string): void {
    const atS = readDuration(text) ?? 0;
    if (path.includes('/steps/')) {
      this.#check.wrongAt(`${path}/at`, 'a repeated step cannot have a time of its own, allowed: after, wait, when');
    } else if (atS < this.#lastAtS) {
      this.#check.wrongAt(
        `${path}/at`,
        `${text} is before an earlier step, at ${this.#lastAtS} s; steps happen in their order`,
      );
    }
    this.#lastAtS = Math.max(this.#lastAtS, atS);
  }

  #checkAnswer({ expect: { status, code, message, none } = {} }: StepText, path: string): void {
    if (none === true && (status ?? code ?? message) !== undefined) {
      this.#check.wrongAt(`${path}/expect/none`, 'none goes with no status, code and message: there is no answer');
    }
    if (status === undefined || code === undefined) return;
    const right = ERRORS[code as keyof typeof ERRORS].status;
    if (status !== right) this.#check.wrongAt(`${path}/expect/status`, `${code} is always ${right}, got ${status}`);
  }
}

function checkExpectation(expectation: ExpectationText, path: string, check: FormCheck): void {
  const { notification, begins, ends, within, of, sequence, is = [] } = expectation;
  if (notification !== undefined && begins === undefined && ends === undefined && within === undefined) {
    check.wrongAt(path, 'begins, ends or within is needed');
  }
  if (notification !== undefined && (within === undefined) !== (of === undefined)) {
    check.wrongAt(path, 'within and of go together');
  }
  const field = sequence === undefined ? undefined : fieldNamed(sequence);
  if (field?.kind !== 'state') return;
  for (const [index, value] of is.entries()) {
    if (!field.values.includes(value)) {
      check.wrongAt(`${path}/is/${index}`, `${sequence} is never ${value}${didYouMean(value, field.values)}`);
    }
    if (index > 0 && is[index - 1] === value) {
      check.wrongAt(`${path}/is/${index}`, `${value} follows itself, allowed: each state once until another one comes`);
    }
  }
}

/** The settings of a scenario under their own names. */
export function settings({ station = {} }: ScenarioText): Map<SettingName, unknown> {
  const names = Object.entries(STATION_SETTINGS);
  return new Map(names.flatMap(([key, name]) => (Object.hasOwn(station, key) ? [[name, station[key]]] : [])));
}

function checkSettings(scenario: ScenarioText, check: FormCheck): void {
  const given = settings(scenario);
  const all = [...SETTING_LIST.map(({ name, default: standard }) => [name, standard] as const), ...given];
  // Every name of the table with a value that its schema has accepted.
  const values = Object.fromEntries(all) as unknown as SettingValues;
  const origins = new Map([...given.keys()].map((name) => [name, 'this file']));
  try {
    crossCheck(STATION_TABLE, values, origins);
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    check.wrongAt('/station', error.message.replace(/^[^:]*: /, ''));
  }
}
