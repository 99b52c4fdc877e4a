import { type Basis, type ContractCheck, isWithin, LANES, NotApplicableFault } from './check.ts';
import { allChecks } from './checks/all-checks.ts';
import { command } from './checks/flight/steps.ts';
import { ConformFault } from './conform-fault.ts';
import { CheckStoppedFault, Expectations, type Failure } from './expectations.ts';
import { masked, maskedText } from './link/exchange.ts';
import { LinkFault } from './link/http-link.ts';
import { UpgradeRefusedFault } from './link/socket-link.ts';
import type { CheckResult, ConformReport } from './report/report.ts';
import { type ConnectOptions, connectToStation } from './station/connect.ts';
import { landed } from './station/safe-end.ts';
import type { StationUnderTest } from './station/station-under-test.ts';

export interface ConformOptions extends ConnectOptions {
  /** Substrings of ids, to select checks. */
  readonly only?: readonly string[];
  /** Evaluate sentences of the published document only. */
  readonly isPublishedOnly?: boolean;
  /** Include checks that take many seconds. */
  readonly isLong?: boolean;
  /** Called before a flight. @returns whether the operator confirms the Kite with this name */
  readonly confirmFlight?: (kiteName: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
  /** Before the first check. */
  readonly onBegin?: (checks: number, station: StationUnderTest) => void;
  readonly onResult?: (result: CheckResult) => void;
}

/** Checks a station. @throws ConformFault when nothing could be checked; the reason of `signal` */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  const startedAt = new Date();
  await using station = await connectToStation(options);
  const checks = chosenChecks(station, options);
  const softMaxM = options.level === 'flight' ? await confirmFlight(station, options).catch(throwNotReady) : undefined;
  options.onBegin?.(checks.length, station);
  const results = new Map<string, CheckResult>();
  try {
    const lanes = LANES.map((lane) => checks.filter((check) => (check.lane ?? 'main') === lane));
    await together(lanes.map((lane) => makeChecks(lane, station, options, results)));
  } finally {
    if (options.level === 'flight') await endFlight(station, softMaxM);
  }
  return {
    format: 1,
    url: options.url,
    version: station.api.version,
    reportedVersion: station.reportedVersion,
    level: options.level,
    startedAt: startedAt.toISOString(),
    tookMs: Date.now() - startedAt.getTime(),
    results: checks.flatMap(({ id }) => results.get(id) ?? []),
  };
}

/** Waits for all lanes, also after a failure: nothing may continue after the end of a run. */
async function together(lanes: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Runs checks in sequence. @throws the reason of the signal */
async function makeChecks(
  checks: readonly ContractCheck[],
  station: StationUnderTest,
  { isPublishedOnly, onResult, signal }: ConformOptions,
  results: Map<string, CheckResult>,
): Promise<void> {
  const accepts = (basis: Basis) => basis === 'published' || isPublishedOnly !== true;
  for (const check of checks) {
    signal?.throwIfAborted();
    const result = await runCheck(check, station, accepts);
    results.set(check.id, result);
    onResult?.(result);
    // A command that must be refused may have been executed.
    if (result.outcome === 'failed' && check.id.startsWith('flight.control.')) {
      await landed(station).catch(() => {});
    }
  }
}

/** @throws ConformFault unless the Kite is known to be on the ground */
async function endFlight(station: StationUnderTest, softMaxM: unknown): Promise<void> {
  const isLanded = await landed(station).catch(() => false);
  if (!isLanded) {
    throw new ConformFault(
      'not-ready',
      'the Kite may still be in the air: the station did not land it; look at it, and land it there',
    );
  }
  // Restores the maximum, which the checks have raised: an operator may have set it for safety.
  if (softMaxM !== undefined) await command(station, 'altitude_soft_max', { altitude: softMaxM }).catch(() => {});
}

/** The checks of a run, in order. @throws ConformFault if a substring matches no id */
function chosenChecks({ api }: StationUnderTest, options: ConformOptions): readonly ContractCheck[] {
  const { level, only, isPublishedOnly = false, isLong = false } = options;
  const checks = allChecks(api).filter(
    (check) =>
      isWithin(check.level, level) &&
      (isLong || check.isLong !== true) &&
      (!isPublishedOnly || check.source.basis === 'published'),
  );
  const unknown = only?.find((part) => !checks.some(({ id }) => id.includes(part)));
  if (unknown !== undefined) throw new ConformFault('no-check', `no check of this run has "${unknown}" in its id`);
  return checks.filter(({ id }) => only?.some((part) => id.includes(part)) ?? true);
}

/** @returns the soft maximum before the flight @throws ConformFault */
async function confirmFlight(station: StationUnderTest, { confirmFlight: confirm }: ConformOptions): Promise<unknown> {
  const { kite_name: kite } = await station.read('system.info');
  const { flight_state: state } = await station.read('flight.state');
  if (typeof kite !== 'string') throw new ConformFault('not-ready', 'no Kite is attached: there is nothing to fly');
  if (state !== 'StandBy') {
    throw new ConformFault(
      'not-ready',
      `the Kite is in ${state}: a flight needs StandBy; land it, or leave --allow-flight out`,
    );
  }
  const { controlling_client: holder } = await station.read('handoff.state');
  if (holder !== null) {
    const { operator_name: name } = holder as { operator_name?: unknown };
    throw new ConformFault(
      'not-ready',
      `another client is in control (${String(name)}): wait until it has released it`,
    );
  }
  if ((await confirm?.(kite)) !== true) {
    throw new ConformFault('not-ready', `the flight was not confirmed with the name of the Kite, ${kite}`);
  }
  return (await station.read('flight.info')).altitude_soft_max;
}

/** A station without the data that a flight needs is not ready. @throws always */
function throwNotReady(error: unknown): never {
  if (!(error instanceof NotApplicableFault || error instanceof LinkFault)) throw error;
  throw new ConformFault('not-ready', `nothing was flown: ${error.message}`, { cause: error });
}

/** Runs one check; errors become its result. */
export async function runCheck(
  check: ContractCheck,
  station: StationUnderTest,
  accepts: (basis: Basis) => boolean,
): Promise<CheckResult> {
  const expect = new Expectations(accepts);
  const judged = check.source.basis === 'decided' ? expect.decided : expect;
  const startedMs = performance.now();
  let reason: string | undefined;
  try {
    await check.run(judged, station);
  } catch (error) {
    if (error instanceof NotApplicableFault) reason = error.message;
    else if (!(error instanceof CheckStoppedFault)) fail(judged, error);
  }
  const { id, sentence, source, level } = check;
  const failures = expect.failures.map((failure) => withoutSecrets(failure, station.secrets));
  const isSkipped = failures.length === 0 && (reason !== undefined || expect.assertions === 0);
  return {
    id,
    sentence,
    source,
    level,
    outcome: failures.length > 0 ? 'failed' : isSkipped ? 'skipped' : 'passed',
    assertions: expect.assertions,
    failures,
    ...(isSkipped && { reason: reason ?? 'there was nothing to judge' }),
    tookMs: Math.round(performance.now() - startedMs),
  };
}

function fail(expect: Expectations, error: unknown): void {
  if (error instanceof LinkFault) expect.that(false, error.message, error.exchange);
  else if (error instanceof UpgradeRefusedFault) expect.that(false, error.message, error.answer.exchange);
  else expect.that(false, error instanceof Error ? error.message : String(error));
}

const withoutSecrets = ({ message, exchange }: Failure, secrets: ReadonlySet<string>): Failure => ({
  message: maskedText(message, secrets),
  ...(exchange !== undefined && { exchange: masked(exchange, secrets) }),
});
