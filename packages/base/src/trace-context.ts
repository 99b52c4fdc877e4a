/** Where a request is in its trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for every step of the request. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the step that sends this. */
  readonly spanId: string;
  /** Whether the caller that began the trace wants its steps recorded. */
  readonly isSampled: boolean;
}

/** `version-trace-parent-flags`; a version above 00 may have more behind it. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Form of a header `traceparent` that this program writes. */
export const TRACEPARENT_PATTERN = '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$';
const LENGTH_MAX = 200;
const isZero = (digits: string): boolean => /^0+$/.test(digits);

/** The context of a header; undefined for one that is malformed, which the standard has ignored. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  if (header === undefined || header.length > LENGTH_MAX) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for a context. */
export const traceparent = ({ isSampled, spanId, traceId }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** The next step of a trace; of a new one, which is recorded, without a parent. */
export const nextStep = (parent: TraceContext | undefined): TraceContext => ({
  traceId: parent?.traceId ?? randomHex(16),
  spanId: randomHex(8),
  isSampled: parent?.isSampled ?? true,
});

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
