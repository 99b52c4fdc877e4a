import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { TraceContext } from '@kitestring/base/trace-context.ts';

/** One finished step of a request. Times: Unix milliseconds with fractions. */
export interface Span {
  readonly context: TraceContext;
  readonly parentId: string | undefined;
  readonly name: string;
  /** `server`: an incoming request. `client`: an outgoing one. */
  readonly kind: 'server' | 'client';
  readonly beganMs: number;
  readonly endedMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
}

interface OtlpExporterDeps {
  /** Base URL of a collector; `/v1/traces` is added. */
  readonly url: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

const EXPORT_EVERY_S = 2;
const BATCH_MAX = 512;
/** Spans that wait while the collector is unavailable. */
const WAITING_MAX = 2048;
const TIMEOUT_MS = 5000;
/** Numbers of the protocol. */
const KIND = { server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

/** Sends spans to an OpenTelemetry collector: OTLP/HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/). Nothing waits for it. */
export class OtlpExporter {
  readonly #deps: OtlpExporterDeps;
  readonly #cancel: Cancel;
  readonly #waiting: Span[] = [];
  #sending: Promise<void> | undefined;
  #isFailing = false;
  #dropped = 0;

  constructor(deps: OtlpExporterDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.clock, EXPORT_EVERY_S * US_PER_S, () => void this.flush());
  }

  add(span: Span): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(span);
    else this.#dropped += 1;
  }

  /** Sends all waiting spans. Never rejects. */
  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.flush();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_MAX);
      const reason = await this.#send(batch);
      this.#tell(reason);
      // Kept for the next attempt; spans without room are dropped meanwhile.
      if (reason !== undefined) return;
      this.#waiting.splice(0, batch.length);
    }
  }

  /** @returns the reason of a failure */
  async #send(batch: readonly Span[]): Promise<string | undefined> {
    const { url, version } = this.#deps;
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(exportRequest(batch, version)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (fault) {
      return fault instanceof Error ? fault.message : String(fault);
    }
  }

  #tell(reason: string | undefined): void {
    const { log, url } = this.#deps;
    if (reason !== undefined && !this.#isFailing)
      log.warn({ url, reason }, 'the collector does not accept traces; they will be sent again');
    if (reason === undefined && this.#isFailing)
      log.info({ url, dropped: this.#dropped }, 'the collector accepts traces again');
    this.#isFailing = reason !== undefined;
  }
}

const otlpAttributes = (values: Span['attributes']) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

const exportRequest = (spans: readonly Span[], version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: otlpAttributes({ 'service.name': 'kitestring-hub', 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'kitestring' }, spans: spans.map(otlpSpan) }],
    },
  ],
});

const otlpSpan = ({ attributes, beganMs, context, endedMs, isFailed, kind, name, parentId }: Span) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  parentSpanId: parentId,
  name,
  kind: KIND[kind],
  startTimeUnixNano: nanoseconds(beganMs),
  endTimeUnixNano: nanoseconds(endedMs),
  attributes: otlpAttributes(attributes),
  status: isFailed ? { code: STATUS_ERROR } : {},
});
