import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { MetricsDeps, StationFamily, StationGauge } from './metrics-page.ts';

/** Each reading wakes the process: at the 10 ms of the library that costs an idle station more than all its own work. */
const LAG_READ_EVERY_MS = 100;

/** Prometheus registry, collected from the components at each request. */
export function metricsRegistry(deps: MetricsDeps): Registry {
  const { counts, connections, families, gauges, histograms = [] } = deps;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_READ_EVERY_MS });
  new Counter({
    name: 'kitestring_http_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { operationId, status, count } of counts.entries()) {
        this.inc({ operation: operationId, status: String(status) }, count);
      }
    },
  });
  new Counter({
    name: 'kitestring_websocket_states_replaced_total',
    help: 'States that a slow reader missed because a newer one took their place.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.replaced);
    },
  });
  const all = [
    { name: 'kitestring_websockets', help: 'WebSockets that are open.', read: () => connections.size },
    ...gauges,
  ];
  for (const gauge of all) addGauge(gauge, registers);
  for (const family of families) addFamily(family, registers);
  for (const histogram of histograms) registry.registerMetric(histogram);
  return registry;
}

function addGauge({ name, help, read }: StationGauge, registers: Registry[]): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge;
  new Metric({
    name,
    help,
    registers,
    collect() {
      const value = read();
      this.reset();
      if (value === undefined) this.remove();
      else this.inc(value);
    },
  });
}

function addFamily({ name, help, kind, label, read }: StationFamily, registers: Registry[]): void {
  const Metric = kind === 'counter' ? Counter : Gauge;
  new Metric({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, count] of read()) this.inc({ [label]: value }, count);
    },
  });
}
