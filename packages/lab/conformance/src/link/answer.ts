import type { HttpExchange } from './exchange.ts';

/** A response of the station. */
export class Answer {
  readonly exchange: HttpExchange;
  readonly bytes: Buffer;
  #json: unknown;

  constructor(exchange: HttpExchange, bytes: Buffer) {
    this.exchange = exchange;
    this.bytes = bytes;
  }

  get status(): number {
    return this.exchange.answer?.status ?? 0;
  }

  /** Values of fields with this name, joined with commas; undefined if there is none. */
  header(name: string): string | undefined {
    const values = this.headers(name);
    return values.length === 0 ? undefined : values.join(', ');
  }

  headers(name: string): readonly string[] {
    const wanted = name.toLowerCase();
    return (this.exchange.answer?.headers ?? [])
      .filter(([key]) => key.toLowerCase() === wanted)
      .map(([, value]) => value);
  }

  /** The JSON value; undefined if the body is not JSON. */
  get json(): unknown {
    this.#json ??= parsed(this.bytes.toString());
    return this.#json;
  }

  /** The JSON value as an object; empty if it is not an object. */
  get object(): Readonly<Record<string, unknown>> {
    const { json } = this;
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  }
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
