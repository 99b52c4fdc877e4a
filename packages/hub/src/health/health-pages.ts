import { type Answers, JSON_TYPE } from '@kitestring/server/http/answers.ts';
import type { Page } from '@kitestring/server/http/build-app.ts';
import { timeOf } from '../api/station-view.ts';
import { HUB_PARTS, type HubReadiness } from './hub-readiness.ts';

interface HealthPagesOptions {
  readonly readiness: HubReadiness;
  readonly version: string;
  /** Where records are archived, as this replica knows it. */
  readonly archiveDuty: () => string;
}

/** Probes for supervisors: `/healthz` while the process works, `/readyz` while it can do its work, with every part. */
export const healthPages = (answers: Answers, options: HealthPagesOptions): readonly Page[] => [
  {
    path: '/healthz',
    respond: (exchange) =>
      answers.send(exchange, '/healthz', {
        ...{ status: 200, mediaType: 'text/plain; charset=utf-8', body: Buffer.from('ok\n') },
      }),
  },
  {
    path: '/readyz',
    respond: (exchange) => {
      const isReady = options.readiness.away.length === 0;
      const body = Buffer.from(`${JSON.stringify(readinessView(options), undefined, 2)}\n`);
      answers.send(exchange, '/readyz', { status: isReady ? 200 : 503, mediaType: JSON_TYPE, body });
    },
  },
];

function readinessView({ archiveDuty, readiness, version }: HealthPagesOptions) {
  const { away } = readiness;
  const parts = HUB_PARTS.map((part) => {
    const { isUp, reason, sinceMs } = readiness.of(part);
    const state = isUp ? 'up' : 'down';
    return [part, { state, since: timeOf(sinceMs), ...(part === 'archive' && { duty: archiveDuty() }), reason }];
  });
  return { status: away.length === 0 ? 'ready' : 'not_ready', version, away, parts: Object.fromEntries(parts) };
}

/** Body of the operation `health`: as `/readyz`, in two words. */
export function healthView(version: string, readiness: HubReadiness) {
  const [broker, database] = (['broker', 'database'] as const).map((part) => (readiness.of(part).isUp ? 'up' : 'down'));
  const status: 'up' | 'degraded' = broker === 'up' && database === 'up' ? 'up' : 'degraded';
  return { status, version, broker, database };
}
