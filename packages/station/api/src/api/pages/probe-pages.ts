import type { Answers, Page } from '@kitestring/web/http';

interface Probes {
  /** It can fly: a supervisor that restarts it for any other reason would lose a flying Kite. */
  readonly isAlive: () => boolean;
  /** It also stores data. */
  readonly isHealthy: () => boolean;
}

/** Probes for supervisors: liveness (`/healthz`) and readiness (`/readyz`). */
export function probePages(answers: Answers, { isAlive, isHealthy }: Probes): readonly Page[] {
  const probe = (path: string, failure: number, isGood: () => boolean): Page => ({
    path,
    respond: (exchange) => {
      const isWell = isGood();
      const body = Buffer.from(isWell ? 'ok\n' : 'not ok\n');
      answers.send(exchange, path, { status: isWell ? 200 : failure, mediaType: 'text/plain; charset=utf-8', body });
    },
  });
  return [probe('/healthz', 500, isAlive), probe('/readyz', 503, isHealthy)];
}
