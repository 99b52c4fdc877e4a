import type { RequestListener } from 'node:http';
import { nextStep, readTraceparent, type TraceContext, traceparent } from '@kitestring/base/trace-context.ts';
import { splitTarget } from '@kitestring/web/http';
import type { OtlpExporter, Span } from './otlp-exporter.ts';

/** Header with the trace of an answer (W3C Trace Context, level 2). */
const ANSWER_HEADER = 'traceresponse';

/** One step in progress. */
interface Step {
  readonly context: TraceContext;
  /** For further requests. */
  readonly traceparent: string;
  end(attributes: Span['attributes'], isFailed: boolean): void;
}

/** Traces requests from the client to the station and back, with new ids or those of the client. */
export class Traces {
  readonly #exporter: Pick<OtlpExporter, 'add'> | undefined;

  /** @param exporter undefined: ids are created and logged, and no spans are exported */
  constructor(exporter: Pick<OtlpExporter, 'add'> | undefined) {
    this.#exporter = exporter;
  }

  /** The same listener; its requests have the header `traceparent` of this step, whatever the client sent. */
  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { method = '', url = '' } = request;
      const step = this.begin(header(request.headers.traceparent), method, 'server');
      request.headers.traceparent = step.traceparent;
      response.setHeader(ANSWER_HEADER, step.traceparent);
      if (this.#exporter !== undefined) {
        response.once('close', () => {
          const { statusCode: status } = response;
          const path = splitTarget(url).path.slice(0, 300);
          step.end(
            { 'http.request.method': method, 'url.path': path, 'http.response.status_code': status },
            status >= 500,
          );
        });
      }
      listener(request, response);
    };
  }

  /** @param parent header of the previous step */
  begin(parent: string | undefined, name: string, kind: Span['kind']): Step {
    const before = readTraceparent(parent);
    const context = nextStep(before);
    const beganMs = performance.timeOrigin + performance.now();
    return {
      context,
      traceparent: traceparent(context),
      end: (attributes, isFailed) => {
        if (!context.isSampled) return;
        const endedMs = performance.timeOrigin + performance.now();
        this.#exporter?.add({ context, parentId: before?.spanId, name, kind, beganMs, endedMs, attributes, isFailed });
      },
    };
  }
}

const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
