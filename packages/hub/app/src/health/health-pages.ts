import { type Answers, JSON_TYPE, type Page } from '@kitestring/web/http';
import { timestamp } from '../api/station-view.ts';
import { HUB_PARTS, type HubReadiness } from './hub-readiness.ts';
import type { StorageWatch } from './storage-watch.ts';

interface HealthPagesOptions {
  readonly readiness: HubReadiness;
  readonly storage: Pick<StorageWatch, 'places'>;
  readonly version: string;
  /** Where records are archived, as far as this replica knows. */
  readonly archiveDuty: () => string;
}

/** Probes for supervisors: `/healthz` while the process runs, `/readyz` while all its parts work. */
export const healthPages = (answers: Answers, options: HealthPagesOptions): readonly Page[] => [
  {
    path: '/healthz',
    respond: (exchange) =>
      answers.send(exchange, '/healthz', {
        status: 200,
        mediaType: 'text/plain; charset=utf-8',
        body: Buffer.from('ok\n'),
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

function readinessView({ archiveDuty, readiness, storage, version }: HealthPagesOptions) {
  const { away } = readiness;
  const parts = HUB_PARTS.map((part) => {
    const { isUp, reason, sinceMs } = readiness.of(part);
    const state = isUp ? 'up' : 'down';
    return [part, { state, since: timestamp(sinceMs), ...(part === 'archive' && { duty: archiveDuty() }), reason }];
  });
  // A hub with little storage still works: sending its traffic elsewhere would not help.
  const places = storage.places.map(({ freeBytes, isLow, place, totalBytes }) => [
    place,
    { state: isLow ? 'low' : 'enough', free_bytes: freeBytes, total_bytes: totalBytes },
  ]);
  return {
    status: away.length === 0 ? 'ready' : 'not_ready',
    version,
    away,
    parts: Object.fromEntries(parts),
    storage: Object.fromEntries(places),
  };
}

/** Body of the operation `health`: `/readyz` in two words. */
export function healthView(version: string, readiness: HubReadiness) {
  const [broker, database] = (['broker', 'database'] as const).map((part) => (readiness.of(part).isUp ? 'up' : 'down'));
  const status: 'up' | 'degraded' = broker === 'up' && database === 'up' ? 'up' : 'degraded';
  return { status, version, broker, database };
}
