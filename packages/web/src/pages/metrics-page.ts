import type { Histogram, Registry } from 'prom-client';
import type { Answers } from '../http/answers.ts';
import type { Page } from '../http/build-app.ts';
import type { Exchange } from '../http/exchange.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import type { RefusalAnswer } from '../http/route.ts';
import type { Connections } from '../subscriptions/connections.ts';

export interface MetricsDeps {
  readonly answers: Answers;
  readonly counts: RequestCounts;
  readonly connections: Connections;
  /** Values of the station by name (`kitestring_altitude_m`), with their description; undefined while unknown. */
  readonly gauges: readonly StationGauge[];
  readonly families: readonly StationFamily[];
  /** Filled while requests are answered; see `latencyHistogram`. Absent: none. */
  readonly histograms?: readonly Histogram[];
  /** Called before each collection, for values that need a wait. Absent: none. */
  readonly refresh?: () => Promise<void>;
  /** Why a request must not read the metrics; undefined when it may. */
  readonly failureOf: (exchange: Exchange) => RefusalAnswer | undefined;
}

/** A metric with one value: a counter if its name ends with `_total`, otherwise a gauge. */
export interface StationGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | undefined;
}

/** A metric with several values, distinguished by one label. */
export interface StationFamily {
  readonly name: string;
  readonly help: string;
  /** A counter only increases, until its source restarts. */
  readonly kind: 'gauge' | 'counter';
  readonly label: string;
  readonly read: () => readonly (readonly [labelValue: string, value: number])[];
}

/** `/metrics` for Prometheus. Values are collected on request; counters are plain numbers. */
export function metricsPage(deps: MetricsDeps): Page {
  let loading: Promise<Registry> | undefined;
  return {
    path: '/metrics',
    respond: async (exchange) => {
      const failure = deps.failureOf(exchange);
      if (failure !== undefined) {
        deps.answers.refuse(exchange, undefined, failure.refusal, failure.headers);
        return;
      }
      // Loaded at the first request: it monitors event loop and garbage collector, which has a cost.
      loading ??= import('./metrics-registry.ts').then(({ metricsRegistry }) => metricsRegistry(deps));
      const registry = await loading;
      await deps.refresh?.();
      const body = Buffer.from(await registry.metrics());
      deps.answers.send(exchange, '/metrics', { status: 200, mediaType: registry.contentType, body });
    },
  };
}
