import { type Basis, type ContractCheck, NotApplicable } from './check.ts';
import { CheckStopped, Expectations, type Failure } from './expectations.ts';
import { masked, maskedText } from './link/exchange.ts';
import { LinkFault } from './link/http-link.ts';
import { UpgradeRefused } from './link/socket-link.ts';
import type { CheckResult } from './report/report.ts';
import type { StationUnderTest } from './station/station-under-test.ts';

/** Makes one check; whatever happens becomes its result. */
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
    if (error instanceof NotApplicable) reason = error.message;
    else if (!(error instanceof CheckStopped)) fail(judged, error);
  }
  const { id, sentence, source, level } = check;
  const failures = expect.failures.map((failure) => withoutSecrets(failure, station.secrets));
  const isSkipped = failures.length === 0 && (reason !== undefined || expect.assertions === 0);
  return {
    ...{ id, sentence, source, level },
    outcome: failures.length > 0 ? 'failed' : isSkipped ? 'skipped' : 'passed',
    assertions: expect.assertions,
    failures,
    ...(isSkipped && { reason: reason ?? 'there was nothing to judge' }),
    tookMs: Math.round(performance.now() - startedMs),
  };
}

function fail(expect: Expectations, error: unknown): void {
  if (error instanceof LinkFault) expect.that(false, error.message, error.exchange);
  else if (error instanceof UpgradeRefused) expect.that(false, error.message, error.answer.exchange);
  else expect.that(false, error instanceof Error ? error.message : String(error));
}

const withoutSecrets = ({ message, exchange }: Failure, secrets: ReadonlySet<string>): Failure => ({
  message: maskedText(message, secrets),
  ...(exchange !== undefined && { exchange: masked(exchange, secrets) }),
});
