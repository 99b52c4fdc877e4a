import type { Answers } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** Probes for supervisors: liveness (`/healthz`) and readiness (`/readyz`). */
export function probePages(answers: Answers, isHealthy: () => boolean): readonly Page[] {
  const probe = (path: string, failure: number): Page => ({
    path,
    respond: (exchange) => {
      const isWell = isHealthy();
      const body = Buffer.from(isWell ? 'ok\n' : 'not ok\n');
      answers.send(exchange, path, { status: isWell ? 200 : failure, mediaType: 'text/plain; charset=utf-8', body });
    },
  });
  return [probe('/healthz', 500), probe('/readyz', 503)];
}
