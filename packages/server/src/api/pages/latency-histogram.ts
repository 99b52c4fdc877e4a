import { Histogram } from 'prom-client';

/** From an answer of this process to one that a client has stopped to wait for. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram of durations in seconds, for the metrics page. Without labels: each value of one would be twelve series. */
export const latencyHistogram = (name: string, help: string): Histogram =>
  new Histogram({ name, help, buckets: BUCKETS_S, registers: [] });
