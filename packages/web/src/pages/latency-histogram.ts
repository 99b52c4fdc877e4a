import { Histogram } from 'prom-client';

/** From an internal answer to one that the client no longer waits for. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram of durations in seconds, for the metrics page. It has no labels, because each value of one would be twelve series. */
export const latencyHistogram = (name: string, help: string): Histogram =>
  new Histogram({ name, help, buckets: BUCKETS_S, registers: [] });
