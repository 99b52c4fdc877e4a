import type { Answers } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';

/** For whoever supervises the process: is it alive (`/healthz`), and should it get requests (`/readyz`). */
export function probePages(answers: Answers, isHealthy: () => boolean): readonly Page[] {
  const probe = (path: string, failure: number): Page => ({
    path,
    respond: (_request, reply) => {
      const isWell = isHealthy();
      const body = Buffer.from(isWell ? 'ok\n' : 'not ok\n');
      answers.send(reply, path, { status: isWell ? 200 : failure, mediaType: 'text/plain; charset=utf-8', body });
    },
  });
  return [probe('/healthz', 500), probe('/readyz', 503)];
}
