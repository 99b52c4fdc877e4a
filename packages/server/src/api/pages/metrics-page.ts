import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Answers } from '../../http/answers.ts';
import type { Page } from '../../http/build-app.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import type { Failure } from '../../http/route.ts';
import type { Connections } from '../../subscriptions/connections.ts';

export interface MetricsParts {
  readonly answers: Answers;
  readonly counts: RequestCounts;
  readonly connections: Connections;
  /** Figures of the station by name (`kitestring_altitude_m`), with what they mean; undefined while they are unknown. */
  readonly gauges: readonly StationGauge[];
  readonly families: readonly StationFamily[];
  /** Why a request may not read them; undefined where it may. */
  readonly failureOf: (request: FastifyRequest) => Failure | undefined;
}

export interface StationGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | undefined;
}

/** A figure that there is several times, told apart by one label. */
export interface StationFamily {
  readonly name: string;
  readonly help: string;
  /** A counter only grows, until what counts starts anew. */
  readonly kind: 'gauge' | 'counter';
  readonly label: string;
  readonly read: () => readonly (readonly [labelValue: string, value: number])[];
}

/** `/metrics` for Prometheus. Everything is collected when it is asked for; counting itself is plain numbers. */
export function metricsPage(parts: MetricsParts): Page {
  let loading: Promise<Registry> | undefined;
  return {
    path: '/metrics',
    respond: async (request, reply) => {
      const failure = parts.failureOf(request);
      if (failure !== undefined) {
        parts.answers.refuse(reply, undefined, failure.refusal, failure.headers);
        return;
      }
      // Loaded by the first who asks: it watches the event loop and the collector, which is not free.
      loading ??= import('./metrics-registry.ts').then(({ metricsRegistry }) => metricsRegistry(parts));
      const registry = await loading;
      const body = Buffer.from(await registry.metrics());
      parts.answers.send(reply, '/metrics', { status: 200, mediaType: registry.contentType, body });
    },
  };
}
