/** The part of autocannon 9 that the benchmarks use; the package has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string;
    headers?: Record<string, string>;
    connections?: number;
    /** Seconds. */
    duration?: number;
    /** Requests per second, all connections together. */
    overallRate?: number;
  }
  interface Result {
    requests: { average: number; total: number };
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { average: number; p50: number; p99: number };
    non2xx: number;
    errors: number;
  }
  function autocannon(options: Options): Promise<Result>;

  export type { Options, Result };
  export default autocannon;
}
